//! Tests and flames that ailments ask for.

use crate::registry::ask_rulebook;
use crate::status::{AilmentTest, TestModifier, TestResult, TestTrait, resolution};
use crate::{HealthState, RuleSet, UnitSnapshot};
use dice::{RuleResult, Table};

/// What a test of a trait would be made with: a target number, or dice. The greater is the better.
pub fn trait_value(unit: &UnitSnapshot, of: TestTrait, rules: &RuleSet) -> i32 {
    ask_rulebook!(unit.sheet.book(), trait_value(unit, of, rules))
}

/// Makes a test that an ailment asks for, in the book's column of the translation. `changes` are all modifiers.
pub fn roll_trait_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    test: (TestTrait, &AilmentTest),
    changes: &[TestModifier],
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    ask_rulebook!(unit.sheet.book(), roll_trait_test(table, unit, test, changes, rules))
}

/// Makes a test that an ailment asks for: of the best of its values, with all that ailments do to it.
pub fn roll_ailment_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    trial: &AilmentTest,
    rules: &RuleSet,
) -> RuleResult<TestResult> {
    resolution::roll_ailment_test(table, unit, trial, rules)
}

/// What a round of flames leaves of a unit, and how much harm that is. `CS-BURN-01`.
pub fn resolve_burning(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    rules: &RuleSet,
) -> RuleResult<(HealthState, u32)> {
    ask_rulebook!(unit.sheet.book(), resolve_burning(table, unit, rules))
}
