use rstest::rstest;

use super::*;
use crate::HitResult;
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{AttackContext, AttackMode, DamageDice, GroundConditions};
use crate::test_barriers::intact_wall;
use model::{BarrierId, BarrierSource};

fn wall(id: u32, ap: u32) -> CoverOnLine {
    let barrier = BarrierOnLine { thickness_cm: 20, ..intact_wall(id, "wall", (10, 16)) };
    CoverOnLine { barrier, ap: Some(ap), beside_target: true }
}

/// A shot with this damage when the d10 shows 10, at a body behind cover with this AP; TB 4.
fn shot(damage: i16, penetration: u8, ap: u32, armour: u8) -> AttackContext {
    let mut weapon = autogun();
    weapon.damage = DamageDice::d10(1, damage - 10);
    weapon.penetration = penetration;
    attack_context_with(weapon, |context| {
        context.defender.shielded = HitLocations::from_locations(&[HitLocation::Body]);
        edit_sheet(&mut context.defender, |sheet| {
            sheet.characteristics.toughness = 40;
            sheet.armour.body = armour;
        });
        context.covers = vec![wall(7, ap)];
    })
}

/// An attack roll of 4 hits the body (40); of 1 the head (10).
const BODY: u8 = 4;
const HEAD: u8 = 1;

fn lost(context: &AttackContext) -> u32 {
    play_result(context, &[BODY, 10]).harm.damage
}

#[test]
fn cs_cov_01_what_a_low_wall_shields() {
    let low = Some(CoverShape::Low);
    let legs =
        HitLocations::from_locations(&[HitLocation::Body, HitLocation::LeftLeg, HitLocation::RightLeg]);
    assert_eq!(may_shield(low, false, legs), Ok(()));
    let head = HitLocations::from_locations(&[HitLocation::Head, HitLocation::Body]);
    assert_eq!(may_shield(low, false, head), Err(CoverError::Uncovered(HitLocation::Head)));
    let arm = HitLocations::from_locations(&[HitLocation::RightArm]);
    assert_eq!(may_shield(low, false, arm), Err(CoverError::Uncovered(HitLocation::RightArm)));
    assert_eq!(may_shield(low, true, HitLocations::ALL), Ok(()), "all of it while prone");
    assert_eq!(may_shield(Some(CoverShape::Tall), false, HitLocations::ALL), Ok(()));
}

#[test]
fn cs_cov_01_shapes_by_height() {
    assert_eq!([90, 110].map(CoverShape::from_height), [CoverShape::Low; 2], "walls to shoot over");
    assert_eq!([140, 300].map(CoverShape::from_height), [CoverShape::Tall; 2]);
}

#[rstest]
#[case::head(&[HitLocation::Head], false)]
#[case::one_arm(&[HitLocation::LeftArm], false)]
#[case::the_other_arm(&[HitLocation::RightArm], false)]
#[case::body_and_legs(&[HitLocation::Body, HitLocation::LeftLeg, HitLocation::RightLeg], true)]
fn cs_cov_02_exposed_to_shoot(#[case] shielded: &[HitLocation], #[case] allowed: bool) {
    use crate::circumstances::attacks::legality::{AttackError, may_attack};
    let verdict = if allowed { Ok(()) } else { Err(AttackError::BehindCover) };
    let mut context = attack_context(autogun());
    context.attacker.shielded = HitLocations::from_locations(shielded);
    assert_eq!(may_attack(&context.attempt(), context.loaded), verdict);
    let mut blow = crate::circumstances::test_fixtures::attack_context(sword());
    blow.attacker.shielded = HitLocations::from_locations(shielded);
    assert_eq!(may_attack(&blow.attempt(), blow.loaded), Ok(()), "blows may be struck");
}

#[test]
fn cs_cov_03_only_beside_a_cover_object() {
    assert_eq!(
        may_shield(None, false, HitLocations::from_locations(&[HitLocation::Body])),
        Err(CoverError::NotBeside)
    );
}

#[test]
fn cs_cov_04_an_unshielded_location() {
    let mut context = shot(9, 0, 8, 0);
    edit_sheet(&mut context.defender, |sheet| sheet.characteristics.toughness = 30);
    let harm = play_result(&context, &[HEAD, 10]).harm;
    assert_eq!((harm.location, harm.damage, harm.barriers), (Some(HitLocation::Head), 6, Vec::new()));
}

