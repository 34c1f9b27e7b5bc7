//! Attack card in two layers: hit chance, average damage, knock-out chance and cover in plain words; with Alt held, or
//! detailed cards, every modifier with its clause.

mod cover_words;
mod hidden_target;
mod knockdown_words;
mod remarks;
mod surplus;
mod title;
mod unseen_attack;

use std::sync::Arc;

use bevy_egui::egui::Ui;

use self::cover_words::CoverWords;
use self::hidden_target::hidden_target_text;
use self::knockdown_words::knockdown_text;
use self::remarks::{
    better_than_held, broken_cover_text, crossings_text, friends_in_line_text, harmless_knock_out_text,
    instead_of_weapon, melee_reach_text, nothing_left_text, own_cover_text, shield_text,
};
use self::surplus::surplus_text;
use self::title::{attack_name, show_attack_title, show_click_hint};
use self::unseen_attack::unseen_attack_text;
use super::area_words::AreaUnits;
use super::bad_odds::bad_odds_reason;
use super::brief::{Remark, show_left_out_hint, show_remarks};
use super::damage_reason::low_damage_reason;
use super::forecast_details::{DetailSubject, show_forecast_details};
use super::key_figures::show_key_odds;
use super::knockback_card::crash_text;
use super::{damage_chart, knockback_card, shows_details};
use crate::attack_forecast::{AttackQuery, ForecastCache, key_chance_text};
use crate::harmless_attack::harmless_reason;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::action_bar::karma_offer::KarmaOffer;
use crate::panel::dice_glyphs;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::target_cover::{CoverUse, TargetCover};
use battle::{
    AttackChoice, BattleView, Order, OrderError, SubAttack, Target, ValidatedOrder, validate_order,
};
use model::UnitId;
use rules::{DefenceForecast, Forecast, PoolShare, label_in_sentence, play};

/// Available height below which the chart is left out, in points.
const LOW: f32 = 340.0;
/// Height of what stands above the dice on a card without remarks, in points.
const WITHOUT_REMARKS: f32 = 150.0;
/// Height of a line of the details, in points.
const DETAIL: f32 = 21.0;
/// Heights of what stands around the details with the chart and without it, and of the odds of symbols, in points.
const WITH_CHART: f32 = 265.0;
const WITHOUT_CHART: f32 = 170.0;
const SYMBOL_ODDS: f32 = 61.0;
/// Minimum number of lines of details.
const MIN_DETAILS: usize = 2;

/// An attack with its odds.
pub(super) struct AttackCard {
    query: AttackQuery,
    result: Result<ValidatedOrder, OrderError>,
    /// Whether a click walks to where the target can be attacked, and attacks it, because it is out of reach or sight.
    walks_up: bool,
    /// `None` if the odds cannot be calculated, or if nothing can be hit at all.
    forecast: Option<Arc<Forecast>>,
    /// Whether the program has failed at some odds; the card says that at its end.
    has_fault: bool,
    /// Whether what hides the target counts; `None` if the target is no unit, or a unit in the open that is struck.
    cover: Option<TargetCover>,
    cover_words: CoverWords,
    /// Why a wholly hidden target, or one that does not see the attack coming, is as easy or hard to hit as it is.
    hidden: Option<String>,
    /// What Karma would do; `None` if nothing, or if it cannot be spent on the attack.
    karma: Option<KarmaOffer>,
    /// Why the attack cannot harm; `None` if it can.
    harmless: Option<String>,
    /// What a target is with nothing left, if the attack may leave nothing.
    nothing_left: Option<String>,
    /// Units in its area; `None` without an area.
    area: Option<AreaUnits>,
    /// What may happen to a unit between attacker and target.
    shield: Option<String>,
    /// Own units on the line, which do not stop the shot.
    friends_in_line: Option<String>,
    /// Why the attack is made without the weapon in hand.
    instead: Option<String>,
    /// What hides the target because the attacker lies behind it.
    own_cover: Option<String>,
    /// What the last click on the target was answered with, before one more click does it.
    warning: Option<String>,
}

