//! The answers of a prompt: a button for each, with its key, its details and its odds.

use bevy_egui::egui::{self, Ui};

use super::answer_button::{AnswerFigures, AnswerMark, answer_button};
use super::list_space::ListSpace;
use super::show_unoffered_attacks;
use super::spending_list::{
    RarerAnswers, attack_so_far, damage_change, mean_text, newly_chosen, spending_hint,
};
use crate::answer_aims::AnswerAim;
use crate::attack_forecast::{ForecastCache, percent_text};
use crate::input::InputAction;
use crate::panel::announcement::{BACK, NO_ATTACK, OfferedAnswers, SEVERAL_TARGETS, offered_answers};
use crate::panel::answer_plans::Purchases;
use crate::panel::cards::area_words::AskedArea;
use crate::panel::cards::{show_details_hint, shows_details};
use crate::panel::prompt_answers::{HOLD_KEY, STOP_KEY, answer_actions};
use crate::panel::prompt_status::PointsBefore;
use crate::panel::wasted_defences::{WastedDefence, is_defence_prompt, leaves_odds, wasted_defences};
use crate::panel::widgets::{
    PanelContext, keep_percents, show_clause_detail, show_modifiers, show_tooltip_beside, shows_clauses,
};
use crate::rulebook::withhold_terms;
use battle::PromptContext;
use dice::{Answer, Modifiers, Prompt};
use model::UnitId;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Favours, Forecast, Odds, play};

/// What an answer says that costs something and leaves the odds of the attack as they are.
const NO_CHANGE: &str = "Does not change this attack.";
/// Most answers with which the one that ends the question stays among them.
const SHORT_LIST: usize = 8;
/// Width of the tooltip of an answer, in points.
const TOOLTIP: f32 = 300.0;

/// Forecast of an answer: odds, name and parts of its roll.
struct AnswerForecast<'f> {
    odds: &'f Odds,
    name: &'f str,
    parts: Option<&'f Modifiers>,
}

/// Forecast of an answer. A single answer that the forecast does not list is the default, with the forecast's own
/// odds.
fn answer_forecast<'f>(forecast: &'f Forecast, prompt: &Prompt, key: &str) -> Option<AnswerForecast<'f>> {
    let listed = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    if let Some(answer) = listed(key) {
        return Some(AnswerForecast { odds: &answer.odds, name: &answer.label, parts: Some(&answer.parts) });
    }
    let unlisted = prompt.answers.iter().filter(|answer| listed(&answer.key).is_none()).count();
    if unlisted != 1 || !is_defence_prompt(forecast, prompt) {
        return None;
    }
    let sum = forecast.totals.iter().find(|sum| sum.favours == Favours::Target);
    Some(AnswerForecast {
        odds: &forecast.odds,
        name: sum.map_or("", |sum| sum.name),
        parts: sum.map(|sum| &sum.parts),
    })
}

/// What the player does with the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AnswerInput {
    /// The number of the clicked answer.
    pub clicked: Option<usize>,
    /// The unit at which the answer under the pointer aims.
    pub aimed_at: Option<UnitId>,
    /// Where the list ends that may scroll, in points.
    pub list_bottom: f32,
}

