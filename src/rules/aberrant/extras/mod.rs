//! Nameless opponents: gritty and cinematic extras, and their vehicles. Chapters EXTRA, GRITTY and CINE.

pub mod cinematic;
pub mod extra_state;
pub mod gritty;

use super::health::health_track::LifeStatus;
use super::{HealthState, Sheet};
use crate::UnitRole;

/// How damage takes effect on a unit. `AB-EXTRA-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageRule {
    /// Damage dice are rolled, levels are marked.
    Rolled,
    /// Two dice past soak are a level: gritty extras and vehicles of extras. `AB-GRITTY-04`, `AB-CINE-15`.
    Converted,
    /// Any hit takes it out of action. `AB-CINE-05`.
    AnyHitFells,
    /// Levels take henchmen out. `AB-MASS-20`.
    Henchmen,
}

impl DamageRule {
    /// The rule for a unit in this condition.
    pub fn of_unit(sheet: &Sheet, condition: &HealthState) -> Self {
        match sheet.role {
            _ if condition.band.is_shielding(sheet) => Self::Henchmen,
            UnitRole::Named => Self::Rolled,
            UnitRole::CinematicExtra if !sheet.vehicle => Self::AnyHitFells,
            UnitRole::GrittyExtra | UnitRole::CinematicExtra => Self::Converted,
        }
    }
}

/// Health levels at which an extra or its vehicle is out of the fight; `None` for named characters.
/// `AB-GRITTY-03`, `AB-GRITTY-05`, `AB-CINE-04`, `AB-CINE-16`.
pub fn out_level(sheet: &Sheet) -> Option<u32> {
    let levels = track_levels(sheet)?;
    let halved = sheet.vehicle && sheet.role == UnitRole::GrittyExtra;
    Some(if halved { levels.div_ceil(2) } else { levels })
}

/// Health levels of an extra or its vehicle; `None` for the track of its attributes. `AB-GRITTY-03`,
/// `AB-CINE-04`, `AB-CINE-14`.
pub fn track_levels(sheet: &Sheet) -> Option<u32> {
    match (sheet.role, sheet.vehicle) {
        (UnitRole::Named, _) => None,
        (UnitRole::GrittyExtra, false) => Some(gritty::LEVELS),
        (UnitRole::GrittyExtra, true) => Some(
            sheet.levels.unwrap_or_else(|| super::health::health_track::HealthTrack::of_body(sheet).boxes()),
        ),
        (UnitRole::CinematicExtra, false) => Some(cinematic::LEVELS),
        (UnitRole::CinematicExtra, true) => Some(cinematic::VEHICLE_LEVELS),
    }
}

/// Condition of an extra; `None` for named characters. Extras are never dying: they are out of the fight, or
/// dead. `AB-GRITTY-03`, `AB-GRITTY-09`.
pub fn life_status(sheet: &Sheet, condition: &HealthState) -> Option<LifeStatus> {
    let out_level = out_level(sheet)?;
    Some(match condition.extra.left {
        _ if condition.burnt_out => LifeStatus::Destroyed,
        _ if condition.dead => LifeStatus::Dead,
        Some(extra_state::Departure::Surrendered) => LifeStatus::Surrendered,
        Some(extra_state::Departure::Fled) => LifeStatus::Fled,
        None if condition.marks.filled() >= out_level => LifeStatus::Incapacitated,
        None => LifeStatus::Fighting,
    })
}

/// Whether a unit is a cinematic extra, not a vehicle. `AB-CINE-05`.
pub fn is_cinematic_person(sheet: &Sheet) -> bool {
    sheet.role == UnitRole::CinematicExtra && !sheet.vehicle
}

/// Whether two extras act as one group. `AB-GRITTY-07`, `AB-CINE-17`.
pub fn is_same_group(one: &Sheet, other: &Sheet) -> bool {
    one.group.is_some() && one.group == other.group && one.role == other.role
}
