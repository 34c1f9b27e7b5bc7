//! Timed items and extended actions: chapters TIMED and ACT in play.

use breachline::battle::{BattleEvent, Obstruction, Order, OrderError, Target};
use breachline::model::{Cell, ItemId, Side, UnitId};
use breachline::rules::events::EndReason;
use breachline::rules::swan_song::{FireMode, Sheet, Skill, Weapon};
use breachline::rules::turn_engine::extended_action::CancelReason;
use breachline::rules::turn_engine::timed_items::{DetonationTrigger, Timer};

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, rifle, sheet};

/// An item to throw, up to 20 m, or to put down.
fn item(trigger: DetonationTrigger) -> Weapon {
    Weapon {
        name: "grenade".to_owned(),
        skill: Skill::Throwing,
        trigger: Some(trigger),
        range: 20,
        hands: 1,
        modes: Vec::new(),
        magazine: 0,
        ..rifle()
    }
}

/// The thrower, Initiative 8, and two others far away with Initiative 6; the faces are those of round 1.
fn thrower(trigger: DetonationTrigger, faces: &[u8]) -> Fight {
    Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(trigger), gun(5)])
        .unit(1, (25, 5), sheet(), &[knife()])
        .unit(1, (25, 9), sheet(), &[knife()])
        .start_battle(faces)
}

fn activate(timer: Option<Timer>, to: (i32, i32)) -> Order {
    Order::Activate { unit: UnitId(1), weapon: 0, timer, to: Cell::new(to.0, to.1) }
}

/// Ends phases until an item goes off; returns the units that acted, in order, and the events of the last phase.
fn until_it_goes_off(fight: &mut Fight) -> (Vec<u32>, Vec<BattleEvent>) {
    let mut acted = Vec::new();
    for _ in 0..30 {
        acted.extend(fight.acting());
        let events = fight.end();
        if went_off(&events) {
            return (acted, events);
        }
    }
    panic!("it never goes off");
}

fn went_off(events: &[BattleEvent]) -> bool {
    events.iter().any(|event| matches!(event, BattleEvent::Detonated { .. }))
}

fn armed(fight: &mut Fight) -> usize {
    fight.view(|view| view.armed_items().len())
}

#[test]
fn ss_timed_01_next_round_after_the_throwers_phase() {
    let mut fight = thrower(DetonationTrigger::Preset, &[6, 4, 1]);
    fight.submit(activate(None, (15, 5)));
    assert_eq!((fight.points(1), armed(&mut fight)), (2, 1)); // SS-ACT-47
    assert_eq!(fight.unit(1, |unit| unit.inventory.items().count()), 1);
    fight.queue_dice(&[1, 6, 1]); // 9, 12, 7 in round 2
    fight.until_round(2);
    let (acted, events) = until_it_goes_off(&mut fight);
    assert_eq!((acted, fight.acting()), (vec![2, 1], Some(3)), "after 9, before 7");
    let told =
        events.iter().any(|event| matches!(event, BattleEvent::RuleNote { clause: "SS-TIMED-01", .. }));
    assert!(told && armed(&mut fight) == 0);
    crate::skirmish::replays(&mut fight);
}

/// Ends phases to the next round; returns the rounds left that the ticks at its beginning report.
fn ticks(fight: &mut Fight) -> Vec<u32> {
    let round = fight.round().0;
    let mut told = Vec::new();
    while fight.round().0 == round {
        told.extend(fight.end().into_iter().filter_map(|event| match event {
            BattleEvent::FuseTicked { rounds, .. } => Some(rounds),
            _ => None,
        }));
    }
    told
}

#[test]
fn ss_timed_03_a_fuse_ticks_as_each_round_begins() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::RoundEnd(2)), (15, 5)));
    assert_eq!((ticks(&mut fight), ticks(&mut fight)), (vec![1], vec![0]));
    assert_eq!((ticks(&mut fight), armed(&mut fight)), (vec![], 0), "it has gone off");
}

