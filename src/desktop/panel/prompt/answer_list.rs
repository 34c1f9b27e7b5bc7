//! The answers of a prompt: a button for each, with its key, its details and its odds.

use bevy_egui::egui::{self, CornerRadius, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::answer_aims::AnswerAim;
use crate::attack_forecast::{
    DAMAGE_CHANCE, ForecastCache, TO_HIT, differs_from_hit, key_chance_text, percent_text,
};
use crate::input::InputAction;
use crate::panel::announcement::{OfferedAnswers, offered_answers};
use crate::panel::answer_plans::{PurchaseKeys, Purchases};
use crate::panel::cards::area_words::AskedArea;
use crate::panel::cards::{show_details_hint, shows_details};
use crate::panel::prompt_answers::{
    HOLD_KEY, STOP_KEY, WastedDefence, answer_actions, is_defence_prompt, wasted_defences,
};
use crate::panel::widgets::{
    PanelContext, body_font, keep_percents, show_clause, show_modifiers, show_tooltip_beside, small_font,
};
use crate::rulebook::withhold_terms;
use battle::PromptContext;
use dice::{Answer, Modifiers, Prompt};
use model::UnitId;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Book, Favours, Forecast, Odds, PendingAttack, SpendingOffer, play};

/// Least chance of a knock-out that is named.
const LEAST_OUT: f64 = 0.005;
/// What an answer says that costs something and leaves the odds of the attack as they are.
const NO_CHANGE: &str = "Does not change this attack.";
/// Most answers that are shown without a list of their own that scrolls.
const SHORT_LIST: usize = 8;
/// Options that are shown before the others are asked for, where symbols buy something.
const FIRST_CHOICES: usize = 5;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerInput {
    /// The number of the clicked answer.
    pub clicked: Option<usize>,
    /// The unit at which the answer under the pointer aims.
    pub aimed_at: Option<UnitId>,
}

