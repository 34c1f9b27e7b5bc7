use rstest::rstest;

use super::barrier_attack;
use super::impact::{barrier_bonus_dv, barrier_impact};
use crate::attack::fire_mode;
use crate::barriers::*;
use crate::swan_song::WeaponClass;
use crate::swan_song::attack::resolution;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{
    BarrierHarm, BarrierOnLine, DamageType, DamageValue, FireMode, PoolKind, Skill, Weapon,
};
use crate::turn_engine::EngineSwitches;
use model::{BarrierId, BarrierSource};

/// A blunt weapon, which barriers resist with dice.
fn axe() -> Weapon {
    weapon(WeaponClass::Melee, Skill::Blades, 0)
}

fn force<'a>(weapon: &Weapon, switches: &'a EngineSwitches) -> BarrierImpact<'a> {
    barrier_impact(weapon, crate::swan_song::damage::health::pool_kind(weapon), switches)
}

fn pass(weapon: &Weapon, dv: u32, barrier: &BarrierOnLine, dice: Vec<u8>) -> PenetrationResult {
    let switches = EngineSwitches::default();
    scripted(&[dice], &[], |table| penetrate_barrier(table, &force(weapon, &switches), dv, barrier)).0
}

#[test]
fn ss_barr_01_structure_and_armor() {
    let brick = MaterialRatings::find("structure").expect("a row");
    assert_eq!((brick.structure, brick.armor), (10, 16));
}

#[rstest]
#[case::ss_barr_02_hardwood(6, 10, 6)]
#[case::ss_barr_03_thick_concrete(12, 30, 36)]
#[case::ss_barr_03_thin_concrete(12, 5, 12)]
#[case::ss_barr_03_full_layers(12, 29, 24)]
fn hit_points_of_a_segment(#[case] structure: u32, #[case] thickness: u32, #[case] points: u32) {
    assert_eq!(hit_points(structure, thickness), points);
}

#[rstest]
#[case("fragile", 1, 2)]
#[case("cheap", 2, 4)]
#[case("average", 4, 6)]
#[case("heavy", 6, 8)]
#[case::ss_ruling_20_security_door("reinforced", 8, 12)]
#[case("structure", 10, 16)]
#[case("heavy_structure", 12, 20)]
#[case::ss_ruling_20_reinforced_concrete("reinforced_concrete", 14, 24)]
#[case("hardened", 16, 32)]
fn ss_barr_04_ratings(#[case] id: &str, #[case] structure: u32, #[case] armor: u32) {
    let row = MaterialRatings::find(id).expect("a row");
    assert_eq!((row.structure, row.armor), (structure, armor));
}

#[rstest]
#[case::too_weak("hardened", 15, 32, false)]
#[case::more("hardened", 17, 32, true)]
#[case::ss_ruling_21_any_number("structure", 15, 16, true)]
fn ss_barr_04_hardened_is_at_least(
    #[case] id: &str,
    #[case] structure: u32,
    #[case] armor: u32,
    #[case] fine: bool,
) {
    assert_eq!(MaterialRatings::find(id).expect("a row").allows(structure, armor), fine);
}

#[rstest]
#[case::ss_ruling_14_equal_is_stopped(8, 0, PenetrationResult::STOPPED)]
#[case::ss_barr_41_above(9, 0, PenetrationResult { dv: 8, damage: 1 })]
#[case::ss_barr_42_stopped_dead(7, 0, PenetrationResult::STOPPED)]
#[case::ss_barr_12_penetration(6, 3, PenetrationResult { dv: 5, damage: 1 })]
#[case::ss_barr_12_bad_penetration(9, -1, PenetrationResult::STOPPED)]
#[case::ss_barr_37_wear_without_dice(10, 0, PenetrationResult { dv: 9, damage: 1 })]
fn ss_barr_11_penetrating_hardwood(#[case] dv: u32, #[case] arp: i32, #[case] passed: PenetrationResult) {
    assert_eq!(pass(&Weapon { arp, ..rifle(0) }, dv, &wall(1, 6, 8), Vec::new()), passed);
}

