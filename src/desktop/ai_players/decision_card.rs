//! The decision card: the best plans of an AI decision in words, or with their score terms, and the AI buttons over the board.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Area, Button, RichText, ScrollArea, Ui, vec2};

use super::ai_requests::{AiRequest, placement_refusal};
use super::card_places::card_place;
use super::decided_units::show_other_units;
use super::decision_areas::{buttons_layer, card_area, card_layer};
use super::decision_legend::show_legend;
use super::decision_words::{PlanWords, turn_text};
use super::plan_words::{ComparedPlan, Exposure};
use super::{AiController, DecisionRecord, SidePlayer, plan_words};
use crate::accessibility::Accessible;
use crate::attack_forecast::ForecastCache;
use crate::board::{BoardArea, BoardViewport};
use crate::input::InputAction;
use crate::panel::PanelParams;
use crate::panel::widgets::{PanelContext, card_frame, keep_units, show_beside_bar, show_fact_line};
use crate::replay::ReplayPlayback;
use crate::session::Session;
use crate::theme::scaled_in;
use ai::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{BattleView, Order};
use model::UnitId;

/// Width of the card, in points.
const WIDTH: f32 = 292.0;
/// Maximum number of plans listed besides the chosen one.
const MAX_OTHER_PLANS: usize = 4;
/// Text of the card before the AI has decided anything.
const NOTHING_DECIDED: &str = "The AI has not decided anything yet in which it had a choice. The reasons appear here \
                               after its next order.";
/// Text of the card in a battle that was loaded.
const NOT_SAVED: &str =
    "The reasons of AI decisions are not saved with a battle. Those of its next order appear here.";
/// Text of the card in a battle that was left and opened again after its end.
const NOT_KEPT: &str =
    "The reasons of AI decisions are kept until the battle is left: there are none any more.";
/// Most plans told in words besides the chosen one.
const MAX_TOLD_PLANS: usize = 2;

impl AiController {
    /// Returns the decision to explain: the advice if there is any, else the last AI decision of the unit that was asked
    /// about, or of all.
    pub(crate) fn explained_decision(&self, view: &BattleView) -> Option<&DecisionRecord> {
        let last = self.last_decision().filter(|_| self.explaining && self.may_explain(view));
        self.advice.as_ref().or(last)
    }

    /// Whether reasons are to be shown before the AI has decided anything.
    fn waits_for_decision(&self, view: &BattleView) -> bool {
        self.explaining && self.decisions.is_empty() && self.reasons_refusal(view).is_none()
    }
}

/// Whether the card of advice or reasons is on the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DecisionCardShown(pub bool);

/// Draws buttons and card in the upper right corner of the board.
pub(crate) fn show(
    mut contexts: EguiContexts,
    params: PanelParams,
    (area, lens): (Res<BoardArea>, Res<BoardViewport>),
    session: Res<Session>,
    replay: Option<Res<ReplayPlayback>>,
    mut requests: MessageWriter<AiRequest>,
    (mut is_shown, mut odds): (ResMut<DecisionCardShown>, ResMut<ForecastCache>),
) -> Result {
    is_shown.set_if_neq(DecisionCardShown(false));
    let Some(board) = area.0.filter(|_| !session.paused && replay.is_none()) else { return Ok(()) };
    let context = contexts.ctx_mut()?;
    let see = params.context();
    let over = see.view.round().outcome().is_some();
    let record = see.opponents.explained_decision(see.view);
    let waits = record.is_none() && see.opponents.waits_for_decision(see.view);
    is_shown.set_if_neq(DecisionCardShown(record.is_some() || waits));
    let layer = card_layer(context, over && session.after_battle.is_none());
    let mut request = None;
    let mut corner = board.right_top() + vec2(-8.0, 8.0);
    if see.opponents.has_ai_side() && (!over || see.opponents.has_decisions()) {
        let shown =
            card_area(corner, buttons_layer()).show(context, |ui| request = show_ai_buttons(ui, &see, over));
        corner.y += shown.response.rect.height() + 6.0;
    }
    if let Some(record) = record {
        let room = (board.bottom() - corner.y - 40.0).max(60.0);
        let known = egui::AreaState::load(context, layer.id).and_then(|state| state.size);
        let size = known.unwrap_or(vec2(scaled_in(context, WIDTH) + 28.0, 320.0));
        let place = card_place(context, (&see, &*lens), record, (board, corner), size);
        Area::new(layer.id).order(layer.order).fixed_pos(place).show(context, |ui| {
            card_frame(see.palette, see.side_colour(record.side)).show(ui, |ui| {
                ui.set_width(scaled_in(context, WIDTH).min(board.width() - 60.0));
                let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                let gives_by_key = !session.takes_confirm();
                let show = |ui: &mut Ui| show_card(ui, &see, (record, gives_by_key), &mut odds);
                let card = show_beside_bar(ui, area, show);
                request = card.inner.or(request.take());
            });
        });
    }
    if waits {
        card_area(corner, layer).show(context, |ui| {
            card_frame(see.palette, see.palette.line).show(ui, |ui| {
                ui.set_width(scaled_in(context, WIDTH).min(board.width() - 60.0));
                request = show_missing_reasons(ui, &see, over).or(request.take());
            });
        });
    }
    if is_shown.0 && layer.order == egui::Order::Foreground {
        context.move_to_top(layer);
    }
    if let Some(request) = request {
        requests.write(request);
        context.request_repaint();
    }
    Ok(())
}

