use super::*;
use crate::swan_song::Skill;
use crate::swan_song::test_support::units::{flesh_at, weapon};
use rstest::rstest;

/// Full Shield, Armored and Flesh Health, with a Strain threshold of 10.
fn whole(shield: i32, armored: i32, flesh: i32) -> Vitals {
    let [shield, armored, flesh] = [shield, armored, flesh].map(PointPool::full);
    Vitals { shield, armored, flesh, strain_threshold: 10, ..Vitals::default() }
}

fn robot_at(armored: i32) -> Vitals {
    Vitals { armored: PointPool { now: armored, max: 2 }, ..Vitals::default() }
}

fn club() -> Weapon {
    Weapon { blunt: true, ..weapon(WeaponClass::Melee, Skill::Clubs) }
}

fn strained(vitals: Vitals, strain: i32) -> Vitals {
    Vitals { strain, ..vitals }
}

fn health(vitals: Vitals, amount: u32, kind: DamageType) -> AppliedDamage {
    apply_damage(vitals, amount, PoolKind::Health, kind, &Switches::default())
}

fn kinetic(vitals: Vitals, amount: u32) -> [i32; 3] {
    left(health(vitals, amount, DamageType::Kinetic))
}

fn strain(vitals: Vitals, amount: u32) -> AppliedDamage {
    apply_damage(vitals, amount, PoolKind::Strain, DamageType::Kinetic, &Switches::default())
}

fn left(applied: AppliedDamage) -> [i32; 3] {
    [applied.vitals.shield.now, applied.vitals.armored.now, applied.vitals.flesh.now]
}

#[test]
fn ss_dmg_04_units_without_strain_take_none() {
    let van = Vitals { armored: PointPool::full(18), ..Vitals::default() };
    let after = strain(van, 9);
    assert_eq!((after.vitals, after.strain_gained, after.carried), (van, 0, 0));
}

#[test]
fn ss_dmg_02_separate_pools() {
    let after = strain(health(whole(0, 0, 10), 3, DamageType::Kinetic).vitals, 2);
    assert_eq!((after.vitals.flesh.now, after.vitals.strain), (7, 2));
}

#[rstest]
#[case::ss_dmg_03_counts_down(whole(0, 0, 10), 3, [0, 0, 7])]
#[case::ss_dmg_05_shield_first(whole(2, 0, 10), 5, [0, 0, 7])]
#[case::ss_dmg_05_shield_before_armour(whole(4, 4, 10), 3, [1, 4, 10])]
#[case::ss_dmg_06_percent_of_each_pool(whole(0, 2, 10), 7, [0, 0, 7])]
#[case::ss_dmg_06_all_three(whole(2, 2, 10), 9, [0, 0, 7])]
#[case::ss_dmg_06_a_pool_just_emptied(whole(0, 2, 10), 4, [0, 0, 10])]
#[case::ss_dmg_06_the_last_pool_overflows(whole(0, 0, 10), 12, [0, 0, -2])]
#[case::ss_dmg_08_after_soak(whole(0, 12, 10), 8 - 2, [0, 9, 10])]
#[case::ss_atk_26_flesh_takes_kinetic_in_full(whole(0, 0, 10), 4, [0, 0, 6])]
#[case::ss_ruling_01_the_example(whole(0, 0, 10), 4, [0, 0, 6])]
#[case::ss_dmg_26_a_robot_overflows(whole(0, 2, 0), 12, [0, -4, 0])]
#[case::ss_dmg_26_a_robot_overflows_further(whole(0, 2, 0), 14, [0, -5, 0])]
#[case::ss_dmg_26_below_nothing_by_percent(robot_at(-1), 4, [0, -3, 0])]
#[case::ss_dmg_06_a_shield_alone(whole(3, 0, 0), 5, [-2, 0, 0])]
fn kinetic_damage(#[case] before: Vitals, #[case] amount: u32, #[case] expected: [i32; 3]) {
    assert_eq!(kinetic(before, amount), expected);
}

#[test]
fn ss_dmg_04_strain_counts_up() {
    let applied = strain(whole(0, 0, 10), 3);
    assert_eq!((applied.vitals.strain, applied.strain_gained, applied.carried), (3, 3, 0));
}

#[rstest]
#[case::ss_dmg_07_shield(whole(10, 0, 10), DamageType::Fire, 4, [6, 0, 10])]
#[case::ss_dmg_07_flesh(whole(0, 0, 10), DamageType::Fire, 4, [0, 0, 6])]
#[case::ss_ruling_48_corrosive_on_flesh(whole(0, 0, 10), DamageType::Corrosive, 5, [0, 0, 5])]
#[case::ss_ruling_48_corrosive_on_armored(whole(0, 10, 10), DamageType::Corrosive, 5, [0, 0, 10])]
#[case::ss_dmg_06_corrosive_goes_on(whole(0, 5, 10), DamageType::Corrosive, 5, [0, 0, 8])]
fn types(#[case] before: Vitals, #[case] kind: DamageType, #[case] amount: u32, #[case] expected: [i32; 3]) {
    assert_eq!(left(health(before, amount, kind)), expected);
}

