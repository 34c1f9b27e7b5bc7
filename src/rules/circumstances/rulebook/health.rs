//! Falls, knockback, and rest. Chapters FALL, FATG and KNOCK.

use super::CircumstancesRulebook;
use super::units::{fighter, switches, wrap_health_state};
use crate::circumstances::Characteristic;
use crate::circumstances::health::{falling, fatigue};
use crate::circumstances::lines::FallDamageOutcome;
use crate::circumstances::sheet::AVERAGE_SIZE;
use crate::knockback::profile::KnockbackProfile;
use crate::rulebook::{AftermathRules, HazardRules, KnockbackRules};
use crate::{Fall, ForecastNote, HazardExposure, HealthState, Rest, RuleSet, RuleStep, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

/// Minutes per hour.
const MINUTES_PER_HOUR: u32 = 60;

impl HazardRules for CircumstancesRulebook {
    /// Chapter FALL.
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        let result = falling::resolve_fall(table, &fighter(unit, rules), fall, switches(rules))?;
        let mut steps = Vec::new();
        if result.condition != *unit.condition.circumstances() {
            let after = wrap_health_state(result.condition);
            steps.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: result.wounds, cause: None });
        }
        if result.hits.is_empty() {
            let low = !falling::is_dangerous_height(fall, unit.sheet.circumstances(), switches(rules));
            return Ok(HazardExposure::unhurt_by_fall(fall, if low { "CS-FALL-01" } else { "CS-FALL-02" }));
        }
        let outcome = FallDamageOutcome { fall, wounds: result.wounds, fatigue: result.fatigue };
        Ok(HazardExposure { words: outcome.into(), clause: "CS-FALL-03", effects: steps })
    }

    /// To climb down from a dangerous height is safe. `CS-FALL-02`.
    fn climb_clause(unit: &UnitSnapshot, climb: Fall, rules: &RuleSet) -> Option<Clause> {
        let dangerous = falling::is_dangerous_height(climb, unit.sheet.circumstances(), switches(rules));
        dangerous.then_some("CS-FALL-02")
    }

    /// "2 hits of 1d10+2".
    fn fall_note(unit: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        let dangerous = falling::is_dangerous(fall, unit.sheet.circumstances(), switches(rules));
        dangerous.then(|| {
            let hits = falling::fall_hits(fall);
            let plural = if hits == 1 { "hit" } else { "hits" };
            let value = format!("{hits} {plural} of 1d10+{}", falling::fall_bonus(fall));
            ForecastNote { text: fall.name(), value, clause: "CS-FALL-03" }
        })
    }
}

impl KnockbackRules for CircumstancesRulebook {
    /// Strength and Toughness bonuses, and two for each step above the average size; Agility bonus for footing.
    /// `AB-KNOCK-01`, `AB-KNOCK-03`, `AB-KNOCK-05`.
    fn knockback_profile(unit: &UnitSnapshot, _: &RuleSet) -> KnockbackProfile {
        let sheet = unit.sheet.circumstances();
        let size = 2 * u32::from(sheet.size.saturating_sub(AVERAGE_SIZE));
        let toughness = sheet.bonus(Characteristic::Toughness);
        let agility = sheet.bonus(Characteristic::Agility);
        KnockbackProfile {
            mass: sheet.strength_bonus() + toughness + size,
            steady_m: agility,
            lethal_above: toughness,
        }
    }
}

impl AftermathRules for CircumstancesRulebook {
    /// Reduces fatigue by hours of rest. `CS-FATG-12`.
    fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
        let mut after = unit.condition.circumstances().clone();
        after.fatigue = fatigue::fatigue_after_rest(
            after.fatigue,
            rest.times(MINUTES_PER_HOUR),
            switches(rules).fatigue_rest,
        );
        wrap_health_state(after)
    }
}
