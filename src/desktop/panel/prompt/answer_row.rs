//! One answer of a prompt: its details, its odds, its button and its tooltip.

use bevy_egui::egui::{self, Ui};

use super::answer_button::{AnswerFigures, answer_button};
use super::answer_odds::AnswerOdds;
use super::asked_prompt::AskedPrompt;
use super::health_left::HealthPoints;
use super::spending_list::{damage_change, mean_text};
use crate::answer_aims::AnswerAim;
use crate::attack_forecast::{OutKind, percent_text};
use crate::input::InputAction;
use crate::objective_text::wanted_words;
use crate::panel::announcement::{RankedTarget, members_left, rank_text};
use crate::panel::cards::{show_details_hint, shows_details};
use crate::panel::prompt_answers::{HOLD_KEY, STOP_KEY};
use crate::panel::prompt_status::PointsBefore;
use crate::panel::wasted_defences::{is_defence_prompt, leaves_odds};
use crate::panel::widgets::{PanelContext, keep_units, show_modifiers, show_tooltip_beside, shows_clauses};
use crate::rulebook::withhold_terms;
use ai::RatedAnnouncement;
use dice::{Answer, Modifiers, Prompt};
use model::UnitId;
use rules::turn_engine::delay::STEP_IN_CLAUSE;
use rules::{Favours, Forecast, Odds, play};

/// What an answer says that costs something and leaves the odds of the attack as they are.
const NO_CHANGE: &str = "Does not change this attack.";
/// What stands between the parts of a detail.
pub(super) const SEPARATOR: &str = " \u{00b7} ";
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

/// An answer that is drawn.
#[derive(Clone, Copy)]
pub(super) struct AnswerRow<'a> {
    /// Its number in the prompt.
    pub at: usize,
    /// Its key.
    pub action: Option<InputAction>,
    /// Its odds where no forecast has them.
    pub odds: Option<&'a Odds>,
    /// The odds without it, if it is a purchase that is ticked.
    pub without: Option<&'a Odds>,
    /// The attack that it announces.
    pub aim: Option<&'a AnswerAim>,
    /// What that is worth.
    pub rated: Option<&'a RatedAnnouncement>,
}

/// The answers of a prompt, with what each is compared with.
pub(super) struct AnswerRows<'a, 'c, 'w, 's> {
    pub context: &'a PanelContext<'c, 'w, 's>,
    pub asked: AskedPrompt<'a>,
    /// The answer that Enter takes.
    pub default: usize,
    /// The answer that buys nothing more, and its odds: those of what is ticked.
    pub stop: Option<usize>,
    stop_odds: Option<Odds>,
    /// What each answer does to others in the area of the attack.
    beside: Vec<Option<String>>,
    /// Why attacks cannot be announced.
    refused: Vec<Option<String>>,
    /// The action points of the asked unit, where it could use them later.
    points: Option<PointsBefore>,
    /// The health of the asked unit from which the damage of the attack is taken.
    health: Option<HealthPoints>,
    /// Units that tie with the asked one, where nothing has decided yet which of them acts first.
    tied: Vec<UnitId>,
    /// The answer that costs nothing, and its odds.
    free: usize,
    free_odds: Option<Odds>,
}

impl<'a, 'c, 'w, 's> AnswerRows<'a, 'c, 'w, 's> {
    /// Reads what the answers of a prompt are compared with; `beside` is what each does to others in the area of the attack, `refused`
    /// why the attack that it announces cannot be made.
    pub fn of_prompt(
        context: &'a PanelContext<'c, 'w, 's>,
        asked: AskedPrompt<'a>,
        default: usize,
        (beside, refused): (Vec<Option<String>>, Vec<Option<String>>),
        odds: &mut AnswerOdds,
    ) -> Self {
        let prompt = asked.prompt;
        // A price is wasted if it changes nothing against the free answer, which need not be the default; else against the
        // first one of the rules.
        let free = prompt.answers.iter().position(|answer| answer.detail.is_free()).unwrap_or(0);
        let stop = prompt.answers.iter().position(|answer| answer.key == STOP_KEY);
        Self {
            context,
            asked,
            default,
            stop,
            stop_odds: stop.and_then(|stop| odds.shown_odds(stop)),
            beside,
            refused,
            points: PointsBefore::of_asked_unit(context, prompt),
            health: HealthPoints::of_asked_unit(context, asked),
            tied: context.view.open_ties().remove(&prompt.who).unwrap_or_default(),
            free,
            free_odds: odds.shown_odds(free),
        }
    }

    /// Says what the attack leaves of the health of the asked unit, if that is the same whatever the answer.
    pub fn common_health(&self, odds: &mut AnswerOdds) -> Option<String> {
        let odds = if self.asked.forecast.is_none() { odds.common_odds()? } else { return None };
        let left = self.health.as_ref()?.left_text(&odds)?;
        Some(format!("The attack {left}, whatever the answer."))
    }

