use rstest::rstest;

use super::*;
use crate::aberrant::DamageType::{Bashing, Emp, Lethal, Stun};
use crate::knockback::objects::*;
use crate::test_barriers::intact_wall;

fn barrier(name: &str, structure: u32, armor: u32, transparent: bool) -> BarrierOnLine {
    BarrierOnLine { transparent, ..intact_wall(1, name, (structure, armor)) }
}

#[rstest]
#[case::ab_obj_01_walls_are_hit(WALL, None)]
#[case::ab_obj_02_guns_are_small(PISTOL, Some(2))]
#[case::ab_obj_02_long_ones_too(RIFLE, Some(2))]
fn difficulties(#[case] object: ObjectProfile, #[case] expected: Option<i32>) {
    assert_eq!(hit_difficulty(&object, None), expected);
}

#[test]
fn ab_obj_02_three_successes_for_a_gun() {
    let needed = hit_difficulty(&PISTOL, Some(RangeBracket::Short)).expect("a roll").unsigned_abs();
    assert_eq!(
        (dice_pool::extra_successes(2, needed), dice_pool::extra_successes(3, needed)),
        (None, Some(0))
    );
}

#[test]
fn ab_obj_03_range_on_top() {
    let needed = hit_difficulty(&PISTOL, Some(RangeBracket::Medium)).expect("a roll").unsigned_abs();
    assert_eq!(
        (dice_pool::extra_successes(4, needed), dice_pool::extra_successes(5, needed)),
        (None, Some(0))
    );
}

const TOWER: StructureExtent =
    StructureExtent { dims_m: [40, 40, 100], farthest_squared: 20 * 20 + 20 * 20 + 100 * 100 };
/// Distances from its middle and from its corner.
const COTTAGE: StructureExtent = StructureExtent { dims_m: [10, 12, 5], farthest_squared: 25 + 36 + 25 };
const FROM_ITS_CORNER: StructureExtent = StructureExtent { farthest_squared: 100 + 144 + 25, ..COTTAGE };

const HALL: StructureExtent =
    StructureExtent { dims_m: [100, 40, 20], farthest_squared: 50 * 50 + 20 * 20 + 20 * 20 };

/// Levels that a large structure takes of those rolled.
fn levels_on_structure(rolled: u32, radius_m: Option<u32>, bulk: StructureExtent) -> u32 {
    SizeEffect::of_attack(radius_m, bulk).levels_taken(rolled)
}

#[rstest]
#[case::ab_obj_04_sheer_size(28, None, TOWER, 1)]
#[case::ab_obj_04_not_a_level_that_was_not_rolled(0, None, TOWER, 0)]
#[case::ab_obj_05_too_narrow(6, Some(10), TOWER, 1)]
#[case::ab_obj_05_wide_enough(6, Some(20), TOWER, 6)]
#[case::ab_obj_05_by_its_height(6, Some(10), HALL, 6)]
#[case::ab_obj_06_double(6, Some(50), TOWER, 12)]
#[case::ab_obj_06_by_its_length(6, Some(50), HALL, 12)]
#[case::ab_obj_06_not_by_its_width(6, Some(40), HALL, 6)]
#[case::ab_obj_07_engulfed(5, Some(10), COTTAGE, 20)]
#[case::ab_obj_07_not_from_its_corner(5, Some(10), FROM_ITS_CORNER, 10)]
fn bulks(
    #[case] levels: u32,
    #[case] radius: Option<u32>,
    #[case] bulk: StructureExtent,
    #[case] taken: u32,
) {
    assert_eq!(levels_on_structure(levels, radius, bulk), taken);
}

#[test]
fn ab_obj_08_wear_leaves_the_armour() {
    let worn = BarrierOnLine { damage: 29, ..barrier("brick wall", 10, 16, false) };
    assert_eq!((object_for_barrier(&worn).armour, structure_left(&worn)), (12, 1));
}

