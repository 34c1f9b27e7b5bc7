//! Delayed phases in play: chapter DELAY, and the automatic responses to its questions.

use breachline::battle::{BattleEvent, Order, OrderError, Pace, Target};
use breachline::model::UnitId;
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::rules::turn_engine::delay::HeldPhaseLoss;

use breachline::rules::status::{Ailment, AttackProperties, Infliction};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, sheet};

/// Reaction and Intuition for a score with a die of 1 to 6, and that die.
fn for_score(score: i32) -> (Sheet, u8) {
    let attribute = ((score - 3).clamp(2, 20)) as u8;
    let die = (score - i32::from(attribute)) as u8;
    (quick_sheet(attribute / 2, attribute - attribute / 2), die)
}

/// Units 1, 2, 3 ... with these scores, far apart; unit 1 against all others.
pub fn scored(scores: &[i32]) -> Fight {
    let mut setup = Setup::new();
    let mut dice = Vec::new();
    for (nth, score) in scores.iter().enumerate() {
        let (sheet, die) = for_score(*score);
        let cell = (3, 2 + 5 * nth as i32);
        setup = setup.unit(u8::from(nth > 0), cell, sheet, &[knife()]);
        dice.push(die);
    }
    let mut fight = setup.start_battle(&dice);
    for (unit, score) in (1..).zip(scores) {
        assert_eq!(fight.score(unit), *score);
    }
    fight
}

pub fn delay(fight: &mut Fight, unit: u32) -> Vec<BattleEvent> {
    fight.submit(Order::Delay { unit: UnitId(unit) })
}

/// The unit that is asked, and the beginning of the question.
pub fn asked(fight: &mut Fight) -> Option<UnitId> {
    fight.view(|view| view.open_prompt().map(|decision| decision.prompt().who))
}

/// Ends phases and answers with these keys, in order; returns the unit that acts after each step.
fn holds(fight: &mut Fight, unit: u32) -> bool {
    fight.unit(unit, |unit| unit.held_phase.is_held())
}

fn lost(events: &[BattleEvent]) -> Option<HeldPhaseLoss> {
    events.iter().find_map(|event| match event {
        BattleEvent::HeldPhaseLost { why, .. } => Some(*why),
        _ => None,
    })
}

pub fn stab(unit: u32, target: u32) -> Order {
    Order::attack(UnitId(unit), Target::Unit(UnitId(target)), 0, None)
}

#[test]
fn ss_delay_01_instead_of_acting() {
    let mut fight = scored(&[12, 9]);
    delay(&mut fight, 1);
    assert!(holds(&mut fight, 1));
    fight.answer("hold");
    assert_eq!(fight.acting(), Some(2));
    let refusal = fight.submit_error(Order::Delay { unit: UnitId(1) });
    assert_eq!(refusal.clause(), Some("SS-DELAY-01"));
}

#[test]
fn ss_delay_02_in_any_pass() {
    let mut fight = scored(&[17, 14]);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.score(1)), ((1, 2), 7));
    delay(&mut fight, 1);
    assert!(holds(&mut fight, 1));
}

#[test]
fn ss_delay_03_all_or_nothing() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[gun(5)])
        .unit(1, (9, 1), sheet(), &[knife()])
        .start_battle(&[6, 3]);
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    let refusal = fight.submit_error(Order::Delay { unit: UnitId(1) });
    assert!(matches!(refusal, OrderError::CannotDelay { .. }));
    assert_eq!(refusal.clause(), Some("SS-DELAY-03"));
}

#[test]
fn ss_delay_03_interrupts_do_not_forbid_it() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    fight.land_against("parry", 1, 2, 0, None, [0, 1, 0]);
    fight.end();
    assert_eq!((fight.acting(), fight.points(2)), (Some(2), 2));
    delay(&mut fight, 2);
    assert!(holds(&mut fight, 2));
}

#[test]
fn ss_delay_04_the_held_phase_replaces_the_own_one() {
    let mut fight = scored(&[15, 9]);
    delay(&mut fight, 1);
    fight.answer("before");
    assert_eq!((fight.acting(), fight.round()), (Some(1), (1, 1)));
    let refusal = fight.submit_error(Order::Delay { unit: UnitId(1) });
    assert_eq!(refusal.clause(), Some("SS-DELAY-04"));
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(2), (1, 1)));
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(1), (1, 2)), "no further phase in pass 1");
}