/// Draws a button for each useful answer. The odds are those of the forecast, else those of the pending attack or of the
/// attack that the answer announces. Where several purchases can be chosen, the answer that ends is left out. The list
/// scrolls where it has too little space; the answers that end or change the question stay below it. Where symbols buy
/// something, the less used options stay behind a button until they are asked for or chosen.
pub(super) fn show_answers(
    ui: &mut Ui,
    context: &PanelContext,
    (prompt, purchases, (space, on_board)): (&Prompt, Option<&Purchases>, (ListSpace, Option<UnitId>)),
    odds: &mut ForecastCache,
    (forecast, pending, area): (Option<&Forecast>, Option<&PromptContext>, Option<&AskedArea>),
) -> AnswerInput {
    let aims = odds.answer_aims(context.view);
    let beside: Vec<Option<String>> = prompt
        .answers
        .iter()
        .map(|answer| area.and_then(|area| area.answer_text(context, odds, &answer.key)))
        .collect();
    let mut offered = offered_answers(context, odds, (prompt, forecast));
    let on_board = on_board.filter(|unit| aims.aims_at(*unit));
    offered.put_target_first(&aims, prompt, on_board);
    let OfferedAnswers { order: useful, default } = offered;
    if let Some(target) = on_board {
        let name = context.unit_name(target);
        let text =
            format!("{name} first, as chosen on the board: a second click announces the best attack on it.");
        ui.colored_label(context.palette.text, text);
    }
    let offer = play::spending_offer(prompt, context.view.rules());
    let is_spending = offer.is_some();
    let mut odds_for = |key: &str| match pending {
        Some(pending) if is_spending => odds.purchase_odds(pending, key),
        Some(pending) => odds.answer_odds(pending, key),
        None => odds.announced_odds(context.view, aims.get(key)?),
    };
    let show_odds = forecast.is_none() && answers_differ(&mut odds_for, prompt);
    let stop = prompt.answers.iter().position(|answer| answer.key == STOP_KEY);
    let so_far = stop.filter(|_| is_spending).and_then(|stop| odds_for(&prompt.answers[stop].key));
    if let Some(text) = so_far.and_then(|odds| attack_so_far(context, pending, &odds)) {
        ui.colored_label(context.palette.dim, text);
    }
    if let Some(purchases) = purchases {
        ui.colored_label(context.palette.dim, spending_hint(&purchases.offer));
    }
    let mut odds_at = |at: usize| {
        let answer = prompt.answers.get(at).filter(|_| show_odds)?;
        odds_for(&answer.key)
    };
    let stop_odds = stop.and_then(&mut odds_at);
    // A price is wasted if it changes nothing against the free answer, which need not be the default; else against the first
    // one of the rules.
    let free = prompt.answers.iter().position(|answer| answer.detail.is_free()).unwrap_or(0);
    let list = AnswerList {
        context,
        prompt,
        points: PointsBefore::of_asked_unit(context, prompt),
        purchases,
        forecast,
        default,
        free,
        free_odds: odds_at(free),
        stop,
        stop_odds,
        is_spending,
        beside,
    };
    let actions = answer_actions(prompt, &useful);
    let chosen: &[usize] = purchases.map_or(&[], |purchases| &purchases.chosen);
    let rarer = match &offer {
        Some(offer) => RarerAnswers::of_offer(ui, context, (prompt, offer), chosen),
        None => RarerAnswers::default(),
    };
    let is_long = useful.iter().filter(|at| rarer.shows(**at)).count() > SHORT_LIST;
    let is_new = is_new_prompt(ui, context, (prompt, on_board));
    // What is proposed stands at the top.
    let revealed = newly_chosen(ui, chosen).filter(|_| !is_new);
    let is_announcement = !aims.by_key.is_empty();
    let pinned = |at: usize| {
        (is_long && stop == Some(at)) || (is_announcement && stays_below(&prompt.answers[at].key))
    };
    let is_listed = |at: usize| purchases.is_none() || stop != Some(at);
    let mut input = AnswerInput::default();
    let mut focused = None;
    let mut draw = |ui: &mut Ui, pins: bool| {
        let drawn = |at: usize| pinned(at) == pins && is_listed(at) && rarer.shows(at);
        for (number, &at) in useful.iter().enumerate().filter(|(_, at)| drawn(**at)) {
            let aim = aims.get(&prompt.answers[at].key);
            let response = list.show_answer(ui, (actions[number], at), odds_at(at), aim);
            if !pins && ((is_new && at == default) || revealed == Some(at)) {
                response.scroll_to_me(None); // not at all where it is seen
            }
            if response.clicked() {
                input.clicked = Some(at);
            }
            if response.has_focus() {
                focused = Some(at);
            }
            if response.hovered() || response.has_focus() {
                input.aimed_at = aim.map(|aim| aim.target);
            }
        }
    };
    // A new prompt begins at the top: the place in a longer list would leave this one empty.
    let id = ("answers", prompt.who, context.history.records().len());
    let room = space.list_height(ui.min_rect().height() + ui.spacing().item_spacing.y);
    let area = egui::ScrollArea::vertical().id_salt(id).max_height(room).min_scrolled_height(room);
    let shown = area.show(ui, |ui| {
        draw(ui, false);
        if is_announcement {
            show_harmless_attacks(ui, context, prompt.answers.len() - useful.len());
            show_unoffered_attacks(ui, context, &aims);
        }
        show_wasted_defences(ui, context, &wasted_defences(prompt, forecast))
    });
    let list_bottom = ui.min_rect().bottom();
    draw(ui, true);
    input.list_bottom = list_bottom;
    input.clicked = shown.inner.or(input.clicked);
    rarer.show_button(ui);
    // With the keyboard focus on an answer, Enter gives that one; elsewhere it gives none.
    let confirmed = if is_focus_set(ui) { focused } else { Some(default) };
    let confirmed = confirmed.and_then(|at| prompt.answers.get(at));
    if let Some(answer) = confirmed.filter(|_| purchases.is_none()) {
        show_confirmed_answer(ui, context, answer);
    }
    input
}

