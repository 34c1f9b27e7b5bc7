//! Falls, fatigue and suffocation in play. Chapters FALL, FATG and SUFF.

use breachline::content::UnitLink;
use breachline::rules::circumstances::{self, Sheet, Weapon};
use breachline::rules::status::{Ailment, StatusEnd};
use breachline::rules::{DownState, HealthState};
use rstest::rstest;

use super::{Recruits, setup, sword, told};
use crate::common::{Fight, Setup};

impl Fight {
    fn body(&mut self, unit: u32) -> circumstances::HealthState {
        self.unit(unit, |unit| match unit.health.condition() {
            HealthState::Circumstances(condition) => condition.clone(),
            other => panic!("another book: {other:?}"),
        })
    }

    fn rounds(&mut self, until: u32) {
        while self.round().0 < until && self.outcome().is_none() {
            self.end();
        }
    }
}

/// TB 3; a block of some height at (1, 1), and an enemy far away.
fn on_top(height_cm: i16) -> Setup {
    setup().ground(&[(1, 1)], |ground| ground.height_cm = height_cm).add(0, (1, 1), &[sword()]).add(
        1,
        (25, 1),
        &[sword()],
    )
}

#[rstest]
#[case::cs_fall_01_a_safe_height(300, &[], "makes a jump of 3 m: unhurt", 12, false)]
#[case::cs_fall_03_a_hit(400, &[50, 6], "makes a jump of 4 m: 4 Wounds", 8, true)]
#[case::cs_fall_09_that_tires(400, &[50, 10], "makes a jump of 4 m: 8 Wounds, 1 fatigue", 4, true)]
fn jumps(
    #[case] height_cm: i16,
    #[case] faces: &[u8],
    #[case] text: &str,
    #[case] wounds: i32,
    #[case] prone: bool,
) {
    let mut fight = on_top(height_cm).start_battle(&[6, 1]);
    fight.queue_dice(faces);
    let events = fight.walk(1, &[(2, 1)]).expect("over the edge");
    assert_eq!((told(&events), fight.dice_left()), (vec![text.to_owned()], 0));
    assert_eq!((fight.wounds(1), fight.unit(1, |unit| unit.is_prone())), (wounds, prone));
}

#[test]
fn cs_fall_02_who_climbs_down_lands_safely() {
    let mut fight = on_top(600).ground(&[(2, 1)], |ground| ground.ladder = true).start_battle(&[6, 1]);
    let events = fight.walk(1, &[(2, 1)]).expect("down the ladder");
    assert_eq!((told(&events), fight.wounds(1)), (vec!["climbs down 6 m unhurt".to_owned()], 12));
}

#[test]
fn cs_fall_02_with_the_switch_leaps_are_safe() {
    let mut fight = on_top(900).switch("cs.safe_landing", "leaping").start_battle(&[6, 1]);
    let events = fight.walk(1, &[(2, 1)]).expect("over the edge");
    assert_eq!((told(&events), fight.wounds(1)), (vec!["makes a jump of 9 m: unhurt".to_owned()], 12));
}

/// A unit with a sword that causes fatigue, beside its target.
fn tiring(levels: u8) -> Setup {
    let club = Weapon { fatigue: levels, ..sword() };
    setup().add(0, (5, 5), &[club]).add(1, (6, 5), &[sword()])
}

#[test]
fn cs_fatg_04_too_much_fatigue_hampers_every_test() {
    let mut fight = tiring(4).start_battle(&[6, 1]);
    let (fresh, _) = fight.aim(2, 1);
    fight.blow(1, 2, &[35, 1]);
    assert_eq!(fight.body(2).fatigue, 4);
    assert!(fight.has(2, Ailment::Exhausted));
    let (number, clauses) = fight.aim(2, 1);
    assert_eq!(fresh - number, 20);
    assert!(clauses.contains(&"CS-FATG-04"), "{clauses:?}");
}

#[test]
fn cs_fatg_04_what_is_borne_does_not() {
    let mut fight = tiring(3).start_battle(&[6, 1]);
    fight.blow(1, 2, &[35, 1]);
    assert!(!fight.has(2, Ailment::Exhausted));
}

#[test]
fn cs_fatg_06_twice_the_threshold_fells() {
    let mut fight = tiring(6).start_battle(&[6, 1]);
    let events = fight.blow(1, 2, &[35, 1]);
    assert!(told(&events).contains(&"collapses for 37 minutes".to_owned()), "{:?}", told(&events));
    assert!(fight.has(2, Ailment::Unconscious));
    let until = fight.unit(2, |unit| {
        unit.status.ailments().iter().find(|one| one.ailment == Ailment::Unconscious).map(|one| one.until)
    });
    assert_eq!(until, Some(StatusEnd::EndOfRound(1 + 37 * 12)), "damage does not wake it");
}

