use rstest::rstest;

use super::*;
use crate::swan_song::DamageType;
use crate::swan_song::PoolKind;
use crate::swan_song::damage::health::apply_damage;
use crate::swan_song::options::switches::{FleshPerDay, InjuryCure};
use crate::swan_song::recovery::treatment;
use crate::swan_song::test_support::units::{fighter, flesh_at, on_faces, sheet_with};

fn robot_at(armored: i32) -> Vitals {
    Vitals { armored: PointPool { now: armored, max: 12 }, strain_threshold: 10, ..Vitals::default() }
}

/// LOG 4 and these skill ratings; limit 5.
fn medic(first_aid: u8, medicine: u8, mechanics: u8) -> Fighter {
    fighter(sheet_with(|sheet| {
        sheet.attributes.logic = 4;
        sheet.skills.insert(Skill::FirstAid, first_aid);
        sheet.skills.insert(Skill::Medicine, medicine);
        sheet.skills.insert(Skill::Mechanics, mechanics);
    }))
}

/// This many minutes of rest after the battle.
fn apply_rest(vitals: Vitals, body: u8, minutes: u32, care: bool, switches: &Switches) -> Vitals {
    let stretch = Rest { minutes, ..Rest::default() };
    super::apply_rest(vitals, body, stretch, care, switches)
}

#[rstest]
#[case::ss_heal_01_after_the_encounter(0, 8)]
#[case::ss_heal_02_at_a_source(3, 8)]
fn shields(#[case] now: i32, #[case] max: i32) {
    let vitals = Vitals { shield: PointPool { now, max }, ..flesh_at(10) };
    assert_eq!(recharge_shield(vitals).shield.now, max);
    assert_eq!(end_encounter(vitals).shield.now, max);
}

#[rstest]
#[case::ss_heal_03_no_repair_no_armour(3 * MINUTES_PER_DAY, true)]
#[case::ss_arm_06_a_week_of_rest(7 * MINUTES_PER_DAY, false)]
fn armour_does_not_grow(#[case] minutes: u32, #[case] care: bool) {
    let hurt = Vitals { armored: PointPool { now: 7, max: 12 }, ..flesh_at(4) };
    for (before, flesh) in [(robot_at(7), 0), (hurt, 10)] {
        let after = apply_rest(end_encounter(before), 3, minutes, care, &Switches::default());
        assert_eq!((after.armored.now, after.flesh.now), (7, flesh));
    }
}

#[rstest]
#[case::ss_heal_04_three_hits(7, 10)]
#[case::ss_arm_08_by_maintenance(7, 10)]
#[case::ss_arm_08_never_above_the_maximum(11, 12)]
fn repairs(#[case] before: i32, #[case] after: i32) {
    let mechanic = medic(0, 0, 3);
    let faces = [6, 5, 5, 1, 2, 3, 4];
    let (repaired, rolls) =
        on_faces(&faces, |table| repair_armour(table, &mechanic, robot_at(before), &Switches::default()));
    assert_eq!(repaired.armored.now, after);
    assert_eq!((rolls[0].dice.count, rolls[0].limit), (7, Some(5)));
}

#[test]
fn ss_heal_04_the_rate_is_a_switch() {
    let switches = Switches { repair_rate: 2, ..Switches::default() };
    let faces = [6, 5, 1, 1, 2, 3, 4];
    let repaired = on_faces(&faces, |table| repair_armour(table, &medic(0, 0, 3), robot_at(1), &switches)).0;
    assert_eq!(repaired.armored.now, 5);
    assert_eq!(may_repair(&robot_at(12), None), Err(TreatmentError::NothingToRepair));
}

#[rstest]
#[case::ss_heal_05_a_day_of_rest(4, MINUTES_PER_DAY, false, 5)]
#[case::ss_heal_05_whole(10, MINUTES_PER_DAY, false, 10)]
#[case::ss_heal_05_less_than_a_day(4, MINUTES_PER_DAY - 1, false, 4)]
#[case::ss_heal_06_alone(4, MINUTES_PER_DAY, false, 5)]
#[case::ss_heal_06_with_care(4, MINUTES_PER_DAY, true, 6)]
fn days_of_rest(#[case] flesh: i32, #[case] minutes: u32, #[case] care: bool, #[case] expected: i32) {
    assert_eq!(apply_rest(flesh_at(flesh), 3, minutes, care, &Switches::default()).flesh.now, expected);
}

#[test]
fn ss_heal_06_at_least_one_and_a_switch() {
    assert_eq!([1, 5, 6].map(|body| flesh_per_day(body, false, &Switches::default())), [1, 2, 3]);
    let switches = Switches { flesh_per_day: FleshPerDay(Formula::Fixed(3)), ..Switches::default() };
    assert_eq!([false, true].map(|care| flesh_per_day(1, care, &switches)), [3, 6]);
}

