//! Tests of table SS-T8, row by row.

use std::sync::Arc;

use rstest::rstest;

use super::tests::*;
use crate::swan_song::attack::pool;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{AttackContext, FireMode, MovementMode, PointPool, Skill, Weapon, WeaponClass};

#[test]
fn ss_def_17_modifiers_add_up() {
    let mut context = in_cover(burst(FireMode::Burst), 40);
    context.defender.gait = MovementMode::Running;
    context.defender.defences = 1;
    assert_eq!(dice(&context), 8);
}

#[rstest]
#[case::ss_def_19_blow(blow(), 1, 5)]
#[case::ss_def_20_shot_at_five_metres(shot(), 5, 5)]
#[case::ss_def_20_shot_at_six_metres(shot(), 6, 7)]
#[case::ss_def_44_nineteen_metres(shot(), 19, 7)]
#[case::ss_def_44_twenty_metres(shot(), 20, 11)]
fn prone(#[case] mut context: AttackContext, #[case] metres: u32, #[case] expected: u32) {
    context.defender.prone = true;
    context.sight.distance_squared = metres * metres;
    assert_eq!(dice(&context), expected);
}

#[test]
fn ss_def_25_wounds_and_strain_lower_the_defence() {
    let mut context = blow();
    context.defender.vitals.flesh = PointPool { now: 5, max: 10 };
    context.defender.vitals.strain = 5;
    assert_eq!(dice(&context), 4);
}

#[test]
fn ss_atk_14_wounded_and_running() {
    let mut context = blow();
    context.defender.vitals.flesh = PointPool { now: 5, max: 10 };
    context.defender.gait = MovementMode::Running;
    assert_eq!(dice(&context), 7);
}

#[rstest]
#[case::ss_def_26_longer(2, 0, 9)]
#[case::ss_def_27_shorter(0, 1, 6)]
#[case::equal(1, 1, 7)]
fn reach(#[case] own: u8, #[case] other: u8, #[case] expected: u32) {
    let mut context = holding(blow(), Weapon { reach: own, ..knife() });
    context.weapon = Arc::new(Weapon { reach: other, ..knife() });
    assert_eq!(dice(&context), expected);
}

#[rstest]
#[case::ss_def_26_only_in_melee(2, 0)]
#[case::ss_def_27_only_in_melee(0, 2)]
fn reach_of_a_shot(#[case] own: u8, #[case] other: u8) {
    let mut context = holding(shot(), Weapon { reach: own, ..knife() });
    sheet(&mut context.attacker).reach = other;
    assert_eq!(dice(&context), 7);
}

#[rstest]
#[case::ss_def_28_third_attack(2, 5)]
#[case::ss_def_29_after_the_own_phase(0, 7)]
fn previous_defences(#[case] defences: u8, #[case] expected: u32) {
    let mut context = blow();
    context.defender.defences = defences;
    assert_eq!(dice(&context), expected);
}

#[rstest]
#[case::ss_def_34_full_auto_complex(FireMode::FullAutoComplex, 0)]
#[case::ss_def_35_long_burst(FireMode::LongBurst, 2)]
#[case::ss_def_36_full_auto_simple(FireMode::FullAutoSimple, 2)]
#[case::ss_def_37_burst(FireMode::Burst, 5)]
#[case::ss_def_38_semi_auto_burst(FireMode::SemiAutoBurst, 5)]
#[case::single_shot(FireMode::Single, 7)]
fn fire_modes(#[case] mode: FireMode, #[case] expected: u32) {
    assert_eq!(dice(&burst(mode)), expected);
}

#[test]
fn ss_def_34_a_big_pool_keeps_some() {
    let mut context = burst(FireMode::FullAutoComplex);
    sheet(&mut context.defender).attributes.intuition = 8;
    assert_eq!(dice(&context), 3);
}

#[rstest]
#[case::shot(shot(), 4)]
#[case::blow(blow(), 7)]
fn ss_def_39_busy_in_melee(#[case] mut context: AttackContext, #[case] expected: u32) {
    context.defender.in_melee = true;
    assert_eq!(dice(&context), expected);
}

#[rstest]
#[case::ran(MovementMode::Running)]
#[case::sprinted(MovementMode::Sprinting)]
fn ss_def_40_running_defender(#[case] gait: MovementMode) {
    let mut context = shot();
    context.defender.gait = gait;
    assert_eq!(dice(&context), 9);
}

#[rstest]
#[case::ss_def_41_good(51, 11)]
#[case::ss_def_41_not_yet(50, 9)]
#[case::ss_def_46_partial(26, 9)]
#[case::ss_def_46_not_yet(25, 7)]
#[case::ss_def_50_a_curtain_covers(40, 9)]
fn cover_against_shots(#[case] hidden: u8, #[case] expected: u32) {
    assert_eq!(dice(&in_cover(shot(), hidden)), expected);
}

/// Each kind of attack, with and without good cover.
#[test]
fn ss_def_42_good_cover_counts_against_every_attack() {
    let of_class = |class| {
        let mut context = shot();
        std::sync::Arc::make_mut(&mut context.weapon).class = class;
        context
    };
    let mut explosion = of_class(WeaponClass::Thrown);
    std::sync::Arc::make_mut(&mut explosion.weapon).blast = 3;
    let mut blow = blow();
    blow.sight.across_obstacle = true;
    let bursts = [FireMode::Burst, FireMode::SemiAutoBurst, FireMode::LongBurst].map(burst);
    let attacks = [shot(), of_class(WeaponClass::Thrown), explosion, blow].into_iter().chain(bursts);
    for context in attacks {
        let open = dice(&context);
        let (class, mode) = (context.weapon.class, context.mode);
        assert_eq!(dice(&in_cover(context, 60)), open + 4, "{class:?} {mode:?}");
    }
}

#[rstest]
#[case::ss_def_43_across_a_counter("on", 60, true, 11)]
#[case::ss_def_43_switched_off("off", 60, true, 7)]
#[case::ss_def_42_not_between_them("on", 60, false, 7)]
#[case::ss_def_47_partial_never("on", 40, true, 7)]
fn cover_in_melee(#[case] switch: &str, #[case] hidden: u8, #[case] across: bool, #[case] expected: u32) {
    let mut context = in_cover(blow(), hidden);
    context.sight.across_obstacle = across;
    with_switch(&mut context, "ss.good_cover_melee", switch);
    assert_eq!(dice(&context), expected);
}

#[test]
fn ss_def_45_cover_and_blind_fire() {
    let mut context = in_cover(shot(), 100);
    sheet(&mut context.attacker).skills.insert(Skill::Longarms, 7);
    assert_eq!(pool::attack_parts(&context).pool(), 4);
    assert_eq!(cover_dice(&context), Some(4));
}

#[test]
fn ss_def_48_no_take_cover_no_bonus() {
    let mut context = shot();
    context.sight.hidden = 60;
    assert_eq!(dice(&context), 7);
}