#[test]
fn cs_fatg_10_runs_tire_by_switch() {
    for (value, fatigue) in [("0", 0), ("1", 1)] {
        let mut fight = on_top(0).switch("cs.exertion_fatigue", value).start_battle(&[6, 1]);
        fight.move_unit(1, &[(2, 1), (3, 1)], breachline::battle::Pace::Run).expect("a run");
        assert_eq!(fight.body(1).fatigue, fatigue);
    }
}

#[test]
fn cs_fatg_04_a_run_beyond_the_threshold_hampers_at_once() {
    let mut fight = on_top(0).switch("cs.exertion_fatigue", "4").start_battle(&[6, 1]);
    fight.move_unit(1, &[(2, 1), (3, 1)], breachline::battle::Pace::Run).expect("a run");
    assert_eq!((fight.body(1).fatigue, fight.cell(1)), (4, (3, 1)));
    assert!(fight.has(1, Ailment::Exhausted));
}

#[test]
fn cs_fatg_06_a_run_to_twice_the_threshold_fells() {
    let mut fight = on_top(0).switch("cs.exertion_fatigue", "6").start_battle(&[6, 1]);
    let events =
        fight.move_unit(1, &[(2, 1), (3, 1)], breachline::battle::Pace::Run).expect("it starts to run");
    assert!(told(&events).contains(&"collapses for 37 minutes".to_owned()), "{:?}", told(&events));
    assert!(fight.has(1, Ailment::Unconscious));
}

#[test]
fn cs_fatg_10_a_vehicle_does_not_tire() {
    let vehicle = |sheet: &mut Sheet| sheet.vehicle = true;
    let mut fight = setup()
        .with(0, (1, 1), vehicle, &[])
        .add(1, (25, 1), &[])
        .switch("cs.exertion_fatigue", "6")
        .start_battle(&[6, 1]);
    fight.move_unit(1, &[(2, 1), (3, 1)], breachline::battle::Pace::Run).expect("a run");
    assert_eq!(fight.body(1).fatigue, 0);
}

#[test]
fn cs_fall_11_a_vehicle_falls_with_its_driver_unhurt() {
    let vehicle = |sheet: &mut Sheet| sheet.vehicle = true;
    let mut fight = setup()
        .ground(&[(1, 1)], |ground| ground.height_cm = 600)
        .with(0, (1, 1), vehicle, &[])
        .seats(2, 5)
        .add(0, (1, 1), &[sword()])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .add(1, (25, 1), &[sword()])
        .start_battle(&[6, 1]);
    // The Hull takes 10 + 1 - 3, without fatigue. `CS-FALL-12`
    fight.queue_dice(&[10]);
    let events = fight.walk(2, &[(2, 1)]).expect("over the edge");
    assert_eq!(told(&events), ["makes a jump of 6 m: 8 Wounds"]);
    assert_eq!((fight.wounds(1), fight.body(1).fatigue, fight.cell(1)), (4, 0, (2, 1)));
    assert_eq!((fight.wounds(2), fight.cell(2), fight.dice_left()), (12, (2, 1), 0));
}

/// A unit with this Toughness in a cloud without air; an enemy far away.
fn choking(toughness: u8) -> Setup {
    let cells = [(1, 1), (2, 1), (3, 1)];
    setup()
        .ground(&cells, |ground| ground.airless = true)
        .with(0, (1, 1), |sheet| sheet.characteristics.toughness = toughness, &[sword()])
        .add(1, (25, 1), &[sword()])
}

#[test]
fn cs_suff_01_no_air_on_the_square() {
    let mut fight = choking(30).start_battle(&[6, 1]);
    fight.rounds(2);
    assert_eq!((fight.body(1).breath.used, fight.body(2).breath.used), (1, 0), "at rest");
}

#[test]
fn cs_suff_03_activity_takes_six_times_as_much() {
    let mut fight = choking(30).start_battle(&[6, 1]);
    fight.walk(1, &[(2, 1), (3, 1)]).expect("two steps");
    fight.rounds(2);
    assert_eq!(fight.body(1).breath.used, 6);
}

#[test]
fn cs_suff_10_air_restores_the_breath() {
    let mut fight = choking(30).start_battle(&[6, 1]);
    fight.rounds(3);
    assert_eq!(fight.body(1).breath.used, 2);
    while fight.acting() != Some(1) {
        fight.end();
    }
    fight.walk(1, &[(1, 2)]).expect("out of it");
    fight.rounds(4);
    assert!(fight.body(1).breath.is_full());
}

#[test]
fn cs_suff_08_out_of_breath_and_dead() {
    let mut fight = choking(10).start_battle(&[6, 1]);
    fight.rounds(12);
    assert!(!fight.has(1, Ailment::Unconscious), "eleven rounds at rest");
    fight.rounds(13);
    assert!(fight.has(1, Ailment::Unconscious));
    fight.rounds(14);
    assert_eq!(fight.unit(1, |unit| unit.out_of_action.down()), Some(DownState::Dead));
}
