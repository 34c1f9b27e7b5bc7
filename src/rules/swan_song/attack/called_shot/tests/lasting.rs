//! Lasting effects of called shots on pools, movement and held items.

use super::*;
use crate::status::{self, BodySide, Forbids, TestKind, failing_ailment, forbidding_ailment};
use crate::swan_song::attack::pool::attack_parts;
use crate::swan_song::defence::methods::{DefenceKind, DefenceMethod, defence_options, defence_parts};
use crate::swan_song::movement::gaits;
use crate::swan_song::movement::gaits::sprint_parts;
use crate::swan_song::movement::interception::evade_parts;
use crate::swan_song::recovery::healing::first_aid_parts;
use crate::swan_song::test_support::attacks;

/// Returns a list of ailments for a unit that has all of these.
fn with(ailments: &[(Ailment, Option<BodySide>)]) -> Vec<ActiveAilment> {
    let one = |(ailment, part): &(Ailment, Option<BodySide>)| {
        inflict(&[], AilmentCause { part: *part, ..AilmentCause::new(*ailment, None) }, 1)
    };
    ailments.iter().map(one).collect()
}

const LEFT: Option<BodySide> = Some(BodySide::Left);
const RIGHT: Option<BodySide> = Some(BodySide::Right);

fn change(ailments: &[ActiveAilment], test: TestKind) -> i32 {
    status::test_modifiers(ailments, test).map(|change| change.amount.dice()).sum()
}

#[rstest]
#[case::ss_call_23_one_ear_hearing(&[(Ailment::DeafEar, LEFT)], TestKind::Listen, -2)]
#[case::ss_call_23_one_ear_shot(&[(Ailment::DeafEar, LEFT)], TestKind::Shot, 0)]
#[case::ss_call_24_both_ears(&[(Ailment::DeafEar, LEFT), (Ailment::DeafEar, RIGHT)], TestKind::Shot, -4)]
#[case::ss_call_24_both_ears_aid(&[(Ailment::DeafEar, LEFT), (Ailment::DeafEar, RIGHT)], TestKind::Other, -4)]
#[case::ss_call_29_one_eye_blow(&[(Ailment::BlindEye, RIGHT)], TestKind::Strike, -4)]
#[case::ss_call_29_one_eye_shot(&[(Ailment::BlindEye, RIGHT)], TestKind::Shot, -4)]
#[case::ss_call_29_one_eye_first_aid(&[(Ailment::BlindEye, RIGHT)], TestKind::Other, 0)]
#[case::ss_call_30_both_eyes_shot(&[(Ailment::BlindEye, RIGHT), (Ailment::BlindEye, LEFT)], TestKind::Shot, -8)]
#[case::ss_call_30_both_eyes_first_aid(&[(Ailment::BlindEye, RIGHT), (Ailment::BlindEye, LEFT)], TestKind::Other, -8)]
#[case::ss_call_43_vomiting(&[(Ailment::Nauseous, None)], TestKind::Strike, -4)]
#[case::ss_base_17_vomiting_dodge(&[(Ailment::Nauseous, None)], TestKind::Dodge, -4)]
#[case::ss_base_17_vomiting_free_defence(&[(Ailment::Nauseous, None)], TestKind::DefendMelee, 0)]
fn tests(#[case] ailments: &[(Ailment, Option<BodySide>)], #[case] test: TestKind, #[case] dice: i32) {
    assert_eq!(change(&with(ailments), test), dice);
}

#[rstest]
#[case::ss_call_25_both_ears(&[(Ailment::DeafEar, LEFT), (Ailment::DeafEar, RIGHT)], TestKind::Listen, true)]
#[case::ss_call_25_one_ear(&[(Ailment::DeafEar, LEFT)], TestKind::Listen, false)]
#[case::ss_call_31_both_eyes(&[(Ailment::BlindEye, LEFT), (Ailment::BlindEye, RIGHT)], TestKind::Look, true)]
#[case::ss_call_31_one_eye(&[(Ailment::BlindEye, RIGHT)], TestKind::Look, false)]
fn perception(#[case] ailments: &[(Ailment, Option<BodySide>)], #[case] test: TestKind, #[case] never: bool) {
    assert_eq!(failing_ailment(&with(ailments), test).is_some(), never);
}

/// A duel with six dice each, with these ailments on either side.
fn duel(attacker: &[(Ailment, Option<BodySide>)], defender: &[(Ailment, Option<BodySide>)]) -> AttackContext {
    let mut context = attacks::duel(weapon(WeaponClass::Melee, Skill::Blades, 6));
    context.attacker.ailments = with(attacker);
    context.defender.ailments = with(defender);
    context
}

#[test]
fn ss_call_43_attack_and_dodge() {
    let sick = [(Ailment::Nauseous, None)];
    assert_eq!(attack_parts(&duel(&sick, &[])).pool(), 2);
    let context = duel(&[], &sick);
    let dodge = DefenceMethod { kind: DefenceKind::Dodge, full_defense: false };
    assert_eq!(defence_parts(&context, dodge).pool(), 2);
    assert_eq!(defence_parts(&context, DefenceMethod::STANDARD).pool(), 6);
}

