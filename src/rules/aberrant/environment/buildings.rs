//! Buildings as one object: armour, structure and sheer size. Chapter OBJ.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::objects::{StructureExtent, levels_on_structure};
use crate::aberrant::attacks::area::BlastExposure;
use crate::knockback::objects::{BUNKER, HOUSE, ObjectProfile, SKYSCRAPER};

/// Levels that a larger house has beyond those of a small one. `AB-OBJ-13`.
const LARGER_HOUSE: std::ops::RangeInclusive<u32> = 5..=15;
/// Minimum height of a skyscraper in metres. `AB-OBJ-17`.
const SKYSCRAPER_M: u32 = 100;

/// Kinds of buildings. `AB-OBJ-29` to `AB-OBJ-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum BuildingKind {
    House,
    Bunker,
    Skyscraper,
}

/// A building as one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Its kind.
    pub kind: BuildingKind,
    /// Length, width and height in metres.
    pub dims_m: [u32; 3],
    /// Levels beyond those of its kind. `AB-OBJ-13`.
    #[serde(default)]
    pub extra_levels: u32,
}

/// Why a building is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BuildingError {
    /// `AB-OBJ-13`.
    #[error("only a larger house has more levels, from {} to {} (AB-OBJ-13)", LARGER_HOUSE.start(), LARGER_HOUSE.end())]
    ExtraLevels,
    /// `AB-OBJ-17`.
    #[error("a skyscraper is at least {SKYSCRAPER_M} m high (AB-OBJ-17)")]
    Height,
    /// A dimension is 0.
    #[error("a building needs length, width and height")]
    Flat,
}

