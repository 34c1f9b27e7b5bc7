//! Queued attacks that are given up for a defence, or replaced because they have become impossible. Chapter CANCEL.

use super::super::{fighter, health_step, turn_budget_step};
use super::{SpecialActionKind, outcome_with_words};
use crate::aberrant::lines::{AberrantRefusal, ResultWords};
use crate::aberrant::turn::actions;
use crate::aberrant::turn::cancelling;
use crate::aberrant::turn::cancelling::{QueuedActionResult, ReplacementKind};
use crate::{ActionOutcome, ImpossibleAttack, QueuedAttack, RuleViolation, SpecialAction, UnitSnapshot};
use dice::{RuleResult, Table};

/// Checks that a queued attack has become impossible and can be replaced. `AB-CANCEL-01`, `AB-CANCEL-03`.
pub(super) fn check_replacement(action: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let budget = action.unit.budget.aberrant();
    let reason = impossible_attack(action).map(|(_, why)| why);
    if let Err(why) = cancelling::may_change_action(reason, ReplacementKind::Another) {
        return Err(RuleViolation::new(why, "AB-CANCEL-03"));
    }
    if budget.effort.points == 0 || budget.phase.replacement_pending {
        let clause = SpecialActionKind::Replace.clause();
        return Err(RuleViolation::new(AberrantRefusal::NothingQueued, clause));
    }
    Ok(())
}

/// The first queued attack that has become impossible, and why. `AB-CANCEL-01`.
fn impossible_attack(action: &SpecialAction<'_>) -> Option<(QueuedAttack, ImpossibleAttack)> {
    action.impossible.first().copied().or_else(|| action.unit.budget.aberrant().attack_without_target())
}

/// Cancels a still possible queued attack for a defence, or keeps it. `AB-CANCEL-03`, `AB-CANCEL-04`.
pub(super) fn abort_queued_attack(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<ActionOutcome> {
    let (fighter, mut budget) = (fighter(unit), *unit.budget.aberrant());
    let change = cancelling::change_queued_action(table, &fighter, None, ReplacementKind::Defence)?;
    let (QueuedActionResult::Replaced { paid, .. }, Ok(effort)) =
        (change, actions::pay_action(&fighter, actions::ActionKind::Reserve))
    else {
        return Ok(outcome_with_words(ResultWords::KeepsAttacks, Vec::new()));
    };
    budget.effort = effort;
    if let Some(attack) = budget.queue.attacks().last() {
        budget.queue = budget.queue.without(attack);
    }
    budget.effort.queued = effort.queued.min(effort.points);
    let mut steps = Vec::new();
    if paid.points() > 0 {
        let mut condition = fighter.condition.clone();
        condition.willpower = condition.willpower.saturating_sub(paid.points());
        steps.push(health_step(unit.id, condition, 0));
    }
    steps.push(turn_budget_step(unit.id, budget));
    Ok(outcome_with_words(ResultWords::CancelsAttack, steps))
}

/// Replaces a queued action that has become impossible, or loses it with its point. `AB-CANCEL-01`,
/// `AB-CANCEL-02`, `AB-CANCEL-04`.
pub(super) fn replace_queued_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
) -> RuleResult<ActionOutcome> {
    let unit = action.unit;
    let (fighter, mut budget) = (fighter(unit), *unit.budget.aberrant());
    let impossible = impossible_attack(action);
    let reason = impossible.map(|(_, why)| why);
    let change = cancelling::change_queued_action(table, &fighter, reason, ReplacementKind::Another)?;
    if let Some((attack, _)) = impossible {
        budget.queue = budget.queue.without(attack);
    }
    let mut steps = Vec::new();
    let words = match change {
        QueuedActionResult::Replaced { paid, .. } => {
            budget.phase.replacement_pending = true;
            if paid.points() > 0 {
                let mut condition = fighter.condition.clone();
                condition.willpower = condition.willpower.saturating_sub(paid.points());
                steps.push(health_step(unit.id, condition, 0));
            }
            ResultWords::NewTarget { difficulty: cancelling::REPLACEMENT_DIFFICULTY }
        }
        QueuedActionResult::Stands | QueuedActionResult::Lost => {
            budget.effort = budget.effort.cancel_queued();
            ResultWords::ActionLost
        }
    };
    steps.push(turn_budget_step(unit.id, budget));
    Ok(outcome_with_words(words, steps))
}
