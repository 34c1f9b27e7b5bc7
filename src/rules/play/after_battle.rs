//! Health and treatment after a battle.

use crate::registry::ask_rulebook;
use crate::rulebook::AftermathRules;
use crate::{
    ActionOutcome, DownState, HealthState, Rest, RuleSet, RuleViolation, SpecialAction, TreatmentOption,
    UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

/// Returns a unit's health after the end of a battle.
pub fn health_after_battle(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<HealthState> {
    ask_rulebook!(unit.sheet.book(), health_after_battle(table, unit, rules))
}

/// Returns a unit's health at the start of its next battle.
pub fn health_at_battle_start(condition: &HealthState) -> HealthState {
    ask_rulebook!(condition.book(), health_at_battle_start(condition))
}

/// Returns a unit's health after rest; `None` if it does not change because the unit is dead.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> Option<HealthState> {
    let book = unit.sheet.book();
    match unit.down {
        Some(DownState::Dead) => ask_rulebook!(book, dead_after_rest(unit, rest, rules)),
        _ => Some(ask_rulebook!(book, health_after_rest(unit, rest, rules))),
    }
}

/// Returns the clause by which rest changed a unit's health; empty without one.
pub fn rest_clause(before: &HealthState, after: &HealthState) -> Clause {
    ask_rulebook!(before.book(), rest_clause(before, after))
}

/// Lists the treatments that a unit can give after the battle.
pub fn treatment_options(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
    ask_rulebook!(unit.sheet.book(), treatment_options(unit, rules))
}

/// Checks whether one of `treatment_options` has a use for its target; without a target, for the unit itself.
///
/// # Errors
/// Returns a `RuleViolation` if it has none.
pub fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    ask_rulebook!(action.unit.sheet.book(), may_treat(action, rules))
}

/// Resolves a treatment.
pub fn resolve_treatment(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    ask_rulebook!(action.unit.sheet.book(), resolve_treatment(table, action, rules))
}
