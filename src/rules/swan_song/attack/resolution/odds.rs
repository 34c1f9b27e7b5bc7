//! The same attack told in short: what odds for a screen ask for.
//!
//! What becomes of the target and what each barrier suffers are asked one by one: together they have as many outcomes as
//! all of their numbers multiplied.

use super::{AttackPlan, OpposedResult, resolve_plan};
use crate::swan_song::barriers::barrier;
use crate::swan_song::{AttackResult, HitResult};
use dice::{RuleResult, Table};

/// As `resolve`: the same rolls, and no word about them.
///
/// Of an attack that `is_plain` net hits are -1, 0 or 1, and nobody hears of a weapon that falls, of the damage before soak
/// and of what barriers suffer; all else is as it is.
///
/// # Errors
/// As the table.
pub fn resolve_for_odds(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    if !can_simplify(plan) {
        return resolve_plan(table, plan);
    }
    let met = roll_net_hits(table, plan)?;
    let dv = plan.damage_value(met);
    let idle = plan.scene.barriers.is_empty() && is_stopped(plan, met, dv);
    let reached = (!plan.is_miss(met)).then_some(if idle { 0 } else { dv });
    let signed = OpposedResult { net: met.net.signum(), dropped: false, ..met };
    let (met, reached) = table.merge_branches((signed, reached))?;
    let Some(mut dv) = reached else { return Ok(plan.unharmed_result(met, HitResult::Miss, Vec::new())) };
    for (place, barrier) in plan.barriers_to_cross(met).enumerate() {
        let passed = barrier::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
        (_, _, dv) = table.merge_branches((place, met, passed.dv))?;
        if dv == 0 {
            return Ok(plan.unharmed_result(met, HitResult::Blocked, Vec::new()));
        }
    }
    let left = if is_stopped(plan, met, dv) {
        0
    } else {
        dv.saturating_sub(plan.roll_soak(table, plan.totals.soak, &plan.soak)?)
    };
    // However deep it went and however much was soaked, only what is left matters.
    let (met, left) = table.merge_branches((met, left))?;
    if left == 0 {
        return Ok(plan.unharmed_result(met, HitResult::Graze, Vec::new()));
    }
    Ok(plan.apply_health_loss(table, left, plan.unharmed_result(met, HitResult::Hit, Vec::new())))
}

/// The damage that one of the barriers suffers by the same attack, which `is_plain`; they are numbered as in the scene.
///
/// # Errors
/// As the table.
pub fn barrier_damage_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    number: usize,
) -> RuleResult<u32> {
    let met = roll_net_hits(table, plan)?;
    let reached = (!plan.is_miss(met)).then_some(plan.damage_value(met));
    let signed = OpposedResult { net: met.net.signum(), dropped: false, ..met };
    let (met, Some(mut dv)) = table.merge_branches((signed, reached))? else { return Ok(0) };
    for (place, barrier) in plan.barriers_to_cross(met).enumerate() {
        let passed = barrier::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
        if std::ptr::eq(barrier, &plan.scene.barriers[number]) {
            return Ok(passed.damage);
        }
        (_, dv) = table.merge_branches((place, passed.dv))?;
        if dv == 0 {
            break;
        }
    }
    Ok(0)
}

/// Nothing special is aimed at, and the target is asked nothing after its defence.
pub fn can_simplify(plan: &AttackPlan<'_>) -> bool {
    plan.scene.called.is_none() && !plan.totals.asks_for_karma
}

/// Declaration and rolls up to the net hits.
fn roll_net_hits(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<OpposedResult> {
    let chosen = plan.declare_defence(table)?;
    if let Some(met) = plan.roll_opposed(table, chosen)? {
        return Ok(met);
    }
    let (attack, spent) = plan.roll_attack(table)?;
    let (defence, spent) = plan.roll_defence(table, chosen, attack, spent)?;
    Ok(plan.compare_rolls(attack, defence, chosen, spent))
}

/// Nothing of it is left to soak.
fn is_stopped(plan: &AttackPlan<'_>, met: OpposedResult, dv: u32) -> bool {
    dv == 0 || plan.is_graze(met) || plan.armour_stops(dv)
}
