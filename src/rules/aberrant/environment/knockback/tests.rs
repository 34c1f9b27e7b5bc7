use rstest::rstest;

use super::*;
use crate::aberrant::test_fixtures::{fighter, hit_faces, scripted, sheet};
use crate::knockback::profile::{KnockbackBlow, breaks_obstacle, collision_dice};

/// The profile of a body of Strength 2 and Might 1, changed by `change`.
fn profile(change: impl FnOnce(&mut Sheet)) -> KnockbackProfile {
    let sheet = sheet(|sheet| {
        sheet.abilities.insert(Ability::Might, 1);
        change(sheet);
    });
    knockback_profile(&sheet, &Switches::default())
}

fn plain() -> KnockbackProfile {
    profile(|_| {})
}

fn pushed(raw: u32, adds: u32) -> u32 {
    plain().knockback_m(KnockbackBlow { raw, adds })
}

#[rstest]
#[case::ab_knock_01_met(6, 0, 0)]
#[case::ab_knock_01_exceeded(8, 0, 1)]
#[case::ab_knock_02_a_metre_per_two_dice(13, 0, 3)]
#[case::ab_knock_02_rounded_down(7, 0, 0)]
#[case::ab_knock_10_adds_push(13, 2, 5)]
#[case::ab_knock_10_not_below_the_threshold(6, 2, 0)]
#[case::ab_knock_10_adds_alone(7, 2, 2)]
fn distances(#[case] raw: u32, #[case] adds: u32, #[case] metres: u32) {
    assert_eq!(plain().threshold(), 6);
    assert_eq!(pushed(raw, adds), metres);
}

#[test]
fn ab_knock_05_large_size_raises_the_threshold() {
    assert_eq!(profile(|sheet| sheet.size = Size::Large).threshold(), 10);
}

#[test]
fn ab_knock_06_huge_size_raises_the_threshold() {
    assert_eq!(profile(|sheet| sheet.size = Size::Huge).threshold(), 14);
}

#[test]
fn ab_knock_07_growth_raises_the_threshold() {
    assert_eq!(profile(|sheet| sheet.grow = 1).threshold(), 14);
}

#[rstest]
#[case::ab_knock_08_flat(false, 40)]
#[case::ab_knock_08_per_dot(true, 120)]
fn mega_strength(#[case] per_dot: bool, #[case] threshold: u32) {
    let sheet = sheet(|sheet| {
        (sheet.strength, sheet.mega_strength) = (5, 5);
        sheet.abilities.insert(Ability::Might, 5);
    });
    let switches = Switches { mega_knock_per_dot: per_dot, ..Switches::default() };
    assert_eq!(knockback_profile(&sheet, &switches).threshold(), threshold);
}

#[test]
fn ab_knock_11_density_raises_the_threshold() {
    assert_eq!(profile(|sheet| sheet.density = 2).threshold(), 22);
}

/// Whether a unit of this Dexterity, with Athletics 1, stands after this many metres.
fn stands(dexterity: u8, mega: u8, metres: u32, rolls: &[Vec<u8>]) -> bool {
    let unit = fighter(1, |sheet| {
        (sheet.dexterity, sheet.mega_dexterity) = (dexterity, mega);
        sheet.abilities.insert(Ability::Athletics, 1);
    });
    scripted(rolls, &[], |table| roll_footing(table, &unit, metres, &Switches::default())).0
}

#[test]
fn ab_knock_03_thrown_too_far_to_stand() {
    assert!(!stands(3, 0, 4, &[]));
}

#[rstest]
#[case::ab_knock_04_stands(3, 4, true)]
#[case::ab_knock_04_falls(3, 3, false)]
#[case::ab_knock_04_at_the_limit(4, 4, false)]
#[case::ab_knock_04_five_at_the_limit(4, 5, true)]
fn feet(#[case] metres: u32, #[case] successes: usize, #[case] upright: bool) {
    assert_eq!(stands(4, 0, metres, &[hit_faces(successes, 5)]), upright);
}

#[test]
fn ab_knock_09_mega_dexterity() {
    assert!(stands(4, 1, 5, &[hit_faces(6, 7)]), "a roll with two dice more");
    assert!(!stands(3, 1, 6, &[]));
    assert!(!stands(3, 1, 5, &[hit_faces(5, 6)]));
    assert!(!stands(3, 3, 6, &[]), "two metres, however many dots");
    assert!(stands(3, 3, 5, &[hit_faces(6, 6)]), "two dice, however many dots");
}

#[rstest]
#[case::ab_knock_18_half_the_metres(9, 4)]
#[case::ab_knock_19_the_same_for_the_wall(9, 4)]
#[case::ab_knock_20_the_cap(80, 25)]
#[case::ab_knock_26_a_fall_of_ten_metres(10, 5)]
fn collisions(#[case] metres: u32, #[case] expected: u32) {
    assert_eq!(collision_dice(metres), expected);
}

/// A body of this Stamina, with Athletics 1.
fn hardy(stamina: u8) -> KnockbackProfile {
    profile(|sheet| {
        sheet.stamina = stamina;
        sheet.abilities.insert(Ability::Athletics, 1);
    })
}

#[rstest]
#[case::ab_knock_21_bashing(3, 4, ImpactSurface::Normal, true, (DamageType::Bashing, "AB-KNOCK-18"))]
#[case::ab_knock_21_lethal(3, 5, ImpactSurface::Normal, true, (DamageType::Lethal, "AB-KNOCK-21"))]
#[case::ab_knock_21_before_the_surface(3, 5, ImpactSurface::Sharp, true, (DamageType::Lethal, "AB-KNOCK-21"))]
#[case::ab_knock_22_unyielding(5, 4, ImpactSurface::Unyielding, true, (DamageType::Lethal, "AB-KNOCK-22"))]
#[case::ab_knock_22_off(5, 4, ImpactSurface::Unyielding, false, (DamageType::Bashing, "AB-KNOCK-18"))]
#[case::ab_knock_23_sharp(5, 2, ImpactSurface::Sharp, true, (DamageType::Lethal, "AB-KNOCK-23"))]
#[case::ab_knock_23_switched_off(5, 2, ImpactSurface::Sharp, false, (DamageType::Bashing, "AB-KNOCK-18"))]
#[case::ab_knock_24_shards(5, 3, ImpactSurface::Shards, true, (DamageType::Lethal, "AB-KNOCK-24"))]
#[case::ab_knock_24_off(5, 3, ImpactSurface::Shards, false, (DamageType::Bashing, "AB-KNOCK-18"))]
#[case::ab_knock_26_lethal_fall(3, 5, ImpactSurface::Normal, true, (DamageType::Lethal, "AB-KNOCK-21"))]
fn surfaces(
    #[case] stamina: u8,
    #[case] dice: u32,
    #[case] surface: ImpactSurface,
    #[case] on: bool,
    #[case] expected: (DamageType, Clause),
) {
    let switches = Switches { collision_surfaces: on, ..Switches::default() };
    assert_eq!(collision_damage_type(hardy(stamina), dice, surface, &switches), expected);
}

#[rstest]
#[case::ab_knock_25_stopped(24, false)]
#[case::ab_knock_25_through(26, true)]
fn walls(#[case] metres: u32, #[case] through: bool) {
    assert_eq!(breaks_obstacle(collision_dice(metres), 12), through);
}
