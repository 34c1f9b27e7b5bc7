//! What a player estimates of a unit: its likely weapon, the attacks it can pay for, the damage it can still take.

use super::odds_cache::WeaponUse;
use super::situation::MAX_ATTACKS_PLANNED;
use battle::{BattleView, CarriedItem, Order, UnitDataItem, validate_order};
use content::{Objective, TimeUp};
use field::TargetExposure;
use model::{Side, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, GaugeTone, Grip, RuleSet, UnitSnapshot, WeaponMalfunction, WeaponReach, play};

/// Share of its health up to which a unit is badly hurt.
const HURT_SHARE: f32 = 0.35;

/// Whether an attack on a target with this exposure has to pass something, however well it is aimed.
pub(crate) fn is_blocked(line: TargetExposure) -> bool {
    line.hidden >= 100 || line.pierces.is_some()
}

/// Whether a unit is a hostage in the grip of a side: its own side has to rescue it, so that it is worth more alive.
pub(crate) fn is_captive_of(view: &BattleView, unit: &UnitDataItem, side: Side) -> bool {
    let Some(Grip::HeldBy(holder)) = unit.status.grip() else { return false };
    let mut objectives = view.setup().bundle().skirmish.objectives.iter();
    view.unit(holder).is_some_and(|holder| *holder.side == side)
        && objectives
            .any(|objective| matches!(objective, Objective::Rescue { unit: name, .. } if name == unit.identity.name()))
}

/// Whether a side wins when the time is up.
pub(crate) fn wins_by_waiting(view: &BattleView, side: Side) -> bool {
    view.setup().bundle().skirmish.then == TimeUp::Wins(side.0)
}

/// Whether a unit commands others that fight as one unit with it, and has not lost them.
pub(crate) fn is_leader(unit: &UnitDataItem) -> bool {
    let members = play::member_count(unit.sheet.get(), unit.health.condition());
    members.is_some_and(|(left, _)| left > 1)
}

/// Attacks that a unit can pay for in its next phase, at least one.
pub(super) fn attacks_per_phase(view: &BattleView, other: &UnitDataItem, weapon_use: WeaponUse) -> u32 {
    let next = view.snapshot_at_next_phase(other);
    next.map_or(0, |next| affordable_attacks(&next, weapon_use, view.rules())).max(1)
}

/// How far a unit can move in its next phase and still attack, in half metres.
pub(super) fn charge_half_metres(view: &BattleView, other: &UnitDataItem, weapon_use: WeaponUse) -> u32 {
    let Some(next) = view.snapshot_at_next_phase(other) else { return 0 };
    let (rules, budget) = (view.rules(), play::move_budget(&next, view.rules()));
    let attacks_after = |action| {
        let moved = after_paying(&next, ActionRequest::for_action(action), rules);
        moved.is_some_and(|moved| after_attack(&moved, weapon_use, rules).is_some())
    };
    let walk = if attacks_after(Action::Walk) { budget.walk_left } else { 0 };
    let run = if attacks_after(Action::Run) { budget.run } else { 0 };
    walk.max(run)
}

pub(crate) fn after_paying(
    me: &UnitSnapshot,
    request: ActionRequest<'_>,
    rules: &RuleSet,
) -> Option<UnitSnapshot> {
    Some(me.after_payment(play::pay_action(me, request, rules).ok()?))
}

pub(super) fn after_attack(
    me: &UnitSnapshot,
    weapon_use: WeaponUse,
    rules: &RuleSet,
) -> Option<UnitSnapshot> {
    let held = me.held_weapon(weapon_use.weapon)?;
    let action = play::attack_action(&held.weapon, weapon_use.mode);
    after_paying(me, ActionRequest { action, with: Some(held), option: weapon_use.option }, rules)
}

/// Whether a unit that could take cover now still can after an attack, in the same turn.
pub fn takes_cover_after(view: &BattleView, unit: UnitId, attack: &Order) -> bool {
    // Options have prices of their own.
    let Order::Attack { weapon, mode, option: None, .. } = attack else { return false };
    let Some(me) = view.unit(unit) else { return false };
    let rules = view.rules();
    let weapon_use = WeaponUse { weapon: *weapon, mode: *mode, option: None };
    let after = after_attack(&view.unit_snapshot(&me), weapon_use, rules);
    let pays = |after: UnitSnapshot| {
        after_paying(&after, ActionRequest::for_action(Action::TakeCover), rules).is_some()
    };
    validate_order(view, &Order::TakeCover { unit }).is_ok() && after.is_some_and(pays)
}

