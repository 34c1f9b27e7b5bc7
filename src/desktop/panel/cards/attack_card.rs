//! Attack card in two layers: hit chance, average damage, knock-out chance and cover in plain words; with Alt held, or
//! detailed cards, every modifier with its clause.

use std::sync::Arc;

use bevy_egui::egui::Ui;

use super::area_words::AreaUnits;
use super::bad_odds::bad_odds_reason;
use super::forecast_details::show_forecast_details;
use super::hover_card::show_title;
use super::key_figures::show_key_odds;
use super::{damage_chart, knockback_card, show_details_hint, shows_details};
use crate::attack_forecast::{AttackQuery, ForecastCache, attack_request, key_chance_text, percent_text};
use crate::attack_ranking::paid_text;
use crate::harmless_attack::harmless_reason;
use crate::input::InputAction;
use crate::knockback_preview::KnockbackPreview;
use crate::panel::action_bar::attacks::mode_change_sentence;
use crate::panel::dice_glyphs;
use crate::panel::unit_inspector::cover_shields::cover_phrase;
use crate::panel::unit_inspector::weapons::current_fire_mode;
use crate::panel::widgets::{PanelContext, keep_percents, show_fact_line, with_cited_clauses};
use battle::{AttackChoice, BattleView, Order, OrderError, SubAttack, Target, UnitDataItem, ValidatedOrder};
use battle::{format_metres, move_budget, move_budget_after, validate_order};
use battle_log::log_text::capitalise;
use battle_log::names::option_name;
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::{ActionRequest, Book, Forecast, Grip, Odds, PoolShare, QueuedAttack, WeaponReach, play};

/// Available height below which the chart is left out, in points.
const LOW: f32 = 340.0;

/// An attack with its odds.
pub(super) struct AttackCard {
    query: AttackQuery,
    result: Result<ValidatedOrder, OrderError>,
    /// `None` if the odds cannot be calculated, or if nothing can be hit at all.
    forecast: Option<Arc<Forecast>>,
    cover: CoverWords,
    /// Why the attack cannot harm; `None` if it can.
    harmless: Option<String>,
    /// Units in its area; `None` without an area.
    area: Option<AreaUnits>,
    /// What may happen to a unit between attacker and target.
    shield: Option<String>,
    /// Why the attack is made without the weapon in hand.
    instead: Option<String>,
    /// What hides the target because the attacker lies behind it.
    own_cover: Option<String>,
}

/// What the card says about cover.
#[derive(Clone, Debug, Default, PartialEq)]
struct CoverWords {
    /// What protects the target now.
    now: Option<String>,
    /// What would count if the target took cover.
    if_taken: Option<String>,
}

impl AttackCard {
    /// Calculates the card of an attack.
    pub fn new(context: &PanelContext, odds: &mut ForecastCache, query: AttackQuery) -> Self {
        let AttackQuery { attacker: unit, target, weapon, mode, .. } = query;
        let order = Order::Attack { unit, target, weapon, mode, option: query.option.clone() };
        let result = validate_order(context.view, &order);
        // Odds of what cannot be reached would contradict the reason.
        let forecast = if is_unreachable(&result) { None } else { odds.forecast(context.view, &query) };
        let cover = forecast.as_deref().map(|forecast| cover_words(context, odds, &query, forecast));
        let harmless =
            forecast.as_deref().and_then(|forecast| harmless_reason(context.view, &query, forecast));
        let area = forecast.as_ref().and_then(|_| AreaUnits::new(context, odds, &query));
        let shield = forecast.as_deref().and_then(|forecast| shield_text(context.view, &query, forecast));
        // What is refused needs no reason for the choice of the weapon.
        let instead = result.as_ref().ok().and_then(|_| instead_of_weapon(context.view, &query));
        let own_cover =
            forecast.as_deref().and_then(|forecast| own_cover_text(context.view, &query, forecast));
        Self {
            query,
            result,
            forecast,
            cover: cover.unwrap_or_default(),
            harmless,
            area,
            shield,
            instead,
            own_cover,
        }
    }
}

