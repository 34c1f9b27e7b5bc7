//! Falls on the battlefield. `AD-SPEC-03`.

use super::super::special;
use super::combat::taken_words;
use super::{fighter, switches};
use crate::{Combatant, Condition, Effect, Exposure, Fall, Remark, RuleSet};
use dice::{Step, Table};

const CLAUSE: &str = "AD-SPEC-03";

/// `AD-SPEC-01`, `AD-SPEC-03`.
///
/// # Errors
/// As the table.
pub fn fall(table: &mut impl Table, unit: &Combatant, fallen: Fall, rules: &RuleSet) -> Step<Exposure> {
    let Some(source) = special::fall_of(fallen.height_cm, switches(rules)) else {
        return Ok(Exposure::unhurt(fallen, CLAUSE));
    };
    let result = special::hazard(table, &source, &fighter(unit), switches(rules))?;
    let damage = taken_words(result.taken).unwrap_or_else(|| "no damage".to_owned());
    let mut effects = Vec::new();
    if result.condition != *unit.condition.attacks_and_damage() {
        let after = Condition::AttacksAndDamage(result.condition);
        effects.push(Effect::Condition { unit: unit.id, after, damage: result.taken.total() });
    }
    Ok(Exposure { words: format!("{}: {damage}", fallen.name()), clause: CLAUSE, effects })
}

/// "damage 6IC".
pub fn fall_remark(_: &Combatant, fallen: Fall, rules: &RuleSet) -> Option<Remark> {
    let source = special::fall_of(fallen.height_cm, switches(rules))?;
    Some(Remark { text: fallen.name(), value: format!("damage {}", source.damage), clause: CLAUSE })
}