#[test]
fn ss_barr_13_net_hits_included() {
    let mut context = unpaid_duel(rifle(7));
    context.barriers = vec![pane(1, 6, 8)];
    let (result, _) =
        play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(0, 6), faces_with_hits(0, 1)], &[]);
    assert_eq!((result.net_hits, result.damage), (2, 8), "9 > 8, 8 passes through");
}

#[test]
fn ss_barr_14_the_barrier_resists() {
    let (_, traces) = scripted(&[faces_with_hits(2, 6)], &[], |table| {
        let switches = EngineSwitches::default();
        penetrate_barrier(table, &force(&axe(), &switches), 8, &wall(1, 2, 4))
    });
    assert_eq!(roll_names(&traces), ["barrier resistance"]);
    assert!(note_texts(&traces).iter().any(|text| text == "wall 1: damage 8 - 2 = 6"));
}

#[test]
fn ss_ruling_17_armor_after_penetration_resists() {
    assert_eq!(
        pass(&Weapon { arp: 3, ..axe() }, 8, &wall(1, 2, 4), faces_with_hits(0, 3)),
        PenetrationResult { dv: 6, damage: 8 }
    );
}

#[rstest]
#[case::ss_barr_16_beyond_the_structure(2, 0, 4)]
#[case::ss_ruling_16_equal(6, 0, 0)]
#[case::ss_ruling_27_used_up(6, 3, 3)]
fn ss_barr_15_and_16(#[case] structure: u32, #[case] damage: u32, #[case] passes: u32) {
    let barrier = BarrierOnLine { damage, ..wall(1, structure, 1) };
    let dice = faces_with_hits(2, structure as usize + 1);
    assert_eq!(pass(&axe(), 8, &barrier, dice), PenetrationResult { dv: passes, damage: 6 });
}

#[test]
fn ss_barr_17_then_the_target_soaks() {
    let mut context = unpaid_duel(Weapon { damage: DamageValue::Fixed(7), ..axe() });
    context.barriers = vec![pane(1, 2, 4)];
    let (result, _) = play_attack(
        &context,
        &[faces_with_hits(1, 6), faces_with_hits(0, 6), faces_with_hits(2, 6), vec![5]],
        &[],
    );
    assert_eq!((result.damage, result.barriers[0].damage), (3, 6));
}

#[test]
fn ss_barr_18_several_barriers() {
    let walls = [wall(1, 2, 4), wall(2, 2, 4)];
    let switches = EngineSwitches::default();
    let rifle = rifle(0);
    let ((), dv, harms) =
        scripted(&[], &[], |table| cross_barriers(table, &force(&rifle, &switches), (), 8, walls.iter())).0;
    assert_eq!(dv, 6);
    assert_eq!(
        harms,
        [
            BarrierHarm { id: BarrierSource::Segment(BarrierId(1)), damage: 1 },
            BarrierHarm { id: BarrierSource::Segment(BarrierId(2)), damage: 1 }
        ]
    );
}

#[rstest]
#[case::hits_add(3, 9)]
#[case::ss_barr_21_base_dv(0, 6)]
fn ss_barr_20_hits_add_to_the_dv(#[case] rolled: usize, #[case] damage: u32) {
    let mut context = attack_on_barrier(Weapon { damage: DamageValue::Fixed(6), ..axe() }, wall(1, 6, 2));
    let (result, _) = play_barrier(&context, &[faces_with_hits(rolled, 6), faces_with_hits(0, 8)]);
    assert_eq!((result.hit, result.damage), (true, damage));
    context.barrier.damage = 99;
    assert_eq!(
        play_barrier(&context, &[faces_with_hits(rolled, 6), faces_with_hits(0, 8)]).0.damage,
        damage,
        "it can be hit again"
    );
}

