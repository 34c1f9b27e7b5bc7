//! Answers of the player to questions to come: purchases that are chosen together, and questions of a kind that are
//! answered without asking. Settings of the window: the answers are ordinary orders, as if they were given one by one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::prelude::Resource;
use bevy_egui::egui::{Button, Ui, vec2};

use super::automatic_answers::WaitingUnits;
use super::conditional_answers::{ConditionalAnswers, Tenths};
use super::prompt_answers::STOP_KEY;
use super::purchases::{Purchases, SPEND_NOTHING, ticked_with};
use super::unit_inspector::auto_responses::{MENU, NOT_AGAIN};
use super::widgets::{PanelContext, show_fact_line, show_menu_content, show_menu_text};
use crate::input::InputAction;
use battle::Order;
use dice::{Clause, Prompt};
use model::{Side, UnitId};
use rules::{SpendingOffer, play};

/// How a kind of question is answered for the rest of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RememberedAnswer {
    /// With the answer that Enter takes.
    Suggested,
    /// With nothing.
    Nothing,
}

impl RememberedAnswer {
    const ALL: [(Self, &'static str); 2] =
        [(Self::Suggested, "Always: the suggestion"), (Self::Nothing, "Always: nothing")];
}

/// Answers still to be given to the questions of one roll.
#[derive(Debug)]
struct AnswerQueue {
    who: UnitId,
    /// Number of orders when they were chosen: only answers follow.
    from: usize,
    /// The clauses of the questions, and the keys of their answers.
    planned: VecDeque<(Clause, String)>,
}

impl AnswerQueue {
    /// Takes the answer to a question of a clause. Those before it are left out: their questions were not asked, as nothing could be
    /// bought. `None` for a question between two purchases.
    fn take(&mut self, clause: Clause) -> Option<String> {
        let place = self.planned.iter().position(|(planned, _)| *planned == clause)?;
        self.planned.drain(..place);
        self.planned.pop_front().map(|(_, key)| key)
    }
}

/// The player's answers to questions to come.
#[derive(Resource, Debug, Default)]
pub(crate) struct AnswerPlans {
    /// Units that wait until the end of a pass.
    pub waiting: WaitingUnits,
    /// The chosen purchases of the open prompt: the asked unit, the number of orders before it, and the answers.
    chosen: Option<(UnitId, usize, Vec<usize>)>,
    queue: Option<AnswerQueue>,
    /// How questions about what symbols buy are answered, by side.
    remembered: BTreeMap<Side, RememberedAnswer>,
    /// Answers that depend on the damage to expect.
    pub conditions: ConditionalAnswers,
    /// The least damage that is chosen for the next condition, in the menu of the open prompt: its unit, and the number of
    /// orders before it.
    pub least: Option<(UnitId, usize, Tenths)>,
    /// What was answered last without asking.
    pub unasked: UnaskedQuestion,
    /// Units that are to be offered Karma for their defence once no question is open. `SS-BASE-26`.
    pub karma_offers: BTreeSet<UnitId>,
}

/// The question that was answered last without asking. The answer is given in the next frame: until then the question is open, and is
/// not to be shown.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnaskedQuestion {
    /// Number of rewinds and of orders when it was answered.
    answered: Option<(u32, usize)>,
    is_hidden: bool,
}

impl UnaskedQuestion {
    /// Notes whether the open question was answered in this frame; `at` is the number of rewinds and of orders. A question that stays
    /// open, because the answer was refused, is shown.
    pub fn note(&mut self, at: (u32, usize), is_answered: bool) {
        self.is_hidden = is_answered && self.answered != Some(at);
        if is_answered {
            self.answered = Some(at);
        }
    }

    /// Whether the open question is not shown.
    pub const fn is_hidden(self) -> bool {
        self.is_hidden
    }
}

impl AnswerPlans {
    /// Forgets everything but the conditions, which are kept with the battle.
    pub(super) fn begin_battle(&mut self) {
        *self = Self { conditions: std::mem::take(&mut self.conditions), ..Self::default() };
    }