#[rstest]
#[case::ab_obj_09_against_armour(14, Lethal, 0, Some((2, false)))]
#[case::ab_obj_09_armour_piercing(14, Lethal, 4, Some((6, false)))]
#[case::ab_obj_09_stun_does_nothing(14, Stun, 0, None)]
#[case::ab_obj_09_nor_ping_that_stuns(12, Bashing, 0, None)]
#[case::ab_obj_09_ping(12, Lethal, 0, Some((1, true)))]
#[case::ab_obj_09_pulses(14, Emp, 0, None)]
fn armour(
    #[case] raw: u32,
    #[case] kind: DamageType,
    #[case] ap: u32,
    #[case] expected: Option<(u32, bool)>,
) {
    let damage = Damage { dice: raw, kind, adds: 0 };
    let rolled = object_damage_roll(damage, WALL.armour.saturating_sub(ap));
    assert_eq!(rolled.map(|roll| (roll.dice, roll.ping)), expected);
}

#[rstest]
#[case::ab_obj_11_drywall(barrier("drywall", 2, 4, false), 15)]
#[case::ab_obj_11_brick(barrier("brick wall", 10, 16, false), 30)]
#[case::ab_obj_11_bunker(barrier("bunker wall", 16, 32, false), 60)]
#[case::ab_obj_22_panes(barrier("window", 1, 2, true), 5)]
#[case::ab_obj_23_thick_panes(barrier("armoured glass", 8, 12, true), 20)]
fn barriers_of_the_map(#[case] barrier: BarrierOnLine, #[case] structure: u32) {
    assert_eq!(structure_left(&barrier), structure);
}

/// A pane of the map: its row, and levels that break it.
#[rstest]
#[case::ab_obj_12_a_window_of_the_map(2, 60, "AB-OBJ-22", 5)]
#[case::ab_obj_12_the_smallest_whole_one(2, 45, "AB-OBJ-22", 5)]
#[case::ab_obj_24_the_largest_half(2, 44, "AB-OBJ-24", 3)]
#[case::ab_obj_24_half(2, 30, "AB-OBJ-24", 3)]
#[case::ab_obj_24_half_armoured(12, 30, "AB-OBJ-24", 10)]
#[case::ab_obj_24_the_smallest_half(2, 21, "AB-OBJ-24", 3)]
#[case::ab_obj_25_the_largest_fifth(2, 20, "AB-OBJ-25", 1)]
#[case::ab_obj_25_a_fifth_armoured(12, 12, "AB-OBJ-25", 4)]
fn panes_of_the_map(#[case] armor: u32, #[case] glass_pct: u8, #[case] clause: &str, #[case] structure: u32) {
    let pane = |damage| BarrierOnLine { glass_pct, damage, ..barrier("pane", 1, armor, true) };
    assert_eq!((object_for_barrier(&pane(0)).clause, structure_left(&pane(0))), (clause, structure));
    assert!(is_open(&pane(structure)) && !is_open(&pane(structure - 1)));
}

#[test]
fn ab_obj_26_drywall_has_no_article() {
    let names = [&DRYWALL, &RIFLE, &ARMOURED_WINDOW, &HALF_WINDOW].map(ObjectProfile::name_with_article);
    assert_eq!(names, ["drywall", "a rifle", "an armoured window", "a half-size window"]);
}

#[test]
fn ab_obj_14_houses_need_area_attacks() {
    let large: Vec<_> = TABLE.iter().filter(|object| object.large).map(|object| object.clause).collect();
    assert_eq!(large, ["AB-OBJ-29", "AB-OBJ-30", "AB-OBJ-31"]);
}

#[test]
fn ab_obj_15_shots_meet_drywall() {
    assert_eq!(HOUSE.walls.map(|walls| (walls.armour, walls.structure)), Some((2, 15)));
}