/// Draws why there are no reasons.
fn show_missing_reasons(ui: &mut Ui, see: &PanelContext, over: bool) -> Option<AiRequest> {
    ui.label(RichText::new("Why?").strong());
    ui.colored_label(see.palette.dim, no_reasons_text(over, has_ai_acted(see)));
    ui.button("Close").clicked().then_some(AiRequest::ToggleReasons)
}

/// Whether the AI has moved or attacked in the battle: it had a choice then.
fn has_ai_acted(see: &PanelContext) -> bool {
    let is_ai = |order: &Order| {
        let unit = order.unit().and_then(|unit| see.view.unit_ignoring_fog(unit));
        unit.is_some_and(|unit| matches!(see.opponents.player(*unit.side), SidePlayer::Ai { .. }))
    };
    let mut orders = see.history.records().iter().map(|record| &record.order);
    orders.any(|order| matches!(order, Order::Move { .. } | Order::Attack { .. }) && is_ai(order))
}

/// Says why there are no reasons to show.
fn no_reasons_text(is_over: bool, has_acted: bool) -> &'static str {
    match (is_over, has_acted) {
        (_, false) => NOTHING_DECIDED,
        (false, true) => NOT_SAVED,
        (true, true) => NOT_KEPT,
    }
}

/// What the button for advice does.
const ADVICE_HINT: &str =
    "Suggests an order, judged as at brutal difficulty without its errors; nothing is ordered";

/// Draws the buttons for pause, why and advice, each with its key.
fn show_ai_buttons(ui: &mut Ui, see: &PanelContext, over: bool) -> Option<AiRequest> {
    let mut request = None;
    let opponents = see.opponents;
    card_frame(see.palette, see.palette.line).inner_margin(egui::Margin::same(4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let mut button = |text: &str, command, on: bool, enabled: bool, hover: &str| {
                let text = RichText::new(format!("{}  {text}", see.key_label(command))).small();
                let button = Button::new(text).selected(on);
                ui.add_enabled(enabled, button).on_hover_text(hover).on_disabled_hover_text(hover).clicked()
            };
            if !over {
                let text = if opponents.paused { "Resume" } else { "Pause" };
                if button(text, InputAction::HoldMachine, opponents.paused, true, "Pauses or resumes the AI")
                {
                    request = Some(AiRequest::TogglePause);
                }
                let is_human_turn = opponents.ai_side_to_act().is_none();
                let fixed = placement_refusal(see.view, opponents.side_to_act);
                let hover = fixed.unwrap_or(ADVICE_HINT);
                let is_given = is_human_turn && fixed.is_none();
                if button("Advice", InputAction::Advice, opponents.advice.is_some(), is_given, hover) {
                    request = Some(AiRequest::ToggleAdvice);
                }
            }
            let open = opponents.may_explain(see.view);
            let hover = match open {
                true => {
                    "What the AI considered last, and on which squares: for the unit that is pointed at, aimed at or selected, if it has decided anything"
                }
                false => "With fog of war, AI decisions are shown after the battle",
            };
            if button("Why?", InputAction::Why, opponents.explaining && open, open, hover) {
                request = Some(AiRequest::ToggleReasons);
            }
        });
    });
    request
}

