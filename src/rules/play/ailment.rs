//! Calls the rulebook for ailments: tests against them, and the damage of burning.

use crate::registry::ask_rulebook;
use crate::rulebook::StatusRules;
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait, resolution};
use crate::{HealthState, RuleSet, UnitSnapshot};
use dice::{RuleResult, Table};

/// Returns the target number or the dice of a test of a trait; the greater the better.
pub fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
    ask_rulebook!(unit.sheet.book(), trait_value(unit, of, rules))
}

/// Rolls a test of a trait with all its modifiers, by the book's column of the ailment table.
pub fn roll_trait_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    test: (TestTrait, &AilmentTest),
    changes: &[TestModifier],
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    ask_rulebook!(unit.sheet.book(), roll_trait_test(table, unit, test, changes, rules))
}

/// Rolls a test that an ailment requires: of the best of its traits, with all modifiers of ailments.
pub fn roll_ailment_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    trial: &AilmentTest,
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    resolution::roll_ailment_test(table, unit, trial, rules)
}

/// Returns a unit's health after a round of Burning, and the damage. `CS-BURN-01`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<(HealthState, u32)> {
    ask_rulebook!(unit.sheet.book(), resolve_burning(table, unit, rules))
}