    /// Returns the purchases of a prompt that offers some, with those chosen at first that are worth most together; `None`
    /// for others.
    pub(super) fn purchases(&mut self, context: &PanelContext, prompt: &Prompt) -> Option<Purchases> {
        let offer = play::spending_offer(prompt, context.view.rules())?;
        let records = context.history.records().len();
        let known = self.chosen.as_ref().is_some_and(|(who, at, _)| (*who, *at) == (prompt.who, records));
        if !known {
            self.chosen = Some((prompt.who, records, offer.best_purchases()));
        }
        let (_, _, chosen) = self.chosen.as_ref()?;
        Some(Purchases { offer, chosen: chosen.clone() })
    }

    /// Chooses a purchase, or gives it up; the answer that buys nothing gives up all. Takes no tick away from another purchase, except
    /// where only one of them can be bought.
    pub(super) fn toggle(&mut self, offer: &SpendingOffer, at: usize) {
        let Some((_, _, chosen)) = &mut self.chosen else { return };
        if let Some(place) = chosen.iter().position(|other| *other == at) {
            chosen.remove(place);
        } else if offer.purchases.get(at).is_some_and(Option::is_none) {
            chosen.clear();
        } else if let Some(ticked) = ticked_with(offer, chosen, at) {
            *chosen = ticked;
        }
    }

    /// Confirms the chosen purchases: returns the first answer, and keeps the others for the questions that follow.
    pub(super) fn confirm(
        &mut self,
        context: &PanelContext,
        prompt: &Prompt,
        purchases: &Purchases,
    ) -> Option<String> {
        let mut planned = purchases.planned_answers(prompt);
        let (_, first) = planned.pop_front()?;
        let from = context.history.records().len();
        self.queue = Some(AnswerQueue { who: prompt.who, from, planned });
        Some(first)
    }

    /// Takes the answer to a prompt that was chosen before, if there is one.
    pub(super) fn take_planned(&mut self, context: &PanelContext, prompt: &Prompt) -> Option<String> {
        let queue = self.queue.as_mut()?;
        let since = context.history.records().get(queue.from..).unwrap_or_default();
        let is_same_roll = since.iter().all(|record| matches!(record.order, Order::Decide { .. }));
        if !is_same_roll {
            self.queue = None;
            return None;
        }
        let is_planned = queue.planned.iter().any(|(clause, _)| *clause == prompt.clause);
        if since.is_empty() || (!is_planned && !queue.planned.is_empty()) {
            return None; // a question between two purchases, perhaps to another unit, or an undo
        }
        if queue.who != prompt.who {
            self.queue = None;
            return None;
        }
        let key = queue.take(prompt.clause);
        let key = key.filter(|key| prompt.answers.iter().any(|answer| answer.key == *key));
        if key.is_none() {
            self.queue = None;
        }
        key
    }

    /// Returns the answer by which the player wants such prompts to be answered; `suggested` is the number of the one that is
    /// proposed.
    pub(super) fn remembered_answer<'p>(
        &self,
        side: Side,
        (prompt, suggested): (&'p Prompt, usize),
    ) -> Option<&'p str> {
        let remembered = self.remembered.get(&side)?;
        // Questions about symbols are those that can be answered by buying nothing.
        prompt.answers.iter().find(|answer| answer.key == STOP_KEY)?;
        let wanted = match remembered {
            RememberedAnswer::Suggested => prompt.answers.get(suggested),
            RememberedAnswer::Nothing => prompt.answers.iter().find(|answer| answer.key == STOP_KEY),
        };
        wanted.map(|answer| answer.key.as_str())
    }

    /// Draws the kinds of questions of a side that are answered without asking; each can be asked again.
    pub(super) fn show_remembered(&mut self, ui: &mut Ui, context: &PanelContext, side: Side) {
        let Some(text) = self.remembered.get(&side).map(|answer| match answer {
            RememberedAnswer::Suggested => "the suggestion",
            RememberedAnswer::Nothing => "nothing",
        }) else {
            return;
        };
        let palette = context.palette;
        show_fact_line(ui, ("Symbols buy without asking", palette.caution), (text, palette.text));
        if ui.small_button("Ask again what symbols buy").clicked() {
            self.remembered.remove(&side);
        }
    }
}

