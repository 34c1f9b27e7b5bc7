//! The rows of tables SS-T13 and SS-T14, hit by hit.

use super::*;
use crate::status::BodySide;
use crate::swan_song::Attribute;

/// Result of a hit on a location with one net hit: damage, Initiative Score, prone, and lasting effects.
fn outcome(key: &str, dv: u32, tests: &[(usize, usize)]) -> (u32, i32, bool, Vec<(Ailment, u16)>) {
    let result = hit(&aimed(key, dv), tests);
    (result.damage, score(&result), prone(&result), lasting(&result))
}

/// Lasting effects, without the once-per-round marker of a stun.
fn marks(key: &str, dv: u32, tests: &[(usize, usize)]) -> Vec<(Ailment, u16)> {
    let mut lasts = outcome(key, dv, tests).3;
    lasts.retain(|(ailment, _)| *ailment != Ailment::Reeling);
    lasts
}

use Ailment::*;

// BOD 1 + WIL 3 are four dice, STR 3 + AGI 3 six, Composure six, BOD alone one.
#[rstest]
#[case::ss_call_63_ankle_slowed("left_ankle", 5, &[], 1, Slowed, 0)]
#[case::ss_call_64_ankle_winded("right_ankle", 5, &[], 1, Winded, 5)]
#[case::ss_call_65_ear_deafened("left_ear", 5, &[(2, 4)], 1, DeafEar, 5)]
#[case::ss_call_67_eye_blinded("right_eye", 5, &[(3, 4)], 1, BlindEye, 5)]
#[case::ss_call_70_foot_slowed("left_foot", 5, &[(3, 4)], 1, Slowed, 0)]
#[case::ss_call_71_foot_winded("left_foot", 6, &[(3, 4)], 1, Winded, 6)]
#[case::ss_call_72_forearm_broken_grip("left_forearm", 5, &[], 2, BrokenGrip, 2)]
#[case::ss_call_75_genitals_nauseous("genitals", 5, &[(4, 4), (2, 4), (1, 1)], 2, Nauseous, 2)]
#[case::ss_call_76_genitals_buckled("genitals", 5, &[(4, 4), (4, 4), (1, 1)], 2, Buckled, 1)]
#[case::ss_call_78_gut_nauseous("gut", 5, &[(2, 4), (0, 4)], 5, Nauseous, 4)]
#[case::ss_call_79_gut_slow_death("gut", 8, &[(2, 4), (4, 4)], 8, SlowDeath, 0)]
#[case::ss_call_81_hand_broken_grip("right_hand", 5, &[(2, 4)], 1, BrokenGrip, 1)]
#[case::ss_call_84_hip_slowed("left_hip", 5, &[(6, 6)], 3, Slowed, 0)]
#[case::ss_call_86_jaw_unable_to_speak("jaw", 5, &[(2, 4)], 2, Speechless, 0)]
#[case::ss_call_89_knee_slowed("left_knee", 5, &[(2, 6), (4, 6)], 1, Slowed, 0)]
#[case::ss_call_90_knee_winded("left_knee", 8, &[(2, 6), (4, 6)], 1, Winded, 8)]
#[case::ss_call_92_neck_bleedout("neck", 5, &[(3, 4)], 5, Bleedout, 0)]
#[case::ss_call_94_shin_slowed("left_shin", 5, &[(5, 6)], 2, Slowed, 0)]
#[case::ss_call_95_shin_winded("left_shin", 5, &[(5, 6)], 2, Winded, 5)]
#[case::ss_call_97_shoulder_one_armed("left_shoulder", 5, &[(1, 4)], 3, UselessArm, 3)]
#[case::ss_call_60_shoulder_penalty("left_shoulder", 5, &[(1, 4)], 3, HurtArm, 0)]
#[case::ss_call_101_sternum_winded("sternum", 12, &[(3, 4), (1, 1)], 10, Winded, 12)]
#[case::ss_call_102_thigh_slowed("left_thigh", 7, &[], 3, Slowed, 0)]
#[case::ss_call_103_thigh_winded("left_thigh", 7, &[], 3, Winded, 7)]
#[case::ss_call_22_winded_for_the_original_dv("left_thigh", 7, &[], 3, Winded, 7)]
#[case::ss_call_26_deafened_for_the_original_dv("right_ear", 5, &[(2, 4)], 1, DeafEar, 5)]
#[case::ss_call_32_blinded_for_the_original_dv("left_eye", 4, &[(3, 4)], 1, BlindEye, 4)]
#[case::ss_call_40_forearm_grip_for_the_damage("right_forearm", 9, &[], 2, BrokenGrip, 2)]
#[case::ss_call_40_hand_grip_for_the_damage("left_hand", 9, &[(2, 4)], 1, BrokenGrip, 1)]
#[case::ss_ruling_10_winded_by_the_original_dv("left_shin", 9, &[(5, 6)], 2, Winded, 9)]
fn lasts(
    #[case] key: &str,
    #[case] dv: u32,
    #[case] tests: &[(usize, usize)],
    #[case] damage: u32,
    #[case] ailment: Ailment,
    #[case] rounds: u16,
) {
    let (done, _, _, lasts) = outcome(key, dv, tests);
    assert_eq!(done, damage);
    assert!(lasts.contains(&(ailment, rounds)), "{lasts:?}");
}

