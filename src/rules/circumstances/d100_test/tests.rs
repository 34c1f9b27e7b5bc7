use rstest::rstest;

use super::*;
use crate::circumstances::HealthState;
use crate::circumstances::test_fixtures::*;
use dice::{AnswerPolicy, Modifier, ScriptedTable, Trace, enumerate};

fn target(number: i32) -> TargetNumber {
    TargetNumber::new(number, "value", "CS-BASE-01", Modifiers::new(), &Switches::default())
}

/// A test by a unit with this many Fate Points.
fn tested(number: i32, fate: u8, faces: &[u8], answers: &[&str]) -> TestRoll {
    let mut unit = fighter(1, |_| {});
    unit.condition.fate = fate;
    let (target, switches) = (target(number), Switches::default());
    let test = TestAttempt {
        fighter: &unit,
        why: "test",
        clause: "CS-BASE-01",
        target: &target,
        switches: &switches,
    };
    play_script(faces, answers, |table| test.roll_unless(table, |_| false)).0
}

/// As `tested`, when only success matters; also returns the log.
fn verdict(number: i32, fate: u8, faces: &[u8], answers: &[&str]) -> (TestOutcome, Vec<Trace>) {
    let mut unit = fighter(1, |_| {});
    unit.condition.fate = fate;
    let (target, switches) = (target(number), Switches::default());
    let test = TestAttempt {
        fighter: &unit,
        why: "test",
        clause: "CS-BASE-01",
        target: &target,
        switches: &switches,
    };
    play_script(faces, answers, |table| test.roll_pass(table))
}

#[rstest]
#[case::at_the_number(45, 45, true)]
#[case::above_it(45, 46, false)]
#[case::cs_base_06_nothing_fails_by_itself(110, 100, true)]
#[case::cs_base_06_nothing_passes_by_itself(0, 1, false)]
#[case::cs_base_02_double_zero_is_a_hundred(99, 100, false)]
fn cs_base_01_roll_under(#[case] number: i32, #[case] roll: u8, #[case] passed: bool) {
    assert_eq!(tested(number, 0, &[roll], &[]).passed, passed);
    assert_eq!(
        verdict(number, 0, &[roll], &[]).0,
        TestOutcome { passed, fate_spent: false, curse_spent: false }
    );
}

#[test]
fn cs_base_02_the_die_shows_1_to_100() {
    let mut table = ScriptedTable::new([0], Vec::new());
    let purpose = Purpose { who: None, why: "test", clause: "CS-BASE-02", parts: &[], limit: None };
    assert!(table.roll(D100, purpose).is_err(), "a d100 shows no 0");
    let mut table = ScriptedTable::new([100], Vec::new());
    assert_eq!(table.roll(D100, purpose).map(|roll| roll.value), Ok(100));
}

#[rstest]
#[case(12, 3)]
#[case(45, 0)]
#[case(25, 2)]
#[case::full_tens_not_the_tens_digits(36, 0)]
#[case::first_full_ten(35, 1)]
#[case::a_fail(46, 0)]
fn cs_base_03_degrees_of_success(#[case] roll: u32, #[case] degrees: u32) {
    assert_eq!(degrees_of_success(roll, 45), degrees);
}

#[rstest]
#[case(45, 75, 3)]
#[case(45, 54, 0)]
#[case::a_jam_below_the_number(130, 97, 0)]
#[case::a_number_below_zero(-20, 5, 2)]
fn cs_base_04_degrees_of_failure(#[case] number: i32, #[case] roll: u32, #[case] degrees: u32) {
    assert_eq!(degrees_of_failure(roll, number), degrees);
}

#[rstest]
#[case::none("none", 160)]
#[case::sixty("60", 100)]
fn cs_base_05_modifiers_add_up(#[case] cap: &str, #[case] number: i32) {
    let thirty = Modifier { value: 30, reason: "bonus".into(), clause: "CS-UNA-01" };
    let parts = Modifiers(vec![thirty; 4]);
    let target = TargetNumber::new(40, "BS", "CS-BASE-08", parts, &switches(&[("cs.modifier_cap", cap)]));
    assert_eq!((target.number, target.parts.sum()), (number, number));
}

#[test]
fn cs_base_05_the_cap_binds_penalties_too() {
    let mut parts = Modifiers::new();
    parts.add(-50, "fog", "CS-FOG-01");
    let target = TargetNumber::new(40, "BS", "CS-BASE-08", parts, &switches(&[("cs.modifier_cap", "20")]));
    assert_eq!(target.number, 20);
}

