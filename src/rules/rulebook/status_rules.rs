//! Tests of a trait, ailments, and what follows a wound.

use crate::lines::SharedRefusal;
use crate::rulebook::BookDefinition;
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait};
use crate::{HealthState, RuleSet, RuleStep, RuleViolation, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

/// Tests of traits, ailments by the book's column of the ailment table, and what follows a wound.
pub trait StatusRules: BookDefinition {
    /// Returns the target number or the dice of a test of a trait; the greater the better.
    fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32;

    /// Rolls a test of a trait with all its modifiers, by the book's column of the ailment table.
    fn roll_trait_test(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        test: (TestTrait, &AilmentTest),
        changes: &[TestModifier],
        rules: &RuleSet,
    ) -> RuleResult<TestResult>;

    /// Returns a unit's health after a round of Burning, and the damage: none, by default. `CS-BURN-01`.
    fn resolve_burning(
        _table: &mut impl Table,
        unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<(HealthState, u32)> {
        Ok((unit.condition.clone(), 0))
    }

    /// Lists what the defeat of a unit means for another one: nothing, by default. `AB-CINE-17`.
    fn react_to_loss(_fallen: &UnitSnapshot, _unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<RuleStep> {
        Vec::new()
    }

    /// Checks whether a player may describe how a unit went down, and returns the clause.
    ///
    /// # Errors
    /// Returns a `RuleViolation` if not: always, by default. `AB-CINE-09`.
    fn may_narrate(_unit: &UnitSnapshot, _rules: &RuleSet) -> Result<Clause, RuleViolation> {
        Err(RuleViolation::new(SharedRefusal::NoNarration, "AB-CINE-09"))
    }

    /// Lists further effects of a unit's new health. `CS-FATG-04`, `CS-FATG-06`.
    fn aftereffects(_unit: &UnitSnapshot, _after: &HealthState, _rules: &RuleSet) -> Vec<RuleStep> {
        Vec::new()
    }
}
