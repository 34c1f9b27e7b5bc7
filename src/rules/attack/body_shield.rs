//! A unit or vehicle between an attacker and a target: a barrier with the id of its unit. `SS-BARR-44` to `SS-BARR-47`.

use crate::barriers::LAYER_CM;
use crate::{BarrierOnLine, UnitSnapshot, play};
use model::{BarrierSource, UnitId};

/// Share of a target that a body or a vehicle hides, in percent: good cover. `SS-BARR-44`.
pub const HIDDEN_PERCENT: u8 = 60;

/// Height of such a barrier in centimetres: that of a standing body.
pub const HEIGHT_CM: u16 = 180;

/// The barrier of a unit: BOD for Structure, AV for Armor. `SS-BARR-45`, `SS-BARR-46`.
pub fn body_barrier(unit: UnitId, name: &str, (structure, armor): (u32, u32)) -> BarrierOnLine {
    BarrierOnLine {
        id: BarrierSource::Unit { unit },
        name: name.to_owned(),
        structure,
        armor,
        thickness_cm: LAYER_CM,
        damage: 0,
        transparent: false,
        glass_pct: 100,
        sharp: false,
    }
}

/// Returns a unit of any book as a barrier: its soak is the Armor.
pub fn unit_barrier(unit: &UnitSnapshot) -> BarrierOnLine {
    body_barrier(unit.id, &unit.name, (play::structure_as_barrier(&unit.sheet), unit.soak))
}

/// Whether a human shield guards a unit against an attack from there: on its side of the line through the unit. Both
/// offsets are in squares from the unit. `AB-SHIELD-01`.
pub const fn shields_against(attacker: (i32, i32), held: (i32, i32)) -> bool {
    attacker.0 * held.0 + attacker.1 * held.1 > 0
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::ab_shield_01_before_it((10, 3), true)]
    #[case::ab_shield_01_behind_it((-5, 0), false)]
    #[case::ab_shield_01_beside_it((0, 10), false)]
    fn half_a_plane(#[case] attacker: (i32, i32), #[case] guarded: bool) {
        assert_eq!(shields_against(attacker, (1, 0)), guarded);
    }
}
