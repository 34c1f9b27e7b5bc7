//! Falling damage on the battlefield. `AD-SPEC-03`.

use super::{fighter, switches};
use crate::attacks_and_damage::damage::hazards;
use crate::attacks_and_damage::lines::HarmLine;
use crate::{Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

const CLAUSE: &str = "AD-SPEC-03";

/// Resolves a fall. `AD-SPEC-01`, `AD-SPEC-03`.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fallen: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let Some(source) = hazards::fall_damage(fallen.height_cm, switches(rules)) else {
        return Ok(HazardExposure::unhurt_by_fall(fallen, CLAUSE));
    };
    let result = hazards::resolve_hazard(table, &source, &fighter(unit), switches(rules))?;
    let mut effects = Vec::new();
    if result.condition != *unit.condition.attacks_and_damage() {
        let after = HealthState::AttacksAndDamage(result.condition);
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: result.taken.total() });
    }
    let words = HarmLine::new(fallen.name(), result.taken).into();
    Ok(HazardExposure { words, clause: CLAUSE, effects })
}

/// Forecast of a fall, such as "damage 6IC".
pub fn fall_note(_: &UnitSnapshot, fallen: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    let source = hazards::fall_damage(fallen.height_cm, switches(rules))?;
    Some(ForecastNote { text: fallen.name(), value: format!("damage {}", source.damage), clause: CLAUSE })
}