#[rstest]
#[case::cs_ail_06_asked_as_usual(&[], true)]
#[case::cs_ail_06_the_stunned_are_not_asked(&[Ailment::Stunned], false)]
fn stabbed_while_holding(#[case] ailments: &[Ailment], #[case] is_asked: bool) {
    let inflicts = ailments.iter().map(|ailment| Infliction::without_test(*ailment)).collect();
    let blade = Weapon { strike: AttackProperties { inflicts, ..AttackProperties::PLAIN }, ..knife() };
    let [(holder, first), (attacker, second), (other, third)] = [15, 11, 6].map(for_score);
    let mut fight = Setup::new()
        .unit(0, (5, 5), holder, &[knife()])
        .unit(1, (6, 5), attacker, &[blade])
        .unit(1, (20, 5), other, &[knife()])
        .start_battle(&[first, second, third]);
    delay(&mut fight, 1);
    fight.answer("hold"); // at 11
    fight.land(2, 1, 0, None, [1, 1, 0]); // a tie delivers the payload alone
    fight.end();
    assert_eq!(asked(&mut fight).is_some(), is_asked, "at 6");
    assert!(holds(&mut fight, 1), "the phase is not lost by it");
}

#[test]
fn ss_delay_05_asked_at_every_score() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    assert_eq!(asked(&mut fight), Some(UnitId(1)));
    assert_eq!(fight.asked(), ["hold", "before", "after", "same_time"]);
    fight.answer("hold"); // at 11
    fight.end();
    assert_eq!(asked(&mut fight), Some(UnitId(1))); // at 6
    fight.answer("before");
    assert_eq!((fight.acting(), fight.score(3)), (Some(1), 6));
}

#[test]
fn ss_round_08_a_holder_speaks_up_as_the_phase_begins() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    assert_eq!((asked(&mut fight), fight.acting()), (Some(UnitId(1)), None), "before the phase begins");
    let events = fight.answer("hold");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::PhaseBegan { unit: UnitId(2) })));
    assert!(holds(&mut fight, 1));
}

#[test]
fn ss_delay_06_a_holder_can_act_before_the_next_unit() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    fight.answer("before");
    assert_eq!(fight.acting(), Some(1));
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.end();
    assert_eq!(fight.acting(), Some(3));
}

#[test]
fn ss_delay_07_a_holder_can_act_after_the_next_unit() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    fight.answer("after");
    let mut order = Vec::new();
    for _ in 0..3 {
        order.extend(fight.acting());
        fight.end();
    }
    assert_eq!(order, [2, 1, 3]);
}

/// Two units with rifles that kill, the first to act at 15, the second at 11.
fn shooters() -> Fight {
    let deadly = || breachline::rules::swan_song::Weapon { accuracy: Some(9), ..gun(40) };
    let (first, one) = for_score(15);
    let (second, other) = for_score(11);
    let armed = |mut sheet: Sheet| {
        sheet.skills = [(Skill::Automatics, 6)].into();
        sheet
    };
    Setup::new()
        .unit(0, (1, 1), armed(first), &[deadly()])
        .unit(1, (9, 1), armed(second), &[deadly()])
        .start_battle(&[one, other])
}

#[test]
fn ss_delay_08_at_the_same_time() {
    let mut fight = shooters();
    delay(&mut fight, 1);
    fight.answer("same_time");
    assert_eq!(fight.acting(), Some(2));
    fight.land(2, 1, 0, SHOT, [5, 0, 0]);
    assert!(fight.unit(1, |unit| unit.out_of_action.down().is_none()), "its phase comes first");
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    fight.land(1, 2, 0, SHOT, [5, 0, 0]);
    assert!(fight.unit(2, |unit| unit.out_of_action.down().is_some()));
    fight.end();
    assert!(fight.unit(1, |unit| unit.out_of_action.down().is_some()), "both shots count");
}

#[test]
fn ss_delay_08_before_is_not_at_the_same_time() {
    let mut fight = shooters();
    delay(&mut fight, 1);
    fight.answer("after");
    fight.land(2, 1, 0, SHOT, [5, 0, 0]);
    assert!(fight.unit(1, |unit| unit.out_of_action.down().is_some()));
}

