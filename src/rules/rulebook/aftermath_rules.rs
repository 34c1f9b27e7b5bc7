//! `AftermathRules`: the health of units once a battle is over. Treatment, rest, and the state in which they begin the
//! next battle.

use crate::lines::SharedRefusal;
use crate::rulebook::BookDefinition;
use crate::{
    ActionOutcome, HealthState, Rest, RuleSet, RuleViolation, SpecialAction, TreatmentOption, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

/// A unit's health after a battle: treatment, rest, the next battle.
pub trait AftermathRules: BookDefinition {
    /// Returns a unit's health at the start of its next battle: unchanged, by default.
    fn health_at_battle_start(health: &HealthState) -> HealthState {
        health.clone()
    }

    /// Returns a unit's health after the end of a battle: unchanged, by default.
    fn health_after_battle(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<HealthState> {
        Ok(unit.condition.clone())
    }

    /// Returns a unit's health after rest: unchanged, by default.
    fn health_after_rest(unit: &UnitSnapshot, _rest: Rest, _rules: &RuleSet) -> HealthState {
        unit.condition.clone()
    }

    /// Returns the health of a dead unit after rest, if time still counts for it: `None`, by default. `AB-RESUS-04`.
    fn dead_after_rest(_unit: &UnitSnapshot, _rest: Rest, _rules: &RuleSet) -> Option<HealthState> {
        None
    }

    /// Returns the clause by which rest changed a unit's health; empty without one.
    fn rest_clause(_before: &HealthState, _after: &HealthState) -> Clause {
        ""
    }

    /// Lists the treatments that a unit can give after the battle.
    fn treatment_options(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<TreatmentOption> {
        Vec::new()
    }

    /// Checks whether one of `treatment_options` has a use for its target; without a target, for the unit itself.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if it has none: always, by default.
    fn may_treat(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<(), RuleViolation> {
        let why = SharedRefusal::UnknownTreatment { book: Self::NAME, key: action.key.into() };
        Err(RuleViolation::new(why, Self::ACTIONS_CLAUSE))
    }

    /// Resolves a treatment.
    fn resolve_treatment(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}