impl AttackCard {
    /// Calculates the card of an attack.
    pub fn new(context: &PanelContext, odds: &mut ForecastCache, query: AttackQuery) -> Self {
        let view = context.view;
        let AttackQuery { attacker: unit, target, weapon, mode, .. } = query;
        let order = Order::Attack { unit, target, weapon, mode, option: query.option.clone() };
        let result = validate_order(view, &order);
        // Of a blow after a walk, the odds are those from where it is struck.
        let approach = context.approach.filter(|approach| result.is_err() && *approach.attack() == order);
        let query = approach.map_or_else(|| query.clone(), |approach| approach.query_after(&query));
        // Odds of what cannot be reached would contradict the reason.
        let is_out_of_reach = approach.is_none() && is_unreachable(&result);
        let forecast = if is_out_of_reach { None } else { odds.forecast(view, &query) };
        let found = forecast.as_deref();
        let cover = found.and_then(|_| TargetCover::of_attack(view, odds, &query));
        let cover_words = cover.as_ref().zip(found).map(|(cover, forecast)| {
            let name = target_name(context, target);
            CoverWords::new(cover, forecast, (view.rules(), name.as_str()))
        });
        let mut cover_words = cover_words.unwrap_or_default();
        let hidden = found.and_then(|forecast| hidden_target_text(view, odds, &query, forecast));
        if hidden.is_some() {
            cover_words.now = None;
        }
        let hidden =
            hidden.or_else(|| found.and_then(|forecast| unseen_attack_text(view, odds, &query, forecast)));
        let harmless = found.and_then(|forecast| harmless_reason(view, &query, forecast));
        let is_possible = !is_impossible(result.is_ok(), approach.is_some());
        let counted = (&query, harmless.is_some());
        let karma = found.filter(|_| is_possible).and_then(|_| KarmaOffer::for_attack(view, odds, counted));
        Self {
            walks_up: approach.is_some(),
            cover,
            cover_words,
            // Where nothing gets through, that says all.
            hidden: hidden.filter(|_| harmless.is_none()),
            karma,
            harmless,
            nothing_left: found.and_then(|forecast| nothing_left_text(view, &query, forecast)),
            area: found.and_then(|_| AreaUnits::new(context, odds, &query)),
            shield: found.and_then(|forecast| shield_text(view, &query, forecast)),
            friends_in_line: found.and_then(|forecast| friends_in_line_text(view, &query, forecast)),
            instead: weapon_reason(context, odds, &query, (result.is_ok(), approach.is_some())),
            own_cover: found.and_then(|forecast| own_cover_text(view, &query, forecast)),
            warning: None,
            has_fault: odds.fault().is_some(),
            result,
            query,
            forecast,
        }
    }

    /// Adds what the last click on the target was answered with: it stands where the card says what the next click does.
    pub fn with_warning(self, warning: Option<String>) -> Self {
        Self { warning, ..self }
    }

    /// Whether a click makes neither the attack nor a walk and a blow.
    pub fn is_refused(&self) -> bool {
        is_impossible(self.result.is_ok(), self.walks_up)
    }

    /// Share of the target that is hidden and counts, in percent.
    fn counted_share(&self, forecast: &Forecast) -> u8 {
        let counts = self.cover.as_ref().is_none_or(|cover| {
            matches!(cover.use_of_cover, CoverUse::Counts | CoverUse::Stops | CoverUse::FullyHidden)
        });
        if counts { forecast.hidden } else { 0 }
    }
}

/// Whether an attack cannot be made, neither from here nor after a walk to the target.
const fn is_impossible(is_allowed: bool, walks_up: bool) -> bool {
    !is_allowed && !walks_up
}

/// Returns why an attack is made with its weapon and not with the one in hand. What is refused needs no reason, unless a click
/// walks up and strikes.
fn weapon_reason(
    context: &PanelContext,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    (is_allowed, walks_up): (bool, bool),
) -> Option<String> {
    let reason = if is_allowed {
        let change = context.weapon_change.map(str::to_owned);
        change.or_else(|| instead_of_weapon(context.view, query))
    } else {
        None
    };
    if reason.is_none() && (is_allowed || walks_up) {
        return better_than_held(context.view, odds, query);
    }
    reason
}

/// Name of the target of an attack if it is a unit, else nothing.
fn target_name(context: &PanelContext, target: Target) -> String {
    match target {
        Target::Unit(id) => context.unit_name(id),
        Target::Barrier(_) | Target::Square(_) => String::new(),
    }
}

