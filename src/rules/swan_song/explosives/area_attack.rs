//! Area attacks: one attack roll, and every unit in the area defends and soaks separately. `SS-DEF-49`,
//! `SS-RULING-60`.

use crate::lines::HitCount;
use crate::swan_song::attack::resolution::AttackPlan;
use crate::swan_song::checks::base::{PLAIN_THRESHOLD, is_success, limit_hits};
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
/// `list_contexts` returns the contexts of the other units once it is known whether the first target was missed, and what
/// Karma the attacker spent: they are measured from the point of detonation, and the attacker may be among them.
/// `SS-RULING-60`.
pub fn resolve_area_attack<T: Table>(
    table: &mut T,
    context: &AttackContext,
    list_contexts: impl FnOnce(&mut T, (bool, KarmaSpent)) -> RuleResult<Vec<AttackContext>>,
) -> RuleResult<AreaAttackResult> {
    let plan = AttackPlan::new(context);
    let chosen = plan.declare_defence(table)?;
    let (attack, spent) = plan.roll_attack(table)?;
    // The roll affects every target, and each result belongs to the combined odds.
    let (first, missed) =
        plan.resolve_from_defence(&mut CarryState::new(table, attack), (chosen, attack, spent))?;
    let contexts = list_contexts(table, (missed, spent))?;
    let others =
        resolve_against_all(&mut CarryState::new(table, (attack, first.clone())), &contexts, attack)?;
    Ok(AreaAttackResult { first, others })
}

/// Resolves an attack roll already made against every unit in the area, one after the other. `SS-RULING-60`.
pub fn resolve_against_all(
    table: &mut impl Table,
    contexts: &[AttackContext],
    attack: Roll,
) -> RuleResult<Vec<AttackResult>> {
    let mut results: Vec<AttackResult> = Vec::new();
    for context in contexts {
        let table = &mut CarryState::new(table, (attack, results.clone()));
        results.push(resolve_against(table, context, attack)?);
    }
    Ok(results)
}

/// Resolves an attack roll already made against one unit in the area. `SS-RULING-60`.
pub fn resolve_against(
    table: &mut impl Table,
    context: &AttackContext,
    attack: Roll,
) -> RuleResult<AttackResult> {
    let plan = AttackPlan::new(context);
    let chosen = plan.declare_defence(table)?;
    Ok(plan.resolve_from_defence(table, (chosen, attack, KarmaSpent::NONE))?.0)
}

/// Rolls an attack on a place; returns the roll, the Karma spent and whether it lands there, which takes any
/// hit. `SS-BASE-06`, `SS-RULING-60`.
pub fn roll_area_attack(
    table: &mut impl Table,
    context: &AttackContext,
) -> RuleResult<(Roll, KarmaSpent, bool)> {
    let plan = AttackPlan::new(context);
    let (attack, spent) = plan.roll_attack(table)?;
    let hits = limit_hits(attack.value, Some(plan.limit));
    let on_target = is_success(hits, PLAIN_THRESHOLD);
    table.note(|| {
        let hits = HitCount(hits);
        let line = if on_target { AttackLine::OnTarget { hits } } else { AttackLine::OffTarget { hits } };
        Note::new("SS-BASE-06", line)
    });
    Ok((attack, spent, on_target))
}

#[cfg(test)]
mod tests;