#[rstest]
#[case(43, 4)]
#[case(39, 3)]
#[case(100, 10)]
fn cs_base_07_tens_digit_bonus(#[case] toughness: u8, #[case] bonus: u32) {
    let unit = fighter(1, |sheet| sheet.characteristics.toughness = toughness);
    assert_eq!(unit.sheet.bonus(Characteristic::Toughness), bonus);
}

#[test]
fn unnatural_strength_adds_to_the_bonus() {
    let unit = fighter(1, |sheet| sheet.unnatural_strength = 2);
    assert_eq!((unit.sheet.strength_bonus(), unit.strength_bonus()), (6, 6));
}

#[rstest]
#[case(1, 1)]
#[case(2, 1)]
#[case(7, 4)]
#[case(10, 5)]
fn cs_base_25_d5_is_half_a_d10(#[case] d10: u32, #[case] value: u32) {
    assert_eq!(d5(d10), value);
}

#[test]
fn cs_base_28_a_fate_point_rerolls_a_failed_test() {
    let rerolled = tested(40, 1, &[80, 20], &["fate"]);
    assert_eq!(rerolled, TestRoll { roll: 20, passed: true, fate_spent: true, curse_spent: false });
    let unit = fighter(1, |sheet| sheet.fate_points = 1);
    assert_eq!(HealthState::unhurt(&unit.sheet).with_fate_spent(1).fate, 0);
    assert_eq!(
        tested(40, 1, &[80], &["keep"]),
        TestRoll { roll: 80, passed: false, fate_spent: false, curse_spent: false }
    );
    assert_eq!(
        tested(40, 1, &[80, 90], &["fate"]),
        TestRoll { roll: 90, passed: false, fate_spent: true, curse_spent: false }
    );
    assert!(tested(40, 1, &[40], &[]).passed, "no prompt opens after a pass");
    let (rerolled, traces) = verdict(40, 1, &[80, 20], &["fate"]);
    assert_eq!(rerolled, TestOutcome { passed: true, fate_spent: true, curse_spent: false });
    assert_eq!(roll_names(&traces), ["test", "test"]);
    let kept = TestOutcome { passed: false, fate_spent: false, curse_spent: false };
    assert_eq!(verdict(40, 1, &[80], &["keep"]).0, kept);
    assert_eq!(verdict(40, 1, &[80, 41], &["fate"]).0, TestOutcome { fate_spent: true, ..kept });
}

#[test]
fn cs_base_28_no_prompt_without_points_or_a_chance() {
    assert!(!tested(40, 0, &[80], &[]).fate_spent);
    assert!(!tested(0, 1, &[80], &[]).fate_spent);
    let mut context = attack_context(sword());
    context.attacker.condition.fate = 1;
    with_switch(&mut context, "cs.fate_points", "off");
    assert!(!play_result(&context, &[80]).fate_spent);
}

#[test]
fn cs_base_28_every_sheet_starts_with_one_point() {
    let plain = Sheet::plain(sheet().characteristics, 12);
    assert_eq!(HealthState::unhurt(&plain).fate, 1);
}

#[test]
fn the_log_keeps_the_face_of_a_mere_pass() {
    let (_, traces) = verdict(40, 0, &[33], &[]);
    let [Trace::Rolled(record), Trace::Noted(note)] = traces.as_slice() else { panic!("{traces:?}") };
    assert_eq!((record.faces.as_slice(), record.roll.value), ([33].as_slice(), 1));
    assert_eq!(note.text, "test: 40 or less: passed");
}

#[rstest]
#[case::below_zero(-20, 0)]
#[case::in_between(37, 37)]
#[case::beyond_the_die(160, 100)]
fn cs_base_01_odds_of_a_mere_pass(#[case] number: i32, #[case] in_a_hundred: u64) {
    let (target, switches, unit) = (target(number), Switches::default(), fighter(1, |_| {}));
    let test = TestAttempt {
        fighter: &unit,
        why: "test",
        clause: "CS-BASE-01",
        target: &target,
        switches: &switches,
    };
    let odds = enumerate(AnswerPolicy::first(), |table| test.roll_pass(table)).expect("odds");
    let (part, whole) = odds.fraction(|verdict| verdict.passed);
    let (part, whole): (u64, u64) = (part.parse().expect("a number"), whole.parse().expect("a number"));
    assert_eq!(part * 100, in_a_hundred * whole);
}

#[test]
fn a_test_says_what_it_was_made_of() {
    let mut context = attack_context(sword());
    context.defender.prone = true;
    let (_, traces) = play_attack(&context, &[99], &[]);
    let [Trace::Rolled(record), Trace::Noted(note), ..] = traces.as_slice() else { panic!("{traces:?}") };
    assert_eq!(record.parts.iter().map(|part| part.value).sum::<i32>(), 50);
    assert_eq!(note.text, "attack: 99 against 50, failed by 4 degrees");
}