#[test]
fn ss_timed_09_what_waits_for_a_signal_does_not_tick() {
    let mut fight = thrower(DetonationTrigger::Radio, &[6, 4, 1]);
    fight.submit(activate(None, (6, 5)));
    assert_eq!((ticks(&mut fight), armed(&mut fight)), (vec![], 1));
}

#[test]
fn ss_act_47_throwing_costs_a_point() {
    let mut fight = thrower(DetonationTrigger::Preset, &[6, 4, 1]);
    fight.submit(activate(None, (15, 5)));
    assert_eq!(fight.points(1), 2);
    let mut fight = thrower(DetonationTrigger::Preset, &[6, 4, 1]);
    let far = OrderError::Blocked(Obstruction::OutOfRange);
    assert_eq!(fight.submit_error(activate(None, (26, 5))), far, "beyond 20 m");
    fight.submit(activate(None, (25, 5)));
}

#[test]
fn ss_timed_01_the_activator_is_gone() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(DetonationTrigger::Preset)])
        .unit(1, (25, 5), sheet(), &[gun(40)])
        .unit(0, (25, 9), sheet(), &[knife()])
        .start_battle(&[6, 4, 1]);
    fight.submit(activate(None, (15, 5))); // at 14
    fight.end();
    fight.land(2, 1, 0, SHOT, [3, 0, 0]);
    fight.queue_dice(&[4, 1]); // 10 and 7 in round 2: no unit at 14 any more
    fight.until_round(2);
    assert_eq!((armed(&mut fight), fight.acting()), (0, Some(2)), "at 14, before the 10");
}

/// The thrower has armed a grenade on a square; the switch says what happens to it when the battle ends.
fn armed_at(to: (i32, i32), after_combat: &str) -> Fight {
    let mut fight = Setup::new()
        .switch("ss.timer_after_combat", after_combat)
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(DetonationTrigger::Preset), gun(40)])
        .unit(1, (15, 5), sheet(), &[knife()])
        .start_battle(&[6, 4]);
    fight.submit(activate(None, to));
    fight
}

#[test]
fn ss_timed_02_no_further_round() {
    let fight = |switch: &str| {
        let mut fight = armed_at((15, 5), switch);
        fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
        fight.end();
        fight.end();
        fight.land(1, 2, 1, SHOT, [3, 0, 0])
    };
    assert!(went_off(&fight("explode")) && !went_off(&fight("fizzle")));
}

#[test]
fn ss_timed_02_a_surrender_does_not_stop_the_explosion() {
    for (switch, explodes) in [("explode", true), ("fizzle", false)] {
        let mut fight = armed_at((9, 15), switch);
        let events = fight.submit(Order::Surrender { side: Side(1) });
        assert_eq!((went_off(&events), armed(&mut fight)), (explodes, usize::from(!explodes)));
        let noted =
            |event: &BattleEvent| matches!(event, BattleEvent::RuleNote { clause: "SS-TIMED-02", .. });
        assert_eq!(events.iter().any(noted), explodes);
        let outcome = fight.outcome().expect("they gave up");
        assert_eq!((outcome.winner, outcome.ending), (Some(Side(0)), EndReason::Surrender));
        crate::skirmish::replays(&mut fight);
    }
}

#[test]
fn ss_timed_03_two_rounds() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::Rounds(2)), (6, 5)));
    fight.queue_dice(&[1, 6, 1, 1, 6, 1]);
    fight.until_round(2);
    let (_, _) = until_it_goes_off(&mut fight);
    assert_eq!((fight.round(), fight.acting()), ((3, 1), Some(3)), "in round 3 at the setter's 9");
}

#[test]
fn ss_timed_04_the_time_is_declared() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    let refusal = fight.submit_error(activate(None, (6, 5)));
    assert!(matches!(refusal, OrderError::CannotActivate { .. }));
    assert_eq!(refusal.clause(), Some("SS-TIMED-04"));
    // It cannot be changed afterwards: it is no longer carried.
    fight.submit(activate(Some(Timer::Rounds(1)), (6, 5)));
    let again = fight.submit_error(activate(Some(Timer::Rounds(2)), (6, 5)));
    assert!(matches!(again, OrderError::NoSuchWeapon { weapon: 0, .. }), "{again}");
}