/// Dice results of the tests after the stun test, all passed.
fn further(key: &str) -> Vec<(usize, usize)> {
    match key {
        "genitals" => vec![(4, 4), (1, 1)],
        "gut" => vec![(4, 4)],
        "left_knee" => vec![(4, 6)],
        "sternum" => vec![(1, 1)],
        _ => Vec::new(),
    }
}

#[rstest]
#[case::ss_call_66_ear("left_ear", 2, 10)]
#[case::ss_call_68_eye("left_eye", 3, 10)]
#[case::ss_call_69_foot("left_foot", 3, 5)]
#[case::ss_call_74_genitals("genitals", 4, 10)]
#[case::ss_call_77_gut("gut", 2, 5)]
#[case::ss_call_80_hand("left_hand", 2, 5)]
#[case::ss_call_85_jaw("jaw", 2, 5)]
#[case::ss_call_87_knee("left_knee", 2, 10)]
#[case::ss_call_91_neck("neck", 3, 10)]
#[case::ss_call_96_shoulder("left_shoulder", 1, 5)]
#[case::ss_call_99_sternum("sternum", 3, 10)]
fn stuns(#[case] key: &str, #[case] threshold: usize, #[case] loss: i32) {
    let dice = if key == "left_knee" { 6 } else { 4 };
    for (hits, lost) in [(threshold - 1, loss), (threshold, 0)] {
        let mut tests = vec![(hits, dice)];
        tests.extend(further(key));
        assert_eq!(outcome(key, 2, &tests).1, -lost, "{key} with {hits} hits");
    }
}

#[test]
fn ss_wnd_09_an_injury_of_the_same_hit_takes_a_die() {
    // BOD 1 and no shield: 3 points of Flesh are massive damage.
    let bare = |sheet: &mut Sheet| (sheet.attributes.body, sheet.shield) = (1, 0);
    let result = hit(&aimed_at("left_hip", 3, body(bare)), &[(5, 5)]);
    assert_eq!((result.vitals.injuries, prone(&result)), (1, true));
}

#[test]
fn ss_base_22_a_stun_is_resisted_with_charisma_and_willpower() {
    let stun = Location::Knee.stats(&Switches::default()).stun.expect("the knee stuns");
    assert_eq!(stun.attributes, (Attribute::Charisma, Attribute::Willpower));
    // CHA 2 and WIL 3 are five dice: the test takes exactly as many faces.
    let defender = body(|sheet| {
        sheet.attributes.body = 1;
        (sheet.attributes.charisma, sheet.attributes.willpower) = (2, 3);
    });
    let result = hit(&aimed_at("left_knee", 4, defender), &[(1, 5), (4, 6)]);
    assert_eq!(score(&result), -10);
}

#[test]
fn ss_call_87_the_knee_asks_for_composure() {
    let defender = body(|sheet| {
        sheet.attributes.body = 1;
        sheet.attributes.charisma = 2;
    });
    let result = hit(&aimed_at("left_knee", 4, defender), &[(1, 5), (4, 6)]);
    assert_eq!(score(&result), -10);
}