    /// Draws the button of an answer.
    pub fn show_row(&self, ui: &mut Ui, row: AnswerRow) -> egui::Response {
        let Self { context, asked, default, .. } = *self;
        if let Some(purchases) = asked.purchases {
            let response = self.show_purchase(ui, row, purchases);
            self.show_tooltip(&response, (None, told_odds(row.odds, self.compared_with(row))));
            return response;
        }
        let answer = &asked.prompt.answers[row.at];
        let known = asked.forecast.and_then(|all| answer_forecast(all, asked.prompt, &answer.key));
        let odds = known.as_ref().map(|known| known.odds).or(row.odds);
        let price = self.price_text(answer);
        let is_wasted = self.is_wasted(row.at, &price, odds);
        let label = context.view.hide_unseen_names(&answer.label);
        let figures = odds.filter(|_| !is_wasted).and_then(|odds| self.figures(row, odds));
        // What is left is shown for the same answers as the damage.
        let health =
            odds.filter(|_| figures.is_some()).and_then(|odds| self.health.as_ref()?.left_text(odds));
        let detail = self.detail_text(row, (&price, health.as_deref()), (odds, is_wasted));
        // A tooltip with the clause alone would lie over other answers.
        let is_cited = shows_clauses(ui) && context.view.rules().cites(answer.clause);
        let detail = join_parts(&[&detail, if is_cited { answer.clause } else { "" }]);
        let by_enter = row.at == default && !is_focus_set(ui);
        let refusal = self.refusal(row.at);
        let response = ui
            .scope(|ui| {
                // The button of a refused answer has colours of its own: half as bright, its reason could not be read.
                ui.visuals_mut().disabled_alpha = 1.0;
                if refusal.is_some() {
                    ui.disable();
                }
                answer_button(ui, context, (row.action, by_enter), (&label, &detail), (figures, is_wasted))
            })
            .inner;
        if context.focuses_answers && row.at == default && !ui.ctx().egui_wants_keyboard_input() {
            response.request_focus();
        }
        // A click on a word of an answer is an answer.
        withhold_terms(ui, response.rect);
        self.show_tooltip(&response, (known.as_ref(), odds));
        response
    }

    /// Returns the odds with which those of an answer are compared: of a ticked purchase those without it, else those of what is
    /// ticked.
    pub fn compared_with<'o>(&'o self, row: AnswerRow<'o>) -> Option<&'o Odds> {
        row.without.or(self.stop_odds.as_ref())
    }

    /// Returns what an answer costs or does, in the words of the rules; empty where the prompt says it already.
    fn price_text(&self, answer: &Answer) -> String {
        match (self.asked.prompt.clause, answer.key.as_str()) {
            // The window does not ask again before each later unit.
            (STEP_IN_CLAUSE, HOLD_KEY) => "asks again at the end of the pass".to_owned(),
            _ => self.context.view.hide_unseen_names(&answer.detail),
        }
    }

    /// Says why an answer cannot be ticked, or the attack that it announces cannot be made; `None` if it can.
    pub fn refusal(&self, at: usize) -> Option<String> {
        let refused = self.refused.get(at).cloned().flatten();
        refused.or_else(|| self.asked.purchases.and_then(|all| all.refusal(at)))
    }

    /// Whether an answer costs something and leaves the odds of the attack as they are.
    fn is_wasted(&self, at: usize, price: &str, odds: Option<&Odds>) -> bool {
        let is_free = self.asked.prompt.answers[at].detail.is_free();
        let costs = ![self.default, self.free].contains(&at) && !price.is_empty() && !is_free;
        costs && self.stop.is_none() && leaves_odds(odds, self.free_odds.as_ref())
    }