#[test]
fn ss_act_55_using_an_item_costs_a_point() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::Rounds(1)), (6, 5)));
    assert_eq!(fight.points(1), 2);
    // Set, and thrown as well.
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::Rounds(1)), (12, 5)));
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_timed_05_in_a_pass() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::Pass { rounds: 1, pass: 2 }), (6, 5)));
    fight.queue_dice(&[5, 6, 1]); // 13, 12, 7
    fight.until_round(2);
    let (acted, _) = until_it_goes_off(&mut fight);
    assert_eq!((acted, fight.round()), (vec![1, 2, 3, 1], (2, 2)), "at 3 in pass 2");
    // The pass never comes: at the end of the round.
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::Pass { rounds: 1, pass: 3 }), (6, 5)));
    fight.queue_dice(&[1, 1, 1, 1, 1, 1]);
    fight.until_round(2);
    until_it_goes_off(&mut fight);
    assert_eq!(fight.round(), (3, 1));
}

#[test]
fn ss_timed_06_at_the_start_of_a_round() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::RoundStart(2)), (6, 5)));
    fight.queue_dice(&[1, 1, 1, 1, 1, 1]);
    let (_, events) = until_it_goes_off(&mut fight);
    let at = |wanted: fn(&BattleEvent) -> bool| events.iter().position(wanted);
    let boom = at(|event| matches!(event, BattleEvent::Detonated { .. }));
    assert_eq!(fight.round(), (3, 1));
    assert!(at(|event| matches!(event, BattleEvent::RoundBegan { round: 3 })) < boom);
    assert!(boom < at(|event| matches!(event, BattleEvent::PhaseBegan { .. })));
}

#[test]
fn ss_timed_07_at_the_end_of_a_round() {
    let mut fight = thrower(DetonationTrigger::Timer, &[6, 4, 1]);
    fight.submit(activate(Some(Timer::RoundEnd(1)), (6, 5)));
    fight.queue_dice(&[1, 1, 1, 1, 1, 1]);
    let (_, events) = until_it_goes_off(&mut fight);
    let at = |wanted: fn(&BattleEvent) -> bool| events.iter().position(wanted);
    let boom = at(|event| matches!(event, BattleEvent::Detonated { .. }));
    assert!(at(|event| matches!(event, BattleEvent::PassEnded { .. })) < boom);
    assert!(boom < at(|event| matches!(event, BattleEvent::RoundEnded { round: 2 })));
}

#[test]
fn ss_timed_08_last_in_ties() {
    let mut fight = thrower(DetonationTrigger::Preset, &[6, 4, 1]);
    fight.submit(activate(None, (15, 5)));
    fight.queue_dice(&[1, 3, 2]); // 9, 9 and 8
    fight.until_round(2);
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [9, 9, 8]);
    let (mut acted, _) = until_it_goes_off(&mut fight);
    acted.sort_unstable();
    assert_eq!((acted, fight.acting()), (vec![1, 2], Some(3)));
}

fn detonate() -> Order {
    Order::Detonate { unit: UnitId(1), item: ItemId(0) }
}

#[test]
fn ss_timed_09_radio_takes_the_phase() {
    let radio = || {
        let mut fight = thrower(DetonationTrigger::Radio, &[6, 4, 1]);
        fight.submit(activate(None, (6, 5)));
        fight
    };
    let mut fight = radio();
    let refusal = fight.submit_error(detonate());
    assert_eq!(refusal.clause(), Some("SS-TIMED-09"), "arming was a paid action of this phase");
    fight.end();
    assert!(matches!(fight.submit_error(detonate()), OrderError::NotActing { .. }));
    fight.until(1);
    assert_eq!(fight.points(1), 3);
    let events = fight.submit(detonate());
    assert!(went_off(&events) && armed(&mut fight) == 0);
    assert_eq!(fight.points(1), 0);
    fight.walk(1, &[(5, 6)]).expect("the Free Action remains");
    // After a shot it is too late.
    let mut fight = radio();
    fight.end();
    fight.until(1);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 }).len();
    assert_eq!(fight.submit_error(detonate()).clause(), Some("SS-TIMED-09"));
}