/// Draws a button for each useful answer. The odds are those of the forecast, else those of the pending attack or of the
/// attack that the answer announces. Where several purchases can be chosen, the answer that ends is left out. A long list
/// scrolls in `room` points, and the answer that buys nothing more stays below it. Where symbols buy something, the less used
/// options stay behind a button until they are asked for or chosen.
pub(super) fn show_answers(
    ui: &mut Ui,
    context: &PanelContext,
    (prompt, (purchases, keys), room): (&Prompt, (Option<&Purchases>, &mut PurchaseKeys), f32),
    odds: &mut ForecastCache,
    (forecast, pending, area): (Option<&Forecast>, Option<&PromptContext>, Option<&AskedArea>),
) -> AnswerInput {
    let aims = odds.answer_aims(context.view);
    let beside: Vec<Option<String>> = prompt
        .answers
        .iter()
        .map(|answer| area.and_then(|area| area.answer_text(context, odds, &answer.key)))
        .collect();
    let OfferedAnswers { order: useful, default } = offered_answers(context, odds, (prompt, forecast));
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
    let mut odds_at = |at: usize| {
        let answer = prompt.answers.get(at).filter(|_| show_odds)?;
        odds_for(&answer.key)
    };
    let stop_odds = stop.and_then(&mut odds_at);
    // A price is wasted if it changes nothing against the free answer, which need not be the default.
    let free = prompt.answers.iter().position(|answer| answer.detail.is_free()).unwrap_or(default);
    let list = AnswerList {
        context,
        prompt,
        purchases,
        forecast,
        default,
        free_odds: odds_at(free),
        stop,
        stop_odds,
        is_spending,
        beside,
    };
    let actions = match &offer {
        Some(offer) => keys.actions(offer, &useful),
        None => answer_actions(prompt, &useful),
    };
    let chosen: &[usize] = purchases.map_or(&[], |purchases| &purchases.chosen);
    let rarer = match &offer {
        Some(offer) => RarerAnswers::of_offer(ui, context, (prompt, offer), (default, chosen)),
        None => RarerAnswers::default(),
    };
    let is_long = useful.iter().filter(|at| rarer.shows(**at)).count() > SHORT_LIST;
    let is_new = is_new_prompt(ui, context, prompt) && is_long;
    let revealed = newly_chosen(ui, chosen);
    let pinned = |at: usize| is_long && stop == Some(at);
    let is_listed = |at: usize| purchases.is_none() || stop != Some(at);
    let mut input = AnswerInput::default();
    let mut focused = None;
    let mut draw = |ui: &mut Ui, pins: bool| {
        let drawn = |at: usize| pinned(at) == pins && is_listed(at) && rarer.shows(at);
        for (number, &at) in useful.iter().enumerate().filter(|(_, at)| drawn(**at)) {
            let aim = aims.get(&prompt.answers[at].key);
            let response = list.show_answer(ui, (actions[number], at), odds_at(at), aim);
            if (is_new && at == default) || revealed == Some(at) {
                response.scroll_to_me(Some(egui::Align::Center));
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
    if is_long {
        // A new prompt begins at the top: the place in a longer list would leave this one empty.
        let id = ("answers", prompt.who, context.history.records().len());
        let area = egui::ScrollArea::vertical().id_salt(id).max_height(room);
        area.min_scrolled_height(room).show(ui, |ui| draw(ui, false));
        draw(ui, true);
    } else {
        draw(ui, false);
    }
    rarer.show_button(ui);
    if !aims.by_key.is_empty() {
        show_harmless_attacks(ui, context, prompt.answers.len() - useful.len());
    }
    if let Some(at) = show_wasted_defences(ui, context, &wasted_defences(prompt, forecast)) {
        input.clicked = Some(at);
    }
    // With the keyboard focus on an answer, Enter gives that one; elsewhere it gives none.
    let confirmed = if is_focus_set(ui) { focused } else { Some(default) };
    let confirmed = confirmed.and_then(|at| Some((at, prompt.answers.get(at)?)));
    if let Some((at, answer)) = confirmed.filter(|_| purchases.is_none()) {
        let price = offer.as_ref().and_then(|offer| price_text(offer, at));
        show_confirmed_answer(ui, context, (answer, price.as_deref()));
    }
    input
}

/// The answers that stay behind a button until they are asked for or chosen.
#[derive(Debug, Default)]
struct RarerAnswers {
    /// Their numbers in the prompt.
    numbers: Vec<usize>,
    /// Whether they are shown.
    are_shown: bool,
    /// Where it is remembered that they were asked for.
    id: Option<egui::Id>,
}

impl RarerAnswers {
    /// The purchases of a prompt that are neither the default nor among the most used.
    fn of_offer(
        ui: &Ui,
        context: &PanelContext,
        (prompt, offer): (&Prompt, &SpendingOffer),
        (default, chosen): (usize, &[usize]),
    ) -> Self {
        let first = offer.first_choices(FIRST_CHOICES, &[default]);
        let numbers: Vec<usize> = (0..prompt.answers.len()).filter(|at| !first.contains(at)).collect();
        let id = egui::Id::new(("rarer answers", prompt.who, context.history.records().len()));
        let is_asked_for = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
        let are_shown = is_asked_for || chosen.iter().any(|at| numbers.contains(at));
        Self { numbers, are_shown, id: Some(id) }
    }

    /// Whether an answer is shown.
    fn shows(&self, at: usize) -> bool {
        self.are_shown || !self.numbers.contains(&at)
    }

    /// Draws the button that shows them: "More (12)".
    fn show_button(&self, ui: &mut Ui) {
        let Some(id) = self.id.filter(|_| !self.are_shown && !self.numbers.is_empty()) else { return };
        let button = ui.small_button(format!("More ({})", self.numbers.len()));
        if button.on_hover_text("Shows everything that can be bought. Its keys work all the same.").clicked()
        {
            ui.data_mut(|data| data.insert_temp(id, true));
            ui.ctx().request_repaint();
        }
    }
}

/// Formats what a purchase costs; `None` for the answer that buys nothing.
fn price_text(offer: &SpendingOffer, at: usize) -> Option<String> {
    let purchase = offer.purchases.get(at).copied().flatten()?;
    Some(offer.points_text(purchase.cost))
}

/// Returns the answer that was chosen since the last frame: it is scrolled into view.
fn newly_chosen(ui: &Ui, chosen: &[usize]) -> Option<usize> {
    let id = egui::Id::new("purchases chosen last");
    let before = ui.data(|data| data.get_temp::<Vec<usize>>(id)).unwrap_or_default();
    if before != chosen {
        ui.data_mut(|data| data.insert_temp(id, chosen.to_vec()));
    }
    chosen.iter().copied().find(|at| !before.contains(at))
}

/// Says which answer the key for confirming gives: "Enter: Dodge", "Spend 2 advantages: Boost for Wick (Enter)".
fn show_confirmed_answer(ui: &mut Ui, context: &PanelContext, (answer, price): (&Answer, Option<&str>)) {
    let label = context.view.hide_unseen_names(&answer.label);
    let key = context.key_label(InputAction::Confirm);
    let text = match price {
        Some(price) => format!("Spend {price}: {label} ({key})"),
        None => format!("{key}: {label}"),
    };
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
    /// The chosen purchases, where several can be chosen.
    purchases: Option<&'a Purchases>,
    forecast: Option<&'a Forecast>,
    /// The answer that Enter takes.
    default: usize,
    /// The odds of the answer that costs nothing.
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
            _ => context.view.hide_unseen_names(&answer.detail),
        };
        let costs = at != default && !detail.is_empty() && !answer.detail.is_free();
        let is_wasted = costs && self.stop.is_none() && leaves_odds(odds, self.free_odds.as_ref());
        let effect = play::answer_effect(answer.clause, context.view.rules());
        let compared = odds.zip(self.stop_odds.as_ref()).filter(|_| self.is_spending);
        let change = compared.and_then(|(odds, stop)| damage_change(odds, stop)).unwrap_or_default();
        let detail = match () {
            () if is_wasted => format!("{detail}. {NO_CHANGE}"),
            () => {
                let parts = [detail.as_str(), change.as_str(), effect];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                parts.join(" \u{00b7} ")
            }
        };
        let detail = match self.beside.get(at).and_then(Option::as_ref) {
            Some(beside) if detail.is_empty() => beside.clone(),
            Some(beside) => format!("{detail} \u{00b7} {beside}"),
            None => detail,
        };
        let says_more = self.stop == Some(at) || !leaves_odds(odds, self.stop_odds.as_ref());
        let figures = odds
            .filter(|_| !self.is_spending && says_more && !is_wasted)
            .map(|odds| AnswerFigures::new(odds, aim.is_some()));
        let is_chosen = self.purchases.is_some_and(|purchases| purchases.chosen.contains(&at));
        let is_marked = self.purchases.map_or(at == default && !is_focus_set(ui), |_| is_chosen);
        let is_open = self.purchases.is_none_or(|all| all.offer.can_add(&[], at));
        let name = if is_chosen { format!("\u{2714} {label}") } else { label.clone() };
        let response = ui
            .add_enabled_ui(is_open, |ui| {
                answer_button(ui, context, (action, is_marked), (&name, &detail), (figures, is_wasted))
            })
            .inner;
        if context.focuses_answers && at == default && !ui.ctx().egui_wants_keyboard_input() {
            response.request_focus();
        }
        // A click on a word of an answer is an answer.
        withhold_terms(ui, response.rect);
        // What the button says is not said again.
        let has_parts = known.as_ref().and_then(|known| known.parts).is_some_and(|parts| !parts.0.is_empty());
        let is_cited = context.view.rules().cites(answer.clause);
        if odds.is_some() || has_parts || is_cited {
            show_tooltip_beside(&response, |ui| {
                ui.set_max_width(TOOLTIP);
                show_answer_odds(ui, context, known.as_ref(), odds);
                show_clause(ui, context, answer.clause);
                if has_parts && !shows_details(ui, context) {
                    show_details_hint(ui, context);
                }
            });
        }
        response
    }
}

/// Whether an answer leaves the odds of the pending attack as the default answer does.
pub(in crate::panel) fn leaves_odds(odds: Option<&Odds>, default: Option<&Odds>) -> bool {
    odds.zip(default).is_some_and(|(odds, default)| odds == default)
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

/// Describes the pending attack if nothing more is bought; `None` if it does no damage. A sum that is certain is no
/// average.
fn attack_so_far(context: &PanelContext, pending: Option<&PromptContext>, odds: &Odds) -> Option<String> {
    if odds.is_harmless() {
        return None;
    }
    if let Some(PendingAttack::Attack(attack)) = pending.map(PromptContext::pending_attack)
        && let Some(damage) = certain_damage(odds)
    {
        let words = play::weapon_damage_words(&attack.weapon);
        let target = attack.defender().map(|unit| context.unit_name(unit.id));
        return Some(certain_text((damage, words), target.as_deref(), odds));
    }
    let mean = mean_text(context.view.rules().book(), odds.mean);
    let harm = percent_text(odds.harm);
    let certain = percent_text(1.0);
    Some(match harm == certain {
        true => format!("This attack so far: {mean}."),
        false => format!("This attack so far: {harm} {DAMAGE_CHANCE}, {mean}."),
    })
}

/// The damage that is certain; `None` if something is still left to chance.
fn certain_damage(odds: &Odds) -> Option<u32> {
    match odds.bars.as_slice() {
        [only] if percent_text(only.share) == percent_text(1.0) => Some(only.damage),
        _ => None,
    }
}

/// Describes an attack whose damage is certain: "This attack: 6 Strain to Dene, a knock-out."
fn certain_text((damage, words): (u32, &str), target: Option<&str>, odds: &Odds) -> String {
    let whom = target.map(|name| format!(" to {name}")).unwrap_or_default();
    let out = match (percent_text(odds.out), odds.kill >= odds.out) {
        (out, _) if out == percent_text(0.0) => String::new(),
        (out, true) if out == percent_text(1.0) => ", a kill".to_owned(),
        (out, false) if out == percent_text(1.0) => ", a knock-out".to_owned(),
        (out, _) => format!(", knock-out {out}"),
    };
    let words = if damage == 1 { words.strip_suffix('s').unwrap_or(words) } else { words };
    format!("This attack: {damage} {words}{whom}{out}.")
}

/// Whether a prompt was not drawn before.
fn is_new_prompt(ui: &Ui, context: &PanelContext, prompt: &Prompt) -> bool {
    let id = egui::Id::new("the prompt drawn last");
    let shown = (prompt.who, context.history.records().len());
    ui.data_mut(|data| {
        let last = data.get_temp::<(UnitId, usize)>(id);
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

/// Formats average damage in the unit of a book: "average damage 1.2", "average damage 1.2 health levels".
fn mean_text(book: Book, mean: f64) -> String {
    match play::damage_words(book) {
        "damage" => format!("average damage {mean:.1}"),
        words => format!("average damage {mean:.1} {words}"),
    }
}

/// The two figures on the button of an answer: "71 % damage chance" and "average damage 1.2".
struct AnswerFigures {
    chance: String,
    mean: String,
    /// The attack is one of the unit's own, and not one on it.
    is_attack: bool,
}

impl AnswerFigures {
    /// The chance of damage, with the chance to hit of an attack that is chosen where it is another one.
    fn new(odds: &Odds, is_attack: bool) -> Self {
        let certain = certain_damage(odds).filter(|damage| *damage > 0);
        let mean = match certain {
            Some(damage) => format!("{damage} damage"),
            None => format!("average damage {:.1}", odds.mean),
        };
        let (chance, mean) = match is_attack {
            // A sum that is certain is no average.
            false if certain.is_some() => (mean, String::new()),
            true if odds.hit <= 0.0 => ("cannot hit now".to_owned(), String::new()),
            true if odds.is_harmless() => {
                ("cannot harm".to_owned(), format!("{} {TO_HIT}", percent_text(odds.hit)))
            }
            true => {
                let hit = differs_from_hit(odds).then(|| format!("{} {TO_HIT}", percent_text(odds.hit)));
                // What decides between targets: the list stands in the order of both.
                let out = (odds.out >= LEAST_OUT).then(|| format!("knock-out {}", percent_text(odds.out)));
                let lines: Vec<String> = hit.into_iter().chain([mean]).chain(out).collect();
                (key_chance_text(odds), lines.join("\n"))
            }
            false => (format!("{} {DAMAGE_CHANCE}", percent_text(odds.harm)), mean),
        };
        Self { chance, mean, is_attack }
    }
}

/// Says what a purchase changes in the damage of the pending attack: "no damage", "1.5 more damage on average"; `None` if it
/// changes nothing.
fn damage_change(odds: &Odds, stop: &Odds) -> Option<String> {
    let by = odds.mean - stop.mean;
    let amount = format!("{:.1}", by.abs());
    let is_certain = certain_damage(odds).is_some() && certain_damage(stop).is_some();
    let word = if by < 0.0 { "less" } else { "more" };
    match amount.as_str() {
        "0.0" => None,
        _ if odds.is_harmless() => Some("no damage".to_owned()),
        _ if is_certain => Some(format!("{:.0} {word} damage", by.abs())),
        amount => Some(format!("{amount} {word} damage on average")),
    }
}

/// Draws the button of an answer with its key, details and odds.
fn answer_button(
    ui: &mut Ui,
    context: &PanelContext,
    (action, is_default): (Option<InputAction>, bool),
    (label, detail): (&str, &str),
    (figures, is_wasted): (Option<AnswerFigures>, bool),
) -> egui::Response {
    let palette = context.palette;
    let width = ui.available_width();
    let words = figures.as_ref().map(|AnswerFigures { chance, mean, .. }| {
        let all = [chance.clone(), mean.replace('\n', ", ")];
        format!(" {}", all.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", "))
    });
    // Damage that the unit takes is bad for it, damage that it does is not.
    let is_attack = figures.as_ref().is_some_and(|figures| figures.is_attack);
    let mean_colour = if is_attack { palette.dim } else { palette.harm };
    let figures = figures.map(|AnswerFigures { chance, mean, .. }| {
        [(chance, body_font(ui), palette.text), (mean, small_font(ui), mean_colour)]
            .map(|(text, font, colour)| ui.painter().layout_no_wrap(text, font, colour))
    });
    let taken = figures.as_ref().map_or(0.0, |[chance, mean]| chance.size().x.max(mean.size().x) + 10.0);
    let room = width - taken - 36.0;
    let name = ui.painter().layout(label.to_owned(), body_font(ui), palette.text, room.max(8.0));
    let below = layout_detail(ui, detail, room);
    let beside = figures.as_ref().map_or(0.0, |[chance, mean]| chance.size().y + mean.size().y);
    let height = (name.size().y + below.size().y).max(beside) + 11.0;
    let height = height.max(44.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let fill = if response.hovered() || response.has_focus() { palette.lit } else { palette.raised };
    // Only the answer that Enter gives has the strong edge, so that the one under the pointer is not taken for it. It is a
    // mark without a judgement: the default is not advice.
    let edge = match is_default || response.has_focus() {
        true => Stroke::new(1.5, palette.text),
        false => Stroke::new(1.0, palette.line),
    };
    let key = action.map(|action| context.key_label(action)).unwrap_or_default();
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    painter.text(
        rect.left_center() + vec2(8.0, 0.0),
        egui::Align2::LEFT_CENTER,
        key,
        small_font(ui),
        palette.dim,
    );
    if let Some([chance, mean]) = figures {
        painter.galley(pos2(rect.right() - 8.0 - chance.size().x, rect.top() + 5.0), chance, palette.text);
        let top = rect.bottom() - mean.size().y - 6.0;
        painter.galley(pos2(rect.right() - 8.0 - mean.size().x, top), mean, mean_colour);
    }
    painter.galley(pos2(rect.left() + 26.0, rect.top() + 5.0), name, palette.text);
    let top = rect.bottom() - below.size().y - 6.0;
    let below_colour = if is_wasted { palette.caution } else { palette.dim };
    painter.galley(pos2(rect.left() + 26.0, top), below, below_colour);
    response
        .named_button(true, || label.to_owned())
        .described(|| format!("{detail}{}", words.unwrap_or_default()))
}

/// Lays out the details of an answer in as many lines as they need.
fn layout_detail(ui: &Ui, text: &str, width: f32) -> std::sync::Arc<egui::Galley> {
    let job = egui::text::LayoutJob::simple(
        keep_percents(text),
        small_font(ui),
        egui::Color32::PLACEHOLDER,
        width.max(8.0),
    );
    ui.painter().layout_job(job)
}

#[cfg(test)]
mod certain_damage_tests {
    use super::*;
    use rules::DamageBar;

    #[test]
    fn an_answer_with_certain_damage_says_so_alone() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let figures = |bars, is_attack| {
            let odds = Odds { hit: 1.0, harm: 1.0, mean: 4.0, bars, ..Odds::default() };
            let AnswerFigures { chance, mean, .. } = AnswerFigures::new(&odds, is_attack);
            (chance, mean)
        };
        assert_eq!(figures(vec![bar(4, 1.0)], false), ("4 damage".to_owned(), String::new()));
        let unsure = vec![bar(3, 0.5), bar(5, 0.5)];
        let average = "average damage 4.0".to_owned();
        assert_eq!(figures(unsure, false), (format!("{} damage chance", percent_text(1.0)), average));
        assert_eq!(figures(vec![bar(4, 1.0)], true).1, "4 damage");
    }

    #[test]
    fn a_purchase_says_how_it_changes_the_damage() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let certain = |damage: u32| Odds {
            hit: 1.0,
            harm: if damage > 0 { 1.0 } else { 0.0 },
            mean: f64::from(damage),
            bars: vec![bar(damage, 1.0)],
            ..Odds::default()
        };
        assert_eq!(damage_change(&certain(0), &certain(6)).as_deref(), Some("no damage"));
        assert_eq!(damage_change(&certain(4), &certain(6)).as_deref(), Some("2 less damage"));
        assert_eq!(damage_change(&certain(6), &certain(6)), None);
        let unsure = Odds { mean: 7.5, bars: vec![bar(6, 0.5), bar(9, 0.5)], ..certain(6) };
        assert_eq!(damage_change(&unsure, &certain(6)).as_deref(), Some("1.5 more damage on average"));
    }

    #[test]
    fn an_attack_to_choose_shows_the_chance_of_damage_and_then_the_one_to_hit() {
        let odds = Odds { hit: 0.61, harm: 0.31, mean: 1.9, out: 0.1, ..Odds::default() };
        let AnswerFigures { chance, mean, .. } = AnswerFigures::new(&odds, true);
        assert_eq!(chance, "31 % damage chance");
        assert_eq!(mean, "61 % to hit\naverage damage 1.9\nknock-out 10 %");
        let sure = AnswerFigures::new(&Odds { harm: 0.61, ..odds.clone() }, true);
        assert_eq!(sure.mean, "average damage 1.9\nknock-out 10 %", "every hit does damage");
        let stopped = AnswerFigures::new(&Odds { hit: 0.61, ..Odds::default() }, true);
        assert_eq!((stopped.chance.as_str(), stopped.mean.as_str()), ("cannot harm", "61 % to hit"));
    }

    #[test]
    fn damage_that_is_certain_is_no_average() {
        let bar = |damage, share| DamageBar { damage, share, out: 0.0 };
        let odds = |bars: Vec<DamageBar>, out| Odds { harm: 1.0, mean: 6.0, out, bars, ..Odds::default() };
        let certain = odds(vec![bar(6, 1.0)], 1.0);
        assert_eq!(certain_damage(&certain), Some(6));
        assert_eq!(certain_damage(&odds(vec![bar(5, 0.5), bar(7, 0.5)], 0.0)), None);
        let text = |odds: &Odds| certain_text((6, "Strain"), Some("Dene"), odds);
        assert_eq!(text(&certain), "This attack: 6 Strain to Dene, a knock-out.");
        assert_eq!(text(&odds(vec![bar(6, 1.0)], 0.0)), "This attack: 6 Strain to Dene.");
        assert_eq!(text(&odds(vec![bar(6, 1.0)], 0.25)), "This attack: 6 Strain to Dene, knock-out 25 %.");
        let deadly = Odds { kill: 1.0, ..certain };
        assert_eq!(text(&deadly), "This attack: 6 Strain to Dene, a kill.");
    }
}