#[test]
fn ss_delay_09_one_die_less() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 1]);
    let scores = (fight.score(1), fight.score(2));
    assert_eq!(scores, (12, 7));
    delay(&mut fight, 1);
    fight.answer("before");
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 6);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 7);
}

#[test]
fn ss_delay_10_several_at_the_same_score() {
    let slow = quick_sheet(3, 6); // 3 + 6 + 6 = 15
    let fast = quick_sheet(5, 4); // 5 + 4 + 5 = 14
    let mut fight = Setup::new()
        .unit(0, (1, 1), slow, &[knife()])
        .unit(0, (1, 5), fast, &[knife()])
        .unit(1, (20, 9), sheet(), &[knife()])
        .start_battle(&[6, 5, 5]);
    delay(&mut fight, 1);
    fight.answer("hold"); // at 14
    delay(&mut fight, 2);
    assert_eq!(asked(&mut fight), Some(UnitId(1)), "the higher score is asked first");
    fight.answer("before");
    fight.answer("before");
    assert_eq!(fight.acting(), Some(2), "Reaction 5 before 3");
    fight.end();
    assert_eq!(fight.acting(), Some(1));
}

#[test]
fn ss_delay_11_12_score_and_reduction() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.end();
    fight.answer("before"); // at 6
    assert_eq!(fight.score(1), 15);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.score(1)), ((1, 2), 5)); // SS-DELAY-12
}

#[test]
fn ss_delay_12_holding_over_the_end_of_the_pass() {
    let mut fight = scored(&[15, 12]);
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.end();
    assert_eq!(fight.asked(), ["hold", "act"]);
    fight.answer("hold"); // not last either
    assert_eq!((fight.round(), fight.score(1), holds(&mut fight, 1)), ((1, 2), 5, true));
}

#[test]
fn ss_delay_13_acting_last() {
    let mut fight = scored(&[15, 11, 6]);
    delay(&mut fight, 1);
    let mut order = Vec::new();
    for answer in ["hold", "hold", "act"] {
        fight.answer(answer);
        order.extend(fight.acting());
        fight.end();
    }
    assert_eq!((order, fight.round()), (vec![2, 3, 1], (1, 2)));
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [5, 1, -4]);
}

#[test]
fn ss_delay_14_several_want_to_be_last() {
    let mut fight = scored(&[15, 12, 8]);
    delay(&mut fight, 1);
    fight.answer("hold");
    delay(&mut fight, 2);
    fight.answer("hold");
    fight.answer("hold");
    fight.end();
    fight.answer("act");
    fight.answer("act");
    assert_eq!(fight.acting(), Some(2), "12 before 15");
    fight.end();
    assert_eq!(fight.acting(), Some(1));
}

#[test]
fn ss_delay_15_a_tie_for_last_place() {
    let mut fight = scored(&[12, 12, 8]);
    let first = fight.acting().expect("a coin decides");
    delay(&mut fight, first);
    fight.answer("hold");
    delay(&mut fight, 3 - first);
    fight.answer("hold");
    fight.answer("hold");
    fight.end();
    fight.answer("act");
    fight.answer("act");
    fight.answer("same_time");
    fight.answer("hold"); // one declines: both hold
    assert_eq!((fight.round(), fight.score(1), fight.score(2)), ((1, 2), 2, 2));
    assert!(holds(&mut fight, 1) && holds(&mut fight, 2));
}

#[test]
fn ss_delay_16_before_all_others_of_the_next_pass() {
    let mut fight = scored(&[15, 23]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold"); // not last
    assert_eq!((asked(&mut fight), fight.score(1), fight.score(2)), (Some(UnitId(1)), 5, 13));
    fight.answer("act");
    assert_eq!((fight.acting(), fight.round()), (Some(1), (1, 2)));
    fight.end();
    assert_eq!(fight.acting(), Some(2));
}

#[test]
fn ss_delay_17_no_extra_phases_and_no_extra_points() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(5, 5), &[knife()])
        .unit(1, (6, 5), quick_sheet(9, 9), &[knife()])
        .start_battle(&[5, 5]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.answer("act"); // first in pass 2
    fight.land(1, 2, 0, None, [0, 1, 0]); // 2 AP
    fight.end();
    fight.end();
    assert_eq!((fight.acting(), fight.score(1), fight.points(1)), (Some(1), 5, 1));
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 3), Some(2)), "2 phases in the round in all");
}

