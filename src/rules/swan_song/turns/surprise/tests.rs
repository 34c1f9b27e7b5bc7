use rstest::rstest;

use super::*;
use crate::status::{ActiveAilment, Ailment, BodySide, StatusEnd};
use crate::swan_song::options::switches::{AlertTest, Senses};
use crate::swan_song::test_support::units::{fighter, on_faces, sheet_with};
use crate::swan_song::{FireMode, Karma, UnitKind, Vitals};
use dice::{Interrupt, ScriptedTable};

/// REA 4, INT 3: seven dice.
fn unit() -> Fighter {
    fighter(sheet_with(|sheet| sheet.attributes.reaction = 4))
}

fn no_alert() -> Switches {
    Switches { alert_test: AlertTest { threshold: None, by: Senses::Any }, ..Switches::default() }
}

fn met(faces: &[u8], unit: &Fighter, switches: &Switches) -> SurpriseResult {
    on_faces(faces, |table| resolve_surprise(table, unit, false, switches)).0
}

#[rstest]
#[case::ss_surp_08_three_hits([5, 5, 6, 1, 2, 3, 4], false)]
#[case::ss_surp_08_two_hits([5, 5, 4, 1, 2, 3, 4], true)]
#[case::ss_surp_11_acts_normally([5, 5, 6, 1, 2, 3, 4], false)]
#[case::ss_surp_12_loses_ten([5, 5, 4, 1, 2, 3, 4], true)]
fn tests(#[case] faces: [u8; 7], #[case] failed: bool) {
    let startled = met(&faces, &unit(), &no_alert());
    assert_eq!(startled, SurpriseResult { failed, surprised: failed, ..SurpriseResult::default() });
    assert_eq!(SURPRISE_SCORE_LOSS, 10);
}

#[test]
fn ss_surp_03_dogs_are_surprised_too() {
    let mut dog = unit();
    std::sync::Arc::make_mut(&mut dog.sheet).kind = UnitKind::Critter;
    assert!(met(&[1, 2, 3, 4, 4, 3, 2], &dog, &no_alert()).surprised);
}

#[rstest]
#[case::ss_surp_06_two_hits_alert(&[5, 6], 10)]
#[case::ss_surp_06_one_hit_does_not(&[5, 1], 7)]
#[case::ss_surp_07_three_dice_more(&[6, 6], 10)]
fn secret_test(#[case] perception: &[u8], #[case] dice: u32) {
    // INT 3 and no Perception: three dice.
    let mut faces = perception.to_vec();
    faces.push(2);
    faces.extend((0..dice).map(|_| 6));
    let (_, rolls) = on_faces(&faces, |table| resolve_surprise(table, &unit(), false, &Switches::default()));
    assert_eq!((rolls.len(), rolls[1].dice.count), (2, dice));
}

#[test]
fn ss_surp_06_perception_and_intuition() {
    let sharp = fighter(sheet_with(|sheet| {
        sheet.attributes.reaction = 4;
        (sheet.attributes.intuition, sheet.attributes.logic) = (5, 4);
        sheet.skills.insert(Skill::Perception, 1);
    }));
    let (_, rolls) =
        on_faces(&[2; 6 + 9], |table| resolve_surprise(table, &sharp, false, &Switches::default()));
    assert_eq!(rolls.iter().map(|roll| roll.dice.count).collect::<Vec<_>>(), [6, 9]);
    assert_eq!(rolls[0].limit, Some(6), "the Mental Limit");
}

#[test]
fn ss_surp_06_it_can_be_left_out() {
    let (_, rolls) = on_faces(&[6; 7], |table| resolve_surprise(table, &unit(), false, &no_alert()));
    assert_eq!(rolls.len(), 1);
}

#[test]
fn ss_surp_09_no_limit() {
    let (_, rolls) = on_faces(&[6; 7], |table| resolve_surprise(table, &unit(), false, &no_alert()));
    assert_eq!((rolls[0].limit, rolls[0].roll.value), (None, 7));
}

#[test]
fn ss_surp_08_wounds_count() {
    let mut hurt = unit();
    hurt.vitals = Vitals { injuries: 2, ..hurt.vitals };
    assert_eq!(surprise_test_parts(&hurt, Readiness::None).pool(), 5);
}

#[test]
fn ss_surp_16_karma_and_ss_surp_17_the_ten_are_lost() {
    let mut lucky = unit();
    lucky.karma = Karma { left: 1, ..Karma::default() };
    let faces = [5, 5, 4, 1, 2, 3, 4];
    let mut table = ScriptedTable::new(faces, Vec::new());
    let asked = resolve_surprise(&mut table, &lucky, false, &no_alert());
    assert!(
        matches!(asked, Err(Interrupt::NeedsAnswer(karma_prompt)) if karma_prompt.clause == "SS-SURP-16")
    );
    let mut table = ScriptedTable::new(faces, vec![RECOVER_KEY.to_owned()]);
    let startled = resolve_surprise(&mut table, &lucky, false, &no_alert()).expect("answered");
    assert_eq!(startled, SurpriseResult { failed: true, karma: true, ..SurpriseResult::default() });
}