#[test]
fn ss_barr_19_no_defence() {
    let (_, traces) = play_barrier(
        &attack_on_barrier(knife(), wall(1, 2, 1)),
        &[faces_with_hits(0, 6), faces_with_hits(0, 2)],
    );
    assert_eq!(
        crate::swan_song::test_support::attacks::roll_names(&traces),
        ["attack", "barrier resistance"]
    );
}

#[rstest]
#[case::critical_glitch(vec![1, 1, 1, 4], false, 0, Vec::new())]
#[case::half_ones(vec![1, 1, 3, 4], true, 6, faces_with_hits(0, 4))]
#[case::glitch_with_a_hit(vec![1, 1, 1, 5], true, 7, faces_with_hits(0, 4))]
fn ss_barr_22_only_a_critical_glitch_misses(
    #[case] faces: Vec<u8>,
    #[case] hit: bool,
    #[case] damage: u32,
    #[case] resistance: Vec<u8>,
) {
    let mut context = attack_on_barrier(Weapon { damage: DamageValue::Fixed(6), ..axe() }, wall(1, 2, 2));
    std::sync::Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Blades, 1);
    let (result, _) = play_barrier(&context, &[faces, resistance]);
    assert_eq!((result.hit, result.damage), (hit, damage));
}

#[rstest]
#[case::ss_barr_26_melee(weapon(WeaponClass::Melee, Skill::Blades, 6), 8)]
#[case::ss_barr_26_unarmed(weapon(WeaponClass::Unarmed, Skill::UnarmedCombat, 6), 8)]
#[case::ss_barr_29_biotics(weapon(WeaponClass::Ranged, Skill::Biotics, 7), 9)]
#[case::ss_barr_43_a_blade_is_melee(Weapon { damage: DamageValue::Fixed(6), ..knife() }, 8)]
fn ss_barr_25_no_change_of_the_dv(#[case] weapon: Weapon, #[case] dv: u32) {
    let (result, traces) = play_barrier(
        &attack_on_barrier(Weapon { arp: 0, ..weapon }, wall(1, 4, 2)),
        &[faces_with_hits(2, 6), faces_with_hits(0, 6)],
    );
    assert_eq!(result.damage, dv);
    assert!(note_texts(&traces)[0].ends_with(&format!("+ 2 hits = {dv}")));
}

#[test]
fn ss_barr_30_resistance_roll() {
    let hammer = Weapon { damage: DamageValue::Fixed(23), ..axe() };
    let (result, _) = play_barrier(
        &attack_on_barrier(hammer, wall(1, 10, 16)),
        &[faces_with_hits(0, 6), faces_with_hits(7, 26)],
    );
    assert_eq!(result.damage, 16);
}

#[rstest]
#[case::not_above(12, Vec::new(), 0)]
#[case::above(13, faces_with_hits(1, 20), 12)]
fn ss_barr_31_the_bar_counts_here_too(#[case] dv: u32, #[case] resistance: Vec<u8>, #[case] damage: u32) {
    let axe = Weapon { damage: DamageValue::Fixed(dv), ..axe() };
    let (result, _) =
        play_barrier(&attack_on_barrier(axe, wall(1, 8, 12)), &[faces_with_hits(0, 6), resistance]);
    assert_eq!((result.hit, result.damage), (true, damage));
}

#[test]
fn ss_barr_32_strain_leaves_no_damage() {
    let stun = Weapon { pool: Some(PoolKind::Strain), ..rifle(9) };
    assert_eq!(pass(&stun, 9, &wall(1, 1, 2), Vec::new()), PenetrationResult { dv: 8, damage: 0 });
    let club = Weapon { pool: Some(PoolKind::Strain), ..axe() };
    assert_eq!(pass(&club, 9, &wall(1, 1, 2), faces_with_hits(1, 3)), PenetrationResult { dv: 7, damage: 0 });
}

#[test]
fn ss_barr_33_damage_adds_up() {
    assert_eq!(holes_opened(6, 4 + 4), (1, 2));
    assert_eq!(BarrierOnLine { damage: 4, ..wall(1, 6, 8) }.hit_points_left(), 2);
}

