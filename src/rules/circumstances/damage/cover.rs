//! Cover: locations behind an object whose AP is worn down by attacks. Chapter COV.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::circumstances::{Fighter, HitLocation, HitLocations, Weapon};
use crate::{BarrierHarm, BarrierOnLine, RuleViolation};
use dice::{Clause, RuleLine};

/// The shape of a cover object, which decides the locations it can shield. Table CS-T3.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum CoverShape {
    /// A low wall or a crate.
    #[default]
    Low,
    /// A corner, pillar, doorway or firing slit.
    Tall,
}

/// Height in centimetres from which an object hides a standing unit completely. Table CS-T3.
pub const TALL_CM: u16 = 140;

impl CoverShape {
    /// The shape of an object with this height. Table CS-T3.
    pub const fn from_height(height_cm: u16) -> Self {
        if height_cm < TALL_CM { Self::Low } else { Self::Tall }
    }

    /// Locations that it can shield. `CS-COV-01`, table CS-T3.
    pub const fn shielded_locations(self, prone: bool) -> HitLocations {
        match self {
            Self::Low if !prone => HitLocations::BODY_AND_LEGS,
            Self::Low | Self::Tall => HitLocations::ALL,
        }
    }
}

/// A cover object on the line of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverOnLine {
    /// The object; its damage is its lost AP. `CS-COV-17`.
    pub barrier: BarrierOnLine,
    /// AP of the intact object, if the content sets it.
    #[serde(default)]
    pub ap: Option<u32>,
    /// It is adjacent to the target, and the line crosses it there. `CS-COV-05`, `CS-COV-18`.
    pub beside_target: bool,
}

impl CoverOnLine {
    /// AP of the intact object.
    pub fn full_ap(&self) -> u32 {
        self.ap.unwrap_or_else(|| default_ap(&self.barrier))
    }

    /// Remaining AP; at 0 it is rubble. `CS-COV-15`, `CS-COV-16`.
    pub fn ap_left(&self) -> u32 {
        self.full_ap().saturating_sub(self.barrier.damage)
    }

    /// The AP that an attack takes from it, at most what is left. `CS-COV-15`.
    pub fn ap_loss(&self, loss: u32) -> BarrierHarm {
        BarrierHarm { id: self.barrier.id, damage: loss.min(self.ap_left()) }
    }
}

/// AP of an object without a set value: half of its armour rating, rounded up, so that brick has 8.
///
/// The catalogue gives no cover AP for materials.
pub const fn default_ap(barrier: &BarrierOnLine) -> u32 {
    barrier.armor.div_ceil(2)
}

/// Remaining AP of such an object. `CS-COV-15`.
pub const fn default_ap_left(barrier: &BarrierOnLine) -> u32 {
    default_ap(barrier).saturating_sub(barrier.damage)
}

/// Why locations cannot be shielded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum CoverError {
    /// No cover object is beside the unit. `CS-COV-03`.
    #[error("no cover object beside this square")]
    NotBeside,
    /// The object cannot shield one of the locations. `CS-COV-01`.
    #[error("this cover cannot shield the {}", .0.name())]
    Uncovered(HitLocation),
}

impl CoverError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NotBeside => "CS-COV-03",
            Self::Uncovered(_) => "CS-COV-01",
        }
    }
}

impl RuleLine for CoverError {}

impl From<CoverError> for RuleViolation {
    fn from(why: CoverError) -> Self {
        Self::new(why, why.clause())
    }
}

/// Checks whether a unit may shield locations behind a cover object of this shape; `None` for no object beside the
/// square. A destroyed object is none: the battle takes it off the map. `PhaseBudget` limits it to once per turn.
/// `CS-COV-01`, `CS-COV-03`, `CS-COV-16`.
///
/// # Errors
/// Returns `CoverError` if it may not.
pub fn may_shield(
    object: Option<CoverShape>,
    prone: bool,
    locations: HitLocations,
) -> Result<(), CoverError> {
    let shape = object.ok_or(CoverError::NotBeside)?;
    let possible = shape.shielded_locations(prone);
    let beyond = locations.iter().find(|&location| !possible.contains(location));
    beyond.map_or(Ok(()), |location| Err(CoverError::Uncovered(location)))
}

/// Locations that must be out of cover to shoot or throw. `CS-COV-02`.
pub const EXPOSED_TO_SHOOT: HitLocations =
    HitLocations::from_locations(&[HitLocation::Head, HitLocation::RightArm, HitLocation::LeftArm]);

/// The cover object that intercepts an attack on a target with shielded locations; `None` if there is none.
/// `CS-COV-05`, `CS-COV-16`, `CS-COV-18`.
pub fn intercepting_cover<'a>(target: &Fighter, covers: &'a [CoverOnLine]) -> Option<&'a CoverOnLine> {
    let cover = covers.iter().rev().find(|cover| cover.beside_target)?;
    (!target.shielded.is_empty() && cover.ap_left() > 0).then_some(cover)
}

/// Protection of a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocationProtection {
    /// AP of the cover that shields it; `None` if none does.
    pub cover: Option<u32>,
    /// AP of its armour.
    pub armour: u32,
    /// TB.
    pub toughness: u32,
}

/// Damage at a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocationDamage {
    /// It got past the cover, or there was none.
    pub reached: bool,
    /// Wounds lost.
    pub wounds: u32,
}

/// Damage after cover, then armour and Toughness. `CS-BASE-30`, `CS-COV-04` to `CS-COV-08`, `CS-COV-10`.
pub const fn resolve_location_damage(
    damage: u32,
    penetration: u32,
    protection: LocationProtection,
    penetrates_cover: bool,
) -> LocationDamage {
    let (excess, penetration) = match protection.cover {
        None => (damage, penetration),
        Some(ap) => {
            let reduction = if penetrates_cover { ap.saturating_sub(penetration) } else { ap };
            if damage <= reduction {
                return LocationDamage { reached: false, wounds: 0 };
            }
            let left = if penetrates_cover { penetration.saturating_sub(ap) } else { penetration };
            (damage - reduction, left)
        }
    };
    let armour = protection.armour.saturating_sub(penetration);
    LocationDamage {
        reached: true,
        wounds: excess.saturating_sub(armour).saturating_sub(protection.toughness),
    }
}

/// AP that an attack with excess takes from the cover. `CS-COV-11` to `CS-COV-13`.
///
/// `charge_degrees` are the degrees of success of a melee attack at the end of a Charge, 0 for all other
/// attacks.
pub fn cover_wear(weapon: &Weapon, strength_bonus: u32, charge_degrees: u32) -> u32 {
    let wear = u32::from(weapon.penetration) + u32::from(weapon.cracking);
    if weapon.is_melee() {
        wear + strength_bonus + charge_degrees / 2
    } else {
        wear + u32::from(weapon.blast)
    }
}

#[cfg(test)]
mod tests;