#[test]
fn ab_obj_18_skyscrapers_are_large() {
    // 100 m high and 40 m wide: an attack without an area takes one level, regardless of its dice.
    const { assert!(SKYSCRAPER.large) };
    assert_eq!((levels_on_structure(30, None, TOWER), levels_on_structure(30, Some(10), TOWER)), (1, 1));
}

#[test]
fn ab_obj_19_the_frame_remains() {
    let framed: Vec<_> =
        TABLE.iter().filter(|object| object.leaves_frame).map(|object| object.clause).collect();
    assert_eq!(framed, ["AB-OBJ-31"]);
}

/// Damage dice rolled against the object.
fn rolled(object: &ObjectProfile, raw: u32) -> Option<(u32, bool)> {
    let damage = Damage { dice: raw, kind: Lethal, adds: 0 };
    object_damage_roll(damage, object.armour).map(|roll| (roll.dice, roll.ping))
}

#[rstest]
#[case::ab_obj_20_pistol(PISTOL, 5, 3, 8, Some((3, false)))]
#[case::ab_obj_21_rifle(RIFLE, 5, 6, 8, Some((3, false)))]
#[case::ab_obj_22_window(WINDOW, 2, 5, 2, Some((1, true)))]
#[case::ab_obj_23_armoured_window(ARMOURED_WINDOW, 8, 20, 9, Some((1, false)))]
#[case::ab_obj_24_half_a_window(HALF_WINDOW, 2, 3, 5, Some((3, false)))]
#[case::ab_obj_24_half_an_armoured_window(HALF_ARMOURED_WINDOW, 8, 10, 18, Some((10, false)))]
#[case::ab_obj_25_car_window(CAR_WINDOW, 2, 1, 3, Some((1, false)))]
#[case::ab_obj_25_armoured_car_window(ARMOURED_CAR_WINDOW, 8, 4, 12, Some((4, false)))]
#[case::ab_obj_26_drywall(DRYWALL, 2, 15, 3, Some((1, false)))]
#[case::ab_obj_27_structural_wall(WALL, 12, 30, 13, Some((1, false)))]
#[case::ab_obj_28_armoured_wall(ARMOURED_WALL, 20, 60, 21, Some((1, false)))]
#[case::ab_obj_29_house(HOUSE, 10, 30, 40, Some((30, false)))]
#[case::ab_obj_30_bunker(BUNKER, 20, 60, 24, Some((4, false)))]
#[case::ab_obj_31_skyscraper(SKYSCRAPER, 10, 100, 12, Some((2, false)))]
fn rows(
    #[case] object: ObjectProfile,
    #[case] armour: u32,
    #[case] structure: u32,
    #[case] raw: u32,
    #[case] expected: Option<(u32, bool)>,
) {
    assert_eq!((object.armour, object.structure), (armour, structure));
    assert_eq!(rolled(&object, raw), expected);
    assert!(TABLE.contains(&object));
}

#[rstest]
#[case::ab_obj_12_half(HALF_WINDOW, WINDOW, 2)]
#[case::ab_obj_12_a_fifth(CAR_WINDOW, WINDOW, 5)]
#[case::ab_obj_12_half_armoured(HALF_ARMOURED_WINDOW, ARMOURED_WINDOW, 2)]
#[case::ab_obj_12_a_fifth_armoured(ARMOURED_CAR_WINDOW, ARMOURED_WINDOW, 5)]
fn smaller_windows(#[case] small: ObjectProfile, #[case] whole: ObjectProfile, #[case] share: u32) {
    assert_eq!(small.structure, whole.structure.div_ceil(share));
    assert_eq!(small.armour, whole.armour);
}

#[test]
fn ab_obj_30_a_bunker_engulfed() {
    let bulk = StructureExtent { dims_m: [15, 10, 4], farthest_squared: 57 + 25 + 16 };
    assert_eq!(levels_on_structure(2, Some(20), bulk), 8);
}

#[test]
fn ab_obj_29_a_house_struck_without_an_area() {
    assert_eq!(levels_on_structure(30, None, COTTAGE), 1);
}
