//! The same attack told in short: what odds for a screen ask for.
//!
//! What becomes of the target and what each barrier suffers are asked one by one: together they have as many outcomes as
//! all of their numbers multiplied.

use super::{AttackPlan, Met, resolve};
use crate::swan_song::{AttackResult, Contact, barrier};
use dice::{Step, Table};

/// As `resolve`: the same rolls, and no word about them.
///
/// Of an attack that `is_plain` net hits are -1, 0 or 1, and nobody hears of a weapon that falls, of the damage before soak
/// and of what barriers suffer; all else is as it is.
///
/// # Errors
/// As the table.
pub fn outline(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<AttackResult> {
    if !is_plain(plan) {
        return resolve(table, plan);
    }
    let met = meeting(table, plan)?;
    let dv = plan.dv(met);
    let idle = plan.scene.barriers.is_empty() && stops(plan, met, dv);
    let reached = (!plan.misses(met)).then_some(if idle { 0 } else { dv });
    let signed = Met { net: met.net.signum(), dropped: false, ..met };
    let (met, reached) = table.settle((signed, reached))?;
    let Some(mut dv) = reached else { return Ok(plan.result(met, Contact::Miss, Vec::new())) };
    for (place, barrier) in plan.on_the_way(met).enumerate() {
        let passed = barrier::through(table, &plan.force(), dv, barrier)?;
        (_, _, dv) = table.settle((place, met, passed.dv))?;
        if dv == 0 {
            return Ok(plan.result(met, Contact::Blocked, Vec::new()));
        }
    }
    let left = if stops(plan, met, dv) {
        0
    } else {
        dv.saturating_sub(plan.roll_soak(table, plan.sums.soak, &plan.soak)?)
    };
    // However deep it went and however much was soaked, only what is left matters.
    let (met, left) = table.settle((met, left))?;
    if left == 0 {
        return Ok(plan.result(met, Contact::Graze, Vec::new()));
    }
    Ok(plan.hurt(table, left, plan.result(met, Contact::Hit, Vec::new())))
}

/// The damage that one of the barriers suffers by the same attack, which `is_plain`; they are numbered as in the scene.
///
/// # Errors
/// As the table.
pub fn wall_harm(table: &mut impl Table, plan: &AttackPlan<'_>, number: usize) -> Step<u32> {
    let met = meeting(table, plan)?;
    let reached = (!plan.misses(met)).then_some(plan.dv(met));
    let signed = Met { net: met.net.signum(), dropped: false, ..met };
    let (met, Some(mut dv)) = table.settle((signed, reached))? else { return Ok(0) };
    for (place, barrier) in plan.on_the_way(met).enumerate() {
        let passed = barrier::through(table, &plan.force(), dv, barrier)?;
        if std::ptr::eq(barrier, &plan.scene.barriers[number]) {
            return Ok(passed.harm);
        }
        (_, dv) = table.settle((place, passed.dv))?;
        if dv == 0 {
            break;
        }
    }
    Ok(0)
}

/// Nothing special is aimed at, and the target is asked nothing after its defence.
pub fn is_plain(plan: &AttackPlan<'_>) -> bool {
    plan.scene.called.is_none() && !plan.sums.asks
}

/// Declaration and rolls up to the net hits.
fn meeting(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<Met> {
    let chosen = plan.declare(table)?;
    if let Some(met) = plan.clash(table, chosen)? {
        return Ok(met);
    }
    let (attack, spent) = plan.roll_attack(table)?;
    let (defence, spent) = plan.roll_defence(table, chosen, attack, spent)?;
    Ok(plan.compare(attack, defence, chosen, spent))
}

/// Nothing of it is left to soak.
fn stops(plan: &AttackPlan<'_>, met: Met, dv: u32) -> bool {
    dv == 0 || plan.is_graze(met) || plan.bars(dv)
}