#[test]
fn cs_cov_05_only_across_the_covers_edge() {
    let mut context = shot(14, 0, 8, 0);
    assert_eq!(lost(&context), 2);
    context.covers[0].beside_target = false;
    assert_eq!(lost(&context), 10, "the same shot from the other side");
}

#[test]
fn cs_cov_06_cover_reduces_the_damage() {
    // Excess 6, TB 4.
    assert_eq!(lost(&shot(14, 0, 8, 0)), 2);
}

#[rstest]
#[case::on(14, 3, 8, 1, "on", 4)]
#[case::off(14, 3, 8, 1, "off", 2)]
#[case::left_over_for_armour(14, 5, 3, 4, "on", 8)]
#[case::all_for_armour(14, 5, 3, 4, "off", 7)]
fn cs_cov_07_penetration_and_cover(
    #[case] damage: i16,
    #[case] penetration: u8,
    #[case] ap: u32,
    #[case] armour: u8,
    #[case] switch: &str,
    #[case] wounds: u32,
) {
    let mut context = shot(damage, penetration, ap, armour);
    with_switch(&mut context, "cs.cover_pen", switch);
    assert_eq!(lost(&context), wounds);
}

#[test]
fn cs_cov_08_no_excess_no_harm() {
    let harm = play_result(&shot(8, 0, 8, 0), &[BODY, 10]).harm;
    assert_eq!((harm.contact, harm.damage), (HitResult::Blocked, 0));
}

#[test]
fn cs_cov_09_no_excess_no_depletion() {
    let mut context = shot(8, 0, 8, 0);
    std::sync::Arc::make_mut(&mut context.weapon).cracking = 2;
    assert_eq!(play_result(&context, &[BODY, 10]).harm.barriers, Vec::new());
    let harm = blast_at(8, 0, 2, 0);
    assert_eq!((harm.damage, harm.barriers), (0, Vec::new()));
    let harm = blast_at(9, 0, 2, 0);
    assert_eq!(
        (harm.damage, harm.barriers[0].damage),
        (0, 2),
        "an excess of 1 wears it, though Toughness stops it"
    );
}

#[test]
fn cs_cov_10_excess_faces_armour_and_toughness() {
    let mut context = shot(14, 0, 8, 1);
    edit_sheet(&mut context.defender, |sheet| sheet.characteristics.toughness = 30);
    assert_eq!(lost(&context), 2);
}

/// An explosion with this damage against a body behind cover with AP 8; TB 3.
fn blast_at(damage: i16, penetration: u8, blast: u8, cracking: u8) -> crate::circumstances::DamageResult {
    let mut weapon = grenade(blast);
    weapon.damage = DamageDice::d10(1, damage - 10);
    (weapon.penetration, weapon.cracking) = (penetration, cracking);
    let mut context = blast::BlastHitContext {
        attacker: fighter(1, |_| {}),
        defender: fighter(2, |_| {}),
        weapon: weapon.into(),
        unaware: false,
        ground: GroundConditions::default(),
        covers: vec![wall(7, 8)],
        switches: Default::default(),
    };
    context.defender.shielded = HitLocations::ALL;
    play_script(&[50, 10], &[], |table| blast::resolve_blast_hit(table, &context)).0
}

#[test]
fn cs_cov_11_depletion_by_a_ranged_attack() {
    let harm = blast_at(14, 3, 1, 2);
    assert_eq!(harm.damage, 14 - (8 - 3) - 3, "the excess is 9");
    assert_eq!(harm.barriers, [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 6 }]);
    let mut context = shot(14, 3, 8, 0);
    std::sync::Arc::make_mut(&mut context.weapon).cracking = 2;
    assert_eq!(
        play_result(&context, &[BODY, 10]).harm.barriers,
        [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 5 }]
    );
}

/// A melee attack with Penetration 3 and SB 4 that always has excess; T 50.
fn blow(manner: AttackMode, cracking: u8, roll: u8) -> u32 {
    let mut weapon = sword();
    (weapon.damage.bonus, weapon.penetration, weapon.cracking) = (20, 3, cracking);
    let context = attack_context_with(weapon, |context| {
        context.mode = manner;
        context.defender.shielded = HitLocations::ALL;
        context.covers = vec![wall(7, 12)];
        let skill = if manner == AttackMode::Charge { 40 } else { 50 };
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.weapon_skill = skill);
    });
    assert_eq!(target_number_of(&context), 50);
    play_result(&context, &[roll, 5]).harm.barriers[0].damage
}

