//! Treating the effects of called shots, in a fight and after it: chapter CALL, `SS-ACT-58`.

use breachline::battle::{BattleEvent, Order, Pace};
use breachline::dice::Trace;
use breachline::model::{Side, UnitId};
use breachline::rules::status::Ailment;
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::rules::turn_engine::extended_action::CancelReason;
use rstest::rstest;

use crate::called_shots::{bare, call, marksman, suffers, target};
use crate::common::books::special_action;
use crate::common::{Fight, Setup, gun, knife, quick_sheet, vitals};

const PATIENT: u32 = 2;
const MEDIC: u32 = 3;

/// LOG 6 and a rating of 2: eight dice, limit 6.
fn medic(skill: Skill) -> Sheet {
    let mut sheet = quick_sheet(3, 3);
    sheet.attributes.logic = 6;
    sheet.skills.insert(skill, 2);
    sheet
}

/// A marksman, a patient at (15, 5) and a medic beside it, before any unit acts.
fn three(setup: Setup, patient: Sheet, medic: Sheet, damage: u32) -> Fight {
    let piercing = Weapon { piercing: true, ..gun(damage) };
    setup
        .skirmish(|skirmish| skirmish.rounds = 200)
        .unit(0, (5, 5), marksman(), &[piercing])
        .unit(1, (15, 5), patient, &[knife()])
        .unit(1, (15, 6), medic, &[knife()])
        .start_battle(&[6, 5, 5])
}

/// The patient has been dying slowly since round 1; in round 2 it is the medic's turn.
fn slow_death(setup: Setup, medic: Sheet) -> Fight {
    let mut fight = three(setup, target(), medic, 9);
    call(&mut fight, "gut", &[(2, 4), (4, 4)]);
    assert!(suffers(&mut fight, Ailment::SlowDeath));
    fight.queue_dice(&[6, 5, 5]);
    fight.until_round(2);
    fight.until(MEDIC);
    fight
}

fn treat() -> Order {
    special_action(MEDIC, "treat_wound", Some(PATIENT))
}

fn busy(fight: &mut Fight) -> bool {
    fight.unit(MEDIC, |unit| unit.extended_action.get().is_some())
}

fn treated(fight: &mut Fight) -> u16 {
    fight.unit(PATIENT, |unit| vitals(unit).treated.hits)
}

/// Plays to the end of a round, with this many hits of eight dice there.
fn to_the_end_of(fight: &mut Fight, round: u32, hits: u32) {
    while fight.round().0 < round {
        fight.queue_dice(&[6, 5, 5]);
        let next = fight.round().0 + 1;
        fight.until_round(next);
    }
    fight.rolls(&[(hits, 8)]);
    fight.queue_dice(&[6, 5, 5]);
    fight.until_round(round + 1);
}

