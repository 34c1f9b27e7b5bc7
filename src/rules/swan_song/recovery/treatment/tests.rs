use rstest::rstest;

use super::*;
use crate::status::{BodySide, StatusEnd};
use crate::swan_song::checks::extended_check::ExtendedCheckProgress;
use crate::swan_song::test_support::units::{fighter, flesh_at, on_faces, sheet_with};

/// LOG 6 and these skill ratings; limit 6.
fn medic(first_aid: u8, medicine: u8) -> Fighter {
    fighter(sheet_with(|sheet| {
        sheet.attributes.logic = 6;
        sheet.skills.insert(Skill::FirstAid, first_aid);
        sheet.skills.insert(Skill::Medicine, medicine);
    }))
}

fn with(ailment: Ailment, part: Option<BodySide>) -> ActiveAilment {
    ActiveAilment { ailment, part, by: None, strength: 1, until: StatusEnd::Removed }
}

/// Faces with this many hits on this many dice.
fn hits(hits: usize, dice: usize) -> Vec<u8> {
    (0..dice).map(|die| if die < hits { 6 } else { 2 }).collect()
}

fn names(help: &TreatmentResult) -> Vec<(Ailment, Clause)> {
    help.ended.iter().map(|(one, clause)| (one.ailment, *clause)).collect()
}

#[rstest]
#[case::ss_call_48_sixteen_end_it(2, 3, 6, 10, true, "SS-CALL-48")]
#[case::ss_call_48_fifteen_do_not(2, 3, 5, 10, false, "SS-CALL-48")]
#[case::ss_call_49_sixteen_end_it(3, 2, 6, 10, true, "SS-CALL-49")]
#[case::ss_call_49_fifteen_do_not(3, 2, 5, 10, false, "SS-CALL-49")]
fn slow_death(
    #[case] first_aid: u8,
    #[case] medicine: u8,
    #[case] rolled: usize,
    #[case] before: u16,
    #[case] over: bool,
    #[case] clause: &str,
) {
    let ailments = [with(Ailment::SlowDeath, None)];
    let vitals = Vitals { treated: ExtendedCheckProgress { hits: before, rolls: 2 }, ..flesh_at(8) };
    let medic = medic(first_aid, medicine);
    let (help, rolls) = on_faces(&hits(rolled, 9), |table| {
        treat_slow_death(table, &medic, (vitals, &ailments), &Switches::default())
    });
    assert_eq!((rolls[0].clause, rolls[0].limit), (clause, Some(6)));
    assert_eq!(names(&help), if over { vec![(Ailment::SlowDeath, clause)] } else { Vec::new() });
    let left =
        if over { ExtendedCheckProgress::default() } else { ExtendedCheckProgress { hits: 15, rolls: 3 } };
    assert_eq!(help.vitals.treated, left);
}

#[rstest]
#[case::ss_call_57_four_hits(4, true)]
#[case::ss_call_57_three_hits(3, false)]
fn bleedout(#[case] rolled: usize, #[case] over: bool) {
    let ailments = [with(Ailment::Bleedout, None)];
    assert_eq!(may_give_first_aid(&flesh_at(8), None, &ailments), Ok(()));
    let (help, rolls) = on_faces(&hits(rolled, 9), |table| {
        give_first_aid(table, &medic(3, 9), (flesh_at(8), &ailments), &Switches::default())
    });
    assert_eq!((rolls[0].clause, rolls[0].parts.iter().map(|part| part.value).sum()), ("SS-CALL-57", 9));
    assert_eq!(names(&help), if over { vec![(Ailment::Bleedout, "SS-CALL-57")] } else { Vec::new() });
    assert_eq!(help.vitals, flesh_at(8), "nothing else changes");
}

#[rstest]
#[case::ss_call_50_a_point(Ailment::SlowDeath, 1, Some("SS-CALL-50"))]
#[case::ss_call_50_nothing(Ailment::SlowDeath, 0, None)]
#[case::ss_call_58_two_points(Ailment::Bleedout, 2, Some("SS-CALL-58"))]
#[case::ss_call_58_nothing(Ailment::Bleedout, 0, None)]
#[case::ss_call_60_the_arm(Ailment::HurtArm, 1, Some("SS-CALL-60"))]
#[case::ss_call_19_the_slowed(Ailment::Slowed, 1, Some("SS-CALL-19"))]
fn heal_powers(#[case] ailment: Ailment, #[case] points: u32, #[case] clause: Option<&str>) {
    let ailments = [with(ailment, None), with(Ailment::Winded, None)];
    let help = use_heal_power(flesh_at(5), &ailments, points);
    assert_eq!(help.vitals.flesh.now, 5 + points.cast_signed());
    let ended: Vec<_> = clause.into_iter().map(|clause| (ailment, clause)).collect();
    assert_eq!(names(&help), ended);
    assert!(
        use_heal_power(flesh_at(10), &ailments, points).ended.is_empty(),
        "whole flesh: nothing is removed"
    );
}

#[test]
fn ss_call_60_first_aid_heals_the_arm() {
    let ailments = [with(Ailment::HurtArm, Some(BodySide::Left))];
    assert_eq!(may_give_first_aid(&flesh_at(8), None, &ailments), Ok(()));
    assert_eq!(
        may_give_first_aid(&flesh_at(8), None, &[with(Ailment::Winded, None)]),
        Err(TreatmentError::NotDying)
    );
    let aid = |rolled| {
        let roll = |table: &mut _| {
            give_first_aid(table, &medic(3, 1), (flesh_at(8), &ailments), &Switches::default())
        };
        on_faces(&hits(rolled, 9), roll).0
    };
    assert_eq!(names(&aid(4)), [(Ailment::HurtArm, "SS-CALL-60")]);
    assert_eq!(names(&aid(3)), []);
}

#[test]
fn ss_heal_07_one_test_for_clock_and_bleedout() {
    let ailments = [with(Ailment::Bleedout, None)];
    let (help, rolls) = on_faces(&hits(4, 9), |table| {
        give_first_aid(table, &medic(1, 3), (flesh_at(-1), &ailments), &Switches::default())
    });
    assert_eq!((rolls[0].clause, help.vitals.stable), ("SS-HEAL-07", true));
    assert_eq!(names(&help), [(Ailment::Bleedout, "SS-CALL-57")]);
}

#[test]
fn ss_arm_07_nothing_for_machines_and_the_dead() {
    let ailments = [with(Ailment::Bleedout, None)];
    assert_eq!(may_give_first_aid(&Vitals::default(), None, &ailments), Err(TreatmentError::NotFlesh));
    assert_eq!(
        may_give_first_aid(&flesh_at(-9), Some(DownState::Dead), &ailments),
        Err(TreatmentError::Dead)
    );
    assert_eq!(may_treat_slow_death(None, &ailments), Err(TreatmentError::NoSlowDeath));
}