#[rstest]
#[case::ss_heal_07_four_hits([6, 6, 5, 5, 1, 2, 3], true)]
#[case::ss_heal_07_three_hits([6, 6, 5, 1, 1, 2, 3], false)]
#[case::ss_dmg_25_attention([6, 6, 5, 5, 5, 2, 3], true)]
fn first_aid(#[case] faces: [u8; 7], #[case] expected: bool) {
    let aid = |table: &mut _| {
        treatment::give_first_aid(table, &medic(3, 2, 0), (flesh_at(-2), &[]), &Switches::default())
    };
    let (help, rolls) = on_faces(&faces, aid);
    assert_eq!((help.vitals.stable, rolls[0].limit), (expected, Some(5)));
}

#[test]
fn ss_heal_07_the_better_skill_and_wounds() {
    assert_eq!(first_aid_parts(&medic(1, 3, 0), &Switches::default()).pool(), 7);
    let mut wounded = medic(3, 1, 0);
    wounded.vitals = Vitals { injuries: 3, ..flesh_at(10) };
    assert_eq!(first_aid_parts(&wounded, &Switches::default()).pool(), 4);
}

#[test]
fn ss_dmg_25_no_further_loss() {
    let dying = flesh_at(-2);
    let stable = stabilise(dying);
    assert!(health::is_dying(&dying) && !health::is_dying(&stable));
    assert_eq!(may_stabilise(&stable, Some(DownState::Unconscious)), Err(TreatmentError::NotDying));
    assert_eq!(apply_rest(dying, 3, 3, false, &Switches::default()).flesh.now, -3);
    assert_eq!(apply_rest(stable, 3, 60, false, &Switches::default()).flesh.now, -2);
    let again = apply_damage(stable, 1, PoolKind::Health, DamageType::Kinetic, &Switches::default()).vitals;
    assert!(health::is_dying(&again));
}

#[test]
fn ss_dmg_23_the_clock_runs_on_after_the_battle() {
    let after = apply_rest(flesh_at(-1), 3, 9, true, &Switches::default());
    assert_eq!((after.flesh.now, down_state(&after, 3)), (-4, Some(DownState::Dead)));
}

#[test]
fn ss_arm_07_no_medicine_for_machines() {
    assert_eq!(may_stabilise(&robot_at(-1), Some(DownState::Unconscious)), Err(TreatmentError::NotFlesh));
    assert_eq!(TreatmentError::NotFlesh.clause(), "SS-ARM-07");
}

#[rstest]
#[case::ss_heal_08_an_hour(60, 0)]
#[case::ss_heal_08_a_minute_short(59, 7)]
fn strain(#[case] minutes: u32, #[case] expected: i32) {
    let tired = Vitals { strain: 7, ..flesh_at(10) };
    assert_eq!(apply_rest(tired, 3, minutes, false, &Switches::default()).strain, expected);
}

#[test]
fn ss_heal_09_sixteen_hits() {
    let surgeon = fighter(sheet_with(|sheet| {
        sheet.attributes.logic = 6;
        sheet.skills.insert(Skill::Medicine, 2);
    }));
    let mut patient = Vitals { injuries: 2, ..flesh_at(10) };
    for hits in [6, 5, 5] {
        assert_eq!(patient.injuries, 2);
        let faces: Vec<u8> = (0..8).map(|die| if die < hits { 5 } else { 1 }).collect();
        let day = |table: &mut _| roll_cure(table, &surgeon, patient, 16, &Switches::default());
        patient = on_faces(&faces, day).0;
    }
    assert_eq!((patient.injuries, patient.cure), (1, ExtendedCheckProgress::default()));
    let off = Switches { injury_cure: InjuryCure(None), ..Switches::default() };
    assert_eq!(may_cure(&patient, None, &off), Err(TreatmentError::CureDisabled));
    assert_eq!(may_cure(&flesh_at(3), None, &Switches::default()), Err(TreatmentError::NoInjury));
}

#[test]
fn ss_heal_10_flesh_only() {
    assert_eq!(heal_flesh(flesh_at(4), 3).flesh.now, 7);
    assert_eq!(heal_flesh(flesh_at(9), 3).flesh.now, 10);
    assert_eq!(heal_flesh(robot_at(3), 3), robot_at(3));
    assert_eq!(may_heal(&robot_at(3), None), Err(TreatmentError::NotFlesh));
    assert_eq!(may_heal(&flesh_at(10), None), Err(TreatmentError::FullHealth));
    assert_eq!(may_heal(&flesh_at(-9), Some(DownState::Dead)), Err(TreatmentError::Dead));
}

#[test]
fn ss_heal_11_awake_again() {
    assert_eq!(down_state(&flesh_at(-1), 3), Some(DownState::Unconscious));
    let healed = heal_flesh(flesh_at(-1), 3);
    assert_eq!((healed.flesh.now, down_state(&healed, 3)), (2, None));
    let strained = Vitals { strain: 10, ..flesh_at(10) };
    assert_eq!(down_state(&strained, 3), Some(DownState::Unconscious));
    assert_eq!(down_state(&apply_rest(strained, 3, 60, false, &Switches::default()), 3), None);
}