#[rstest]
#[case(6, 5, false)]
#[case(6, 6, true)]
#[case::thick(36, 35, false)]
#[case::thick(36, 36, true)]
fn ss_barr_34_hole(#[case] points: u32, #[case] damage: u32, #[case] hole: bool) {
    assert_eq!(holes_opened(points, damage).0 > 0, hole);
    let barrier = BarrierOnLine { damage, ..wall(1, points, 1) };
    assert_eq!(barrier.is_open(), hole);
}

#[rstest]
#[case(30, (2, 0))]
#[case(29, (1, 14))]
#[case(45, (3, 0))]
fn ss_barr_35_size_of_the_hole(#[case] damage: u32, #[case] opened: (u32, u32)) {
    assert_eq!(holes_opened(15, damage), opened);
}

#[test]
fn ss_barr_35_open_segments_stop_nothing() {
    let open = BarrierOnLine { damage: 6, ..wall(1, 6, 20) };
    assert_eq!(pass(&rifle(0), 5, &open, Vec::new()), PenetrationResult { dv: 5, damage: 0 });
}

#[rstest]
#[case("table", PenetrationResult { dv: 9, damage: 1 })]
#[case("none", PenetrationResult { dv: 10, damage: 0 })]
fn ss_barr_38_wear(#[case] value: &str, #[case] passed: PenetrationResult) {
    let mut switches = EngineSwitches::default();
    switches.set("ss.penetration_wear", value).expect("a switch");
    let rifle = rifle(0);
    let got =
        scripted(&[], &[], |table| penetrate_barrier(table, &force(&rifle, &switches), 10, &wall(1, 6, 8))).0;
    assert_eq!(got, passed);
}

#[test]
fn ss_barr_39_the_rest_reaches_the_soak() {
    let mut context = unpaid_duel(rifle(9));
    context.barriers = vec![pane(1, 6, 8)];
    let (_, traces) =
        play_attack(&context, &[faces_with_hits(1, 6), faces_with_hits(0, 6), faces_with_hits(0, 1)], &[]);
    assert!(note_texts(&traces).iter().any(|text| text == "9 after soak: 9"));
}

#[rstest]
#[case(1, 1)]
#[case(2, 1)]
#[case(3, 2)]
#[case(5, 2)]
#[case(6, 3)]
#[case(9, 3)]
#[case(10, 4)]
fn ss_barr_40_several_rounds(#[case] rounds: u32, #[case] points: u32) {
    assert_eq!(penetration_wear(rounds), points);
}

#[rstest]
#[case(FireMode::Single, 1)]
#[case(FireMode::FlechetteWide, 1)]
#[case(FireMode::Burst, 2)]
#[case(FireMode::SemiAutoBurst, 2)]
#[case(FireMode::LongBurst, 3)]
#[case(FireMode::FullAutoSimple, 3)]
#[case(FireMode::FullAutoComplex, 4)]
fn ss_barr_40_the_modes_agree(#[case] mode: FireMode, #[case] points: u32) {
    assert_eq!(penetration_wear(fire_mode::fire_mode_stats(mode).rounds), points);
}

#[test]
fn ss_barr_43_bullets_only_wear() {
    let mut context = attack_on_barrier(rifle(6), wall(1, 2, 4));
    for total in [1, 2] {
        let (result, _) = play_barrier(&context, &[faces_with_hits(3, 6)]);
        assert_eq!((result.hit, result.damage), (true, 1));
        context.barrier.damage += result.damage;
        assert_eq!(context.barrier.damage, total);
    }
    assert_eq!(holes_opened(2, context.barrier.damage), (1, 0));
}

#[rstest]
#[case("off", PenetrationResult { dv: 2, damage: 6 })]
#[case("on", PenetrationResult { dv: 4, damage: 12 })]
fn ss_barr_52_damage_types(#[case] value: &str, #[case] passed: PenetrationResult) {
    let mut switches = EngineSwitches::default();
    switches.set("ss.barrier_damage_types", value).expect("a switch");
    let acid = Weapon { damage_type: DamageType::Corrosive, ..axe() };
    let rule = |table: &mut dice::ScriptedTable| {
        penetrate_barrier(table, &force(&acid, &switches), 6, &wall(1, 4, 1))
    };
    assert_eq!(scripted(&[faces_with_hits(0, 5)], &[], rule).0, passed);
}