/// Draws the best plans in words, or with their scores.
fn show_card(
    ui: &mut Ui,
    see: &PanelContext,
    (record, gives_by_key): (&DecisionRecord, bool),
    odds: &mut ForecastCache,
) -> Option<AiRequest> {
    let advice = see.opponents.advice.is_some();
    let palette = see.palette;
    ui.spacing_mut().item_spacing.y = 3.0;
    let side = see.view.side_name(record.side);
    let name = record.unit.map_or_else(|| side.to_owned(), |unit| unit_name(see, unit));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(if advice { "Advice for" } else { "Why?" }).strong());
        ui.colored_label(see.side_colour(record.side), name);
        if let SidePlayer::Ai { difficulty, .. } = see.opponents.player(record.side) {
            ui.colored_label(palette.dim, difficulty.to_string());
        }
    });
    if !advice {
        let round = see.view.round();
        let turn = turn_text(&record.decision.order, record.turn, (round.number(), round.pass()));
        ui.label(RichText::new(turn).small().color(palette.dim));
    }
    let plans = &record.decision.candidates;
    if plans.is_empty() {
        show_single_order(ui, see, record, advice);
    }
    let with_scores = shows_scores(ui, see);
    match with_scores {
        true => show_scored_plans(ui, see, record),
        false => show_told_plans(ui, see, record, odds),
    }
    if !advice {
        show_earlier_decisions(ui, see, record);
    }
    let asked = (!advice).then(|| show_other_units(ui, see, record)).flatten();
    ui.add_space(4.0);
    show_legend(ui, see, record);
    ui.add_space(4.0);
    let request = show_card_buttons(ui, see, (advice, gives_by_key)).or(asked);
    let measure = match with_scores {
        true => "A score of 1.00 is worth one enemy out of action.",
        false => "Hold Alt for scores.",
    };
    ui.label(RichText::new(measure).small().color(palette.dim));
    request
}

/// Draws the buttons below advice, or below reasons. `gives_by_key` tells whether no question or list of the window takes Enter.
fn show_card_buttons(
    ui: &mut Ui,
    see: &PanelContext,
    (advice, gives_by_key): (bool, bool),
) -> Option<AiRequest> {
    if !advice {
        let close = ui.button("Close").on_hover_text(close_text(see));
        return close.clicked().then_some(AiRequest::CloseCard);
    }
    let mut request = None;
    ui.horizontal(|ui| {
        if let Some(order) = see.opponents.advised_order() {
            // At a question, Enter gives the answer that is marked there.
            let text = match gives_by_key && see.view.open_prompt().is_none() {
                true => format!("Give order  ({})", see.key_label(InputAction::Confirm)),
                false => "Give order".to_owned(),
            };
            let button = ui.button(text).named("Give order").on_hover_text("Gives this order");
            if button.clicked() {
                request = Some(AiRequest::FollowAdvice(order.clone()));
            }
        }
        if ui.button("Close").clicked() {
            request = Some(AiRequest::ToggleAdvice);
        }
    });
    request
}

/// Says which key closes the card of reasons, and how another unit is asked about.
fn close_text(see: &PanelContext) -> String {
    let (back, why) = (see.key_label(InputAction::Back), see.key_label(InputAction::Why));
    format!("{back} closes it too. Point at another unit, or aim at it, and press {why} for its reasons.")
}