impl Building {
    /// Its row of the object table.
    pub const fn object(&self) -> &'static ObjectProfile {
        match self.kind {
            BuildingKind::House => &HOUSE,
            BuildingKind::Bunker => &BUNKER,
            BuildingKind::Skyscraper => &SKYSCRAPER,
        }
    }

    /// Levels of structure. `AB-OBJ-13`, `AB-OBJ-29` to `AB-OBJ-31`.
    pub const fn structure(&self) -> u32 {
        self.object().structure + self.extra_levels
    }

    /// Checks the building against the book.
    ///
    /// # Errors
    /// Returns the first `BuildingError` found.
    pub fn validate(&self) -> Result<(), BuildingError> {
        let larger = self.kind == BuildingKind::House && LARGER_HOUSE.contains(&self.extra_levels);
        if self.dims_m.contains(&0) {
            Err(BuildingError::Flat)
        } else if self.extra_levels > 0 && !larger {
            Err(BuildingError::ExtraLevels)
        } else if self.kind == BuildingKind::Skyscraper && self.dims_m[2] < SKYSCRAPER_M {
            Err(BuildingError::Height)
        } else {
            Ok(())
        }
    }

    /// Levels that rolled levels take from it, without an area or by a blast of this radius. `AB-OBJ-04` to `AB-OBJ-07`.
    pub fn levels_taken(&self, levels: u32, blast: Option<(BlastExposure, u32)>) -> u32 {
        let (offset, radius_m) = blast.map_or(((0, 0), None), |(blast, radius)| (blast.offset, Some(radius)));
        let extent =
            StructureExtent { dims_m: self.dims_m, farthest_squared: self.farthest_corner_squared(offset) };
        levels_on_structure(levels, radius_m, extent)
    }

    /// Squared distance in metres, rounded up, from a burst on the ground to the farthest corner. `AB-RULING-35`.
    fn farthest_corner_squared(&self, (east, south): (i32, i32)) -> u32 {
        let [length, width, height] = self.dims_m;
        let across = |offset: i32, size: u32| (2 * offset.unsigned_abs() + size).pow(2);
        (across(east, length) + across(south, width)).div_ceil(4) + height.pow(2)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::HitResult;
    use crate::aberrant::AttackContext;
    use crate::aberrant::health::health_track::LifeStatus;
    use crate::aberrant::test_fixtures::{
        blade, duel, edit_sheet, hit_faces, play_attack, rifle, roll_names,
    };

    const COTTAGE: Building = Building { kind: BuildingKind::House, dims_m: [10, 12, 5], extra_levels: 0 };
    const TOWER: Building =
        Building { kind: BuildingKind::Skyscraper, dims_m: [40, 40, 100], extra_levels: 0 };

    /// An attack on a building, with an area and a burst at this offset if there is one.
    fn attack(damage: &str, building: Building, area: u8, offset: (i32, i32)) -> AttackContext {
        let mut context = duel(crate::aberrant::Weapon { area, ..rifle(damage) });
        edit_sheet(&mut context.defender, |sheet| sheet.building = Some(building));
        if area > 0 {
            context.blast = Some(BlastExposure { secondary: false, escape: None, offset });
        }
        context
    }

    #[rstest]
    #[case::ab_obj_04_a_shot(attack("40L", COTTAGE, 0, (0, 0)), 30, 12, 1)]
    #[case::ab_obj_05_too_narrow(attack("18L", TOWER, 1, (0, 0)), 8, 6, 1)]
    #[case::ab_obj_05_wide_enough(attack("18L", TOWER, 2, (0, 0)), 8, 6, 6)]
    #[case::ab_obj_06_half_the_height(attack("18L", TOWER, 5, (0, 0)), 8, 6, 12)]
    #[case::ab_obj_07_engulfed(attack("18L", COTTAGE, 1, (0, 0)), 8, 5, 20)]
    #[case::ab_obj_07_from_its_corner(attack("18L", COTTAGE, 1, (5, 6)), 8, 5, 10)]
    #[case::ab_obj_14_a_house_needs_an_area(attack("18L", COTTAGE, 0, (0, 0)), 8, 5, 1)]
    #[case::ab_obj_18_so_does_a_tower(attack("40L", TOWER, 0, (0, 0)), 30, 9, 1)]
    fn by_size(
        #[case] context: AttackContext,
        #[case] dice: usize,
        #[case] rolled: usize,
        #[case] taken: u32,
    ) {
        // No roll to hit, and no dice for success. `AB-OBJ-01`
        let (result, traces) = play_attack(&context, &[hit_faces(rolled, dice)], &[]);
        assert_eq!(roll_names(&traces), [("damage", u32::try_from(dice).expect("few"))]);
        assert_eq!(
            (result.contact, result.levels, result.condition.marks.lethal),
            (HitResult::Hit, taken, taken)
        );
    }

    #[test]
    fn ab_obj_08_a_building_has_no_wounds() {
        let mut context = attack("18L", COTTAGE, 0, (0, 0));
        context.defender.condition.marks.lethal = 29;
        assert_eq!(context.defender.condition.wound_penalty(&context.defender.sheet), 0);
        assert_eq!(context.defender.life_status(), LifeStatus::Fighting);
        let (result, _) = play_attack(&context, &[hit_faces(1, 8)], &[]);
        assert_eq!(result.condition.life_status(&context.defender.sheet), LifeStatus::Destroyed);
    }

    #[test]
    fn ab_obj_09_stun_does_nothing_to_it() {
        let (result, traces) = play_attack(&attack("18S", COTTAGE, 0, (0, 0)), &[], &[]);
        assert_eq!((roll_names(&traces).len(), result.levels), (0, 0));
        let blunt = duel(blade("9B"));
        assert!(blunt.defender.sheet.building.is_none());
    }

    #[rstest]
    #[case::ab_obj_13_a_small_house(Building { extra_levels: 0, ..COTTAGE }, Ok(30))]
    #[case::ab_obj_13_larger(Building { extra_levels: 5, ..COTTAGE }, Ok(35))]
    #[case::ab_obj_13_the_largest(Building { extra_levels: 15, ..COTTAGE }, Ok(45))]
    #[case::ab_obj_13_not_so_little(Building { extra_levels: 4, ..COTTAGE }, Err(BuildingError::ExtraLevels))]
    #[case::ab_obj_13_not_so_much(Building { extra_levels: 16, ..COTTAGE }, Err(BuildingError::ExtraLevels))]
    #[case::ab_obj_13_no_larger_bunkers(
        Building { kind: BuildingKind::Bunker, extra_levels: 5, ..COTTAGE },
        Err(BuildingError::ExtraLevels)
    )]
    #[case::ab_obj_17_a_hundred_metres(TOWER, Ok(100))]
    #[case::ab_obj_17_less(Building { dims_m: [40, 40, 99], ..TOWER }, Err(BuildingError::Height))]
    fn data(#[case] building: Building, #[case] structure: Result<u32, BuildingError>) {
        assert_eq!(building.validate().map(|()| building.structure()), structure);
    }
}
