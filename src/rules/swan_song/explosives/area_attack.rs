//! Area attacks: one attack roll, and every unit in the area defends and soaks separately. `SS-DEF-49`,
//! `SS-RULING-60`.

use crate::swan_song::attack::resolution::AttackPlan;
use crate::swan_song::checks::base::{is_success, limit_hits};
use crate::swan_song::lines::attacks::AttackLine;
use crate::swan_song::{AttackContext, AttackResult, KarmaSpent};
use dice::{CarryState, Note, Roll, RuleResult, Table};

/// Result of an area attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AreaAttackResult {
    /// Result for the first target.
    pub first: AttackResult,
    /// Results for the other units caught, in the order of their contexts.
    pub others: Vec<AttackResult>,
}

/// Resolves an attack on an area around its first target.
///
/// `caught` returns the contexts of the other units once it is known whether the first target was missed: they are
/// measured from the point of detonation. `SS-RULING-60`.
pub fn resolve_area_attack<T: Table>(
    table: &mut T,
    throw: &AttackContext,
    caught: impl FnOnce(&mut T, bool) -> RuleResult<Vec<AttackContext>>,
) -> RuleResult<AreaAttackResult> {
    let plan = AttackPlan::new(throw);
    let chosen = plan.declare_defence(table)?;
    let (attack, spent) = plan.roll_attack(table)?;
    // The roll affects every target, and each result belongs to the combined odds.
    let (first, missed) =
        plan.resolve_from_defence(&mut CarryState::new(table, attack), (chosen, attack, spent))?;
    let scenes = caught(table, missed)?;
    let others = resolve_against_all(&mut CarryState::new(table, (attack, first.clone())), &scenes, attack)?;
    Ok(AreaAttackResult { first, others })
}

/// Resolves an attack roll already made against every unit in the area, one after the other. `SS-RULING-60`.
pub fn resolve_against_all(
    table: &mut impl Table,
    scenes: &[AttackContext],
    attack: Roll,
) -> RuleResult<Vec<AttackResult>> {
    let mut results: Vec<AttackResult> = Vec::new();
    for scene in scenes {
        let plan = AttackPlan::new(scene);
        let chosen = plan.declare_defence(table)?;
        let table = &mut CarryState::new(table, (attack, results.clone()));
        results.push(plan.resolve_from_defence(table, (chosen, attack, KarmaSpent::NONE))?.0);
    }
    Ok(results)
}

/// Rolls an attack on a place; returns the roll, the Karma spent and whether it lands there, which takes any
/// hit. `SS-BASE-06`, `SS-RULING-60`.
pub fn roll_area_attack(
    table: &mut impl Table,
    throw: &AttackContext,
) -> RuleResult<(Roll, KarmaSpent, bool)> {
    let plan = AttackPlan::new(throw);
    let (attack, spent) = plan.roll_attack(table)?;
    let hits = limit_hits(attack.value, Some(plan.limit));
    let lands = is_success(hits, 1);
    table.note(|| {
        let line = if lands { AttackLine::OnTarget { hits } } else { AttackLine::OffTarget { hits } };
        Note::new("SS-BASE-06", line)
    });
    Ok((attack, spent, lands))
}

#[cfg(test)]
mod tests;