#[rstest]
#[case::ss_call_48_medicine(Skill::Medicine, "SS-CALL-48")]
#[case::ss_call_49_first_aid(Skill::FirstAid, "SS-CALL-49")]
fn sixteen_hits_end_a_slow_death(#[case] skill: Skill, #[case] clause: &str) {
    let mut fight = slow_death(Setup::new(), medic(skill));
    let mut begun = 2;
    for (hits, sum) in [(6, 6), (6, 12), (3, 15)] {
        fight.until(MEDIC);
        fight.submit(treat());
        to_the_end_of(&mut fight, begun + 11, hits);
        begun += 12;
        assert_eq!((treated(&mut fight), busy(&mut fight)), (sum, false));
    }
    assert!(suffers(&mut fight, Ailment::SlowDeath), "15 hits: it bleeds on");
    fight.until(MEDIC);
    fight.submit(treat());
    to_the_end_of(&mut fight, begun + 11, 1);
    assert!(!suffers(&mut fight, Ailment::SlowDeath));
    let history = fight.world.resource::<breachline::battle::History>();
    let steps = history.records().iter().flat_map(|chapter| &chapter.events);
    let rolled = steps.flat_map(|step| &step.trace).filter_map(|step| match step {
        Trace::Rolled(record) if record.why == "extended test" => Some(record.clause),
        _ => None,
    });
    assert_eq!(rolled.collect::<Vec<_>>(), [clause; 4]);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ss_act_58_the_first_roll_comes_after_twelve_rounds() {
    let mut fight = slow_death(Setup::new(), medic(Skill::Medicine));
    fight.submit(treat());
    assert_eq!((fight.points(MEDIC), busy(&mut fight)), (0, true));
    for round in 3..=13 {
        fight.queue_dice(&[6, 5, 5]);
        fight.until_round(round);
        assert_eq!((treated(&mut fight), busy(&mut fight)), (0, true), "round {round}");
    }
    fight.rolls(&[(5, 8)]);
    fight.queue_dice(&[6, 5, 5]);
    fight.until_round(14);
    assert_eq!((treated(&mut fight), busy(&mut fight), fight.dice_left()), (5, false, 0));
}

#[test]
fn ss_act_58_any_other_action_cancels() {
    let mut fight = slow_death(Setup::new(), medic(Skill::Medicine));
    fight.submit(treat());
    fight.queue_dice(&[6, 5, 5]);
    fight.until_round(3);
    fight.until(MEDIC);
    let events = fight.move_unit(MEDIC, &[(14, 6)], Pace::Run).expect("a run");
    let cancelled = |event: &BattleEvent| {
        matches!(event, BattleEvent::ExtendedActionCancelled { why: CancelReason::OtherAction, .. })
    };
    assert!(events.iter().any(cancelled) && !busy(&mut fight));
    assert_eq!(fight.submit_error(treat()).clause(), Some("SS-ACT-58"), "only as the first thing in a round");
}

#[test]
fn ss_act_58_walking_away_ends_it() {
    let mut fight = slow_death(Setup::new(), medic(Skill::Medicine));
    fight.submit(treat());
    fight.walk(MEDIC, &[(15, 7)]).expect("a walk is free");
    fight.queue_dice(&[6, 5, 5]);
    fight.until_round(3);
    assert!(!busy(&mut fight));
}

#[test]
fn ss_act_58_not_in_this_skirmish() {
    let off = Setup::new().switch("ss.treatment_in_battle", "off");
    let mut fight = slow_death(off, medic(Skill::Medicine));
    assert_eq!(fight.submit_error(treat()).clause(), Some("SS-ACT-37"));
}

#[test]
fn ss_call_48_only_for_units_with_slow_death() {
    let mut fight = three(Setup::new(), target(), medic(Skill::Medicine), 9);
    fight.until(MEDIC);
    assert_eq!(fight.submit_error(treat()).clause(), Some("SS-CALL-48"));
}

#[test]
fn ss_call_48_after_the_fight_a_minute_a_roll() {
    let mut fight = slow_death(Setup::new(), medic(Skill::Medicine));
    fight.submit(Order::Surrender { side: Side(0) });
    fight.submit(Order::LeaveField);
    for (hits, over) in [(6, false), (6, false), (4, true)] {
        fight.rolls(&[(hits, 8)]);
        let treatment = "treat_wound".to_owned();
        fight.submit(Order::Treat { unit: UnitId(MEDIC), treatment, target: Some(UnitId(PATIENT)) });
        assert_eq!(suffers(&mut fight, Ailment::SlowDeath), !over);
        fight.submit(Order::Rest { minutes: 1, care: breachline::rules::MedicalCare::None });
    }
}

#[rstest]
#[case::ss_call_50_a_point(1, None)]
#[case::ss_call_50_no_power(0, Some("SS-ACT-37"))]
fn a_heal_power_against_slow_death(#[case] heal: u8, #[case] refusal: Option<&str>) {
    let hurt = Sheet { shield: 0, ..target() };
    let mut fight = three(Setup::new(), hurt, Sheet { heal, ..medic(Skill::Medicine) }, 9);
    // The wound takes a die from each test.
    call(&mut fight, "gut", &[(2, 3), (3, 3)]);
    fight.until(MEDIC);
    let order = special_action(MEDIC, "heal", Some(PATIENT));
    let why = fight.try_submit(order).err();
    assert_eq!(why.map(|why| why.clause()), refusal.map(Some));
    assert_eq!(suffers(&mut fight, Ailment::SlowDeath), refusal.is_some());
}

/// The patient bleeds out, and it is its phase.
fn bleedout(first_aid: u8, medic: Sheet) -> Fight {
    let mut patient = bare();
    patient.skills.insert(Skill::FirstAid, first_aid);
    let mut fight = three(Setup::new(), patient, medic, 2);
    call(&mut fight, "neck", &[(3, 4)]);
    assert!(suffers(&mut fight, Ailment::Bleedout));
    fight.until(PATIENT);
    fight
}

#[rstest]
#[case::ss_call_57_four_hits(4, true)]
#[case::ss_call_57_three_hits(3, false)]
fn first_aid_against_bleedout(#[case] hits: u32, #[case] ended: bool) {
    let mut fight = bleedout(0, medic(Skill::FirstAid));
    fight.until(MEDIC);
    fight.rolls(&[(hits, 8)]);
    fight.submit(special_action(MEDIC, "first_aid", Some(PATIENT)));
    assert_eq!((fight.points(MEDIC), suffers(&mut fight, Ailment::Bleedout)), (0, !ended));
}

#[rstest]
#[case::ss_call_55_first_aid_lets_nothing_bleed(3, false)]
#[case::ss_call_57_on_itself(4, true)]
fn first_aid_on_itself(#[case] hits: u32, #[case] ended: bool) {
    let mut fight = bleedout(3, medic(Skill::Medicine));
    let before = fight.flesh(PATIENT);
    fight.rolls(&[(hits, 6)]);
    fight.submit(special_action(PATIENT, "first_aid_self", None));
    assert_eq!((fight.flesh(PATIENT), suffers(&mut fight, Ailment::Bleedout)), (before, !ended));
}

#[test]
fn ss_call_58_a_heal_power_against_bleedout() {
    let mut fight = bleedout(0, Sheet { heal: 2, ..medic(Skill::Medicine) });
    fight.until(MEDIC);
    let events = fight.submit(special_action(MEDIC, "heal", Some(PATIENT)));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Relieved { clause: "SS-CALL-58", .. })));
    assert!(!suffers(&mut fight, Ailment::Bleedout));
}
