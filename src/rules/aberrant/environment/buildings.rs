//! Buildings as one object: armour, structure and sheer size. Chapter OBJ.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::objects::{SizeEffect, StructureExtent};
use crate::aberrant::HealthState;
use crate::aberrant::attacks::area::BlastExposure;
use crate::knockback::objects::{BUNKER, HOUSE, ObjectProfile, SKYSCRAPER};
use dice::Clause;

/// Levels that a larger house has beyond those of a small one. `AB-OBJ-13`.
const LARGER_HOUSE: std::ops::RangeInclusive<u32> = 5..=15;
/// Minimum height of a skyscraper in metres. `AB-OBJ-17`.
const SKYSCRAPER_M: u32 = 100;
/// Maximum length, width and height in metres.
const MAX_SIDE_M: u32 = 1000;

/// Kinds of buildings. `AB-OBJ-29` to `AB-OBJ-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum BuildingKind {
    House,
    Bunker,
    Skyscraper,
}

/// A building as one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// A dimension is beyond what a map can show.
    #[error("length, width and height of a building are at most {MAX_SIDE_M} m")]
    Huge,
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

    /// The clause of its levels of structure: of its row, or of a larger house. `AB-OBJ-13`.
    pub const fn structure_clause(&self) -> Clause {
        if self.extra_levels > 0 { "AB-OBJ-13" } else { self.object().clause }
    }

    /// Levels of structure left in this condition. `AB-OBJ-09`.
    pub fn structure_left(&self, condition: &HealthState) -> u32 {
        self.structure().saturating_sub(condition.marks.wounds())
    }

    /// Checks the building against the book.
    ///
    /// # Errors
    /// Returns the first `BuildingError` found.
    pub fn validate(&self) -> Result<(), BuildingError> {
        let larger = self.kind == BuildingKind::House && LARGER_HOUSE.contains(&self.extra_levels);
        if self.dims_m.contains(&0) {
            Err(BuildingError::Flat)
        } else if self.dims_m.iter().any(|side| *side > MAX_SIDE_M) {
            Err(BuildingError::Huge)
        } else if self.extra_levels > 0 && !larger {
            Err(BuildingError::ExtraLevels)
        } else if self.kind == BuildingKind::Skyscraper && self.dims_m[2] < SKYSCRAPER_M {
            Err(BuildingError::Height)
        } else {
            Ok(())
        }
    }

    /// What its size makes of the levels of an attack without an area, or of a blast of this radius in metres.
    /// `AB-OBJ-04` to `AB-OBJ-07`.
    pub fn size_effect(&self, blast: Option<(BlastExposure, u32)>) -> SizeEffect {
        let (offset, radius_m) = blast.map_or(((0, 0), None), |(blast, radius)| (blast.offset, Some(radius)));
        let extent =
            StructureExtent { dims_m: self.dims_m, farthest_squared: self.farthest_corner_squared(offset) };
        SizeEffect::of_attack(radius_m, extent)
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
    use crate::aberrant::test_fixtures::{duel, edit_sheet, hit_faces, play_attack, rifle, roll_sizes};
    use dice::Trace;

    const COTTAGE: Building = Building { kind: BuildingKind::House, dims_m: [10, 12, 5], extra_levels: 0 };
    const TOWER: Building =
        Building { kind: BuildingKind::Skyscraper, dims_m: [40, 40, 100], extra_levels: 0 };

    const BUNKER_OF_FOUR: Building =
        Building { kind: BuildingKind::Bunker, dims_m: [15, 10, 4], extra_levels: 0 };

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
        assert_eq!(roll_sizes(&traces), [("damage", u32::try_from(dice).expect("few"))]);
        assert_eq!(
            (result.contact, result.levels, result.condition.marks.lethal),
            (HitResult::Hit, taken, taken)
        );
    }

    /// Notes of an attack: clause and text.
    fn notes(traces: &[Trace]) -> Vec<(&'static str, String)> {
        let noted = traces.iter().filter_map(|trace| match trace {
            Trace::Noted(note) => Some((note.clause, note.text.to_string())),
            Trace::Rolled(_) | Trace::Decided { .. } => None,
        });
        noted.collect()
    }

    #[rstest]
    #[case::ab_obj_04_an_attack_without_area(
        attack("14L", COTTAGE, 0, (0, 0)), 3,
        ("AB-OBJ-04", "Too large for an attack without an area: 1 level of 3")
    )]
    #[case::ab_obj_04_a_narrow_blast(
        attack("14L", TOWER, 1, (0, 0)), 4,
        ("AB-OBJ-04", "Too large for a blast radius of 10 m, less than half of the smallest dimension, 40 m: 1 level of 4")
    )]
    #[case::ab_obj_05_times_one(
        attack("14L", TOWER, 2, (0, 0)), 4,
        ("AB-OBJ-05", "Blast radius 20 m, at least half of the smallest dimension, 40 m: 4 x 1 = 4 levels")
    )]
    #[case::ab_obj_06_times_two(
        attack("14L", TOWER, 5, (0, 0)), 3,
        ("AB-OBJ-06", "Blast radius 50 m, at least half of the largest dimension, 100 m: 3 x 2 = 6 levels")
    )]
    #[case::ab_obj_07_times_four(
        attack("14L", COTTAGE, 1, (0, 0)), 1,
        ("AB-OBJ-07", "Engulfed by the blast radius of 10 m: 1 x 4 = 4 levels")
    )]
    fn sizes_are_noted(
        #[case] context: AttackContext,
        #[case] rolled: usize,
        #[case] note: (&'static str, &str),
    ) {
        let (_, traces) = play_attack(&context, &[hit_faces(rolled, 4)], &[]);
        assert_eq!(notes(&traces).last(), Some(&(note.0, note.1.to_owned())));
    }

    #[rstest]
    #[case::ab_obj_29_a_house(COTTAGE, ("AB-OBJ-29", "house: armour 10, 28 of 30"), 14)]
    #[case::ab_obj_30_a_bunker(BUNKER_OF_FOUR, ("AB-OBJ-30", "bunker: armour 20, 58 of 60"), 4)]
    #[case::ab_obj_31_a_skyscraper(TOWER, ("AB-OBJ-31", "skyscraper: armour 10, 98 of 100"), 14)]
    fn rows_are_noted(
        #[case] building: Building,
        #[case] (row, text): (&'static str, &str),
        #[case] dice: usize,
    ) {
        let mut context = attack("24L", building, 0, (0, 0));
        context.defender.condition.marks.lethal = 2;
        let (_, traces) = play_attack(&context, &[hit_faces(2, dice)], &[]);
        let armour = building.object().armour;
        let expected = [
            (row, format!("Counts as a {text} levels of structure left")),
            ("AB-OBJ-09", format!("24 damage dice against armour {armour}: {dice} dice left")),
            ("AB-BASE-05", "2 levels of structure".to_owned()),
            ("AB-OBJ-04", "Too large for an attack without an area: 1 level of 2".to_owned()),
        ];
        assert_eq!(notes(&traces)[3..], expected);
    }

    #[test]
    fn ab_obj_09_nothing_left_is_destroyed() {
        let mut context = attack("11L", COTTAGE, 0, (0, 0));
        context.defender.condition.marks.lethal = 29;
        let (_, traces) = play_attack(&context, &[hit_faces(1, 1)], &[]);
        let last = ("AB-OBJ-09", "No structure left: destroyed".to_owned());
        assert_eq!(notes(&traces).last(), Some(&last));
    }

    #[test]
    fn ab_obj_09_what_does_nothing_is_noted() {
        let noted = |damage: &str| notes(&play_attack(&attack(damage, COTTAGE, 0, (0, 0)), &[], &[]).1);
        let last = |damage: &str| noted(damage).pop();
        let immune = |text: &str| Some(("AB-OBJ-09", text.to_owned()));
        assert_eq!(last("18S"), immune("A building takes no stun damage"));
        assert_eq!(last("18E"), immune("A building takes no EMP damage"));
        assert_eq!(last("9B"), immune("9 damage dice against armour 10: nothing left"));
    }

    #[test]
    fn ab_ping_01_a_ping_is_not_multiplied() {
        let context = attack("9L", COTTAGE, 1, (0, 0));
        let (result, traces) = play_attack(&context, &[hit_faces(1, 1)], &[]);
        assert_eq!(result.levels, 1);
        let ping = (
            "AB-PING-01",
            "9 damage dice against armour 10: none gets through, but one die is always left".to_owned(),
        );
        assert!(notes(&traces).contains(&ping), "{:?}", notes(&traces));
        assert!(notes(&traces).iter().all(|(clause, _)| *clause != "AB-OBJ-07"));
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
        for damage in ["18S", "10B"] {
            let (result, traces) = play_attack(&attack(damage, COTTAGE, 0, (0, 0)), &[], &[]);
            assert_eq!((roll_sizes(&traces), result.levels), (Vec::new(), 0), "{damage}");
        }
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
