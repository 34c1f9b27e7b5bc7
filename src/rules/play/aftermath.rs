//! What comes after a fight.

use crate::registry::ask_rulebook;
use crate::{
    ActionOutcome, HealthState, Rest, RuleSet, RuleViolation, SpecialAction, TreatmentOption, UnitSnapshot,
};
use dice::{RuleResult, Table};

/// What the end of a fight makes of a unit.
pub fn health_after_battle(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<HealthState> {
    ask_rulebook!(unit.sheet.book(), health_after_battle(table, unit, rules))
}

/// What a unit brings from one fight into the next.
pub fn health_at_battle_start(condition: &HealthState) -> HealthState {
    ask_rulebook!(condition.book(), health_at_battle_start(condition))
}

/// What rest makes of a unit.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
    ask_rulebook!(unit.sheet.book(), health_after_rest(unit, rest, rules))
}

/// What a unit may do for the wounded after the fight.
pub fn treatment_options(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TreatmentOption> {
    ask_rulebook!(unit.sheet.book(), treatment_options(unit, rules))
}

/// Whether one of `treatments` does anything for its target; without a target, for the unit itself.
///
/// # Errors
/// Why not.
pub fn may_treat(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<(), RuleViolation> {
    ask_rulebook!(action.unit.sheet.book(), may_treat(action, rules))
}

/// Gives a treatment.
pub fn resolve_treatment(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    ask_rulebook!(action.unit.sheet.book(), resolve_treatment(table, action, rules))
}
