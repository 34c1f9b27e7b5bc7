//! The answers of a prompt: a button for each, with its key, its details and its odds.

use std::collections::HashMap;

use bevy_egui::egui::{self, Align2, EventFilter, FocusDirection, Key, Ui, pos2};

use super::answer_odds::AnswerOdds;
use super::answer_row::{AnswerRow, AnswerRows, is_focus_set};
use super::asked_prompt::AskedPrompt;
use super::list_space::{height_above_hint, lacking_height, rows_below};
use super::show_unoffered_attacks;
use super::spending_list::{RarerAnswers, attack_so_far, folded_attacks, newly_chosen, told_with_ticks};
use crate::answer_aims::{AnswerAim, AnswerAims};
use crate::attack_forecast::ForecastCache;
use crate::input::InputAction;
use crate::panel::announced_shots::shot_refusal;
use crate::panel::announcement::{BACK, NO_ATTACK, PLACE, SEVERAL_TARGETS, offered_answers};
use crate::panel::prompt_answers::{answer_actions, answer_kinds};
use crate::panel::wasted_defences::{WastedDefence, wasted_defences};
use crate::panel::widgets::{PanelContext, keep_units, reveal_unfolding, show_beside_bar, small_font};
use crate::rulebook::withhold_terms;
use ai::RatedAnnouncement;
use dice::{Answer, BoardSubject, Prompt};
use model::UnitId;

/// Most answers with which the one that ends the question stays among them.
const SHORT_LIST: usize = 8;
/// Space around the words how many answers follow, in points.
const HINT_MARGIN: f32 = 5.0;

/// What the player does with the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AnswerInput {
    /// The number of the clicked answer.
    pub clicked: Option<usize>,
    /// What the answer under the pointer, or the one with the keyboard focus, names on the board.
    pub named: Option<BoardSubject>,
    /// The number of the answer with the keyboard focus.
    focused: Option<usize>,
    /// The number of the answer under the pointer, or else of the one with the keyboard focus.
    pointed: Option<usize>,
    /// The number of the answer to which an arrow key leads.
    by_arrow: Option<usize>,
    /// Where the list ends that may scroll, in points.
    pub list_bottom: f32,
    /// How many points a list of a kept height lacks for its rows.
    pub lacking: f32,
}

/// Draws a button for each useful answer. The odds are those of the forecast, else those of the pending attack or of the
/// attack that the answer announces. Where several purchases can be chosen, the answer that ends is left out. The list
/// scrolls where it has too little space; the answers that end or change the question stay below it. Where symbols buy
/// something, the less used options stay behind a button until they are asked for or chosen.
pub(super) fn show_answers(
    ui: &mut Ui,
    context: &PanelContext,
    asked: AskedPrompt,
    cache: &mut ForecastCache,
) -> AnswerInput {
    let (aims, rated) = (cache.answer_aims(context.view), cache.rated_announcements(context.view));
    let asked = AskedPrompt { on_board: asked.on_board.filter(|unit| aims.aims_at(*unit)), ..asked };
    let beside = texts_beside(context, asked, &aims, cache);
    let answers = asked.prompt.answers.iter();
    let refused = answers.map(|answer| shot_refusal(context, &aims, &answer.key)).collect();
    let mut offered = offered_answers(context, cache, (asked.prompt, asked.forecast));
    offered.put_target_first(&aims, asked.prompt, asked.on_board);
    let mut odds = AnswerOdds::of_prompt(context.view, asked, &aims, cache);
    let rows = AnswerRows::of_prompt(context, asked, offered.default, (beside, refused), &mut odds);
    let so_far = rows.stop.filter(|_| asked.offer.is_some()).and_then(|stop| odds.of_answer(stop));
    let so_far = so_far.and_then(|odds| attack_so_far(context, asked.pending, &odds));
    let has_ticks = asked.purchases.is_some_and(|purchases| !purchases.chosen.is_empty());
    let so_far = so_far.map(|text| if has_ticks { told_with_ticks(&text) } else { text });
    let so_far = so_far.or_else(|| rows.common_health(&mut odds));
    show_lines_above(ui, context, asked, so_far);
    let list = AnswerList::of_rows(ui, rows, offered.order, (&aims, &rated));
    let input = list.show(ui, &mut odds);
    // With the keyboard focus on an answer, Enter gives that one; elsewhere it gives none.
    let confirmed = if is_focus_set(ui) { input.focused } else { Some(offered.default) };
    let confirmed = confirmed.and_then(|at| asked.prompt.answers.get(at));
    if let Some(answer) = confirmed.filter(|_| asked.purchases.is_none()) {
        show_confirmed_answer(ui, context, answer);
    }
    input
}