#[test]
fn ss_dmg_07_the_switch() {
    let mut switches = Switches::default();
    switches.set("ss.type_factors", "fire 150, shock 0").expect("a value");
    let burn = |vitals, kind| left(apply_damage(vitals, 4, PoolKind::Health, kind, &switches));
    assert_eq!(burn(whole(0, 0, 10), DamageType::Fire), [0, 0, 4]);
    assert_eq!(burn(whole(3, 0, 10), DamageType::Fire), [0, 0, 7]);
    assert_eq!(burn(whole(3, 0, 10), DamageType::Shock), [3, 0, 10]);
    assert_eq!(burn(whole(0, 0, 10), DamageType::Cryo), [0, 0, 6]);
}

#[test]
fn ss_dmg_09_zero_health() {
    let after = health(flesh_at(5), 5, DamageType::Kinetic).vitals;
    assert_eq!((down_state(&after, 3), is_dying(&after)), (Some(DownState::Unconscious), true));
    let robot = health(whole(5, 2, 0), 9, DamageType::Kinetic).vitals;
    assert_eq!((down_state(&robot, 3), is_dying(&robot)), (Some(DownState::Unconscious), false));
}

#[test]
fn ss_dmg_09_above_zero_stands() {
    assert_eq!(down_state(&flesh_at(1), 3), None);
    assert_eq!(down_state(&whole(0, 0, 0), 3), None);
}

#[test]
fn ss_dmg_10_full_strain() {
    let after = strain(strained(whole(0, 0, 10), 9), 1).vitals;
    assert_eq!(down_state(&after, 3), Some(DownState::Unconscious));
    assert_eq!(down_state(&strained(whole(0, 0, 10), 9), 3), None);
}

#[test]
fn ss_dmg_11_strain_alone_does_not_kill() {
    assert!(!is_dying(&strained(whole(0, 0, 10), 10)));
}

#[test]
fn ss_dmg_12_the_helpless_can_be_killed() {
    let after = health(strained(flesh_at(3), 10), 7, DamageType::Kinetic).vitals;
    assert_eq!(down_state(&after, 3), Some(DownState::Dead));
}

#[rstest]
#[case::ss_dmg_13_pistol(weapon(WeaponClass::Ranged, Skill::Pistols), PoolKind::Health)]
#[case::ss_dmg_13_sword(weapon(WeaponClass::Melee, Skill::Blades), PoolKind::Health)]
#[case::ss_dmg_13_grenade(weapon(WeaponClass::Thrown, Skill::Throwing), PoolKind::Health)]
#[case::ss_dmg_13_flames(
    Weapon { damage_type: DamageType::Fire, ..weapon(WeaponClass::Ranged, Skill::Pistols) },
    PoolKind::Health
)]
#[case::ss_dmg_14_shock_weapon(
    Weapon { damage_type: DamageType::Shock, ..weapon(WeaponClass::Melee, Skill::Clubs) },
    PoolKind::Strain
)]
#[case::ss_dmg_14_concussion_grenade(
    Weapon { blunt: true, ..weapon(WeaponClass::Thrown, Skill::Throwing) },
    PoolKind::Strain
)]
#[case::ss_dmg_14_fist(weapon(WeaponClass::Unarmed, Skill::UnarmedCombat), PoolKind::Strain)]
#[case::ss_dmg_14_club(club(), PoolKind::Strain)]
#[case::ss_dmg_15_stated(
    Weapon { pool: Some(PoolKind::Strain), ..weapon(WeaponClass::Ranged, Skill::Pistols) },
    PoolKind::Strain
)]
#[case::ss_dmg_15_stated_otherwise(
    Weapon { pool: Some(PoolKind::Health), ..weapon(WeaponClass::Unarmed, Skill::UnarmedCombat) },
    PoolKind::Health
)]
fn usual_pool(#[case] weapon: Weapon, #[case] pool: PoolKind) {
    assert_eq!(pool_kind(&weapon), pool);
}

#[rstest]
#[case::ss_dmg_05_pistol(weapon(WeaponClass::Ranged, Skill::Pistols), whole(4, 0, 10), true)]
#[case::ss_dmg_07_armoured_points_last_longer(
    weapon(WeaponClass::Ranged, Skill::Pistols),
    robot_at(2),
    false
)]
#[case::ss_dmg_07_lost_points_do_not_count(
    weapon(WeaponClass::Ranged, Skill::Pistols),
    Vitals { armored: PointPool { now: 0, max: 2 }, ..flesh_at(5) },
    true
)]
#[case::ss_dmg_14_strain(club(), whole(4, 0, 10), false)]
fn points_of_damage(#[case] weapon: Weapon, #[case] vitals: Vitals, #[case] expected: bool) {
    let taken = health(vitals, 3, weapon.damage_type);
    let left = |vitals: Vitals| vitals.shield.now + vitals.armored.now + vitals.flesh.now;
    assert_eq!(takes_points_of_damage(&weapon, &vitals, &Switches::default()), expected);
    let is_whole = pool_kind(&weapon) == PoolKind::Health && left(vitals) - left(taken.vitals) == 3;
    assert_eq!(is_whole, expected, "as damage is applied");
}