#[rstest]
#[case::ss_call_41_weak_side(&[(Ailment::BrokenGrip, LEFT)], 5)]
#[case::ss_call_73_forearm(&[(Ailment::BrokenGrip, RIGHT)], 5)]
#[case::ss_call_82_hand(&[(Ailment::BrokenGrip, LEFT)], 5)]
#[case::ss_call_13_both_sides(&[(Ailment::BrokenGrip, LEFT), (Ailment::BrokenGrip, RIGHT)], 5)]
#[case::ss_call_61_useless_arm(&[(Ailment::UselessArm, LEFT)], 4)]
#[case::ss_call_98_shoulder(&[(Ailment::UselessArm, RIGHT), (Ailment::HurtArm, RIGHT)], 4)]
#[case::ss_call_61_after_the_rounds(&[(Ailment::HurtArm, RIGHT)], 6)]
fn weak_side(#[case] ailments: &[(Ailment, Option<BodySide>)], #[case] dice: u32) {
    assert_eq!(defence_parts(&duel(&[], ailments), DefenceMethod::STANDARD).pool(), dice);
}

#[test]
fn ss_call_41_ranged_defence_is_unchanged() {
    let mut context = duel(&[], &[(Ailment::BrokenGrip, LEFT)]);
    context.weapon = Arc::new(rifle(6));
    assert_eq!(defence_parts(&context, DefenceMethod::STANDARD).pool(), 6);
}

#[rstest]
#[case::ss_call_60_the_hurt_arm("character", 1, RIGHT, 3)]
#[case::ss_call_60_the_other("character", 1, LEFT, 3)]
#[case::ss_call_60_both("character", 2, None, 3)]
#[case::ss_call_60_of_the_arm_alone("arm", 1, RIGHT, 3)]
#[case::ss_call_60_not_the_other("arm", 1, LEFT, 9)]
#[case::ss_call_60_both_of_them("arm", 2, None, 3)]
fn hurt_arm(#[case] switch: &str, #[case] hands: u8, #[case] hand: Option<BodySide>, #[case] dice: u32) {
    let mut context = duel(&[(Ailment::HurtArm, RIGHT)], &[]);
    Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Blades, 6);
    context.switches = one_arm_penalty(switch);
    Arc::make_mut(&mut context.weapon).hands = hands;
    context.hand = hand;
    assert_eq!(attack_parts(&context).pool(), dice);
}

fn one_arm_penalty(value: &str) -> Arc<Switches> {
    let mut switches = Switches::default();
    switches.set("ss.one_arm_penalty", value).expect("a value");
    Arc::new(switches)
}

/// Both arms are hurt: the penalty counts once.
#[test]
fn ss_call_60_every_action_but_no_defence() {
    let hurt = [(Ailment::HurtArm, LEFT), (Ailment::HurtArm, RIGHT)];
    let context = duel(&hurt, &hurt);
    let fighter = &context.attacker;
    let unhurt = duel(&[], &[]);
    for (value, lost) in [("character", 6), ("arm", 0)] {
        let switches = one_arm_penalty(value);
        let pools = |unit| {
            [
                sprint_parts(unit, &switches).sum(),
                evade_parts(unit, &switches).sum(),
                first_aid_parts(unit, &switches).sum(),
            ]
        };
        assert_eq!(pools(fighter), pools(&unhurt.attacker).map(|sum| sum - lost), "{value}");
    }
    let parry = DefenceMethod { kind: DefenceKind::Parry, full_defense: false };
    for method in [DefenceMethod::STANDARD, parry] {
        assert_eq!(defence_parts(&context, method), defence_parts(&unhurt, method), "{method:?}");
    }
}

#[rstest]
#[case::ss_call_59_the_useless_arm(1, RIGHT, Err("SS-CALL-59"))]
#[case::ss_call_59_the_other(1, LEFT, Ok(()))]
#[case::ss_call_59_two_hands(2, None, Err("SS-CALL-59"))]
fn useless_arm(#[case] hands: u8, #[case] hand: Option<BodySide>, #[case] answer: Result<(), &str>) {
    let blade = Weapon { hands, ..weapon(WeaponClass::Melee, Skill::Blades, 6) };
    let ailments = with(&[(Ailment::UselessArm, RIGHT)]);
    assert_eq!(may_use_arm(&ailments, &blade, hand).map_err(|why| why.clause), answer);
}

#[test]
fn ss_call_59_no_parry_with_a_useless_arm() {
    let mut context = duel(&[], &[(Ailment::UselessArm, RIGHT)]);
    context.defender.held = vec![Arc::new(weapon(WeaponClass::Melee, Skill::Blades, 6))];
    let can_parry = |context: &AttackContext| {
        let parries = |option: &crate::swan_song::defence::methods::DefenceOption| {
            option.method.kind == DefenceKind::Parry
        };
        defence_options(context).iter().any(parries)
    };
    context.defender.hands = vec![RIGHT];
    assert!(!can_parry(&context));
    context.defender.hands = vec![LEFT];
    assert!(can_parry(&context));
}