/// Describes what each answer does to others in the area of the attack, or whom the attack that it announces catches.
fn texts_beside(
    context: &PanelContext,
    asked: AskedPrompt,
    aims: &AnswerAims,
    cache: &mut ForecastCache,
) -> Vec<Option<String>> {
    let text = |key: &str| match (asked.area, aims.get(key)) {
        (Some(area), _) => area.answer_text(context, cache, key),
        (None, Some(aim)) => cache.area_text(context.view, aim.attack.as_ref()?),
        (None, None) => None,
    };
    asked.prompt.answers.iter().map(|answer| &*answer.key).map(text).collect()
}

/// Draws what stands above the answers: which target comes first, the attack so far, or what it leaves, and what ticks do.
fn show_lines_above(ui: &mut Ui, context: &PanelContext, asked: AskedPrompt, so_far: Option<String>) {
    if let Some(target) = asked.on_board {
        let name = context.unit_name(target);
        let text = format!("{name} first: a second click announces the best attack on it.");
        ui.colored_label(context.palette.text, text);
    }
    if let Some(text) = so_far {
        ui.colored_label(context.palette.dim, text);
    }
    if let Some(purchases) = asked.purchases {
        ui.colored_label(context.palette.text, purchases.left_text());
        if let Some(whole) = purchases.offer.whole {
            let text = format!("A {} pays for any one of these.", whole.unit.0);
            ui.colored_label(context.palette.dim, text);
        }
    }
}

/// The answers in the order in which they are listed.
struct AnswerList<'a, 'c, 'w, 's> {
    rows: AnswerRows<'a, 'c, 'w, 's>,
    aims: &'a AnswerAims,
    /// What the announced attacks are worth, by the keys of the answers.
    rated: &'a HashMap<String, RatedAnnouncement>,
    /// Their numbers in the prompt.
    order: Vec<usize>,
    /// Their keys, in this order.
    actions: Vec<Option<InputAction>>,
    /// Those that are folded away.
    rarer: RarerAnswers,
    /// More answers are shown than are seen at once.
    is_long: bool,
    /// The answer that is scrolled into view.
    revealed: Option<usize>,
}

/// Where an answer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerPlace {
    /// In the list, which may scroll.
    Listed,
    /// Below the list, always seen.
    Below,
    /// Not at all.
    Hidden,
}

impl<'a, 'c, 'w, 's> AnswerList<'a, 'c, 'w, 's> {
    /// Arranges the answers in an order.
    fn of_rows(
        ui: &Ui,
        rows: AnswerRows<'a, 'c, 'w, 's>,
        order: Vec<usize>,
        (aims, rated): (&'a AnswerAims, &'a HashMap<String, RatedAnnouncement>),
    ) -> Self {
        let AnswerRows { context, asked, default, .. } = rows;
        let prompt = asked.prompt;
        let chosen: &[usize] = asked.purchases.map_or(&[], |purchases| &purchases.chosen);
        let rarer = match asked.offer {
            Some(offer) => RarerAnswers::of_offer(ui, context, (prompt, offer), chosen),
            None if aims.by_key.is_empty() => RarerAnswers::default(),
            None => {
                let target = |at: usize| aims.get(&prompt.answers[at].key).map(|aim| aim.target);
                let is_kept = |at: usize| at == default || target(at) == asked.on_board;
                let attacks: Vec<usize> = order.iter().copied().filter(|at| target(*at).is_some()).collect();
                RarerAnswers::of_attacks(ui, context, prompt, folded_attacks(&attacks, is_kept))
            }
        };
        let actions = answer_actions(prompt, &order, &answer_kinds(context, prompt));
        let is_long = order.iter().filter(|at| rarer.shows(**at)).count() > SHORT_LIST;
        let newly_chosen = newly_chosen(ui, chosen);
        // What is proposed stands at the top.
        let revealed = match is_new_prompt(ui, context, (prompt, asked.on_board)) {
            true => Some(default),
            false => newly_chosen,
        };
        Self { rows, aims, rated, order, actions, rarer, is_long, revealed }
    }