/// Draws an order that was not chosen among rated plans: of the deployment, the answer to a question, the end of a turn.
fn show_single_order(ui: &mut Ui, see: &PanelContext, record: &DecisionRecord, advice: bool) {
    let order = &record.decision.order;
    let words = match order {
        Order::Begin { .. } if advice => plan_words::NOTHING_TO_PLACE,
        _ => record.words.order.as_str(),
    };
    ui.label(words);
    let why = match order {
        Order::Deploy { unit, .. } => plan_words::placement_reason(&plan_words::placed_name(see.view, *unit)),
        Order::Begin { .. } if advice => plan_words::HOW_TO_PLACE.to_owned(),
        Order::Decide { .. } => "The best answer by the odds.".to_owned(),
        order => plan_words::unplanned_text(order).to_owned(),
    };
    ui.colored_label(see.palette.dim, why);
}

/// Whether scores are shown: while Alt is held, or with detailed cards.
fn shows_scores(ui: &Ui, see: &PanelContext) -> bool {
    see.settings.whole_cards != ui.input(|input| input.modifiers.alt)
}

/// Draws the best plans in words; plans with the same words once.
fn show_told_plans(ui: &mut Ui, see: &PanelContext, record: &DecisionRecord, odds: &mut ForecastCache) {
    let palette = see.palette;
    let mut told: Vec<&str> = Vec::new();
    for (plan, PlanWords { plan: words, exit, caught, exposure, covers_after, .. }) in record.plans() {
        if told.contains(&words.as_str()) || told.len() > MAX_TOLD_PLANS {
            continue;
        }
        if told.len() == 1 {
            ui.separator();
            ui.label(RichText::new("Best alternative:").small().color(palette.dim));
        } else if told.len() == 2 {
            ui.label(RichText::new("Also considered:").small().color(palette.dim));
        }
        let is_best = told.is_empty();
        let name = |unit| plan_words::hurt_names(caught, || unit_name(see, unit));
        let text = if is_best { format!("\u{25B6} {words}") } else { format!("\u{2022} {words}") };
        ui.colored_label(if is_best { palette.text } else { palette.dim }, text);
        if is_best {
            let own = compared_plan(see, odds, (plan, caught, *exposure));
            let next = next_plan(record)
                .map(|(next, words)| compared_plan(see, odds, (next, &words.caught, words.exposure)));
            let reasons = plan_words::choice_text(own, next, name);
            let reasons = plan_words::with_cover(reasons, *covers_after);
            let reasons = plan_words::with_exit(reasons, *exit);
            ui.label(RichText::new(keep_units(&reasons)).color(palette.dim));
        } else if told.len() == 1 {
            let reasons = plan_words::reasons_text(plan, name, None);
            if !reasons.is_empty() {
                ui.label(RichText::new(reasons).small().color(palette.dim));
            }
        }
        told.push(words.as_str());
    }
}

/// A plan with what is known of it to compare it with another one.
fn compared_plan<'a>(
    see: &PanelContext,
    odds: &mut ForecastCache,
    (plan, caught, exposure): (&'a ScoredOrder, &[String], Option<Exposure>),
) -> ComparedPlan<'a> {
    // What was decided earlier was judged by other odds.
    let is_advice = see.opponents.advice.is_some();
    let chance = is_advice.then(|| plan_words::attack_chance(see, odds, &plan.order)).flatten();
    // The chance of the target says nothing of the others in an area.
    let chance = chance.filter(|(target, _)| caught.is_empty() || *caught == [unit_name(see, *target)]);
    ComparedPlan { plan, exposure, chance }
}

/// The best plan after the chosen one that does something else, in words.
fn next_plan(record: &DecisionRecord) -> Option<(&ScoredOrder, &PlanWords)> {
    let mut plans = record.plans();
    let (_, chosen) = plans.next()?;
    plans.find(|(_, words)| words.plan != chosen.plan)
}

/// Draws what the unit did earlier in the same turn, with the reasons, in the order in which it was done.
fn show_earlier_decisions(ui: &mut Ui, see: &PanelContext, record: &DecisionRecord) {
    let palette = see.palette;
    let earlier: Vec<&DecisionRecord> = see.opponents.decisions_before(record).collect();
    if earlier.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new("Earlier in this turn:").small().color(palette.dim));
    for record in earlier {
        let chosen = record.plans().next();
        let words = chosen.map_or(&record.words.order, |(_, words)| &words.plan);
        ui.colored_label(palette.text, format!("\u{2022} {words}"));
        let reasons = chosen
            .map(|(plan, words)| {
                let name = |unit| plan_words::hurt_names(&words.caught, || unit_name(see, unit));
                plan_words::reasons_text(plan, name, None)
            })
            .unwrap_or_default();
        if !reasons.is_empty() {
            ui.label(RichText::new(reasons).color(palette.dim));
        }
    }
}

