//! Rolls that books with pools of d6 share: tests that ailments ask for, and flames.

use crate::status::{Change, Trial, Tried, translation};
use crate::{Book, Combatant};
use dice::{Dice, Modifiers, Purpose, Step, Table};

/// Rolls a book's own parts with what ailments add to them: passed with as many hits as its column needs, failed
/// badly without any.
///
/// # Errors
/// As the table.
pub fn hits_test(
    table: &mut impl Table,
    unit: &Combatant,
    trial: &Trial,
    mut parts: Modifiers,
    changes: &[Change],
    book: Book,
) -> Step<Tried> {
    let column = translation::of(book);
    for change in changes {
        column.add(&mut parts, *change);
    }
    let purpose =
        Purpose { who: Some(unit.id), why: trial.why, clause: trial.clause, parts: &parts.0, limit: None };
    let hits = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let passed = hits >= u32::from(column.needs);
    Ok(Tried { passed, degree: hits.cast_signed(), badly: hits == 0, after: None })
}

/// Half a d6, rounded up. `CS-BURN-01`.
///
/// # Errors
/// As the table.
pub fn flames(table: &mut impl Table, unit: &Combatant) -> Step<u32> {
    let who = Some(unit.id);
    let purpose = Purpose { who, why: "burning", clause: "CS-BURN-01", parts: &[], limit: None };
    Ok(table.roll(Dice::d6_sum(1), purpose)?.value.div_ceil(2))
}