/// Whether nothing is left to chance, as with thrown smoke: the notes say everything.
fn is_without_roll(forecast: &Forecast) -> bool {
    forecast.totals.is_empty() && forecast.symbols.is_none() && forecast.odds.hit >= 1.0
}

/// Whether an attack is refused because nothing can reach the target.
fn is_unreachable(result: &Result<ValidatedOrder, OrderError>) -> bool {
    matches!(
        result,
        Err(OrderError::AttackForbidden(_) | OrderError::Blocked(_) | OrderError::InvalidTarget(_))
    )
}

/// Draws the card: `room` is the available height in points, `marked` whether the next click attacks.
pub(super) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    attack: &AttackCard,
    knockback: &KnockbackPreview,
    (room, marked): (f32, bool),
) {
    let palette = context.palette;
    let AttackCard { query, result, .. } = attack;
    let Some(unit) = context.view.unit(query.attacker) else { return };
    let Some(what) = attack_name(context, &unit, query) else { return };
    show_attack_title(ui, context, attack, (&unit, &what));
    show_click_hint(ui, context, attack, marked);
    let Some(forecast) = attack.forecast.as_deref() else {
        if !is_unreachable(result) && !attack.has_fault {
            ui.colored_label(palette.dim, "The odds cannot be calculated.");
        }
        return;
    };
    if is_without_roll(forecast) {
        for note in &forecast.notes {
            show_fact_line(ui, (&note.text, palette.text), (&note.value, palette.text));
        }
        return;
    }
    let left_out = show_first_layer(ui, context, (attack, forecast), knockback);
    if !shows_details(ui, context) {
        return show_left_out_hint(ui, context, left_out);
    }
    show_second_layer(ui, context, (attack, forecast), knockback, room);
}

/// Draws the odds in plain words, and the remarks on them. Returns how many remarks are left out.
fn show_first_layer(
    ui: &mut Ui,
    context: &PanelContext,
    (attack, forecast): (&AttackCard, &Forecast),
    knockback: &KnockbackPreview,
) -> usize {
    let enemy_harm = attack.area.as_ref().and_then(AreaUnits::enemy_harm);
    let aim = (attack.query.target, enemy_harm);
    show_key_odds(ui, context, (forecast, attack.harmless.is_some()), aim);
    if let Some(area) = &attack.area {
        area.show(ui, context);
    }
    let crash = crash_text(&knockback.status_for(&attack.query), attack.query.target);
    show_remarks(ui, context, &list_remarks(context, (attack, forecast), crash))
}

/// Lists what cover, defences and others do to an attack, the most important first: what surprises beside the figures, who else
/// may be hurt, and what the target can still do.
/// `crash` is what the odds leave out of a throw.
fn list_remarks(
    context: &PanelContext,
    (attack, forecast): (&AttackCard, &Forecast),
    crash: Option<String>,
) -> Vec<Remark> {
    let (palette, rules) = (context.palette, context.view.rules());
    let reason = attack.harmless.clone().or_else(|| bad_odds_reason(forecast));
    let reason = reason.or_else(|| low_damage_reason(forecast).filter(|_| forecast.hidden < 100));
    let karma = attack.karma.as_ref().map(|karma| karma.text(context));
    let reach = melee_reach_text(context.view, &attack.query, forecast);
    let words = &attack.cover_words;
    let first = [
        Remark::new(attack.hidden.clone(), palette.text),
        Remark::new(reason, palette.caution),
        Remark::new(crash, palette.caution),
        Remark::new(attack.shield.clone(), palette.caution),
        Remark::new(attack.own_cover.clone(), palette.caution),
        Remark::new(broken_cover_text(context.view, &attack.query, forecast), palette.caution),
        Remark::new(karma, palette.text),
        Remark::new(words.now.clone(), palette.text),
        Remark::new(crossings_text(forecast), palette.dim),
        Remark::new(forecast.best_defence().map(best_defence_text), palette.caution),
        Remark::new(words.if_taken.clone(), palette.caution),
        Remark::new(harmless_knock_out_text(forecast), palette.dim),
        Remark::new(knockdown_text(context.view, &attack.query, &forecast.odds), palette.dim),
        Remark::new(attack.nothing_left.clone(), palette.dim),
        Remark::new(surplus_text(context.view, &attack.query, &forecast.odds), palette.dim),
    ];
    let key_notes = forecast.notes.iter().filter(|note| play::is_key_note(rules, note));
    let key_notes = key_notes.map(|note| Remark::new(Some(format!("{}.", note.text)), palette.dim));
    let last = [Remark::new(attack.friends_in_line.clone(), palette.dim), Remark::new(reach, palette.text)];
    first.into_iter().chain(key_notes).chain(last).flatten().collect()
}