    /// Whether the prompt asks for attacks to announce.
    fn is_announcement(&self) -> bool {
        !self.aims.by_key.is_empty()
    }

    /// Where an answer is drawn.
    fn place(&self, at: usize) -> AnswerPlace {
        let is_stop = self.rows.stop == Some(at);
        let ends_purchases = is_stop && self.rows.asked.purchases.is_some();
        let is_pinned = (is_stop && self.is_long)
            || (self.is_announcement() && stays_below(&self.rows.asked.prompt.answers[at].key, self.is_long));
        match () {
            () if ends_purchases || !self.rarer.shows(at) => AnswerPlace::Hidden,
            () if is_pinned => AnswerPlace::Below,
            () => AnswerPlace::Listed,
        }
    }

    /// Draws the list and what stays below it.
    fn show(&self, ui: &mut Ui, odds: &mut AnswerOdds) -> AnswerInput {
        let AnswerRows { context, asked, .. } = self.rows;
        let mut input = AnswerInput::default();
        // A new prompt begins at the top: the place in a longer list would leave this one empty.
        let id = ("answers", asked.prompt.who, context.history.records().len());
        let gap = ui.spacing().item_spacing.y;
        let room = asked.space.list_height(ui.min_rect().height() + gap);
        let focus_id = egui::Id::new(("answer with the keyboard focus", id));
        let focused = ui.data(|data| data.get_temp::<Option<usize>>(focus_id)).flatten();
        input.by_arrow = self.answer_by_arrow(ui, focused);
        let ends_id = egui::Id::new(("ends of the answers", id));
        let ends = ui.data(|data| data.get_temp::<Vec<f32>>(ends_id)).unwrap_or_default();
        let hint = small_font(ui).size + HINT_MARGIN;
        let rows = if asked.space.is_held { height_above_hint(room, hint, &ends) } else { room };
        let area = egui::ScrollArea::vertical().id_salt(id).max_height(rows).min_scrolled_height(rows);
        // In a prompt that keeps its height, what stands below the list keeps its place.
        let area = area.auto_shrink([true, !asked.space.is_held]);
        let shown = show_beside_bar(ui, area, |ui| {
            let top = ui.cursor().top();
            let ends = self.show_rows(ui, AnswerPlace::Listed, odds, &mut input);
            let ends: Vec<f32> = ends.into_iter().map(|end| end - top).collect();
            ui.data_mut(|data| data.insert_temp(ends_id, ends.clone()));
            if self.is_announcement() {
                show_harmless_attacks(ui, context, asked.prompt.answers.len() - self.order.len());
                show_unoffered_attacks(ui, context, self.aims);
            }
            (ends, show_wasted_defences(ui, context, &wasted_defences(asked.prompt, asked.forecast)))
        });
        let (new_ends, clicked) = shown.inner;
        input.list_bottom = ui.min_rect().bottom();
        if asked.space.is_held {
            show_gap(ui, context, room - rows, rows_below(shown.state.offset.y + rows, &ends));
            // The gap before what follows is counted to that, as in a list that does not keep its height.
            input.list_bottom = ui.min_rect().bottom() - gap;
            // A list of attacks leaves fighters free until more are asked for, and rarer purchases scroll.
            if self.is_announcement() == self.rarer.are_unfolded() {
                input.lacking = lacking_height(shown.content_size.y, room, &new_ends);
            }
        }
        self.show_rows(ui, AnswerPlace::Below, odds, &mut input);
        ui.data_mut(|data| data.insert_temp(focus_id, input.by_arrow.or(input.focused)));
        input.clicked = clicked.or(input.clicked);
        if let Some(purchases) = asked.purchases {
            self.rows.show_purchase_words(ui, purchases, input.pointed);
        }
        self.rarer.show_button(ui);
        input
    }

