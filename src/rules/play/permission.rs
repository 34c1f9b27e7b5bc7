//! Permission: whether a unit may act. Offers, orders, reactions and actions whose turn comes later ask the same functions.

use crate::lines::SharedRefusal;
use crate::registry::ask_rulebook;
use crate::rulebook::{BookDefinition, SpecialActionRules, TurnRules};
use crate::special_actions::{grappling, human_shield, vehicles};
use crate::status::{self, Forbids};
use crate::turn_engine::Action;
use crate::{ForbiddenByAilment, RuleSet, RuleViolation, UnitSnapshot};
use dice::Clause;

/// Returns the clause by which units that are out of action do nothing.
pub fn out_of_action_clause(rules: &RuleSet) -> Clause {
    ask_rulebook!(rules.book(), OUT_OF_ACTION_CLAUSE)
}

/// Returns the clause by which units do nothing outside their own phase; `None` if the book has reactions. `CC-ECON-15`.
pub fn out_of_turn_clause(rules: &RuleSet) -> Option<Clause> {
    ask_rulebook!(rules.book(), OUT_OF_TURN_CLAUSE)
}

/// Returns the clause on what an attacker does not see because something is in the way.
pub fn unseen_clause(rules: &RuleSet) -> Clause {
    ask_rulebook!(rules.book(), UNSEEN_CLAUSE)
}

/// Checks whether a unit may take an action: whether it is conscious, and what its ailments, its vehicle and its grips
/// allow. It may still be unable to pay.
///
/// # Errors
/// Returns the violation of the clause that forbids it.
pub fn check_permission(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
    // Forced events and standard defences are no actions of the unit.
    if matches!(action, Action::ForcedDrop | Action::StandardDefence) {
        return Ok(());
    }
    check_conscious(unit, rules)?;
    match vehicles::may_move(unit, action) {
        Some(answer) => answer?,
        None => status::check_action(&unit.ailments, action)?,
    }
    vehicles::may_transmit(unit, action)?;
    grappling::may_leave_square(unit, action, rules)?;
    human_shield::may_move(unit, action, rules)?;
    ask_rulebook!(unit.sheet.book(), may_act(unit, action, rules))
}

/// Checks whether a unit may take a special action, as [`check_permission`].
///
/// # Errors
/// Returns the violation of the clause that forbids it.
pub fn check_special_permission(
    unit: &UnitSnapshot,
    key: &str,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    check_conscious(unit, rules)?;
    if let Some(why) = status::forbids_special_action(&unit.ailments, key) {
        return Err(why);
    }
    let takes_rounds = ask_rulebook!(rules.book(), special_action_rounds(key, rules)).is_some();
    if takes_rounds { check_extended(unit) } else { Ok(()) }
}

/// Checks whether a unit may take any action at all. One that may not cannot delay its phase, and is not asked whether it
/// takes a delayed one. `CS-AIL-06`.
///
/// # Errors
/// Returns the violation of the clause that leaves it no action.
pub fn check_any_action(unit: &UnitSnapshot, rules: &RuleSet) -> Result<(), RuleViolation> {
    check_conscious(unit, rules)?;
    match status::forbidding_ailment(&unit.ailments, Forbids::Everything) {
        Some(ailment) => Err(ForbiddenByAilment(ailment).violation()),
        None => Ok(()),
    }
}

/// Checks whether a unit may begin or continue an Extended Action. `SS-CALL-21`.
///
/// # Errors
/// Returns the violation of the ailment that forbids it.
pub(super) fn check_extended(unit: &UnitSnapshot) -> Result<(), RuleViolation> {
    match status::forbidding_ailment(&unit.ailments, Forbids::Complex) {
        Some(ailment) => Err(ForbiddenByAilment(ailment).violation()),
        None => Ok(()),
    }
}

fn check_conscious(unit: &UnitSnapshot, rules: &RuleSet) -> Result<(), RuleViolation> {
    if unit.down.is_some() {
        return Err(RuleViolation::new(SharedRefusal::OutOfAction, out_of_action_clause(rules)));
    }
    Ok(())
}
