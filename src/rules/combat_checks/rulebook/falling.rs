//! Falls.

use super::{condition_of, fighter, switches};
use crate::combat_checks::health::falling;
use crate::combat_checks::lines::CheckNote;
use crate::{Fall, ForecastNote, HazardExposure, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

const CLAUSE: &str = "AD-SPEC-03";

/// Resolves a fall. `AD-SPEC-03`.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fallen: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    if !rules.borrows("falls") {
        return Ok(HazardExposure::unhurt_by_fall(fallen, CLAUSE));
    }
    let (damage, after) = falling::resolve_fall(table, &fighter(unit, rules), fallen, switches(rules));
    let mut effects = Vec::new();
    if damage > 0 {
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after: condition_of(after), damage });
    }
    let words = CheckNote::Fall { fall: fallen, wounds: damage }.into();
    Ok(HazardExposure { words, clause: CLAUSE, effects })
}

/// Forecast of a fall: "damage 3".
pub fn fall_note(_: &UnitSnapshot, fallen: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    let value = format!("damage {}", falling::raw_fall_damage(fallen));
    rules.borrows("falls").then(|| ForecastNote { text: fallen.name(), value, clause: CLAUSE })
}