/// Says what the best answer of the target leaves: "If the target answers with dodge (1 AP): 31 % damage chance, average damage
/// 1.2."
fn best_defence_text(best: &DefenceForecast) -> String {
    let price = if best.price.is_empty() { String::new() } else { format!(" ({})", best.price) };
    format!(
        "If the target answers with {}{price}: {}, average damage {:.1}.",
        label_in_sentence(&best.label),
        key_chance_text(&best.odds),
        best.odds.mean
    )
}

/// Draws dice, distribution, knockback and all modifiers with their clauses.
fn show_second_layer(
    ui: &mut Ui,
    context: &PanelContext,
    (attack, forecast): (&AttackCard, &Forecast),
    knockback: &KnockbackPreview,
    room: f32,
) {
    let (palette, query) = (context.palette, &attack.query);
    let tall = room >= LOW;
    let remarks = height_of_remarks(ui.min_rect().height());
    let mut used: f32 = remarks + if tall { WITH_CHART } else { WITHOUT_CHART };
    if let Some(pool) = forecast.symbols {
        used += dice_glyphs::show_dice_pool(ui, palette, pool).rect.height() + 4.0;
    } else {
        ui.label(&forecast.roll);
    }
    if tall {
        if !forecast.joint.is_empty() {
            dice_glyphs::show_symbol_odds(ui, palette, &forecast.joint);
            used += SYMBOL_ODDS;
        }
        damage_chart::show(ui, palette, &forecast.odds.bars, forecast.unit);
    }
    let thrown = knockback_card::show_knockback(ui, context, &knockback.status_for(query));
    let lines = ((room - used) / DETAIL).max(0.0) as usize;
    let lines = lines.saturating_sub(thrown).max(MIN_DETAILS);
    let is_machine = match query.target {
        Target::Unit(id) => context.view.unit(id).is_some_and(|unit| unit.is_driven()),
        _ => true,
    };
    let subject = DetailSubject { is_machine, hidden: attack.counted_share(forecast) };
    show_forecast_details(ui, context, (forecast, subject), lines);
}

/// Returns by how much remarks make a card higher that has this height above the dice: there is less room for the details, and
/// the card stays off the bar above the board.
fn height_of_remarks(above_dice: f32) -> f32 {
    (above_dice - WITHOUT_REMARKS).max(0.0)
}

/// Share of the dice pool that an attack would get beside the attacks already chosen. `SS-MULTI-07`.
pub(super) fn dice_share(
    view: &BattleView,
    unit: UnitId,
    chosen: &[SubAttack],
    next: SubAttack,
) -> Option<PoolShare> {
    let all = chosen.iter().copied().chain([next]);
    let requests: Option<Vec<_>> = all
        .map(|SubAttack { target, weapon, mode }| {
            view.attack_request(AttackChoice { unit, weapon, mode, option: None }, target)
        })
        .collect();
    let requests = requests?;
    let on_units: Vec<_> = requests.iter().filter_map(|request| request.on_unit()).collect();
    play::split_pool(&on_units).ok()?.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_leave_less_room_for_the_details() {
        let heights = [120.0, 150.0, 245.0].map(height_of_remarks);
        assert!(heights[0].abs() < 1e-6 && heights[1].abs() < 1e-6, "{heights:?}");
        assert!((heights[2] - 95.0).abs() < 1e-3, "{heights:?}");
    }

    #[test]
    fn a_blow_after_a_walk_keeps_its_card_on_a_target_that_was_attacked_before() {
        assert!(!is_impossible(false, true), "out of reach now, but a click walks up and strikes");
        assert!(is_impossible(false, false));
        assert!(!is_impossible(true, false));
    }
}