#[rstest]
#[case::ss_surp_17_lost_all_the_same(RECOVER_KEY, false)]
#[case::ss_surp_16_the_unit_may_stay_surprised(SURPRISED_KEY, true)]
fn with_karma(#[case] answer: &str, #[case] surprised: bool) {
    let mut lucky = unit();
    lucky.karma = Karma { left: 1, ..Karma::default() };
    let mut table = ScriptedTable::new([5, 5, 4, 1, 2, 3, 4], vec![answer.to_owned()]);
    let startled = resolve_surprise(&mut table, &lucky, false, &no_alert()).expect("answered");
    assert_eq!((startled.failed, startled.surprised), (true, surprised));
}

#[rstest]
#[case::ss_surp_18_glitch([1, 1, 1, 1, 5, 5, 5], SurpriseResult { drops: true, ..SurpriseResult::default() })]
#[case::ss_ruling_53_glitch([1, 1, 1, 1, 5, 5, 5], SurpriseResult { drops: true, ..SurpriseResult::default() })]
#[case::ss_surp_19_hard_glitch(
    [1, 1, 1, 1, 5, 5, 2],
    SurpriseResult { failed: true, surprised: true, drops: true, ..SurpriseResult::default() }
)]
#[case::ss_surp_20_critical_glitch(
    [1, 1, 1, 1, 2, 3, 4],
    SurpriseResult { failed: true, surprised: true, stunned: true, ..SurpriseResult::default() }
)]
#[case::ss_ruling_53_critical_glitch(
    [1, 1, 1, 1, 2, 3, 4],
    SurpriseResult { failed: true, surprised: true, stunned: true, ..SurpriseResult::default() }
)]
fn glitches(#[case] faces: [u8; 7], #[case] expected: SurpriseResult) {
    assert_eq!(met(&faces, &unit(), &no_alert()), expected);
}

#[test]
fn ss_surp_18_glitches_may_do_nothing() {
    let switches = Switches { surprise_glitch: SurpriseGlitch::None, ..no_alert() };
    assert_eq!(met(&[1, 1, 1, 1, 5, 5, 5], &unit(), &switches), SurpriseResult::default());
}

#[rstest]
#[case::ss_surp_24_against_the_wary(true, false, false)]
#[case::ss_surp_25_against_the_wary(true, false, false)]
#[case::ss_surp_27_friends_too(true, false, false)]
#[case::ss_surp_28_against_the_surprised(true, true, true)]
#[case::ss_surp_11_unsurprised(false, false, true)]
fn acting_against(#[case] surprised: bool, #[case] other: bool, #[case] expected: bool) {
    assert_eq!(may_act_against(surprised, other), expected);
}

#[rstest]
#[case::ss_surp_26_drop_prone(Action::DropProne, true)]
#[case::ss_surp_26_ready(Action::Ready, true)]
#[case::ss_surp_26_fire(Action::Fire(FireMode::Single), false)]
#[case::ss_ruling_51_dropping_not_shooting(Action::DropProne, true)]
#[case::ss_surp_24_intercepting_blow(Action::MeleeAttack, false)]
fn before_the_phase(#[case] action: Action, #[case] expected: bool) {
    assert_eq!(is_harmless(action), expected);
}

#[test]
fn ss_act_35_no_interrupt_before_the_first_phase() {
    assert!(may_interrupt(false, false, false));
    assert!(!may_interrupt(true, false, true));
    assert!(!may_interrupt(true, true, false));
    assert!(may_interrupt(true, true, true));
}

/// A unit that is blind or deaf in these eyes or ears.
fn without(ailment: Ailment, parts: &[BodySide]) -> Fighter {
    let lost = |part: &BodySide| ActiveAilment {
        ailment,
        part: Some(*part),
        by: None,
        strength: 0,
        until: StatusEnd::Removed,
    };
    Fighter { ailments: parts.iter().map(lost).collect(), ..unit() }
}

const BOTH: [BodySide; 2] = [BodySide::Left, BodySide::Right];

#[rstest]
#[case::ss_call_31_by_sight_without_eyes(Ailment::BlindEye, &BOTH, "sight 2", None)]
#[case::ss_call_25_by_hearing_without_ears(Ailment::DeafEar, &BOTH, "hearing 2", None)]
#[case::ss_call_31_ears_are_left(Ailment::BlindEye, &BOTH, "2", Some(3))]
#[case::ss_call_25_eyes_are_left(Ailment::DeafEar, &BOTH, "sight 2", Some(3))]
#[case::ss_call_23_one_ear(Ailment::DeafEar, &BOTH[..1], "hearing 2", Some(1))]
#[case::ss_call_23_eyes_serve_better(Ailment::DeafEar, &BOTH[..1], "2", Some(3))]
#[case::ss_call_29_one_eye(Ailment::BlindEye, &BOTH[..1], "sight 2", Some(0))]
fn secret_test_with_the_senses_left(
    #[case] ailment: Ailment,
    #[case] parts: &[BodySide],
    #[case] switch: &str,
    #[case] dice: Option<u32>,
) {
    let mut switches = Switches::default();
    switches.set("ss.alert_test", switch).expect("a value");
    assert_eq!(switches.get("ss.alert_test").as_deref(), Ok(switch));
    let faces = vec![2; dice.unwrap_or(0) as usize + 7];
    let (startled, rolls) =
        on_faces(&faces, |table| resolve_surprise(table, &without(ailment, parts), false, &switches));
    let pools: Vec<u32> = rolls.iter().map(|roll| roll.dice.count).collect();
    assert_eq!(pools, dice.into_iter().chain([7]).collect::<Vec<_>>(), "not rolled, and not alerted");
    assert!(startled.failed);
}