#[rstest]
#[case::fewer_hits_miss(1, 2, None, false)]
#[case::a_tie_goes_through_the_cover(2, 2, Some(6), true)]
#[case::more_hits(3, 2, Some(6), true)]
fn ss_def_02_a_covered_barrier(
    #[case] attack: usize,
    #[case] cover: usize,
    #[case] resists: Option<usize>,
    #[case] hit: bool,
) {
    let mut context = attack_on_barrier(Weapon { damage: DamageValue::Fixed(9), ..axe() }, wall(1, 4, 2));
    context.hidden = 60;
    let mut rolls = vec![faces_with_hits(attack, 6), faces_with_hits(cover, 4)];
    rolls.extend(resists.map(|dice| faces_with_hits(0, dice)));
    assert_eq!(play_barrier(&context, &rolls).0.hit, hit);
    context.barriers = vec![wall(2, 1, 90)];
    let stops = attack == cover;
    let rolls = if stops { &rolls[..2] } else { &rolls };
    assert_eq!(play_barrier(&context, rolls).0.hit, hit && !stops, "only a tie hits the cover");
}

#[test]
fn both_rules_cross_barriers_alike() {
    let duel = unpaid_duel(rifle(9));
    let mut context = attack_on_barrier(rifle(9), wall(1, 2, 4));
    context.barriers = vec![pane(3, 4, 6)];
    let mut on_unit = duel;
    on_unit.barriers = context.barriers.clone();
    let unit =
        scripted(&[faces_with_hits(1, 6), faces_with_hits(0, 6), faces_with_hits(0, 1)], &[], |table| {
            resolution::resolve_attack(table, &on_unit)
        })
        .0;
    let segment =
        scripted(&[faces_with_hits(1, 6)], &[], |table| barrier_attack::attack_barrier(table, &context)).0;
    assert_eq!(unit.barriers, segment.barriers);
}

fn charge(damage: u32) -> Weapon {
    Weapon { explosive: true, blast: 2, ..weapon(WeaponClass::Thrown, Skill::Throwing, damage) }
}

#[rstest]
#[case::ss_barr_25_multiplied_then_hits(charge(10), 3, 23)]
#[case::ss_barr_27_in_contact(charge(10), 0, 20)]
#[case::ss_barr_28_a_rocket(Weapon { rocket: true, ..weapon(WeaponClass::Ranged, Skill::HeavyWeapons, 24) }, 1, 49)]
#[case::ss_ruling_23_a_fragmentation_rocket(weapon(WeaponClass::Ranged, Skill::HeavyWeapons, 24), 1, 25)]
fn doubled(#[case] weapon: Weapon, #[case] rolled: usize, #[case] damage: u32) {
    let (result, _) = play_barrier(
        &attack_on_barrier(weapon, wall(1, 10, 8)),
        &[faces_with_hits(rolled, 6), faces_with_hits(0, 18)],
    );
    assert_eq!(result.damage, damage);
}

#[rstest]
#[case::ss_barr_27_one_square_away(false, 0)]
#[case::ss_barr_27_touching(true, 10)]
fn contact(#[case] touches: bool, #[case] more: u32) {
    assert_eq!(barrier_bonus_dv(&charge(10), 10, touches), more);
}

#[test]
fn ss_barr_36_people_behind_never_get_the_doubling() {
    let charge = charge(10);
    let switches = EngineSwitches::default();
    let force = BarrierImpact { bonus_dv: 10, ..force(&charge, &switches) };
    let passed =
        scripted(&[faces_with_hits(2, 6)], &[], |table| penetrate_barrier(table, &force, 10, &wall(1, 2, 4)))
            .0;
    assert_eq!(passed, PenetrationResult { dv: 10, damage: 18 });
}