/// Draws the button that confirms purchases, with the points left; returns whether it was clicked.
pub(super) fn show_confirm(
    ui: &mut Ui,
    context: &PanelContext,
    (prompt, purchases): (&Prompt, &Purchases),
) -> bool {
    let labels: Vec<String> =
        prompt.answers.iter().map(|answer| context.view.hide_unseen_names(&answer.label)).collect();
    let text = format!("{}  ({})", purchases.confirm_text(&labels), context.key_label(InputAction::Confirm));
    let colour = context.palette.good;
    let button = Button::new(text)
        .wrap()
        .fill(colour.gamma_multiply(0.2))
        .stroke((1.5, colour))
        .min_size(vec2(ui.available_width(), 34.0));
    ui.add(button).clicked()
}

/// Draws the button that buys nothing where something is ticked: the one above confirms that. Returns whether it was clicked.
pub(super) fn show_spend_nothing(ui: &mut Ui, context: &PanelContext, purchases: &Purchases) -> bool {
    if purchases.chosen.is_empty() {
        return false;
    }
    let [nothing, confirm] =
        [InputAction::Action10, InputAction::Confirm].map(|action| context.key_label(action));
    let [text, keys] = spend_nothing_texts(&nothing, &confirm);
    ui.add(Button::new(text).min_size(vec2(ui.available_width(), 26.0))).on_hover_text(keys).clicked()
}

/// Returns the text of the button that buys nothing, and what its key does. It does not name the key that confirms: that one confirms
/// what is ticked.
fn spend_nothing_texts(nothing: &str, confirm: &str) -> [String; 2] {
    [
        format!("{SPEND_NOTHING}  ({nothing})"),
        format!("A click buys nothing. {nothing} takes all ticks away; {confirm} confirms that."),
    ]
}

