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
    let (opposed, reached) = table.stage(|table| {
        let opposed = plan.roll_net_hits(table)?;
        let dv = plan.damage_value(opposed);
        let idle = plan.context.barriers.is_empty() && is_stopped(plan, opposed, dv);
        Ok((sign_of(opposed), (!plan.is_miss(opposed)).then_some(if idle { 0 } else { dv })))
    })?;
    let Some(mut dv) = reached else { return Ok(plan.unharmed_result(opposed, HitResult::Miss, Vec::new())) };
    for (place, barrier) in plan.barriers_to_cross(opposed).enumerate() {
        (_, _, dv) = table.stage(|table| {
            let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
            Ok((place, opposed, passed.dv))
        })?;
        if dv == 0 {
            return Ok(plan.unharmed_result(opposed, HitResult::Blocked, Vec::new()));
        }
    }
    // Only the damage left matters, not the net hits or the soak.
    let (opposed, left) = table.stage(|table| {
        if is_stopped(plan, opposed, dv) {
            return Ok((opposed, 0));
        }
        Ok((opposed, dv.saturating_sub(plan.roll_soak(table, plan.totals.soak, &plan.soak)?)))
    })?;
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
    let (opposed, reached) = table.stage(|table| {
        let opposed = plan.roll_net_hits(table)?;
        Ok((sign_of(opposed), (!plan.is_miss(opposed)).then(|| plan.damage_value(opposed))))
    })?;
    let Some(mut dv) = reached else { return Ok(0) };
    for (place, barrier) in plan.barriers_to_cross(opposed).enumerate() {
        let is_last = std::ptr::eq(barrier, &plan.context.barriers[number]);
        let damage;
        (_, dv, damage) = table.stage(|table| {
            let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
            Ok(if is_last { (place, 0, passed.damage) } else { (place, passed.dv, 0) })
        })?;
        if dv == 0 {
            return Ok(damage);
        }
    }
    Ok(0)
}

/// Whether the attack is no called shot and the target gets no prompt after its defence.
pub fn can_simplify(plan: &AttackPlan<'_>) -> bool {
    plan.context.called_shot.is_none() && !plan.totals.asks_for_karma
}

/// The sign of the net hits and how they came about; a dropped weapon is left out.
fn sign_of(opposed: OpposedResult) -> OpposedResult {
    OpposedResult { net: opposed.net.signum(), dropped: false, ..opposed }
}

/// Whether no damage is left to soak.
fn is_stopped(plan: &AttackPlan<'_>, opposed: OpposedResult, dv: u32) -> bool {
    dv == 0 || plan.is_graze(opposed) || plan.armour_stops(dv)
}