    /// Returns the answer to which an arrow key leads from the one with the keyboard focus, or else from the default; `None` without
    /// such a key, and while the focus is elsewhere.
    fn answer_by_arrow(&self, ui: &Ui, focused: Option<usize>) -> Option<usize> {
        let [up, down] = [Key::ArrowUp, Key::ArrowDown].map(|key| ui.input(|input| input.key_pressed(key)));
        if up == down || (focused.is_none() && is_focus_set(ui)) {
            return None;
        }
        let placed = |place| self.order.iter().copied().filter(move |at| self.place(*at) == place);
        let shown: Vec<usize> = placed(AnswerPlace::Listed).chain(placed(AnswerPlace::Below)).collect();
        // The focus would go on from there to what is next to it on the screen.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        neighbour(&shown, focused.unwrap_or(self.rows.default), down)
    }

    /// Draws the answers of a place, and notes what the player does with them. Returns the lower ends of their rows.
    fn show_rows(
        &self,
        ui: &mut Ui,
        place: AnswerPlace,
        odds: &mut AnswerOdds,
        input: &mut AnswerInput,
    ) -> Vec<f32> {
        let mut ends = Vec::new();
        let answers = self.order.iter().zip(&self.actions);
        for (&at, &action) in answers.filter(|(at, _)| self.place(**at) == place) {
            let answer = &self.rows.asked.prompt.answers[at];
            let (aim, rated) = (self.aims.get(&answer.key), self.rated.get(&answer.key));
            let (own_odds, without) = (odds.shown_odds(at), odds.without(at));
            let response = self.rows.show_row(
                ui,
                AnswerRow { at, action, odds: own_odds.as_ref(), without: without.as_ref(), aim, rated },
            );
            if place == AnswerPlace::Listed && self.revealed == Some(at) {
                response.scroll_to_me(None); // not at all where it is seen
            }
            if response.clicked() {
                input.clicked = Some(at);
            }
            if input.by_arrow == Some(at) {
                response.request_focus();
                response.scroll_to_me(None);
            }
            keep_arrows(ui, &response);
            if response.has_focus() {
                input.focused = Some(at);
            }
            if response.hovered() || response.has_focus() {
                input.named = named_subject(aim, answer);
            }
            // One that cannot be ticked says why.
            if response.contains_pointer() || (response.has_focus() && input.pointed.is_none()) {
                input.pointed = Some(at);
            }
            ends.push(response.rect.bottom());
        }
        ends
    }
}

/// Leaves the space between what is seen of the list and what stands below the list, and says there how many answers follow, if it is
/// high enough for that.
fn show_gap(ui: &mut Ui, context: &PanelContext, height: f32, following: usize) {
    let top = ui.cursor().top();
    ui.add_space(height);
    let font = small_font(ui);
    if following > 0 && height >= font.size {
        let at = pos2(ui.min_rect().center().x, top + height / 2.0);
        let text = following_text(following);
        ui.painter().text(at, Align2::CENTER_CENTER, text, font, context.palette.dim);
    }
}

/// Says how many answers follow below the seen ones: "3 more below".
fn following_text(answers: usize) -> String {
    format!("{answers} more below")
}

/// Returns the answer before or after another one of a list; at an end of the list, that one.
fn neighbour(shown: &[usize], from: usize, down: bool) -> Option<usize> {
    let at = shown.iter().position(|at| *at == from)?;
    let to = if down { at + 1 } else { at.saturating_sub(1) };
    shown.get(to).or(shown.last()).copied()
}

