//! Damage against objects. Chapter OBJ; its table is in `crate::knockback::objects`.

use strum::Display;

use crate::BarrierOnLine;
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::health::damage::{Damage, DamageRoll, DamageType, damage_roll};
use crate::aberrant::lines::ObjectNote;
use crate::knockback::objects::{ObjectProfile, object_for_barrier};
use dice::{Clause, Note, Table};

/// Maximum levels that one attack without an area deals to a large structure. `AB-OBJ-04`.
const SHEER_SIZE: u32 = 1;

/// Damage dice that a barrier stops: those of its row, or of a human shield. `AB-OBJ-09`, `AB-SHIELD-04`.
pub fn barrier_armour(barrier: &BarrierOnLine) -> u32 {
    if barrier.id.unit().is_some() { barrier.armor } else { object_for_barrier(barrier).armour }
}

/// Structure levels of an intact barrier. `AB-OBJ-09`, `AB-OBJ-11`.
pub fn barrier_structure(barrier: &BarrierOnLine) -> u32 {
    if barrier.id.unit().is_some() { barrier.hit_points() } else { object_for_barrier(barrier).structure }
}

/// Structure levels that a barrier has left. `AB-OBJ-09`, `AB-OBJ-11`.
pub fn structure_left(barrier: &BarrierOnLine) -> u32 {
    barrier_structure(barrier).saturating_sub(barrier.damage)
}

/// Whether the barrier no longer stops anything. `AB-OBJ-09`, `AB-OBJ-11`.
pub fn is_open(barrier: &BarrierOnLine) -> bool {
    structure_left(barrier) == 0
}

/// Difficulty of hitting a small object at a range bracket; `None` if it is hit without a roll. `AB-OBJ-01`
/// to `AB-OBJ-03`.
pub fn hit_difficulty(object: &ObjectProfile, bracket: Option<RangeBracket>) -> Option<i32> {
    Some(i32::from(object.small?) + bracket.map_or(0, RangeBracket::difficulty))
}

/// Dimensions of a large structure and its distance from a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StructureExtent {
    /// Length, width and height in metres.
    pub dims_m: [u32; 3],
    /// Squared distance in metres from the blast to the farthest corner. `AB-RULING-35`.
    pub farthest_squared: u32,
}

/// What the size of a large structure makes of the levels that an attack rolls. `AB-OBJ-04` to `AB-OBJ-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
pub enum SizeEffect {
    /// The attack has no area. `AB-OBJ-04`.
    #[strum(to_string = "Too large for an attack without an area")]
    NoArea,
    /// The blast is narrower than the structure. `AB-OBJ-04`.
    #[strum(
        to_string = "Too large for a blast radius of {radius_m} m, less than half of the smallest dimension, {least_m} m"
    )]
    NarrowBlast {
        /// Radius in metres.
        radius_m: u32,
        /// The smallest dimension in metres.
        least_m: u32,
    },
    /// Full damage. `AB-OBJ-05`.
    #[strum(to_string = "Blast radius {radius_m} m, at least half of the smallest dimension, {least_m} m")]
    WideBlast {
        /// Radius in metres.
        radius_m: u32,
        /// The smallest dimension in metres.
        least_m: u32,
    },
    /// Twice the damage. `AB-OBJ-06`.
    #[strum(to_string = "Blast radius {radius_m} m, at least half of the largest dimension, {most_m} m")]
    WiderBlast {
        /// Radius in metres.
        radius_m: u32,
        /// The largest dimension in metres.
        most_m: u32,
    },
    /// Four times the damage. `AB-OBJ-07`.
    #[strum(to_string = "Engulfed by the blast radius of {radius_m} m")]
    Engulfed {
        /// Radius in metres.
        radius_m: u32,
    },
}

impl SizeEffect {
    /// The effect of a blast of this radius; `None` for an attack without an area. `AB-OBJ-04` to `AB-OBJ-07`.
    pub fn of_attack(radius_m: Option<u32>, bulk: StructureExtent) -> Self {
        let Some(radius_m) = radius_m else { return Self::NoArea };
        let [a, b, c] = bulk.dims_m;
        let (least_m, most_m) = (a.min(b).min(c), a.max(b).max(c));
        if dice_pool::is_within(bulk.farthest_squared, radius_m) {
            Self::Engulfed { radius_m }
        } else if 2 * radius_m >= most_m {
            Self::WiderBlast { radius_m, most_m }
        } else if 2 * radius_m >= least_m {
            Self::WideBlast { radius_m, least_m }
        } else {
            Self::NarrowBlast { radius_m, least_m }
        }
    }

    /// Factor of the levels; `None` if they are capped instead.
    pub const fn factor(self) -> Option<u32> {
        match self {
            Self::NoArea | Self::NarrowBlast { .. } => None,
            Self::WideBlast { .. } => Some(1),
            Self::WiderBlast { .. } => Some(2),
            Self::Engulfed { .. } => Some(4),
        }
    }

    /// Levels that the structure takes of those rolled.
    pub fn levels_taken(self, rolled: u32) -> u32 {
        self.factor().map_or_else(|| rolled.min(SHEER_SIZE), |factor| factor * rolled)
    }

    /// The clause behind it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::NoArea | Self::NarrowBlast { .. } => "AB-OBJ-04",
            Self::WideBlast { .. } => "AB-OBJ-05",
            Self::WiderBlast { .. } => "AB-OBJ-06",
            Self::Engulfed { .. } => "AB-OBJ-07",
        }
    }
}

/// Notes the row of an object that is attacked, with its armour and structure. `AB-OBJ-09`.
pub(crate) fn note_object(table: &mut impl Table, object: &'static ObjectProfile, left: u32, structure: u32) {
    table.note(|| Note::new(object.clause, ObjectNote { object, left, structure }));
}

/// The damage roll against an object behind this armour, ping included; `None` if nothing is rolled. Stun
/// does nothing. `AB-OBJ-09`, `AB-ADDS-01`.
pub fn object_damage_roll(damage: Damage, armour: u32) -> Option<DamageRoll> {
    let Damage { dice, kind, adds } = damage;
    if matches!(kind, DamageType::Stun | DamageType::Emp) {
        return None;
    }
    damage_roll(dice, kind, adds, armour).filter(|roll| roll.kind != DamageType::Stun)
}

#[cfg(test)]
mod tests;
