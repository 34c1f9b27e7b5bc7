//! Rolls that books with pools of d6 share: tests that ailments ask for, and flames.

use crate::status::{AilmentTest, TestModifier, TestResult, translation};
use crate::{Book, UnitSnapshot};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Rolls a book's own parts with what ailments add to them: passed with as many hits as its column needs, failed
/// badly without any.
///
/// # Errors
/// As the table.
pub fn roll_hits_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    trial: &AilmentTest,
    mut parts: Modifiers,
    changes: &[TestModifier],
    book: Book,
) -> RuleResult<TestResult> {
    let column = translation::for_book(book);
    for change in changes {
        column.add_modifier(&mut parts, *change);
    }
    let purpose =
        Purpose { who: Some(unit.id), why: trial.why, clause: trial.clause, parts: &parts.0, limit: None };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let passed = hits >= u32::from(column.needs);
    Ok(TestResult { passed, degree: hits.cast_signed(), failed_badly: hits == 0, after: None })
}

/// Half a d6, rounded up. `CS-BURN-01`.
///
/// # Errors
/// As the table.
pub fn roll_flames(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<u32> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    Ok(table.roll(Dice::d6_sum(1), purpose)?.value.div_ceil(2))
}
