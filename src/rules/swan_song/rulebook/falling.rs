//! Falling damage on the battlefield.

use super::{fighter, switches};
use crate::lines::{DamagePoints, NamedLine};
use crate::swan_song::damage::falling;
use crate::{Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, UnitSnapshot};
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
    let landing = falling::resolve_fall(table, &fighter(unit), fallen, switches(rules))?;
    let mut effects = Vec::new();
    if landing.vitals != *unit.condition.swan_song() {
        let after = HealthState::SwanSong(landing.vitals);
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: landing.damage });
    }
    let words = NamedLine::new(fallen.name(), DamagePoints(landing.damage)).into();
    Ok(HazardExposure { words, clause: CLAUSE, effects })
}

/// Forecast of a fall, such as "damage 3".
pub fn fall_note(_: &UnitSnapshot, fallen: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    let value = format!("damage {}", falling::fall_damage_value(fallen));
    rules.borrows("falls").then(|| ForecastNote { text: fallen.name(), value, clause: CLAUSE })
}