/// Whether an answer of an announcement stays below the list of attacks, with a key of its own.
fn stays_below(key: &str) -> bool {
    [NO_ATTACK, SEVERAL_TARGETS, BACK].contains(&key)
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

/// Whether a control has the keyboard focus: Enter is for it then.
fn is_focus_set(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_some())
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
    egui::CollapsingHeader::new(title).id_salt("wasted defences").show(ui, |ui| {
        for defence in wasted {
            let text = keep_percents(&format!("{}: {}.", defence.name(), defence.reason()));
            let button = ui.add(egui::Button::new(egui::RichText::new(text).small()).wrap());
            withhold_terms(ui, button.rect);
            if button.clicked() {
                clicked = Some(defence.at);
            }
        }
    });
    clicked
}

/// The answers of a prompt, with what each is compared with.
struct AnswerList<'a, 'c, 'w, 's> {
    context: &'a PanelContext<'c, 'w, 's>,
    prompt: &'a Prompt,
    /// The action points of the asked unit, where it could use them later.
    points: Option<PointsBefore>,
    /// The chosen purchases, where several can be chosen.
    purchases: Option<&'a Purchases>,
    forecast: Option<&'a Forecast>,
    /// The answer that Enter takes.
    default: usize,
    /// The answer that costs nothing, and its odds.
    free: usize,
    free_odds: Option<Odds>,
    /// The answer that buys nothing more, and its odds.
    stop: Option<usize>,
    stop_odds: Option<Odds>,
    /// The answers buy something for symbols.
    is_spending: bool,
    /// What each answer does to others in the area of the attack.
    beside: Vec<Option<String>>,
}