    /// Describes an answer below its name: its price and what that leaves, the way to its attack, what is left of the health, what
    /// it changes, and what it does to others.
    fn detail_text(
        &self,
        row: AnswerRow,
        (price, health): (&str, Option<&str>),
        (odds, is_wasted): (Option<&Odds>, bool),
    ) -> String {
        let AnswerRow { at, aim, rated, .. } = row;
        let beside = self.beside.get(at).and_then(Option::as_deref).unwrap_or_default();
        let effect = play::answer_effect(&self.asked.prompt.answers[at], self.context.view.rules());
        if is_wasted {
            return join_parts(&[&format!("{price}. {NO_CHANGE}"), effect, beside]);
        }
        if let Some(why) = self.refusal(at) {
            return join_parts(&[&why, effect, beside]);
        }
        let left = self.points.and_then(|points| points.left_text(price)).unwrap_or_default();
        let compared = odds.zip(self.compared_with(row));
        let change = compared.and_then(|(odds, stop)| damage_change(odds, stop)).unwrap_or_default();
        let way = aim.map_or_else(String::new, |aim| aim.way_text(|by| self.context.unit_name(by)));
        let rank = aim.zip(rated).map(|(aim, rated)| {
            let name = self.context.unit_name(aim.target);
            let damage_words = play::damage_words(self.context.view.rules().book());
            let mode = self.context.view.rules().engine.tie_mode;
            let tie = self.tied.contains(&aim.target).then_some(mode);
            let members = members_left(self.context, aim.target);
            rank_text(rated, RankedTarget { name: &name, damage_words, members: members.as_deref(), tie })
        });
        let (rank, health) = (rank.unwrap_or_default(), health.unwrap_or_default());
        let blind = aim
            .and_then(|aim| aim.blind)
            .map(|(chance, mean)| blind_text(chance, &mean_text(self.context.view.rules().book(), mean)));
        let blind = blind.unwrap_or_default();
        let wanted = aim.and_then(|aim| self.wanted_text(aim.target)).unwrap_or_default();
        join_parts(&[&wanted, price, &way, &blind, &rank, &left, health, &change, effect, beside])
    }

    /// Says what an objective of the asked unit's side wants of a target: "objective: kill".
    fn wanted_text(&self, target: UnitId) -> Option<String> {
        let view = self.context.view;
        let (asked, target) = (view.unit(self.asked.prompt.who)?, view.unit(target)?);
        wanted_words(view, &target, *asked.side)
    }

    /// Returns the figures on the button of an answer, unless they are those of the free answer. If the prompt can be stopped,
    /// none are on the buttons: the details say the differences.
    fn figures(&self, row: AnswerRow, odds: &Odds) -> Option<AnswerFigures> {
        let victim = self.context.view.unit(row.aim.map_or(self.asked.prompt.who, |aim| aim.target));
        let kind = victim.map_or_else(OutKind::default, |unit| OutKind::of_unit(&unit));
        let figures = |odds: &Odds| AnswerFigures::new(odds, (row.aim.is_some(), kind));
        let own = figures(odds);
        let is_free = row.aim.is_some() || row.at == self.free;
        let says_more = is_free || self.free_odds.as_ref().is_none_or(|free| figures(free) != own);
        (self.asked.offer.is_none() && self.stop.is_none() && says_more).then_some(own)
    }

    /// Draws the tooltip of an answer, which does not repeat what its button says.
    fn show_tooltip(
        &self,
        response: &egui::Response,
        (known, odds): (Option<&AnswerForecast>, Option<&Odds>),
    ) {
        let context = self.context;
        let has_parts = known.and_then(|known| known.parts).is_some_and(|parts| !parts.0.is_empty());
        if odds.is_none() && !has_parts {
            return;
        }
        show_tooltip_beside(response, |ui| {
            ui.set_max_width(TOOLTIP);
            show_answer_odds(ui, context, known, odds);
            if has_parts && !shows_details(ui, context) {
                show_details_hint(ui, context);
            }
        });
    }
}

/// Joins the parts of a detail that say something.
pub(super) fn join_parts(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(SEPARATOR)
}

/// Whether a control has the keyboard focus: Enter is for it then.
pub(super) fn is_focus_set(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_some())
}

/// Returns the odds that the tooltip of a purchase tells: none that it leaves as they are with what else is ticked, which are shown
/// above the list.
fn told_odds<'o>(odds: Option<&'o Odds>, stop: Option<&Odds>) -> Option<&'o Odds> {
    odds.filter(|odds| !leaves_odds(Some(*odds), stop))
}

/// Says what a blind shot would do now: "blind shot now: 65 % to do damage, average damage 7.8".
fn blind_text(chance: f64, mean: &str) -> String {
    format!("blind shot now: {} to do damage, {mean}", percent_text(chance))
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
        let text = format!(
            "Damage chance {}, to hit {}, {}, knocked down {}, out of action {}.",
            percent_text(odds.harm),
            percent_text(odds.hit),
            mean_text(context.view.rules().book(), odds.mean),
            percent_text(odds.knockdown),
            percent_text(odds.out)
        );
        ui.label(keep_units(&text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shot_at_an_unseen_target_has_its_odds() {
        assert_eq!(
            blind_text(0.65, "average damage 7.8"),
            "blind shot now: 65 % to do damage, average damage 7.8"
        );
    }

    #[test]
    fn the_tooltip_of_a_purchase_tells_no_odds_that_it_leaves_as_they_are() {
        let odds = |mean| Odds { mean, ..Odds::default() };
        let (stop, more) = (odds(4.0), odds(5.5));
        assert_eq!(told_odds(Some(&stop), Some(&stop)), None);
        assert_eq!(told_odds(Some(&more), Some(&stop)), Some(&more));
    }
}