/// Sets charges with 6 AP at a score of 8 and a die.
fn charging(die: u8) -> Fight {
    Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(DetonationTrigger::Charge), gun(5)])
        .unit(1, (6, 6), sheet(), &[knife()])
        .start_battle(&[die, 1])
}

fn set_charge() -> Order {
    activate(Some(Timer::RoundEnd(0)), (5, 6))
}

fn cancelled(events: &[BattleEvent]) -> Option<CancelReason> {
    events.iter().find_map(|event| match event {
        BattleEvent::ExtendedActionCancelled { why, .. } => Some(*why),
        _ => None,
    })
}

#[test]
fn ss_act_05_18_57_charges_take_two_phases() {
    let mut fight = charging(6);
    fight.submit(set_charge());
    assert_eq!((fight.points(1), armed(&mut fight)), (0, 0));
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    let events = fight.submit(Order::Continue { unit: UnitId(1) });
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Activated { .. })));
    assert_eq!((fight.points(1), armed(&mut fight)), (0, 1));
    let done = fight.submit_error(Order::Continue { unit: UnitId(1) });
    assert_eq!(done.to_string(), "unit1 has no Extended Action in progress.");
}

#[test]
fn ss_act_57_set_in_the_second_phase_of_the_round() {
    let mut fight = charging(6);
    fight.submit(set_charge());
    fight.end();
    fight.end();
    fight.submit(Order::Continue { unit: UnitId(1) });
    assert_eq!((fight.round(), armed(&mut fight)), ((1, 2), 1));
}

#[test]
fn ss_act_18_a_phase_without_it_cancels() {
    let mut fight = Setup::new()
        .unit(
            0,
            (5, 5),
            Sheet { initiative_dice: 3, ..quick_sheet(4, 4) },
            &[item(DetonationTrigger::Charge), gun(5)],
        )
        .unit(1, (6, 6), sheet(), &[knife()])
        .start_battle(&[6, 6, 6, 1]);
    fight.submit(set_charge());
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    assert_eq!(cancelled(&fight.end()), Some(CancelReason::NotConsecutive));
}

#[test]
fn ss_act_19_it_has_to_fit_the_round() {
    let mut fight = charging(1); // 9: one pass
    let refusal = fight.submit_error(set_charge());
    assert_eq!(refusal.clause(), Some("SS-ACT-19"));
}

#[test]
fn ss_act_20_another_action_cancels() {
    let mut fight = charging(6);
    fight.submit(set_charge());
    fight.end();
    fight.end();
    let events = fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    assert_eq!(cancelled(&events), Some(CancelReason::OtherAction));
}

#[test]
fn ss_act_20_interrupts_cancel_too() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(DetonationTrigger::Charge), knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 6]);
    fight.submit(set_charge());
    fight.end();
    fight.end();
    // Pass 2: the other unit, at 2, acts after the one at 4; it has points now and defends itself.
    assert_eq!((fight.round(), fight.acting(), fight.points(1)), ((1, 2), Some(1), 3));
    fight.submit(Order::Delay { unit: UnitId(1) });
    fight.answer("hold");
    fight.submit(Order::attack(UnitId(2), Target::Unit(UnitId(1)), 0, None));
    let events = fight.answer("full_defense");
    assert_eq!(cancelled(&events), Some(CancelReason::OtherAction));
}

#[test]
fn ss_act_21_22_free_things_do_not_cancel() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[item(DetonationTrigger::Charge), gun(5)])
        .unit(1, (6, 5), sheet(), &[gun(5)])
        .start_battle(&[6, 6]);
    fight.submit(set_charge());
    fight.submit(Order::DropProne { unit: UnitId(1) }); // a Free Action
    fight.end();
    fight.land(2, 1, 0, SHOT, [0, 1, 0]); // the free defence
    assert!(fight.unit(1, |unit| unit.extended_action.get().is_some()));
    assert_eq!(SHOT, Some(FireMode::Single));
}