/// Says how much movement the unit gives up by an attack in the middle of a walk: "Ends the walk: 2 m left instead of 5
/// m."; `None` if none.
fn lost_movement(view: &BattleView, unit: &UnitDataItem, plan: &ValidatedOrder) -> Option<String> {
    let now = move_budget(view, unit).walk_left;
    let left = move_budget_after(view, unit, plan).walk_left;
    let [now_text, left_text] = [now, left].map(format_metres);
    (left < now).then(|| format!("Ends the walk: {left_text} m left instead of {now_text} m."))
}

/// Says why a part of the body attacks, such as fists, although a weapon is in hand: "Fists, because the Autogun cannot be
/// used. ..."; `None` if that weapon could attack as well.
fn instead_of_weapon(view: &BattleView, query: &AttackQuery) -> Option<String> {
    let unit = view.unit(query.attacker)?;
    let own = unit.inventory.get(query.weapon).filter(|carried| carried.hands() == 0)?;
    let (weapon, held) = unit.inventory.held_items().find(|(_, held)| held.hands() > 0)?;
    if play::detonation_trigger(held.weapon()).is_some() {
        return None;
    }
    let (mode, target) = (current_fire_mode(held), query.target);
    let order = Order::Attack { unit: query.attacker, target, weapon, mode, option: None };
    // An attack that was announced needs no reason.
    let is_announced = view.queued_attacks(&unit).iter().any(|(attack, _)| match (attack, query.target) {
        (QueuedAttack::Unit { slot, target }, Target::Unit(aim)) => {
            usize::from(*slot) == query.weapon && *target == aim
        }
        (QueuedAttack::Weapon { slot }, _) => usize::from(*slot) == query.weapon,
        _ => false,
    });
    let why = validate_order(view, &order).err().filter(|_| !is_announced)?;
    Some(format!("{} instead of {}: {why}", own.name(), held.name()))
}

/// Says what may happen to a unit that the target holds before itself, or that is in the way.
fn shield_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let chance = forecast.odds.shield?;
    let Target::Unit(target) = query.target else { return None };
    let target = view.unit(target)?;
    let between = forecast.barriers.iter().find_map(|(barrier, _)| barrier.id.unit());
    let held = match target.status.grip() {
        Some(Grip::Holding(other)) => Some(other),
        _ => None,
    };
    let name = view.unit(between.or(held)?)?.identity.name().to_owned();
    Some(shield_sentence(&name, target.identity.name(), chance))
}

fn shield_sentence(name: &str, target: &str, chance: f64) -> String {
    match chance {
        chance if chance <= 0.0 => {
            format!("{name} stands in front of {target}, but cannot be hurt from here.")
        }
        chance => {
            format!("{name} stands in front of {target} and may be hurt instead: {}.", percent_text(chance))
        }
    }
}

/// Says that the target is hidden by what the attacker itself lies behind; `None` if it is not.
fn own_cover_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let attacker = view.unit(query.attacker).filter(|unit| unit.is_prone() && forecast.hidden > 0)?;
    let to = query.target_at.map(|(cell, _)| cell).or_else(|| target_cell(view, query))?;
    let (barrier, _) = forecast.barriers.iter().find(|(_, always)| !always)?;
    let squares = match view.barrier(barrier.id.segment()?)?.place.place() {
        ObstaclePosition::Square(square) => vec![square],
        ObstaclePosition::Edge(edge) => edge.cells().to_vec(),
    };
    let beside = |cell: Cell| squares.iter().any(|square| square.chebyshev_distance(cell) <= 1);
    (beside(query.from) && !beside(to))
        .then(|| format!("{} lies behind the {}.", attacker.identity.name(), barrier.name))
}

