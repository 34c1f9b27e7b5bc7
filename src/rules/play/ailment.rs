//! Tests and flames that ailments ask for.

use crate::{
    Combatant, Condition, RuleSet, ailing, status::Change, status::Trait, status::Trial, status::Tried,
};
use dice::{Step, Table};

/// What a test of a trait would be made with: a target number, or dice. The greater is the better.
pub fn trait_value(unit: &Combatant, of: Trait, rules: &RuleSet) -> i32 {
    ask!(unit.sheet.book(), trait_value(unit, of, rules))
}

/// Makes a test that an ailment asks for, in the book's column of the translation. `changes` are all modifiers.
///
/// # Errors
/// As the table.
pub fn ailment_roll(
    table: &mut impl Table,
    unit: &Combatant,
    test: (Trait, &Trial),
    changes: &[Change],
    rules: &RuleSet,
) -> Step<Tried> {
    ask!(unit.sheet.book(), ailment_roll(table, unit, test, changes, rules))
}

/// Makes a test that an ailment asks for: of the best of its values, with all that ailments do to it.
///
/// # Errors
/// As the table.
pub fn ailment_test(table: &mut impl Table, unit: &Combatant, trial: &Trial, rules: &RuleSet) -> Step<Tried> {
    ailing::test(table, unit, trial, rules)
}

/// What a round of flames leaves of a unit, and how much harm that is. `CS-BURN-01`.
///
/// # Errors
/// As the table.
pub fn burn(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<(Condition, u32)> {
    ask!(unit.sheet.book(), burn(table, unit, rules))
}
