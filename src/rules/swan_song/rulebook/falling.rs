//! Falling damage on the battlefield.

use super::{SwanSongRulebook, fighter, switches};
use crate::lines::{DamagePoints, NamedLine};
use crate::rulebook::HazardRules;
use crate::swan_song::damage::falling;
use crate::{Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

const CLAUSE: &str = "AD-SPEC-03";

impl HazardRules for SwanSongRulebook {
    /// Borrowed. `AD-SPEC-03`.
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        if !rules.borrows("falls") {
            return Ok(HazardExposure::unhurt_by_fall(fall, CLAUSE));
        }
        let landing = falling::resolve_fall(table, &fighter(unit), fall, switches(rules))?;
        let mut steps = Vec::new();
        if landing.vitals != *unit.condition.swan_song() {
            let after = HealthState::SwanSong(landing.vitals);
            steps.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: landing.damage, cause: None });
        }
        let words = NamedLine::new(fall.name(), DamagePoints(landing.damage)).into();
        Ok(HazardExposure { words, clause: CLAUSE, effects: steps })
    }

    /// "damage 3". `AD-SPEC-03`.
    fn fall_note(_: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        let value = format!("damage {}", falling::fall_damage_value(fall));
        rules.borrows("falls").then(|| ForecastNote { text: fall.name(), value, clause: CLAUSE })
    }
}
