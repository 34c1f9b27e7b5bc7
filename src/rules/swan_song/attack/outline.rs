//! The same attack with its net hits told by their sign alone: what odds for a screen ask for.

use super::{AttackPlan, Met, resolve};
use crate::dice::{Step, Table};
use crate::rules::swan_song::{AttackResult, Contact};

/// As `resolve`: the same rolls, and no word about them.
///
/// Where a plain attack finds nothing on its way and a target that is asked nothing, net hits are -1, 0 or 1 and
/// nobody hears of a weapon that falls; all else is as it is.
///
/// # Errors
/// As the table.
pub fn outline(table: &mut impl Table, plan: &AttackPlan<'_>) -> Step<AttackResult> {
    if plan.scene.called.is_some() || !plan.scene.barriers.is_empty() || plan.sums.asks {
        return resolve(table, plan);
    }
    let chosen = plan.declare(table)?;
    let met = match plan.clash(table, chosen)? {
        Some(met) => met,
        None => {
            let (attack, spent) = plan.roll_attack(table)?;
            let (defence, spent) = plan.roll_defence(table, chosen, attack, spent)?;
            plan.compare(attack, defence, chosen, spent)
        }
    };
    let signed = Met { net: met.net.signum(), dropped: false, ..met };
    let dv = plan.dv(met);
    let stopped = plan.is_graze(met) || plan.bars(dv);
    let reached = (!plan.misses(met)).then_some(if stopped { 0 } else { dv });
    let (met, reached) = table.settle((signed, reached))?;
    let Some(dv) = reached else { return Ok(plan.result(met, Contact::Miss, Vec::new())) };
    let left =
        if dv == 0 { 0 } else { dv.saturating_sub(plan.roll_soak(table, plan.sums.soak, &plan.soak)?) };
    // However deep it went and however much was soaked, only what is left matters.
    let (met, left) = table.settle((met, left))?;
    if left == 0 {
        return Ok(plan.result(met, Contact::Graze, Vec::new()));
    }
    Ok(plan.hurt(table, left, plan.result(met, Contact::Hit, Vec::new())))
}