/// Draws buttons that answer prompts of this kind for the rest of the battle; returns the answer to this one.
pub(super) fn show_always(
    ui: &mut Ui,
    context: &PanelContext,
    (side, prompt): (Side, &Prompt),
    plans: &mut AnswerPlans,
) -> Option<String> {
    play::spending_offer(prompt, context.view.rules())?;
    let suggested = play::suggested_answer(prompt, context.view.rules());
    let mut answer = None;
    ui.menu_button(NOT_AGAIN, |ui| {
        ui.set_max_width(MENU);
        show_menu_content(ui, |ui| {
            let text = format!(
                "Answers all questions about what symbols buy, for all units of {}, until the battle ends. To be asked again, \
                 use the button under Auto-responses in the unit panel.",
                context.view.side_name(side)
            );
            show_menu_text(ui, context.palette.dim, &text);
            for (wanted, label) in RememberedAnswer::ALL {
                if ui.button(label).clicked() {
                    plans.remembered.insert(side, wanted);
                    answer = plans.remembered_answer(side, (prompt, suggested)).map(str::to_owned);
                    ui.close();
                }
            }
        });
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, GivenText};
    use rules::turn_engine::spending_offer::Purchase;

    fn offer() -> SpendingOffer {
        let buy = |cost, once, rank| {
            Some(Purchase { cost, once: Some(once), rank, is_first: true, ..Purchase::default() })
        };
        SpendingOffer {
            budget: 3,
            unit: ("advantage", "advantages"),
            whole: None,
            purchases: vec![buy(1, "strain", 2), buy(2, "boost", 7), buy(2, "setback", 4), None],
        }
    }

    #[test]
    fn purchases_are_chosen_until_the_points_are_spent() {
        let mut plans = AnswerPlans { chosen: Some((UnitId(1), 4, Vec::new())), ..AnswerPlans::default() };
        let offer = offer();
        let chosen = |plans: &AnswerPlans| plans.chosen.as_ref().map(|(_, _, all)| all.clone());
        plans.toggle(&offer, 1);
        plans.toggle(&offer, 2);
        assert_eq!(chosen(&plans), Some(vec![1]), "2 and 2 of 3: no tick is taken away");
        plans.toggle(&offer, 1);
        plans.toggle(&offer, 2);
        plans.toggle(&offer, 0);
        assert_eq!(chosen(&plans), Some(vec![2, 0]));
        plans.toggle(&offer, 2);
        assert_eq!(chosen(&plans), Some(vec![0]), "a second click gives it up");
        plans.toggle(&offer, 3);
        assert_eq!(chosen(&plans), Some(Vec::new()), "the end gives up all");
    }

    #[test]
    fn cc_tri_01_planned_answers_are_given_to_the_questions_of_their_clause() {
        let planned = [("CC-TRI-01", "boost"), ("CC-ADV-01", "strain"), ("CC-ADV-01", STOP_KEY)];
        let planned = planned.map(|(clause, key)| (clause, key.to_owned())).into();
        let mut queue = AnswerQueue { who: UnitId(1), from: 0, planned };
        assert_eq!(queue.take("CC-ADV-11"), None, "which manoeuvre is another question");
        assert_eq!(queue.take("CC-ADV-01").as_deref(), Some("strain"), "the triumph was not asked about");
        assert_eq!(queue.take("CC-TRI-01"), None);
        assert_eq!(queue.take("CC-ADV-01").as_deref(), Some(STOP_KEY));
    }

    #[test]
    fn a_question_that_is_answered_without_asking_is_hidden_until_the_answer_is_given() {
        let mut question = UnaskedQuestion::default();
        question.note((0, 7), true);
        assert!(question.is_hidden());
        question.note((0, 7), true);
        assert!(!question.is_hidden(), "the answer was refused");
        question.note((0, 8), true);
        assert!(question.is_hidden(), "the next question");
        question.note((0, 9), false);
        assert!(!question.is_hidden(), "the player is asked");
        question.note((1, 8), true);
        assert!(question.is_hidden(), "it is another question after an undo");
    }

    #[test]
    fn the_button_that_buys_nothing_does_not_name_the_key_that_confirms_what_is_ticked() {
        let [text, keys] = spend_nothing_texts("0", "Enter");
        assert_eq!(text, "Spend nothing  (0)");
        assert_eq!(keys, "A click buys nothing. 0 takes all ticks away; Enter confirms that.");
    }

    #[test]
    fn remembered_answers_are_the_suggestion_or_nothing() {
        let answers = ["boost", STOP_KEY].map(|key| Answer::new(key, GivenText(key.to_owned()), "CC-ADV-01"));
        let question = GivenText("Spend 1 advantage?".to_owned()).into();
        let prompt = Prompt { who: UnitId(1), question, clause: "CC-ADV-01", answers: answers.into() };
        let mut plans = AnswerPlans::default();
        assert_eq!(plans.remembered_answer(Side(0), (&prompt, 0)), None);
        plans.remembered.insert(Side(0), RememberedAnswer::Suggested);
        assert_eq!(plans.remembered_answer(Side(0), (&prompt, 0)), Some("boost"));
        assert_eq!(plans.remembered_answer(Side(0), (&prompt, 1)), Some(STOP_KEY), "what is proposed");
        assert_eq!(plans.remembered_answer(Side(1), (&prompt, 0)), None, "the other side is asked");
        plans.remembered.insert(Side(0), RememberedAnswer::Nothing);
        assert_eq!(plans.remembered_answer(Side(0), (&prompt, 0)), Some(STOP_KEY));
        let triumph = Prompt { clause: "CC-ADV-09", ..prompt.clone() };
        assert_eq!(
            plans.remembered_answer(Side(0), (&triumph, 0)),
            Some(STOP_KEY),
            "of every kind of symbol"
        );
        let answers = ["free", "dodge"].map(|key| Answer::new(key, GivenText(key.to_owned()), "SS-DEF-03"));
        let defence = Prompt { answers: answers.into(), ..prompt };
        assert_eq!(plans.remembered_answer(Side(0), (&defence, 0)), None, "no question about symbols");
    }
}