/// Says how far a melee attack reaches, and through what: "Reach 2 m, through the window."; `None` for a strike at a
/// neighbour with nothing between.
fn melee_reach_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let unit = view.unit(query.attacker)?;
    let WeaponReach::Melee { beyond } = unit.inventory.get(query.weapon)?.reach() else { return None };
    let to = query.target_at.map(|(cell, _)| cell).or_else(|| target_cell(view, query))?;
    let distance = query.from.chebyshev_distance(to);
    let between = forecast.barriers.iter().filter(|(barrier, _)| barrier.id.segment().is_some());
    melee_reach_sentence(beyond, distance, between.map(|(barrier, _)| barrier.name.as_str()))
}

fn melee_reach_sentence<'a>(
    beyond: u32,
    distance: u32,
    between: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let between: Vec<String> = between.map(|name| format!("the {}", name.to_lowercase())).collect();
    let reach = format!("Reach {} m", beyond + 1);
    match between.as_slice() {
        [] if distance <= 1 => None,
        [] => Some(format!("{reach}.")),
        names => Some(format!("{reach}, through {}.", names.join(" and "))),
    }
}

/// Explains the odds of an attack on a wholly hidden unit: it may be easy to hit, because it has no active defence, and what
/// hides it stops hits. `None` for other attacks.
fn hidden_target_text(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let is_unit = matches!(query.target, Target::Unit(_));
    let (barrier, _) = forecast.barriers.first().filter(|_| is_unit && forecast.hidden >= 100)?;
    let has_defence = play::defends_against_unseen(view.rules());
    Some(hidden_target_sentence(&barrier.name, has_defence, &forecast.odds))
}

