//! Simplified resolution of attacks, for odds on screen.
//!
//! The target's fate and each barrier's damage are enumerated separately: enumerated together, the number of
//! outcomes would be the product of all of them.

use super::{AttackPlan, OpposedResult, resolve_plan};
use crate::barriers;
use crate::swan_song::{AttackResult, HitResult};
use dice::{RuleResult, Table};

/// Resolves an attack like `resolve_plan`, with the same rolls but without notes.
///
/// If `can_simplify` holds, net hits are reduced to -1, 0 or 1, and the result leaves out dropped weapons, damage
/// before soak and damage to barriers. Everything else is exact.
pub fn resolve_for_odds(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<AttackResult> {
    if !can_simplify(plan) {
        return resolve_plan(table, plan);
    }
    let opposed = roll_net_hits(table, plan)?;
    let dv = plan.damage_value(opposed);
    let idle = plan.context.barriers.is_empty() && is_stopped(plan, opposed, dv);
    let reached = (!plan.is_miss(opposed)).then_some(if idle { 0 } else { dv });
    let signed = OpposedResult { net: opposed.net.signum(), dropped: false, ..opposed };
    let (opposed, reached) = table.merge_branches((signed, reached))?;
    let Some(mut dv) = reached else { return Ok(plan.unharmed_result(opposed, HitResult::Miss, Vec::new())) };
    for (place, barrier) in plan.barriers_to_cross(opposed).enumerate() {
        let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
        (_, _, dv) = table.merge_branches((place, opposed, passed.dv))?;
        if dv == 0 {
            return Ok(plan.unharmed_result(opposed, HitResult::Blocked, Vec::new()));
        }
    }
    let left = if is_stopped(plan, opposed, dv) {
        0
    } else {
        dv.saturating_sub(plan.roll_soak(table, plan.totals.soak, &plan.soak)?)
    };
    // Only the damage left matters, not the net hits or the soak.
    let (opposed, left) = table.merge_branches((opposed, left))?;
    if left == 0 {
        return Ok(plan.unharmed_result(opposed, HitResult::Graze, Vec::new()));
    }
    Ok(plan.apply_health_loss(table, left, plan.unharmed_result(opposed, HitResult::Hit, Vec::new())))
}

/// Returns the damage that one barrier takes from an attack that `can_simplify`; `place` is its index in the context.
pub fn barrier_damage_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    number: usize,
) -> RuleResult<u32> {
    let opposed = roll_net_hits(table, plan)?;
    let reached = (!plan.is_miss(opposed)).then_some(plan.damage_value(opposed));
    let signed = OpposedResult { net: opposed.net.signum(), dropped: false, ..opposed };
    let (opposed, Some(mut dv)) = table.merge_branches((signed, reached))? else { return Ok(0) };
    for (place, barrier) in plan.barriers_to_cross(opposed).enumerate() {
        let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
        if std::ptr::eq(barrier, &plan.context.barriers[number]) {
            return Ok(passed.damage);
        }
        (_, dv) = table.merge_branches((place, passed.dv))?;
        if dv == 0 {
            break;
        }
    }
    Ok(0)
}

/// Whether the attack is no called shot and the target gets no prompt after its defence.
pub fn can_simplify(plan: &AttackPlan<'_>) -> bool {
    plan.context.called_shot.is_none() && !plan.totals.asks_for_karma
}

/// Resolves declaration and rolls up to the net hits.
fn roll_net_hits(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<OpposedResult> {
    let chosen = plan.declare_defence(table)?;
    if let Some(opposed) = plan.roll_opposed(table, chosen)? {
        return Ok(opposed);
    }
    let (attack, spent) = plan.roll_attack(table)?;
    let (defence, spent) = plan.roll_defence(table, chosen, attack, spent)?;
    Ok(plan.compare_rolls(attack, defence, chosen, spent))
}

/// Whether no damage is left to soak.
fn is_stopped(plan: &AttackPlan<'_>, opposed: OpposedResult, dv: u32) -> bool {
    dv == 0 || plan.is_graze(opposed) || plan.armour_stops(dv)
}