impl AnswerList<'_, '_, '_, '_> {
    /// Draws the button of an answer. If the prompt can be stopped, only odds that differ from those of stopping are on
    /// the buttons; where symbols are spent, only the differences themselves.
    fn show_answer(
        &self,
        ui: &mut Ui,
        (action, at): (Option<InputAction>, usize),
        later: Option<Odds>,
        aim: Option<&AnswerAim>,
    ) -> egui::Response {
        let Self { context, prompt, forecast, default, .. } = *self;
        let answer = &prompt.answers[at];
        let known = forecast.and_then(|forecast| answer_forecast(forecast, prompt, &answer.key));
        let odds = known.as_ref().map(|known| known.odds).or(later.as_ref());
        let label = context.view.hide_unseen_names(&answer.label);
        let detail = match (prompt.clause, answer.key.as_str()) {
            // The window does not ask again before each later unit.
            (STEP_IN_CLAUSE, HOLD_KEY) => "asks again at the end of the pass".to_owned(),
            // A single point pays for whatever is bought.
            _ if self.purchases.is_some_and(|all| all.offer.budget == 1) => String::new(),
            _ => context.view.hide_unseen_names(&answer.detail),
        };
        let costs = ![default, self.free].contains(&at) && !detail.is_empty() && !answer.detail.is_free();
        let is_wasted = costs && self.stop.is_none() && leaves_odds(odds, self.free_odds.as_ref());
        let effect = play::answer_effect(answer, context.view.rules());
        let left = self.points.and_then(|points| points.left_text(&detail)).unwrap_or_default();
        let compared = odds.zip(self.stop_odds.as_ref()).filter(|_| self.is_spending);
        let change = compared.and_then(|(odds, stop)| damage_change(odds, stop)).unwrap_or_default();
        let way = aim.map_or_else(String::new, |aim| aim.way_text(|by| context.unit_name(by)));
        let detail = match () {
            () if is_wasted => format!("{detail}. {NO_CHANGE}"),
            () => {
                let parts = [detail.as_str(), way.as_str(), left.as_str(), change.as_str(), effect];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                parts.join(" \u{00b7} ")
            }
        };
        let detail = match self.beside.get(at).and_then(Option::as_ref) {
            Some(beside) if detail.is_empty() => beside.clone(),
            Some(beside) => format!("{detail} \u{00b7} {beside}"),
            None => detail,
        };
        let victim = context.view.unit(aim.map_or(prompt.who, |aim| aim.target));
        let is_machine = victim.is_some_and(|unit| unit.is_machine());
        let says_more = self.stop == Some(at) || !leaves_odds(odds, self.stop_odds.as_ref());
        let figures = odds
            .filter(|_| !self.is_spending && says_more && !is_wasted)
            .map(|odds| AnswerFigures::new(odds, (aim.is_some(), is_machine)));
        let mark = match self.purchases {
            Some(purchases) => AnswerMark::Ticks { is_ticked: purchases.chosen.contains(&at) },
            None => AnswerMark::Gives { by_enter: at == default && !is_focus_set(ui) },
        };
        let is_open = self.purchases.is_none_or(|all| all.offer.can_add(&[], at));
        let response = ui
            .add_enabled_ui(is_open, |ui| {
                answer_button(ui, context, (action, mark), (&label, &detail), (figures, is_wasted))
            })
            .inner;
        if context.focuses_answers && at == default && !ui.ctx().egui_wants_keyboard_input() {
            response.request_focus();
        }
        // A click on a word of an answer is an answer.
        withhold_terms(ui, response.rect);
        // What the button says is not said again.
        let has_parts = known.as_ref().and_then(|known| known.parts).is_some_and(|parts| !parts.0.is_empty());
        let is_cited = shows_clauses(ui) && context.view.rules().cites(answer.clause);
        if odds.is_some() || has_parts || is_cited {
            show_tooltip_beside(&response, |ui| {
                ui.set_max_width(TOOLTIP);
                show_answer_odds(ui, context, known.as_ref(), odds);
                show_clause_detail(ui, context, answer.clause);
                if has_parts && !shows_details(ui, context) {
                    show_details_hint(ui, context);
                }
            });
        }
        response
    }
}

/// Draws the parts of an answer's roll while details are shown, and its odds.
fn show_answer_odds(
    ui: &mut Ui,
    context: &PanelContext,
    known: Option<&AnswerForecast>,
    odds: Option<&Odds>,
) {
    if let Some(AnswerForecast { parts: Some(parts), name, .. }) = known
        && !parts.0.is_empty()
        && shows_details(ui, context)
    {
        show_modifiers(ui, context.palette, name, &parts.sum().to_string(), &parts.0);
    }
    if let Some(odds) = odds {
        ui.label(format!(
            "Damage chance {}, to hit {}, {}, knocked down {}, out of action {}.",
            percent_text(odds.harm),
            percent_text(odds.hit),
            mean_text(context.view.rules().book(), odds.mean),
            percent_text(odds.knockdown),
            percent_text(odds.out)
        ));
    }
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

/// Whether the answers lead to different odds; if not, the odds are not shown.
fn answers_differ(odds_for: &mut impl FnMut(&str) -> Option<Odds>, prompt: &Prompt) -> bool {
    let mut all = prompt.answers.iter().map(|answer| odds_for(&answer.key));
    let first = all.next().flatten();
    all.any(|other| other != first)
}
