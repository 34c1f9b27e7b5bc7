use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::combat_checks::critical_injuries::chart;
use crate::combat_checks::critical_injuries::injury::{Injury, InjuryDetail};
use crate::combat_checks::test_support::{add_injury, face_list, fighter, play_script, sight, switches_with};
use crate::combat_checks::{Characteristic, Gear, Limb, LimbState};

fn healer() -> Fighter {
    fighter(1, |sheet| {
        sheet.skills.insert(Skill::Medicae, 1);
    })
}

fn patient(total: u32) -> Fighter {
    let mut unit = fighter(2, |_| {});
    add_injury(&mut unit.condition, total);
    unit
}

fn treatment<'a>(healer: &'a Fighter, patient: &'a Fighter, switches: &'a Switches) -> MedicaeTreatment<'a> {
    MedicaeTreatment { healer, patient, sight: None, injury: 0, replacement: false, side_boosts: 0, switches }
}

/// A successful treatment, with further faces.
fn healed(patient: &Fighter, replacement: bool, rolled: &str, more: &[u8]) -> MedicaeResult {
    let (healer, switches, next) = (healer(), Switches::default(), sight(1));
    let treatment =
        MedicaeTreatment { replacement, sight: Some(&next), ..treatment(&healer, patient, &switches) };
    let given = [face_list(rolled).as_slice(), more].concat();
    play_script(&given, &[], |table| resolve_medicae_check(table, &treatment)).0
}

#[test]
fn cc_heal_01_a_success_ends_the_injury() {
    let treated = healed(&patient(31), false, "A2 A2 P3 D2 D1", &[]);
    assert!(treated.healed && treated.patient.injuries.is_empty());
    assert_eq!(treated.healer, Some(healer().condition));
}

#[test]
fn cc_heal_01_beside_the_injured() {
    let (healer, patient, switches, far) = (healer(), patient(31), Switches::default(), sight(2));
    let far = MedicaeTreatment { sight: Some(&far), ..treatment(&healer, &patient, &switches) };
    assert_eq!(far.validate(), Err(HealingError::TooFar));
    assert_eq!(MedicaeTreatment { sight: None, ..far }.validate(), Ok(2));
}

#[rstest]
#[case::blinded(120, 5)]
#[case::minor_nick(1, 1)]
fn cc_heal_02_difficulty(#[case] total: u32, #[case] dice: u8) {
    assert_eq!(healing_difficulty(&patient(total).condition, 0, false, &Switches::default()), Ok(dice));
}

#[test]
fn cc_heal_03_one_attempt() {
    let treated = healed(&patient(31), false, "A1 A1 P1 D1 D1", &[]);
    assert!(!treated.healed);
    assert_eq!(
        healing_difficulty(&treated.patient, 0, false, &Switches::default()),
        Err(HealingError::AlreadyTreated)
    );
    assert_eq!(
        healing_difficulty(&treated.patient, 0, false, &switches_with("cc.medicae_attempts", "2")),
        Ok(2)
    );
}

#[rstest]
#[case::cc_heal_04_maimed(101)]
#[case::cc_ruling_08_maimed(105)]
#[case::cc_chart_21_maimed(101)]
fn needs_a_replacement(#[case] total: u32) {
    let mut patient = patient(total);
    patient.condition.injuries[0].mark = InjuryDetail::Limb(Limb::LeftArm);
    let switches = Switches::default();
    assert_eq!(
        healing_difficulty(&patient.condition, 0, false, &switches),
        Err(HealingError::NeedsReplacement("Maimed"))
    );
    assert_eq!(patient.condition.limb_state(Limb::LeftArm), LimbState::Lost);
    let treated = healed(&patient, true, "A4 A4 P3 D1 D1 D1 D1", &[]);
    assert_eq!(treated.patient.limb_state(Limb::LeftArm), LimbState::Whole);
    assert!(treated.patient.injuries.is_empty(), "the setback ends");
}

