//! Falls, borrowed from Attacks and Damage: 1 damage per metre, less Soak. `AD-SPEC-03`.

use super::{CombatChecksRulebook, switches};
use crate::combat_checks::health::damage;
use crate::combat_checks::lines::CheckNote;
use crate::lines::CountOf;
use crate::rulebook::HazardRules;
use crate::{Fall, ForecastNote, HazardExposure, HealthState, RuleSet, RuleStep, UnitSnapshot};
use dice::{Note, RuleResult, Table};

const CLAUSE: &str = "AD-SPEC-03";

impl HazardRules for CombatChecksRulebook {
    /// `AD-SPEC-03`, `CC-DMG-04`.
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        if !rules.borrows("falls") {
            return Ok(HazardExposure::unhurt_by_fall(fall, CLAUSE));
        }
        let mut after = unit.condition.combat_checks().clone();
        let soak = damage::sheet_soak(unit.sheet.combat_checks(), &after, switches(rules));
        let raw = raw_fall_damage(fall);
        let damage = damage::damage_after_soak(raw, soak.pool());
        table.note(|| {
            let line = CheckNote::FallSoaked { raw, soak: soak.pool(), damage };
            Note::new(CLAUSE, line).with_parts(&soak.0)
        });
        let mut steps = Vec::new();
        if damage > 0 {
            after.wounds += damage;
            let after = HealthState::CombatChecks(after);
            steps.push(RuleStep::ChangeHealth { unit: unit.id, after, damage, cause: None });
        }
        Ok(HazardExposure {
            words: CheckNote::Fall { fall, wounds: CountOf(damage, "Wound") }.into(),
            clause: CLAUSE,
            effects: steps,
        })
    }

    fn fall_note(_: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        let value = format!("damage {}", raw_fall_damage(fall));
        rules.borrows("falls").then(|| ForecastNote { text: fall.name(), value, clause: CLAUSE })
    }
}

/// Damage before Soak: 1 per metre. `AD-SPEC-03`.
const fn raw_fall_damage(fall: Fall) -> u32 {
    fall.metres()
}
