//! Falls on the battlefield.

use super::super::fall;
use super::fighter;
use crate::{Combatant, Condition, Effect, Exposure, Fall, Remark, RuleSet};
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
    let landing = fall::fall(table, &fighter(unit), fallen, &rules.engine)?;
    let mut effects = Vec::new();
    if landing.vitals != *unit.condition.swan_song() {
        let after = Condition::SwanSong(landing.vitals);
        effects.push(Effect::Condition { unit: unit.id, after, damage: landing.damage });
    }
    let words = format!("{}: {} damage", fallen.name(), landing.damage);
    Ok(Exposure { words, clause: CLAUSE, effects })
}

/// "damage 3".
pub fn fall_remark(_: &Combatant, fallen: Fall, rules: &RuleSet) -> Option<Remark> {
    let value = format!("damage {}", fall::damage_value(fallen));
    rules.borrows("falls").then(|| Remark { text: fallen.name(), value, clause: CLAUSE })
}