#[rstest]
#[case::ss_call_83_hip("left_hip", 3, 6)]
#[case::ss_call_88_knee("left_knee", 1, 4)]
#[case::ss_call_93_shin("left_shin", 2, 5)]
#[case::ss_call_51_shin("right_shin", 2, 5)]
#[case::ss_ruling_07_knee("right_knee", 1, 4)]
#[case::ss_ruling_10_shin("left_shin", 2, 5)]
fn knocks_down(#[case] key: &str, #[case] damage: u32, #[case] threshold: usize) {
    for (hits, falls) in [(threshold - 1, true), (threshold, false)] {
        let mut tests = vec![(hits, 6)];
        if key.ends_with("knee") {
            tests.insert(0, (2, 6));
        }
        let (done, _, prone, _) = outcome(key, 4, &tests);
        assert_eq!((done, prone), (damage, falls), "{key} with {hits} hits");
    }
}

#[test]
fn ss_call_51_strength_and_agility() {
    let defender = body(|sheet| {
        sheet.attributes.body = 1;
        (sheet.attributes.strength, sheet.attributes.agility) = (5, 2);
    });
    assert!(prone(&hit(&aimed_at("left_shin", 4, defender), &[(4, 7)])));
}

#[test]
fn ss_call_42_body_and_willpower() {
    let defender = body(|sheet| (sheet.attributes.body, sheet.attributes.willpower) = (1, 5));
    let result = hit(&aimed_at("gut", 3, defender), &[(1, 6), (1, 6)]);
    assert_eq!((score(&result), lasting(&result).contains(&(Nauseous, 3))), (-5, true));
}

#[rstest]
#[case::ss_call_42_one_hit(1, Some(3))]
#[case::ss_call_42_four_hits(4, None)]
fn vomits(#[case] hits: usize, #[case] rounds: Option<u16>) {
    let lasts = marks("gut", 3, &[(2, 4), (hits, 4)]);
    let sick = lasts.iter().find(|(ailment, _)| *ailment == Nauseous).map(|(_, rounds)| *rounds);
    assert_eq!(sick, rounds);
}

#[rstest]
#[case::ss_call_44_two_hits(2, false, None)]
#[case::ss_call_44_one_hit(1, true, Some(1))]
#[case::ss_call_45_no_hits(0, true, Some(2))]
fn buckles(#[case] count: usize, #[case] falls: bool, #[case] rounds: Option<u16>) {
    let context = aimed_at("genitals", 5, body(|sheet| sheet.attributes.body = 3));
    let result = hit(&context, &[(4, 6), (4, 6), (count, 3)]);
    let lies = lasting(&result).into_iter().find(|(ailment, _)| *ailment == Buckled);
    assert_eq!((result.damage, prone(&result), lies.map(|(_, rounds)| rounds)), (2, falls, rounds));
}

#[test]
fn ss_call_100_fatigue_of_the_sternum() {
    // Original DV 12: 6S against BOD 1.
    let result = hit(&aimed("sternum", 12), &[(3, 4), (1, 1)]);
    assert_eq!((result.vitals.strain, result.damage), (5, 10));
}

#[test]
fn ss_call_62_half_the_original_dv_against_bod_alone() {
    let armoured = body(|sheet| sheet.armour = vec![4]);
    // Armour 4 and half of BOD 3 soak with 5 dice; 9 - 1 = 8 is above armour.
    let result = hit_and_soaked(&aimed_at("sternum", 9, armoured), 0, &[(3, 6), (1, 3)]);
    assert_eq!(result.vitals.strain, 3);
}

#[rstest]
#[case::ss_call_46_a_fist(false, PoolKind::Strain, false)]
#[case::ss_call_46_a_club(false, PoolKind::Health, false)]
#[case::ss_call_46_a_knife(true, PoolKind::Health, true)]
#[case::ss_call_46_piercing_strain(true, PoolKind::Strain, false)]
fn dies_slowly(#[case] piercing: bool, #[case] pool: PoolKind, #[case] slowly: bool) {
    let mut context = aimed("gut", 3);
    let weapon = Arc::make_mut(&mut context.weapon);
    (weapon.piercing, weapon.penetrating, weapon.pool) = (piercing, false, Some(pool));
    let result = hit(&context, &[(2, 4), (4, 4)]);
    assert_eq!(lasting(&result).contains(&(SlowDeath, 0)), slowly);
}