#[test]
fn cs_cov_12_depletion_by_a_melee_attack() {
    assert_eq!(blow(AttackMode::Standard, 0, 4), 7);
    assert_eq!(blow(AttackMode::Standard, 2, 4), 9);
}

#[rstest]
#[case::two_degrees(30, 8)]
#[case::three_degrees(20, 8)]
#[case::four_degrees(10, 9)]
#[case::one_degree(40, 7)]
fn cs_cov_13_depletion_on_a_charge(#[case] roll: u8, #[case] loss: u32) {
    assert_eq!(blow(AttackMode::Charge, 0, roll), loss);
}

#[test]
fn cs_ruling_15_the_example_has_no_cracking() {
    assert_eq!(blow(AttackMode::Charge, 0, 30), 8);
    assert_eq!(blow(AttackMode::Charge, 2, 30), 10);
}

#[test]
fn cs_cov_14_depletion_comes_after() {
    let first = blast_at(14, 0, 4, 2);
    assert_eq!((first.damage, first.barriers[0].damage), (14 - 8 - 3, 6));
    let mut context = shot(14, 0, 8, 0);
    context.covers[0].barrier.damage = first.barriers[0].damage;
    assert_eq!(lost(&context), 14 - 2 - 4);
}

#[test]
fn cs_cov_14_a_burst_is_one_attack() {
    let mut context = shot(14, 0, 8, 0);
    std::sync::Arc::make_mut(&mut context.weapon).cracking = 6;
    context.mode = AttackMode::Burst;
    // T 50, roll 4: 4 degrees, three hits, all at the body: 50 and 60 of the location table.
    let harm = play_result(&context, &[BODY, 50, 60, 10, 10, 10]).harm;
    assert_eq!((harm.hits, harm.damage), (3, 6));
    assert_eq!(harm.barriers, [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 6 }]);
}

#[test]
fn cs_cov_15_cover_ap_does_not_fall_below_0() {
    let mut context = shot(14, 6, 2, 0);
    assert_eq!(
        play_result(&context, &[BODY, 10]).harm.barriers,
        [BarrierHarm { id: BarrierSource::Segment(BarrierId(7)), damage: 2 }]
    );
    context.covers[0].barrier.damage = 5;
    assert_eq!(context.covers[0].ap_left(), 0);
}

#[test]
fn cs_cov_16_destroyed_cover_shields_nothing() {
    let mut context = shot(14, 0, 8, 0);
    context.covers[0].barrier.damage = 8;
    assert_eq!(lost(&context), 10);
}

#[test]
fn cs_cov_17_the_loss_stays_with_the_object() {
    let mut cover = wall(7, 8);
    cover.barrier.damage = 6;
    let mut other = shot(14, 0, 8, 0);
    other.covers = vec![cover];
    assert_eq!(lost(&other), 14 - 2 - 4);
}

#[test]
fn cs_cov_18_only_the_cover_next_to_the_target() {
    let mut context = shot(14, 0, 8, 0);
    context.covers.insert(0, CoverOnLine { beside_target: false, ..wall(6, 4) });
    let plan = AttackPlan::new(&context);
    assert_eq!(plan.protection.by_location[HitLocation::Body as usize].cover, Some(8));
    assert_eq!(lost(&context), 2);
}

#[rstest]
#[case::glass(2, 1)]
#[case::brick(16, 8)]
#[case::hardened(32, 16)]
#[case::odd(5, 3)]
fn objects_without_ap_have_half_their_armor(#[case] armor: u32, #[case] ap: u32) {
    let mut cover = wall(7, 8);
    cover.ap = None;
    cover.barrier.armor = armor;
    assert_eq!(cover.ap_left(), ap);
}

#[test]
fn a_scene_file_states_covers() {
    let text = r#"(barrier: (id: 1, name: "crate", structure: 4, armor: 6, thickness_cm: 50, damage: 0,
        transparent: false), beside_target: true)"#;
    let cover: CoverOnLine = ron::from_str(text).expect("valid");
    assert_eq!((cover.ap, cover.full_ap()), (None, 3));
}
