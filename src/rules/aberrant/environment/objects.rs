//! Damage against objects. Chapter OBJ; its table is in `crate::knockback::objects`.

use crate::BarrierOnLine;
use crate::aberrant::attacks::range::RangeBracket;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::health::damage::{Damage, DamageRoll, DamageType, damage_roll};
use crate::knockback::objects::{ObjectProfile, object_for_barrier};

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

/// Levels dealt to a large structure by a blast of this radius; `None` for an attack without an area.
/// `AB-OBJ-04` to `AB-OBJ-07`.
pub fn levels_on_structure(levels: u32, radius_m: Option<u32>, bulk: StructureExtent) -> u32 {
    let Some(radius) = radius_m else { return levels.min(SHEER_SIZE) };
    let [a, b, c] = bulk.dims_m;
    let (least, most) = (a.min(b).min(c), a.max(b).max(c));
    if dice_pool::is_within(bulk.farthest_squared, radius) {
        4 * levels
    } else if 2 * radius >= most {
        2 * levels
    } else if 2 * radius >= least {
        levels
    } else {
        levels.min(SHEER_SIZE)
    }
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