pub(crate) fn affordable_attacks(me: &UnitSnapshot, weapon_use: WeaponUse, rules: &RuleSet) -> u32 {
    let mut left = me.clone();
    for count in 0..MAX_ATTACKS_PLANNED {
        match after_attack(&left, weapon_use, rules) {
            Some(after) => left = after,
            None => return count,
        }
    }
    MAX_ATTACKS_PLANNED
}

/// How many more attacks a unit can make with a weapon at most, as it is loaded.
pub(crate) fn uses_left(me: &UnitSnapshot, carried: &CarriedItem) -> u32 {
    let by_rule = play::uses_left(me, carried.weapon()).unwrap_or(u32::MAX);
    if carried.magazine() > 0 { by_rule.min(carried.loaded()) } else { by_rule }
}

/// All uses of a weapon with its current ammunition.
pub(crate) fn weapon_uses_of(weapon: usize, carried: &CarriedItem) -> Vec<WeaponUse> {
    let fails = !matches!(carried.fault(), WeaponMalfunction::None | WeaponMalfunction::Worn { .. });
    if fails || (carried.magazine() > 0 && carried.loaded() == 0) {
        return Vec::new();
    }
    let weapon_use = |mode| WeaponUse { weapon, mode, option: None };
    if carried.modes().is_empty() {
        return vec![weapon_use(None)];
    }
    carried.modes().iter().map(|mode| weapon_use(Some(*mode))).collect()
}

/// The weapon another unit is likely to use: the one in hand with the longest reach.
pub(crate) fn likely_weapon_use(other: &UnitDataItem) -> Option<(WeaponUse, WeaponReach)> {
    let reach_of = |reach| match reach {
        WeaponReach::Melee { beyond } => beyond,
        WeaponReach::Ranged { metres } => 1000 + metres,
    };
    let held = other
        .inventory
        .held_items()
        .max_by_key(|(slot, carried)| (reach_of(carried.reach()), usize::MAX - slot));
    let (weapon, carried) = held?;
    let mode = carried.mode().or_else(|| carried.modes().last().copied());
    Some((WeaponUse { weapon, mode, option: None }, carried.reach()))
}

/// Whether a unit that still fights goes down at the end of the round unless something saves it: only a last stand keeps it up.
/// `SS-FFYL-04`.
pub(crate) fn is_doomed(unit: &UnitDataItem) -> bool {
    play::falls_at_round_end(unit.health.condition())
}

/// Whether a unit has little of its health left.
pub(super) fn is_badly_hurt(view: &BattleView, unit: &UnitDataItem) -> bool {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let mut body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body);
    body.any(|gauge| gauge.left().is_some_and(|left| left <= HURT_SHARE))
}

/// Damage a unit can still take, in the book's measure.
pub(crate) fn health_points_left(view: &BattleView, unit: &UnitDataItem) -> f64 {
    health_points(view, unit).0
}

/// Damage a unit can still take, and that it could take unhurt, in the book's measure.
pub(crate) fn health_points(view: &BattleView, unit: &UnitDataItem) -> (f64, f64) {
    let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
    let body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body).filter_map(|gauge| gauge.points());
    let (now, unhurt) = body.max().unwrap_or((1, 1));
    (f64::from(now.max(1)), f64::from(unhurt.max(now).max(1)))
}

/// Whether a unit sees an enemy that is near enough for its likely weapon, for which it ends a held phase.
pub(crate) fn sees_enemy_in_reach(view: &BattleView, unit: &UnitDataItem) -> bool {
    let reach = likely_weapon_use(unit).map(|(_, reach)| reach);
    view.units().filter(|enemy| enemy.is_fighting() && enemy.side != unit.side).any(|enemy| {
        is_within_reach(reach, unit.cell().chebyshev_distance(enemy.cell())) && view.sees(unit, &enemy)
    })
}

/// Whether a unit with a weapon of this reach can attack what is so many squares away: with a melee weapon it may walk up to it.
fn is_within_reach(reach: Option<WeaponReach>, squares: u32) -> bool {
    match reach {
        Some(WeaponReach::Ranged { metres }) => squares <= metres,
        Some(WeaponReach::Melee { .. }) | None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A held phase waits for what comes nearer, which it would not do if it ended at the first question.
    #[test]
    fn an_enemy_out_of_range_ends_no_held_phase() {
        let gun = Some(WeaponReach::Ranged { metres: 20 });
        assert_eq!([20, 21].map(|squares| is_within_reach(gun, squares)), [true, false]);
        assert!(is_within_reach(Some(WeaponReach::Melee { beyond: 0 }), 21), "it may walk up");
    }
}
