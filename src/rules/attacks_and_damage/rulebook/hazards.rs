//! Damage without an attack: hazardous ground and falls. Chapter SPEC.

use super::{AttacksAndDamageRulebook, fighter, switches};
use crate::attacks_and_damage::damage::hazards::{self, HazardDamage};
use crate::attacks_and_damage::lines::HarmLine;
use crate::attacks_and_damage::{DamageNature, DamageValue, Track};
use crate::rulebook::HazardRules;
use crate::{
    Fall, ForecastNote, Hazard, HazardExposure, HazardKind, HealthState, RuleSet, RuleStep, UnitSnapshot,
};
use dice::{Clause, RuleResult, Table};

const HAZARD_CLAUSE: Clause = "AD-SPEC-01";
const FALL_CLAUSE: Clause = "AD-SPEC-03";

impl HazardRules for AttacksAndDamageRulebook {
    /// `AD-SPEC-01`, `AD-KD-06`.
    fn resolve_hazard(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hazard: Hazard,
        rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        let source = (hazard.peril.name().to_owned(), HAZARD_CLAUSE);
        resolve_exposure(table, unit, &hazard_damage(hazard), source, rules).map(Some)
    }

    /// `AD-TYPE-02`.
    fn hazard_note(hazard: Hazard, _: &RuleSet) -> Option<ForecastNote> {
        Some(damage_note(hazard.peril.name().to_owned(), &hazard_damage(hazard), HAZARD_CLAUSE))
    }

    /// `AD-SPEC-01`, `AD-SPEC-03`.
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        match hazards::fall_damage(fall.height_cm, switches(rules)) {
            Some(damage) => resolve_exposure(table, unit, &damage, (fall.name(), FALL_CLAUSE), rules),
            None => Ok(HazardExposure::unhurt_by_fall(fall, FALL_CLAUSE)),
        }
    }

    fn fall_note(_: &UnitSnapshot, fall: Fall, rules: &RuleSet) -> Option<ForecastNote> {
        let damage = hazards::fall_damage(fall.height_cm, switches(rules))?;
        Some(damage_note(fall.name(), &damage, FALL_CLAUSE))
    }
}

/// Damage of a hazard: its severity is the DV, and deadly ones do Critical damage. `AD-TYPE-03`, `AD-TYPE-05` to
/// `AD-TYPE-07`.
fn hazard_damage(hazard: Hazard) -> HazardDamage {
    let nature = match hazard.peril {
        HazardKind::Fire => DamageNature::Flame,
        HazardKind::Acid => DamageNature::Acid,
        HazardKind::Current => DamageNature::Electricity,
        HazardKind::Wire => DamageNature::Puncturing,
    };
    let track = if hazard.deadly { Track::Critical } else { Track::Light };
    let damage = DamageValue { number: hazard.severity.into(), kind: Some(nature.damage_type()), track };
    HazardDamage { name: hazard.peril.name().to_owned(), damage, nature: Some(nature), ap: 0 }
}

/// Applies the damage of a source, given by name and clause, to a unit.
fn resolve_exposure(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    damage: &HazardDamage,
    (source, clause): (String, Clause),
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let result = hazards::resolve_hazard(table, damage, &fighter(unit), switches(rules))?;
    let mut steps = Vec::new();
    if result.condition != *unit.condition.attacks_and_damage() {
        let after = HealthState::AttacksAndDamage(result.condition);
        steps.push(RuleStep::ChangeHealth {
            unit: unit.id,
            after,
            damage: result.taken.total(),
            cause: None,
        });
    }
    Ok(HazardExposure { words: HarmLine::new(source, result.taken).into(), clause, effects: steps })
}

fn damage_note(source: String, damage: &HazardDamage, clause: Clause) -> ForecastNote {
    ForecastNote { text: source, value: format!("damage {}", damage.damage), clause }
}
