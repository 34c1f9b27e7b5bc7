//! Terrain hazards: damage without an attack. Chapter SPEC.

use super::{fighter, switches};
use crate::attacks_and_damage::damage::hazards;
use crate::attacks_and_damage::damage::hazards::HazardDamage as Source;
use crate::attacks_and_damage::lines::HarmLine;
use crate::attacks_and_damage::{DamageNature, DamageValue, Track};
use crate::{ForecastNote, Hazard, HazardExposure, HazardKind, HealthState, RuleSet, RuleStep, UnitSnapshot};
use dice::{Clause, RuleResult, Table};

const CLAUSE: Clause = "AD-SPEC-01";

/// Converts a hazard: its severity is the DV, and deadly ones do Critical damage. `AD-TYPE-03`, `AD-TYPE-05` to
/// `AD-TYPE-07`.
fn source(hazard: Hazard) -> Source {
    let nature = match hazard.peril {
        HazardKind::Fire => DamageNature::Flame,
        HazardKind::Acid => DamageNature::Acid,
        HazardKind::Current => DamageNature::Electricity,
        HazardKind::Wire => DamageNature::Puncturing,
    };
    let track = if hazard.deadly { Track::Critical } else { Track::Light };
    let damage = DamageValue { number: hazard.severity.into(), kind: Some(nature.damage_type()), track };
    Source { name: hazard.peril.name().to_owned(), damage, nature: Some(nature), ap: 0 }
}

/// Resolves a hazard. `AD-SPEC-01`, `AD-KD-06`.
pub fn resolve_hazard(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    hazard: Hazard,
    rules: &RuleSet,
) -> RuleResult<Option<HazardExposure>> {
    let result = hazards::resolve_hazard(table, &source(hazard), &fighter(unit), switches(rules))?;
    let mut effects = Vec::new();
    if result.condition != *unit.condition.attacks_and_damage() {
        let after = HealthState::AttacksAndDamage(result.condition);
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: result.taken.total() });
    }
    let words = HarmLine::new(hazard.peril.name(), result.taken).into();
    Ok(Some(HazardExposure { words, clause: CLAUSE, effects }))
}

/// Forecast of a hazard, such as "damage 5EL". `AD-TYPE-02`.
pub fn hazard_note(hazard: Hazard, _: &RuleSet) -> Option<ForecastNote> {
    let value = format!("damage {}", source(hazard).damage);
    Some(ForecastNote { text: hazard.peril.name().to_owned(), value, clause: CLAUSE })
}