/// Draws the best plans with their scores, the chosen one first and with all its score terms.
fn show_scored_plans(ui: &mut Ui, see: &PanelContext, record: &DecisionRecord) {
    let palette = see.palette;
    for (number, (plan, words)) in record.plans().take(1 + MAX_OTHER_PLANS).enumerate() {
        if number > 0 {
            ui.separator();
        }
        show_plan_heading(ui, see, number, (plan, words));
        if let Some(place) = &words.place {
            ui.label(RichText::new(place).small().color(palette.dim));
        }
        if number == 0 {
            for reason in significant_reasons(plan) {
                let text = term_name(see, reason.term);
                show_fact_line(
                    ui,
                    (&text, palette.dim),
                    (&score_text(reason.score), score_colour(see, reason.score)),
                );
            }
        } else {
            let terms: Vec<String> =
                significant_reasons(plan).into_iter().map(|reason| reason_summary(see, reason)).collect();
            ui.label(RichText::new(terms.join(", ")).small().color(palette.dim));
        }
    }
}

/// "1  walks to 12, 7   +0.43"; the chosen plan has an arrow instead of a number.
fn show_plan_heading(
    ui: &mut Ui,
    see: &PanelContext,
    number: usize,
    (plan, words): (&ScoredOrder, &PlanWords),
) {
    let words = &words.order;
    let mark = if number == 0 { "\u{25B6}".to_owned() } else { (number + 1).to_string() };
    let ink = if number == 0 { see.palette.text } else { see.palette.dim };
    show_fact_line(ui, (&format!("{mark}  {words}"), ink), (&score_text(plan.score), see.palette.text));
}

fn unit_name(see: &PanelContext, unit: UnitId) -> String {
    see.view.unit_ignoring_fog(unit).map_or_else(String::new, |unit| unit.identity.name().to_owned())
}

fn term_name(see: &PanelContext, term: ScoreTerm) -> String {
    match term {
        ScoreTerm::Harm(unit) | ScoreTerm::Treats(unit) | ScoreTerm::TreatedBy(unit) => {
            format!("{} {}", term.label(), unit_name(see, unit))
        }
        _ => term.label().to_owned(),
    }
}

fn reason_summary(see: &PanelContext, reason: &ScoreContribution) -> String {
    format!("{} {}", term_name(see, reason.term), score_text(reason.score))
}

/// Returns the score terms that do not round to zero, the weightiest first.
fn significant_reasons(plan: &ScoredOrder) -> Vec<&ScoreContribution> {
    let mut reasons: Vec<_> =
        plan.contributions.iter().filter(|reason| reason.score.abs() >= 0.005).collect();
    reasons.sort_by(|one, other| other.score.abs().total_cmp(&one.score.abs()));
    reasons
}

/// "+0.43"; a score that rounds to zero has no sign.
fn score_text(worth: f64) -> String {
    if worth.abs() < 0.005 { "0.00".to_owned() } else { format!("{worth:+.2}") }
}

fn score_colour(see: &PanelContext, worth: f64) -> egui::Color32 {
    match worth {
        worth if worth >= 0.005 => see.palette.good,
        worth if worth <= -0.005 => see.palette.harm,
        _ => see.palette.dim,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_terms_are_listed_by_weight() {
        let terms = [(ScoreTerm::Future, 0.1), (ScoreTerm::Danger, -0.4), (ScoreTerm::Flank, 0.001)];
        let terms = terms.map(|(term, score)| ScoreContribution { term, score });
        let plan = ScoredOrder::new(Order::EndPhase { unit: UnitId(1) }, terms.to_vec());
        let scores: Vec<String> =
            significant_reasons(&plan).iter().map(|reason| score_text(reason.score)).collect();
        assert_eq!(scores, ["-0.40", "+0.10"]);
    }
}