#[test]
fn ss_dmg_16_strain_goes_past_shields() {
    let applied = strain(whole(5, 5, 10), 6 - 2);
    assert_eq!((applied.vitals.strain, left(applied)), (4, [5, 5, 10]));
}

#[rstest]
#[case::ss_dmg_17_two_full_points_each(whole(0, 0, 10), 8, 7, 2, [0, 0, 8])]
#[case::ss_dmg_18_straight_to_the_flesh(whole(5, 0, 10), 10, 4, 2, [5, 0, 8])]
#[case::ss_dmg_19_without_flesh(whole(5, 1, 0), 10, 6, 3, [3, 0, 0])]
#[case::ss_dmg_19_nothing_left(whole(1, 1, 0), 10, 6, 3, [0, -1, 0])]
#[case::ss_dmg_20_not_multiplied(whole(0, 5, 0), 10, 4, 2, [0, 3, 0])]
#[case::ss_ruling_44_reaching(whole(0, 0, 10), 9, 1, 0, [0, 0, 10])]
#[case::ss_ruling_44_exceeding(whole(0, 0, 10), 9, 3, 1, [0, 0, 9])]
fn carried_over(
    #[case] before: Vitals,
    #[case] so_far: i32,
    #[case] amount: u32,
    #[case] carried: i32,
    #[case] expected: [i32; 3],
) {
    let applied = strain(strained(before, so_far), amount);
    assert_eq!((applied.vitals.strain, applied.carried, left(applied)), (10, carried, expected));
    assert_eq!(down_state(&applied.vitals, 3), Some(DownState::Unconscious));
}

#[test]
fn ss_dmg_21_near_death() {
    let after = health(flesh_at(2), 4, DamageType::Kinetic).vitals;
    assert_eq!((after.flesh.now, is_dying(&after)), (-2, true));
    assert!(!is_dying(&flesh_at(1)));
}

#[rstest]
#[case::ss_dmg_22_as_much_as_body(flesh_at(-3), 3, DownState::Unconscious)]
#[case::ss_dmg_22_more_than_body(flesh_at(-4), 3, DownState::Dead)]
#[case::ss_dmg_26_robot_down(robot_at(-4), 4, DownState::Unconscious)]
#[case::ss_dmg_26_robot_destroyed(robot_at(-5), 4, DownState::Dead)]
fn overflow(#[case] vitals: Vitals, #[case] body: u8, #[case] down: DownState) {
    assert_eq!(down_state(&vitals, body), Some(down));
}

#[test]
fn ss_dmg_23_bleeding_clock() {
    let bleeding: Vec<_> = (1..=73).filter(|&round| bleeds_in_round(round, 1, 3)).collect();
    assert_eq!(bleeding, [37, 73]);
    assert_eq!(bleed(flesh_at(-1)).flesh.now, -2);
}

#[test]
fn ss_dmg_24_death_by_bleeding() {
    assert!(bleeds_in_round(13, 1, 1));
    let before = flesh_at(-1);
    assert_eq!(down_state(&before, 1), Some(DownState::Unconscious));
    assert_eq!(down_state(&bleed(before), 1), Some(DownState::Dead));
}

#[test]
fn ss_dmg_26_a_robot_does_not_bleed() {
    assert!(!is_dying(&robot_at(-4)));
}

#[test]
fn losses_are_reported_per_pool() {
    let applied = health(whole(2, 2, 10), 9, DamageType::Kinetic);
    assert_eq!((applied.shield_lost, applied.armored_lost, applied.flesh_lost), (2, 2, 3));
}

#[test]
fn ss_dmg_22_a_unit_that_lies_says_how_many_points_kill() {
    // Body 4: an overflow of 5 kills.
    let deadly = |vitals: Vitals| deadly_points(&vitals, 4).map(|harm| harm.points);
    assert_eq!(deadly(flesh_at(1)), None, "it fights");
    assert_eq!(deadly(flesh_at(0)), Some(5));
    assert_eq!(deadly(flesh_at(-4)), Some(1));
    assert_eq!(deadly(flesh_at(-5)), None, "it is dead");
    let strained_out = strained(whole(2, 0, 6), 10);
    assert_eq!(deadly(strained_out), Some(13), "unconscious from Strain: 2 + 6 points, and 5 beyond");
    let after = |points| down_state(&health(strained_out, points, DamageType::Kinetic).vitals, 4);
    assert_eq!([12, 13].map(after), [Some(DownState::Unconscious), Some(DownState::Dead)]);
}
