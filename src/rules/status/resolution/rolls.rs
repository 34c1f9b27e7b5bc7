//! Rolls shared by books with pools of d6: tests of ailments, and fire damage.

use crate::status::{AilmentTest, TestModifier, TestResult, ailment_terms};
use crate::{Book, UnitSnapshot};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Rolls a pool with the modifiers of ailments: a success with as many hits as the book's column needs, a bad failure
/// with none.
pub fn roll_hits_test(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    test: &AilmentTest,
    mut parts: Modifiers,
    changes: &[TestModifier],
    book: Book,
) -> RuleResult<TestResult> {
    let column = ailment_terms::for_book(book);
    for change in changes {
        column.add_modifier(&mut parts, *change);
    }
    let purpose =
        Purpose { who: Some(unit.id), why: test.why, clause: test.clause, parts: &parts.0, limit: None };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let passed = hits >= u32::from(column.needs);
    Ok(TestResult {
        passed,
        degree: hits.cast_signed(),
        failed_badly: hits == 0,
        after: None,
        curse_spent: false,
    })
}

/// Rolls half a d6 of fire damage, rounded up. `CS-BURN-01`.
pub fn roll_flames(table: &mut impl Table, unit: &UnitSnapshot) -> RuleResult<u32> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    Ok(table.roll(Dice::d6_sum(1), purpose)?.value.div_ceil(2))
}