#[test]
fn ss_call_38_what_can_be_held() {
    let one = with(&[(Ailment::BrokenGrip, RIGHT)]);
    assert_eq!(status::cannot_hold(&one, 1), None);
    assert_eq!(status::cannot_hold(&one, 2), Some(Ailment::BrokenGrip));
    assert_eq!(status::hand_for(&one, false, false), BodySide::Left);
    let both = with(&[(Ailment::BrokenGrip, RIGHT), (Ailment::BrokenGrip, LEFT)]);
    assert_eq!(status::cannot_hold(&both, 1), Some(Ailment::BrokenGrip));
}

#[rstest]
#[case::ss_call_16_walk(5, 5)]
#[case::ss_call_17_run(5, 5)]
fn slowed(#[case] agility: u8, #[case] metres: u32) {
    let sheet = body(|sheet| sheet.attributes.agility = agility).sheet;
    let ailments = with(&[(Ailment::Slowed, None)]);
    let walk =
        crate::status::slowed_distance(2 * gaits::walk_rate(&sheet, false, &Switches::default()), &ailments);
    let run = crate::status::slowed_distance(2 * gaits::run_distance(&sheet), &ailments);
    assert_eq!((walk, run), (2 * metres, 2 * metres));
}

#[rstest]
#[case::ss_call_18_no_sprint(Ailment::Slowed, Forbids::Sprint)]
#[case::ss_call_20_no_complex_action(Ailment::Winded, Forbids::Complex)]
#[case::ss_call_45_no_standing_up(Ailment::Buckled, Forbids::StandingUp)]
#[case::ss_call_53_no_word(Ailment::Speechless, Forbids::Speech)]
#[case::ss_call_108_no_movement(Ailment::Disabled, Forbids::Movement)]
fn bars(#[case] ailment: Ailment, #[case] bar: Forbids) {
    let bars = [Forbids::Sprint, Forbids::Complex, Forbids::StandingUp, Forbids::Speech, Forbids::Movement];
    let barred = bars.map(|one| forbidding_ailment(&with(&[(ailment, None)]), one));
    assert_eq!(barred, bars.map(|one| (one == bar).then_some(ailment)));
}

#[rstest]
#[case::ss_call_55_a_shot(1, 9)]
#[case::ss_call_56_run_shot_parry(3, 7)]
#[case::ss_call_56_a_walk(0, 10)]
fn bleeds(#[case] actions: i32, #[case] flesh: i32) {
    let vitals = Vitals { flesh: PointPool::full(10), ..Vitals::default() };
    let ailments = with(&[(Ailment::Bleedout, None)]);
    assert_eq!(apply_bleedout(vitals, &ailments, actions).flesh.now, flesh);
    assert_eq!(apply_bleedout(vitals, &[], actions).flesh.now, 10);
}

#[test]
fn ss_call_47_two_strain_every_minute() {
    let vitals = Vitals { strain_threshold: 10, ..Vitals::default() };
    let mut ailments = with(&[(Ailment::SlowDeath, None)]);
    ailments[0].strength = 1;
    let strain =
        |round| apply_slow_death(vitals, &ailments, round, &Switches::default()).map(|after| after.strain);
    assert_eq!([1, 12, 13, 14, 25].map(strain), [None, None, Some(2), None, Some(2)]);
}

#[rstest]
#[case::ss_call_19_slowed(Ailment::Slowed)]
#[case::ss_call_60_hurt_arm(Ailment::HurtArm)]
#[case::ss_ruling_13_slowed(Ailment::Slowed)]
fn treatment_ends_it(#[case] ailment: Ailment) {
    let ailments = with(&[(ailment, None), (Ailment::Winded, None)]);
    let gone: Vec<_> =
        status::relieved_by(&ailments, status::EndCondition::Treatment).map(|one| one.ailment).collect();
    assert_eq!(gone, [ailment]);
    assert!(!ailment.rule().lasting, "it does not carry over to the next battle");
}

#[test]
fn ss_call_47_it_continues_after_the_battle() {
    let vitals = Vitals { strain: 3, strain_threshold: 10, ..Vitals::default() };
    let ailments = with(&[(Ailment::SlowDeath, None)]);
    let rest = |ailments: &[_]| {
        rest_with_slow_death(vitals, ailments, 3, &Switches::default()).map(|after| after.strain)
    };
    assert_eq!((rest(&ailments), rest(&[])), (Some(9), None));
    assert!(Ailment::SlowDeath.rule().lasting, "the end of a battle does not end it");
}

#[test]
fn ss_call_54_no_word_for_hours() {
    let one = with(&[(Ailment::Speechless, None)])[0];
    assert!((1..1440).all(|round| status::end_round(one, round).is_some()));
}