#[rstest]
#[case::ss_call_27_the_other_ear("left_ear", "right_ear", DeafEar)]
#[case::ss_call_33_the_other_eye("left_eye", "right_eye", BlindEye)]
fn once_each(#[case] one: &str, #[case] other: &str, #[case] ailment: Ailment) {
    let mut context = aimed(one, 4);
    context.defender.ailments = after(&context, &hit(&context, &[(3, 4)]), 1);
    context.called_shot = CalledShot::find(other);
    let both = after(&context, &hit(&context, &[(3, 4)]), 1);
    let parts: Vec<_> = both.iter().filter(|one| one.ailment == ailment).map(|one| one.part).collect();
    assert_eq!(parts, [Some(BodySide::Left), Some(BodySide::Right)]);
}

#[rstest]
#[case::ss_call_28_a_third_hit("left_ear", DeafEar, &[BodySide::Left, BodySide::Right])]
#[case::ss_call_28_the_same_ear_twice("left_ear", DeafEar, &[BodySide::Left])]
#[case::ss_call_34_a_third_hit("left_eye", BlindEye, &[BodySide::Left, BodySide::Right])]
#[case::ss_call_34_the_same_eye_twice("left_eye", BlindEye, &[BodySide::Left])]
fn gone(#[case] key: &str, #[case] ailment: Ailment, #[case] parts: &[BodySide]) {
    let mut context = aimed(key, 5);
    context.defender.ailments = parts
        .iter()
        .map(|part| inflict(&[], AilmentCause { part: Some(*part), ..AilmentCause::new(ailment, None) }, 1))
        .collect();
    let result = hit(&context, &[]);
    assert_eq!((result.damage, result.called_shot_effects), (1, Vec::new()));
}

#[test]
fn ss_call_36_the_mark_ends_with_the_round() {
    let mut context = aimed("neck", 2);
    let ailments = after(&context, &hit(&context, &[(0, 4)]), 1);
    let left: Vec<_> = ailments.into_iter().filter_map(|one| crate::status::end_round(one, 1)).collect();
    assert!(!left.iter().any(|one| one.ailment == Reeling), "{left:?}");
    context.defender.ailments = left;
    assert_eq!(score(&hit(&context, &[(0, 4)])), -10);
}

#[test]
fn ss_ruling_08_the_sternum_does_not_slow() {
    let lasts = marks("sternum", 4, &[(3, 4), (1, 1)]);
    assert_eq!(lasts, [(Winded, 4)]);
}

#[test]
fn ss_ruling_09_a_thigh_slows_and_winds() {
    assert_eq!(marks("left_thigh", 4, &[]), [(Slowed, 0), (Winded, 4)]);
}

#[test]
fn ss_call_19_slowed_until_treated_or_for_rounds() {
    let mut context = aimed("left_thigh", 5);
    assert_eq!(lasting(&hit(&context, &[]))[0], (Slowed, 0));
    context.switches = Arc::new(switched("ss.slowed_until", "rounds"));
    assert_eq!(lasting(&hit(&context, &[]))[0], (Slowed, 5));
}

#[test]
fn ss_call_55_no_flesh_no_bleeding() {
    let mut context = aimed("neck", 4);
    context.defender.vitals.flesh = PointPool::default();
    context.defender.vitals.armored = PointPool::full(40);
    assert_eq!(lasting(&hit(&context, &[(3, 4)])), []);
}

#[test]
fn ss_call_37_the_struck_hand_drops() {
    let result = hit(&aimed("left_hand", 4), &[(2, 4)]);
    assert!(result.called_shot_effects.contains(&CalledShotEffect::Drops(BodySide::Left)));
}

#[test]
fn ss_base_14_turns_are_rounds_and_p_is_health() {
    // "2 Combat Turns" set in round 4: on in round 6, off in round 7.
    let span = Some(StatusDuration::Rounds(2));
    let one = inflict(&[], AilmentCause { span, ..AilmentCause::new(Nauseous, None) }, 4);
    let on_in = |round: u32| (4..round).all(|over| crate::status::end_round(one, over).is_some());
    assert_eq!((on_in(6), on_in(7)), (true, false));
    let whole = Vitals { flesh: PointPool::full(10), strain_threshold: 10, ..Vitals::default() };
    let hurt = |pool, amount| {
        let kind = crate::swan_song::DamageType::Kinetic;
        let after =
            crate::swan_song::damage::health::apply_damage(whole, amount, pool, kind, &Switches::default());
        (after.vitals.flesh.now, after.vitals.strain)
    };
    assert_eq!((hurt(PoolKind::Health, 1), hurt(PoolKind::Strain, 2)), ((9, 0), (10, 2)));
}
