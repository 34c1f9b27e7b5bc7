//! Falls on the battlefield.

use super::super::fall;
use super::{condition_of, fighter, switches};
use crate::{Combatant, Effect, Exposure, Fall, Remark, RuleSet};
use dice::{Step, Table};

const CLAUSE: &str = "AD-SPEC-03";

/// `AD-SPEC-03`.
///
/// # Errors
/// As the table.
pub fn fall(table: &mut impl Table, unit: &Combatant, fallen: Fall, rules: &RuleSet) -> Step<Exposure> {
    if !rules.borrows("falls") {
        return Ok(Exposure::unhurt(fallen, CLAUSE));
    }
    let (damage, after) = fall::fall(table, &fighter(unit, rules), fallen, switches(rules));
    let mut effects = Vec::new();
    if damage > 0 {
        effects.push(Effect::Condition { unit: unit.id, after: condition_of(after), damage });
    }
    let words = format!("{}: {damage} wounds", fallen.name());
    Ok(Exposure { words, clause: CLAUSE, effects })
}

/// "damage 3".
pub fn fall_remark(_: &Combatant, fallen: Fall, rules: &RuleSet) -> Option<Remark> {
    let value = format!("damage {}", fall::raw(fallen));
    rules.borrows("falls").then(|| Remark { text: fallen.name(), value, clause: CLAUSE })
}
