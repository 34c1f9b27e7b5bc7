use rstest::rstest;

use super::*;
use crate::DownState;
use crate::aberrant::health::health_track::DamageMarks;
use crate::aberrant::test_fixtures::{fighter, hit_faces, scripted, sheet};

/// Seven boxes; Strength 3.
fn body(stamina: u8) -> Sheet {
    sheet(|sheet| (sheet.strength, sheet.stamina) = (3, stamina))
}

/// A unit dying since round 1 from this blow, with `past` levels past Incapacitated.
fn dying(sheet: &Sheet, blow: FatalBlow, past: u32) -> HealthState {
    let boxes = crate::aberrant::health::health_track::HealthTrack::from_sheet(sheet).boxes();
    let marks = DamageMarks { lethal: boxes, past_lethal: past, ..DamageMarks::default() };
    let mut condition = HealthState { marks, ..HealthState::default() };
    update_dying(&mut condition, sheet, blow, 1);
    condition
}

const PLAIN: FatalBlow = FatalBlow { vital: false, aggravated: false };

/// A medic with Dexterity 4 and Medicine 1.
fn medic(round: u32) -> Fighter {
    let mut medic = fighter(9, |sheet| {
        sheet.dexterity = 4;
        sheet.abilities.insert(Ability::Medicine, 1);
    });
    medic.round = round;
    medic
}

fn treated(helper: &Fighter, patient: &HealthState, successes: usize) -> (HealthState, bool) {
    let switches = Switches::default();
    scripted(&[hit_faces(successes, 5)], &[], |table| roll_resuscitation(table, helper, patient, &switches)).0
}

#[rstest]
#[case::ab_resus_01_in_time(37, false)]
#[case::ab_resus_01_too_late(38, true)]
fn windows(#[case] round: u32, #[case] dead: bool) {
    let sheet = body(3);
    let mut condition = dying(&sheet, PLAIN, 0);
    expire_dying(&mut condition, &sheet, round);
    assert_eq!(
        (condition.dead, condition.life_status(&sheet).down()),
        (dead, Some(if dead { DownState::Dead } else { DownState::Unconscious }))
    );
    let may = may_revive(&medic(round).sheet, (&sheet, &condition), false, &Switches::default());
    assert_eq!(may, if dead { Err(ReviveError::Dead) } else { Ok(()) });
}

#[test]
fn ab_resus_02_dexterity_and_medicine() {
    assert_eq!(revive_parts(&medic(1)).pool(), 5);
}

#[rstest]
#[case::ab_resus_03_one_fails(1, 1, 0, false)]
#[case::ab_resus_03_two(1, 2, 0, true)]
#[case::ab_resus_04_eleven_rounds(12, 2, 0, true)]
#[case::ab_resus_04_a_minute(13, 2, 0, false)]
#[case::ab_resus_04_three_after_two_minutes(27, 3, 0, false)]
#[case::ab_resus_04_two_minutes_and_ten_seconds(27, 4, 0, true)]
#[case::ab_resus_05_a_level_more_fails(27, 4, 1, false)]
#[case::ab_resus_05_a_level_more(27, 5, 1, true)]
fn difficulties(#[case] round: u32, #[case] successes: usize, #[case] past: u32, #[case] works: bool) {
    let patient = dying(&body(3), PLAIN, past);
    assert_eq!(treated(&medic(round), &patient, successes).1, works);
}

#[test]
fn ab_daze_04_a_dazed_medic_needs_two_more() {
    let patient = dying(&body(3), PLAIN, 0);
    let mut dazed = medic(1);
    dazed.condition.dazed = Some(crate::aberrant::health::dazing::RoundRange { first: 1, last: 1 });
    assert_eq!([2, 3, 4].map(|successes| treated(&dazed, &patient, successes).1), [false, false, true]);
    dazed.round = 2;
    assert!(treated(&dazed, &patient, 2).1, "the round after");
}

#[test]
fn ab_resus_07_not_healed_where_ab_resus_06_stabilises() {
    let sheet = body(3);
    let patient = dying(&sheet, PLAIN, 0);
    let (mut after, works) = treated(&medic(2), &patient, 2);
    assert!(works);
    assert_eq!(after.marks, patient.marks);
    expire_dying(&mut after, &sheet, 500);
    assert!(!after.dead, "the end of the window does nothing to it");
    let again = may_revive(&sheet, (&sheet, &after), false, &Switches::default());
    assert_eq!(again, Err(ReviveError::NotDying));
}

