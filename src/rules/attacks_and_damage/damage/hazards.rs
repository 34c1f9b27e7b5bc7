//! Damage without an attack: hazards and falls. Chapter SPEC.

use serde::{Deserialize, Serialize};

use super::resistance::DamagePlan;
use crate::DownState;
use crate::attacks_and_damage::lines::DamageLine;
use crate::attacks_and_damage::{
    DamageNature, DamageTaken, DamageType, DamageValue, Fighter, HealthState, Switches, Track,
};
use dice::{Note, RuleResult, Table};

/// A source of damage without an attack. `AD-SPEC-01`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HazardDamage {
    /// Display name.
    pub name: String,
    /// DV, type and track.
    pub damage: DamageValue,
    /// Nature, if the damage states no type.
    #[serde(default)]
    pub nature: Option<DamageNature>,
    /// Armour penetration; negative lowers the armour.
    #[serde(default)]
    pub ap: i32,
}

/// Result of damage without an attack. It cannot knock down and allows no defence. `AD-KD-06`, `AD-SPEC-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HazardResult {
    /// Damage after resistance, by track.
    pub taken: DamageTaken,
    /// The target's health state afterwards.
    pub condition: HealthState,
    /// Set if the target is now out of action.
    pub down: Option<DownState>,
}

/// Resolves damage without an attack: from step 3 on, without net hits. `AD-SPEC-01`.
pub fn resolve_hazard(
    table: &mut impl Table,
    hazard: &HazardDamage,
    target: &Fighter,
    switches: &Switches,
) -> RuleResult<HazardResult> {
    let kind = hazard.damage.kind.or(hazard.nature.map(DamageNature::damage_type));
    let damage_plan = DamagePlan::new(target, kind, hazard.damage, hazard.ap, switches);
    let line = || DamageLine::Hazard { name: hazard.name.clone(), damage: hazard.damage };
    table.note(|| Note::new("AD-SPEC-01", line()));
    let taken = damage_plan.resist(table, hazard.damage.number)?;
    if taken == DamageTaken::default() {
        return Ok(HazardResult { taken, condition: target.condition, down: target.down });
    }
    let (condition, down) = damage_plan.mark_boxes(table, taken);
    Ok(HazardResult { taken, condition, down })
}

/// Returns the damage of a fall over a height in centimetres, in full metres; `None` if it does none. `AD-SPEC-03`,
/// `AD-TYPE-04`.
pub fn fall_damage(centimetres: u32, switches: &Switches) -> Option<HazardDamage> {
    let number = centimetres / 100 * u32::from(switches.fall_dv);
    (number > 0).then(|| HazardDamage {
        name: "fall".to_owned(),
        damage: DamageValue { number, kind: Some(DamageType::Impact), track: Track::Critical },
        nature: Some(DamageNature::Fall),
        ap: 0,
    })
}

#[cfg(test)]
mod tests;