#[rstest]
#[case::cc_heal_05_terrible(141, "Terrible Injury")]
#[case::cc_heal_05_gruesome(150, "Gruesome Injury")]
#[case::cc_ruling_09_terrible(145, "Terrible Injury")]
#[case::cc_ruling_07_terrible(141, "Terrible Injury")]
fn incurable(#[case] total: u32, #[case] name: &'static str) {
    let none = healing_difficulty(&patient(total).condition, 0, true, &Switches::default());
    assert_eq!(none, Err(HealingError::Incurable(name)));
}

#[rstest]
#[case::cc_heal_06_the_point_comes_back(110)]
#[case::cc_ruling_07_horrific(106)]
fn horrific(#[case] total: u32) {
    let mut patient = patient(total);
    patient.condition.injuries[0].mark = InjuryDetail::Loss(Characteristic::Agility, 1);
    assert_eq!(patient.characteristic(Characteristic::Agility), 2);
    let treated = healed(&patient, false, "A4 A4 P3 D1 D1 D1 D1", &[]);
    assert_eq!(treated.patient.characteristic(&patient.sheet, Characteristic::Agility), 3);
}

#[rstest]
#[case::cc_chart_26_bleeding_out(126, 9, Characteristic::Willpower, 4)]
#[case::cc_chart_27_gushing_out(135, 1, Characteristic::Strength, 3)]
fn survivors_of_bleeding(
    #[case] total: u32,
    #[case] d10: u8,
    #[case] which: Characteristic,
    #[case] left: u8,
) {
    let mut patient = patient(total);
    let values = &mut Arc::make_mut(&mut patient.sheet).characteristics;
    (values.strength, values.willpower) = (5, 5);
    let treated = healed(&patient, false, "A4 A4 P3 D1 D1 D1 D1 D1", &[d10]);
    assert_eq!(treated.patient.characteristic(&patient.sheet, which), left);
    assert_eq!(treated.patient.injuries.len(), 1, "the new one is ongoing");
    assert_eq!(treated.patient.injury_effects().count(), 0, "the bleeding stops");
}

#[test]
fn cc_heal_04_a_replacement_makes_the_limb_usable() {
    let switches = Switches::default();
    let mut patient = fighter(1, |sheet| {
        sheet.gear.push(Gear { name: "Cybernetic arm".into(), vital: false, replacement: true });
    });
    let mut maimed = Injury::new(chart::row_for_total(101), 1, (false, true));
    maimed.mark = InjuryDetail::Limb(Limb::RightArm);
    patient.condition.injuries.push(maimed);
    assert_eq!(patient.condition.usable_arms(&switches), 1);
    assert!(has_replacement(&patient));
    let after = healed(&patient, true, "A4 A4 P4 D1 D1 D1 D1", &[]).patient;
    assert_eq!((after.injuries.len(), after.usable_arms(&switches)), (0, 2));
    assert_eq!(after.replaced.0, [Limb::RightArm]);
    // It is fitted, and does not serve a second time.
    patient.condition = after;
    patient.condition.injuries.push(maimed);
    assert!(!has_replacement(&patient));
}

#[test]
fn cc_crit_09_healed_means_no_bonus() {
    let patient = patient(21);
    assert_eq!(patient.condition.ongoing_bonus(), 10);
    assert_eq!(healed(&patient, false, "A4 A1 P1 D1", &[]).patient.ongoing_bonus(), 0);
}

#[test]
fn cc_ruling_10_the_injury_outlasts_its_effect() {
    let patient = patient(1);
    assert_eq!((patient.condition.injury_effects().count(), patient.condition.ongoing_bonus()), (0, 10));
    assert_eq!(healed(&patient, false, "A4 A1 P1 D1", &[]).patient.ongoing_bonus(), 0);
}

#[test]
fn cc_adv_08_the_next_allys_check_may_be_medicae() {
    let (healer, patient, switches, next) = (healer(), patient(31), Switches::default(), sight(1));
    let treatment =
        MedicaeTreatment { side_boosts: 1, sight: Some(&next), ..treatment(&healer, &patient, &switches) };
    let given = face_list("B3 A1 A1 P1 D1 D1");
    assert!(
        play_script(&given, &[], |table| resolve_medicae_check(table, &treatment)).0.healed,
        "the boost die decides"
    );
}