fn hidden_target_sentence(barrier: &str, has_defence: bool, odds: &Odds) -> String {
    let defence = if has_defence { "" } else { "It does not see the attack coming: no active defence. " };
    let barrier = capitalise(barrier);
    match odds.stopped {
        stopped if stopped <= 0.0 => format!("{defence}{barrier} takes part of the damage of each hit."),
        stopped => {
            format!("{defence}{barrier} stops {} of all attacks and weakens the rest.", percent_text(stopped))
        }
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

/// Describes the cover of a target, and what it would be worth if the target took it.
fn cover_words(
    context: &PanelContext,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    forecast: &Forecast,
) -> CoverWords {
    let request = attack_request(context.view, query);
    let Some(request) = request.filter(|_| matches!(query.target, Target::Unit(_))) else {
        return CoverWords::default();
    };
    let hidden = forecast.hidden;
    let melee = context
        .view
        .unit(query.attacker)
        .and_then(|unit| unit.inventory.get(query.weapon).map(|carried| carried.is_melee()));
    if melee == Some(true) && hidden == 0 {
        return CoverWords::default();
    }
    // What hides the target, rather than glass that every shot crosses.
    let hides = forecast.barriers.iter().find(|(_, always)| !always).or(forecast.barriers.first());
    let behind = hides.map(|(barrier, _)| barrier.name.clone());
    let book = context.view.rules().book();
    let (is_partly, is_taken) = (hidden > 0 && hidden < 100, request.sight.took_cover);
    if !is_partly {
        let now = Some(whole_or_open_sentence(hidden, behind.as_deref()));
        return CoverWords { now, if_taken: None };
    }
    let mut other_odds =
        |query: AttackQuery| odds.forecast(context.view, &query).map(|other| other.odds.clone());
    let differs = |other: &Odds| {
        (other.hit - forecast.odds.hit).abs() > 1e-9 || (other.mean - forecast.odds.mean).abs() > 1e-9
    };
    let open = other_odds(AttackQuery { cover_ignored: true, ..query.clone() });
    let counts = open.as_ref().map_or(is_taken, differs);
    let taken = if is_taken { None } else { other_odds(AttackQuery { cover_taken: true, ..query.clone() }) };
    let taken = taken.filter(differs);
    let stands_behind = query.target_at.map(|(cell, _)| cell).or_else(|| target_cell(context.view, query));
    let can_take = stands_behind.is_some_and(|cell| field::can_take_cover(context.view.field().grid(), cell));
    let use_of_cover = match () {
        () if counts => CoverUse::Counts,
        () if taken.is_some() && can_take => CoverUse::NotTaken,
        // What stands beside the attacker, or between the two, is no cover to take.
        () if taken.is_some() => CoverUse::NothingBeside,
        () if melee == Some(true) => CoverUse::Melee,
        () if play::cover_name(book, hidden) == "none" => CoverUse::TooLittle,
        () => CoverUse::NoDifference,
    };
    let target = match query.target {
        Target::Unit(id) => context.unit_name(id),
        Target::Barrier(_) | Target::Square(_) => String::new(),
    };
    let now = cover_sentence((book, hidden), behind.as_deref(), (use_of_cover, &target));
    let if_taken = taken.filter(|_| can_take).map(|taken| {
        // A tie hits the cover, so that the chance to hit may rise: only damage tells what cover is worth. SS-COVER-01
        let harm = percent_text(taken.harm);
        format!("In cover: damage chance {harm}, average damage {:.1}.", taken.mean)
    });
    CoverWords { now: Some(now), if_taken }
}

/// The square of the target; `None` for other targets than units.
fn target_cell(view: &BattleView, query: &AttackQuery) -> Option<Cell> {
    match query.target {
        Target::Unit(id) => view.unit(id).map(|target| target.cell()),
        Target::Barrier(_) | Target::Square(_) => None,
    }
}

/// Whether what hides a part of a target counts against an attack, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoverUse {
    /// It counts.
    Counts,
    /// The target has not taken cover.
    NotTaken,
    /// The target stands beside nothing to take cover behind.
    NothingBeside,
    /// It does not count in melee.
    Melee,
    /// Too little is hidden.
    TooLittle,
    /// The odds are the same with and without it.
    NoDifference,
}

/// Says that a target is in the open, or that none of it is seen.
fn whole_or_open_sentence(hidden: u8, behind: Option<&str>) -> String {
    match (hidden, behind) {
        (0, _) => "In the open.".to_owned(),
        (_, Some(name)) => format!("Fully hidden: the attack has to go through {name}."),
        (_, None) => "Fully hidden.".to_owned(),
    }
}

/// Says how much of a target is hidden, by what, whether that counts, and why not: "40 % hidden by crate: partial cover,
/// which counts."
fn cover_sentence(
    (book, hidden): (Book, u8),
    behind: Option<&str>,
    (use_of_cover, target): (CoverUse, &str),
) -> String {
    let by = behind.map(|name| format!(" by {name}")).unwrap_or_default();
    let counts = match use_of_cover {
        CoverUse::Counts if play::cover_name(book, hidden) == "none" => ", which counts".to_owned(),
        CoverUse::Counts => format!(": {}, which counts", cover_phrase(book, hidden)),
        CoverUse::NotTaken => format!(", which does not count: {target} has not taken cover"),
        CoverUse::NothingBeside => {
            format!(", which does not count: {target} stands beside nothing to take cover behind")
        }
        CoverUse::Melee => ", which does not count in melee".to_owned(),
        CoverUse::TooLittle => ", too little to count".to_owned(),
        CoverUse::NoDifference => ", which makes no difference to this attack".to_owned(),
    };
    format!("{hidden} % hidden{by}{counts}.")
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
        if !is_unreachable(result) {
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
    show_first_layer(ui, context, attack, forecast);
    if !shows_details(ui, context) {
        return show_details_hint(ui, context);
    }
    show_second_layer(ui, context, (query, forecast), knockback, room);
}

/// Draws what the attack is, what it costs, and what it changes for the attacker.
fn show_attack_title(
    ui: &mut Ui,
    context: &PanelContext,
    attack: &AttackCard,
    (unit, what): (&UnitDataItem, &str),
) {
    let palette = context.palette;
    let AttackCard { query, result, .. } = attack;
    let aim = match query.target {
        Target::Unit(id) => context.unit_name(id),
        Target::Barrier(id) => barrier_name(context, id),
        Target::Square(_) => "a square".to_owned(),
    };
    let price = attack_cost_text(context, unit, query, result.as_ref().ok());
    show_title(ui, context, &format!("{what} at {aim}"), &price);
    let set = unit.inventory.get(query.weapon).and_then(|carried| carried.mode());
    if let Ok(plan) = result
        && let Some(sentence) = mode_change_sentence(plan, query.mode != set)
    {
        ui.colored_label(palette.caution, with_cited_clauses(context, &sentence));
    }
    if let Some(lost) = result.as_ref().ok().and_then(|plan| lost_movement(context.view, unit, plan)) {
        ui.colored_label(palette.caution, lost);
    }
    if let Some(instead) = &attack.instead {
        ui.colored_label(palette.caution, instead);
    }
}

/// Says why the attack is refused, or what a click does.
fn show_click_hint(ui: &mut Ui, context: &PanelContext, attack: &AttackCard, marked: bool) {
    let palette = context.palette;
    let AttackQuery { attacker: unit, target, weapon, mode, .. } = attack.query;
    let order = Order::Attack { unit, target, weapon, mode, option: attack.query.option.clone() };
    let approach = context.approach.filter(|approach| *approach.attack() == order);
    if let (Err(refusal), Some(approach)) = (&attack.result, approach) {
        ui.colored_label(palette.dim, refusal.to_string());
        ui.colored_label(palette.good, format!("Click twice: {}.", approach.text()));
    } else if let Err(refusal) = &attack.result {
        ui.colored_label(palette.harm, refusal.to_string());
    } else if marked {
        let key = context.key_label(InputAction::Confirm);
        let (colour, anyway) = match attack.harmless {
            Some(_) => (palette.caution, " anyway"),
            None => (palette.good, ""),
        };
        ui.colored_label(colour, format!("Click again or press {key} to attack{anyway}."));
    } else {
        ui.colored_label(palette.dim, "Click to choose it as the target.");
    }
}

/// Draws the odds in plain words, and what cover and defences do to them.
fn show_first_layer(ui: &mut Ui, context: &PanelContext, attack: &AttackCard, forecast: &Forecast) {
    let palette = context.palette;
    show_key_odds(ui, context, (forecast, attack.harmless.is_some()), attack.query.target);
    if let Some(reason) = &attack.harmless {
        ui.colored_label(palette.caution, reason);
    } else if let Some(reason) = bad_odds_reason(forecast) {
        ui.colored_label(palette.caution, reason);
    }
    if let Some(shield) = &attack.shield {
        ui.colored_label(palette.caution, keep_percents(shield));
    }
    if let Some(area) = &attack.area {
        area.show(ui, context);
    }
    if let Some(reach) = melee_reach_text(context.view, &attack.query, forecast) {
        ui.label(reach);
    }
    if let Some(cover) = &attack.cover.now {
        ui.label(keep_percents(cover));
    }
    if let Some(hidden) = hidden_target_text(context.view, &attack.query, forecast) {
        ui.colored_label(palette.dim, keep_percents(&hidden));
    }
    if let Some(own) = &attack.own_cover {
        ui.colored_label(palette.caution, keep_percents(own));
    }
    if let Some(cover) = &attack.cover.if_taken {
        ui.colored_label(palette.caution, keep_percents(cover));
    }
    if let Some(best) = forecast.best_defence() {
        let price = if best.price.is_empty() { String::new() } else { format!(" ({})", best.price) };
        let text = format!(
            "If the target answers with {}{price}: {}, average damage {:.1}.",
            best.label.to_lowercase(),
            key_chance_text(&best.odds),
            best.odds.mean
        );
        ui.colored_label(palette.caution, keep_percents(&text));
    }
}

/// Draws dice, distribution, knockback and all modifiers with their clauses.
fn show_second_layer(
    ui: &mut Ui,
    context: &PanelContext,
    (query, forecast): (&AttackQuery, &Forecast),
    knockback: &KnockbackPreview,
    room: f32,
) {
    let palette = context.palette;
    let tall = room >= LOW;
    let mut used: f32 = if tall { 265.0 } else { 170.0 };
    if let Some(pool) = forecast.symbols {
        used += dice_glyphs::show_dice_pool(ui, palette, pool).rect.height() + 4.0;
    } else {
        ui.label(&forecast.roll);
    }
    if tall {
        if !forecast.joint.is_empty() {
            dice_glyphs::show_symbol_odds(ui, palette, &forecast.joint);
            used += 61.0;
        }
        damage_chart::show(ui, palette, &forecast.odds.bars, forecast.unit);
    }
    let thrown = knockback_card::show_knockback(ui, context, &knockback.status_for(query));
    let lines = ((room - used) / 21.0).max(2.0) as usize;
    let lines = lines.saturating_sub(thrown).max(2);
    let is_machine = match query.target {
        Target::Unit(id) => context.view.unit(id).is_some_and(|unit| unit.is_driven()),
        _ => true,
    };
    show_forecast_details(ui, context, (forecast, is_machine), lines);
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

/// Name of the attack: its attack option, fire mode or weapon.
fn attack_name(context: &PanelContext, unit: &UnitDataItem, query: &AttackQuery) -> Option<String> {
    let carried = unit.inventory.get(query.weapon)?;
    if let Some(key) = &query.option {
        return Some(option_name(context.view, unit, query.weapon, key));
    }
    Some(query.mode.map_or_else(|| carried.name().to_string(), |mode| mode.name().to_owned()))
}

/// Formats the cost of an attack: "2 AP · 3 rounds · 1 Karma"; only the rounds if it is refused.
fn attack_cost_text(
    context: &PanelContext,
    unit: &UnitDataItem,
    query: &AttackQuery,
    plan: Option<&ValidatedOrder>,
) -> String {
    let Some(carried) = unit.inventory.get(query.weapon) else { return String::new() };
    let rounds =
        if carried.magazine() > 0 { play::rounds_per_attack(carried.weapon(), query.mode) } else { 0 };
    let book = context.view.rules().book();
    let points = match plan.map(|plan| paid_text(book, plan)) {
        Some(paid) if !paid.is_empty() => paid,
        Some(_) => {
            let me = context.view.unit_snapshot(unit);
            let action = play::attack_action(carried.weapon(), query.mode);
            let act =
                ActionRequest { action, with: me.held_weapon(query.weapon), option: query.option.as_deref() };
            play::price_label(&me, act, context.view.rules())
        }
        None => String::new(),
    };
    price_text(points, rounds, plan.map_or(0, |plan| plan.karma))
}

fn price_text(points: String, rounds: u32, karma: u8) -> String {
    let rounds = match rounds {
        0 => String::new(),
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let karma = if karma > 0 { format!("{karma} Karma") } else { String::new() };
    let parts = [points, rounds, karma];
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

fn barrier_name(context: &PanelContext, id: BarrierId) -> String {
    context.view.barrier(id).map_or_else(|| "barrier".to_owned(), |data| data.barrier.kind().name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_name_points_and_rounds() {
        assert_eq!(price_text("2 AP".to_owned(), 3, 0), "2 AP · 3 rounds");
        assert_eq!(price_text("1 AP".to_owned(), 1, 1), "1 AP · 1 round · 1 Karma");
        assert_eq!(price_text("1 AP".to_owned(), 0, 0), "1 AP");
        assert_eq!(price_text(String::new(), 3, 0), "3 rounds");
    }

    #[test]
    fn a_hostage_in_the_way_is_named_with_the_chance_to_hurt_her() {
        let text = "Ines stands in front of Sable and may be hurt instead: 24 %.";
        assert_eq!(shield_sentence("Ines", "Sable", 0.24), text);
        assert_eq!(
            shield_sentence("Ines", "Sable", 0.0),
            "Ines stands in front of Sable, but cannot be hurt from here."
        );
    }

    #[test]
    fn the_odds_against_a_hidden_target_are_explained() {
        let odds = |stopped| Odds { hit: 0.56, stopped, ..Odds::default() };
        assert_eq!(
            hidden_target_sentence("drywall", false, &odds(0.3)),
            "It does not see the attack coming: no active defence. Drywall stops 30 % of all attacks and weakens the rest."
        );
        assert_eq!(
            hidden_target_sentence("drywall", true, &odds(0.0)),
            "Drywall takes part of the damage of each hit."
        );
    }

    #[test]
    fn a_strike_says_how_far_it_reaches_and_through_what() {
        let text = |beyond, distance, between: &[&str]| {
            melee_reach_sentence(beyond, distance, between.iter().copied())
        };
        assert_eq!(text(1, 1, &[]), None, "a neighbour");
        assert_eq!(text(1, 2, &[]).as_deref(), Some("Reach 2 m."));
        assert_eq!(text(1, 2, &["Window"]).as_deref(), Some("Reach 2 m, through the window."));
        assert_eq!(
            text(0, 1, &["Window", "Crate"]).as_deref(),
            Some("Reach 1 m, through the window and the crate.")
        );
    }

    /// The first book with this name for the cover that hides so many percent.
    fn book_naming(hidden: u8, name: &str) -> Book {
        let found = Book::ALL.iter().find(|book| play::cover_name(**book, hidden) == name);
        *found.expect("a book names it so")
    }

    #[test]
    fn cover_is_said_to_count_or_why_not() {
        let book = book_naming(60, "good");
        let sentence = |hidden, behind, counts| cover_sentence((book, hidden), behind, (counts, "Luna"));
        let crate_says = |counts| sentence(40, Some("crate"), counts);
        assert_eq!(crate_says(CoverUse::Counts), "40 % hidden by crate: partial cover, which counts.");
        assert_eq!(
            crate_says(CoverUse::NotTaken),
            "40 % hidden by crate, which does not count: Luna has not taken cover."
        );
        assert_eq!(
            crate_says(CoverUse::NothingBeside),
            "40 % hidden by crate, which does not count: Luna stands beside nothing to take cover behind."
        );
        assert_eq!(crate_says(CoverUse::Melee), "40 % hidden by crate, which does not count in melee.");
        assert_eq!(sentence(20, None, CoverUse::TooLittle), "20 % hidden, too little to count.");
        assert_eq!(sentence(20, None, CoverUse::Counts), "20 % hidden, which counts.");
        assert_eq!(
            sentence(70, None, CoverUse::NoDifference),
            "70 % hidden, which makes no difference to this attack."
        );
        assert_eq!(whole_or_open_sentence(0, Some("crate")), "In the open.");
        let wall = "Fully hidden: the attack has to go through brick wall.";
        assert_eq!(whole_or_open_sentence(100, Some("brick wall")), wall);
    }

    #[test]
    fn cover_has_the_name_that_the_reasons_of_the_odds_give_it() {
        let [finer, single] = [book_naming(80, "superior"), book_naming(80, "cover")];
        let sentence = |book, hidden| cover_sentence((book, hidden), None, (CoverUse::Counts, "Luna"));
        assert_eq!(sentence(finer, 80), "80 % hidden: superior cover, which counts.");
        assert_eq!(sentence(finer, 70), "70 % hidden: good cover, which counts.");
        assert_eq!(sentence(single, 70), "70 % hidden: cover, which counts.");
    }
}