#[test]
fn ab_resus_08_a_vital_organ() {
    let sheet = body(3);
    let patient = dying(&sheet, FatalBlow { vital: true, ..PLAIN }, 0);
    assert_eq!(patient.life_status(&sheet).down(), Some(DownState::Dead));
    let may = may_revive(&medic(1).sheet, (&sheet, &patient), false, &Switches::default());
    assert_eq!(may, Err(ReviveError::Dead));
}

#[test]
fn ab_resus_12_aggravated_death_is_drawn_out_once() {
    let sheet = body(2);
    let patient = dying(&sheet, FatalBlow { aggravated: true, ..PLAIN }, 0);
    let (failed, _) = treated(&medic(20), &patient, 2);
    assert_eq!(failed.dying, patient.dying, "only a success draws it out");
    let (after, works) = treated(&medic(20), &patient, 5);
    assert!(!works);
    assert_eq!(after.dying.map(|dying| (dying.since_round, dying.stable)), Some((20, false)));
    let (again, _) = treated(&medic(30), &after, 5);
    assert_eq!(again.dying.map(|dying| dying.since_round), Some(20), "once");
}

#[rstest]
#[case::ab_resus_13_iatrosis(5, false, 0, Ok(()))]
#[case::ab_resus_13_too_little(4, false, 0, Err(ReviveError::Dead))]
#[case::ab_resus_13_healing(0, true, 0, Ok(()))]
#[case::ab_resus_13_nothing_revives_paste(0, true, 5, Err(ReviveError::Destroyed))]
fn powers(
    #[case] iatrosis: u8,
    #[case] healing: bool,
    #[case] past: u32,
    #[case] expected: Result<(), ReviveError>,
) {
    let sheet = body(2);
    let patient = dying(&sheet, FatalBlow { vital: true, ..PLAIN }, past);
    let mut helper = medic(1);
    crate::aberrant::test_fixtures::edit_sheet(&mut helper, |sheet| {
        (sheet.iatrosis, sheet.healing) = (iatrosis, healing)
    });
    assert_eq!(may_revive(&helper.sheet, (&sheet, &patient), false, &Switches::default()), expected);
    if expected.is_ok() {
        let (after, works) = treated(&helper, &patient, 2);
        assert!(works && after.life_status(&sheet).down() == Some(DownState::Unconscious));
    }
}

#[test]
fn ab_resus_13_an_aggravated_death_too() {
    let sheet = body(2);
    let patient = dying(&sheet, FatalBlow { aggravated: true, ..PLAIN }, 0);
    let treated_with = |iatrosis| {
        let mut helper = medic(1);
        crate::aberrant::test_fixtures::edit_sheet(&mut helper, |sheet| sheet.iatrosis = iatrosis);
        treated(&helper, &patient, 2).1
    };
    assert_eq!([4, 5].map(treated_with), [false, true]);
}

#[rstest]
#[case::ab_resus_14_on(true, true, Err(ReviveError::Place))]
#[case::ab_resus_14_off(false, true, Ok(()))]
#[case::ab_resus_14_elsewhere(true, false, Ok(()))]
fn places(#[case] on: bool, #[case] untreatable: bool, #[case] expected: Result<(), ReviveError>) {
    let sheet = body(3);
    let switches = Switches { resus_circumstances: on, ..Switches::default() };
    let patient = dying(&sheet, PLAIN, 0);
    assert_eq!(may_revive(&medic(1).sheet, (&sheet, &patient), untreatable, &switches), expected);
}

#[test]
fn ab_resus_15_irreparable_deeds() {
    // An ordinary death leaves a revival window; a vital hit leaves none; an aggravated one lasts Stamina
    // minutes.
    let sheet = body(2);
    let [plain, vital, aggravated] =
        [PLAIN, FatalBlow { vital: true, ..PLAIN }, FatalBlow { aggravated: true, ..PLAIN }]
            .map(|blow| dying(&sheet, blow, 0));
    assert_eq!([plain.dead, vital.dead, aggravated.dead], [false, true, false]);
    let dead_in = |round| {
        let mut condition = aggravated.clone();
        expire_dying(&mut condition, &sheet, round);
        condition.dead
    };
    assert_eq!([25, 26].map(dead_in), [false, true]);
}