/// Keeps the arrow keys for up and down in the list while one of its answers has the keyboard focus.
fn keep_arrows(ui: &Ui, response: &egui::Response) {
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

/// Returns what an answer names on the board: the target of the attack that it announces, else what its text names.
fn named_subject(aim: Option<&AnswerAim>, answer: &Answer) -> Option<BoardSubject> {
    aim.map(|aim| BoardSubject::Unit(aim.target)).or_else(|| answer.label.board_subject())
}

/// Whether an answer of an announcement stays below the list of attacks, with a key of its own; that for walls and squares only below
/// a long list.
fn stays_below(key: &str, is_long: bool) -> bool {
    [NO_ATTACK, SEVERAL_TARGETS, BACK].contains(&key) || (is_long && key == PLACE)
}

/// Says which answer the key for confirming gives: "Enter: Dodge".
fn show_confirmed_answer(ui: &mut Ui, context: &PanelContext, answer: &Answer) {
    let label = context.view.hide_unseen_names(&answer.label);
    let text = format!("{}: {label}", context.key_label(InputAction::Confirm));
    let line = ui.colored_label(context.palette.dim, text);
    withhold_terms(ui, line.rect);
}

/// Says how many attacks are not offered.
fn show_harmless_attacks(ui: &mut Ui, context: &PanelContext, left_out: usize) {
    if left_out > 0 {
        let text = match left_out {
            1 => "1 more attack cannot harm its target.".to_owned(),
            _ => format!("{left_out} more attacks cannot harm their targets."),
        };
        ui.colored_label(context.palette.faint, text);
    }
}

/// Draws the defences that are not worth their price, folded away, with the reasons; returns the one that was clicked.
fn show_wasted_defences(ui: &mut Ui, context: &PanelContext, wasted: &[WastedDefence]) -> Option<usize> {
    let title = match wasted.len() {
        0 => return None,
        1 => "1 defence is not worth its price".to_owned(),
        many => format!("{many} defences are not worth their price"),
    };
    let mut clicked = None;
    let title = egui::RichText::new(title).small().color(context.palette.dim);
    let shown = egui::CollapsingHeader::new(title).id_salt("wasted defences").show(ui, |ui| {
        for defence in wasted {
            let text = keep_units(&format!("{}: {}.", defence.name(), defence.reason()));
            let button = ui.add(egui::Button::new(egui::RichText::new(text).small()).wrap());
            withhold_terms(ui, button.rect);
            if button.clicked() {
                clicked = Some(defence.at);
            }
        }
    });
    reveal_unfolding(ui, &shown);
    clicked
}

/// Whether a prompt, with the target that is chosen on the board, was not drawn before.
fn is_new_prompt(ui: &Ui, context: &PanelContext, (prompt, on_board): (&Prompt, Option<UnitId>)) -> bool {
    let id = egui::Id::new("the prompt drawn last");
    let shown = (prompt.who, context.history.records().len(), on_board);
    ui.data_mut(|data| {
        let last = data.get_temp::<(UnitId, usize, Option<UnitId>)>(id);
        data.insert_temp(id, shown);
        last != Some(shown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{GivenText, SubjectName};

    #[test]
    fn arrow_keys_choose_the_next_answer_and_stop_at_the_ends() {
        let shown = [4, 2, 7];
        assert_eq!(neighbour(&shown, 4, true), Some(2), "in the order of the list");
        assert_eq!(neighbour(&shown, 2, false), Some(4));
        assert_eq!([neighbour(&shown, 7, true), neighbour(&shown, 4, false)], [Some(7), Some(4)]);
        assert_eq!(neighbour(&shown, 9, true), None, "it is not shown");
    }

    #[test]
    fn walls_and_squares_stay_in_sight_below_a_long_list() {
        assert!(stays_below(PLACE, true) && !stays_below(PLACE, false));
        assert!(stays_below(NO_ATTACK, false) && !stays_below("0@3", true));
    }

    #[test]
    fn an_answer_names_its_target_or_what_its_text_is_about() {
        let answer = Answer::new("unit3", SubjectName::of_unit(UnitId(3), "Ann"), "SS-INTC-15");
        assert_eq!(named_subject(None, &answer), Some(BoardSubject::Unit(UnitId(3))));
        let aim = AnswerAim { target: UnitId(7), attack: None, blind: None, interceptions: Vec::new() };
        assert_eq!(named_subject(Some(&aim), &answer), Some(BoardSubject::Unit(UnitId(7))));
        let plain = Answer::new("none", GivenText("Nothing".to_owned()), "SS-INTC-15");
        assert_eq!(named_subject(None, &plain), None);
    }
}