#[test]
fn ss_delay_18_lost_at_the_own_phase() {
    let mut fight = scored(&[15, 23]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold"); // last
    fight.answer("hold"); // first
    fight.answer("hold"); // at 13
    assert_eq!(fight.acting(), Some(2));
    let events = fight.end();
    assert_eq!((lost(&events), fight.acting()), (Some(HeldPhaseLoss::OwnPhase), Some(1)));
    fight.end();
    assert_eq!(fight.round(), (1, 3), "one phase there");
}

#[test]
fn ss_delay_18_it_may_still_step_in_before() {
    let mut fight = scored(&[15, 23]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.answer("hold");
    fight.answer("before"); // 13
    assert_eq!(fight.acting(), Some(1));
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(1), (1, 2)), "and again at 5");
}

#[test]
fn ss_delay_19_lost_at_the_end_of_the_round() {
    let mut fight = scored(&[9, 7]);
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.end();
    fight.queue_dice(&[3, 3]);
    let events = fight.answer("hold");
    assert_eq!((lost(&events), fight.round().0), (Some(HeldPhaseLoss::RoundOver), 2));
    assert!(!holds(&mut fight, 1));
}

#[test]
fn ss_delay_20_a_held_phase_needs_a_score() {
    let mut fight = scored(&[9, 18]);
    fight.end();
    delay(&mut fight, 1);
    let told = fight.view(|view| view.open_prompt().map(|open| open.prompt().answers[0].detail.to_string()));
    assert_eq!(told.as_deref(), Some("loses the turn: the score falls to 0 or less"));
    let events = fight.answer("hold");
    assert_eq!((lost(&events), fight.score(1), fight.round()), (Some(HeldPhaseLoss::NoScore), -1, (1, 2)));
}

#[test]
fn ss_delay_21_interrupts_while_holding() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(5, 5), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .unit(1, (5, 6), sheet(), &[knife()])
        .unit(1, (6, 6), sheet(), &[knife()])
        .start_battle(&[5, 6, 5, 4]);
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.land_against("parry", 2, 1, 0, None, [0, 1, 0]);
    fight.end();
    assert_eq!((asked(&mut fight), fight.points(1)), (Some(UnitId(1)), 2));
    fight.answer("hold");
    fight.land_against("parry", 3, 1, 0, None, [0, 1, 0]);
    fight.end();
    fight.answer("hold");
    fight.land_against("parry", 4, 1, 0, None, [0, 1, 0]);
    let events = fight.end();
    assert_eq!((lost(&events), holds(&mut fight, 1)), (Some(HeldPhaseLoss::NoPoints), false));
    let losses = events.iter().filter(|event| matches!(event, BattleEvent::HeldPhaseLost { .. }));
    assert_eq!(losses.count(), 1, "also at the end of the pass");
}

#[test]
fn ss_delay_22_several_first_in_the_next_pass() {
    let mut fight = scored(&[15, 12, 23]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold");
    delay(&mut fight, 2);
    fight.answer("hold");
    fight.answer("hold");
    fight.answer("act");
    fight.answer("act");
    assert_eq!((fight.acting(), fight.score(1)), (Some(1), 5));
    fight.end();
    assert_eq!((fight.acting(), fight.score(2)), (Some(2), 2));
    fight.end();
    assert_eq!(fight.acting(), Some(3));
}

#[test]
fn ss_ruling_40_the_held_phase_stands_for_the_pass_it_was_held_in() {
    let mut fight = scored(&[15, 23]);
    fight.end();
    delay(&mut fight, 1);
    fight.answer("hold");
    fight.answer("act");
    fight.move_unit(1, &[(4, 2)], Pace::Run).expect("1 AP");
    assert_eq!(fight.points(1), 2);
    fight.end();
    fight.end();
    assert_eq!((fight.acting(), fight.points(1)), (Some(1), 2), "3 AP between the two phases");
}
