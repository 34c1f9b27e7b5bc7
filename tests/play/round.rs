//! Rounds, passes and phases in play: chapter ROUND.

use breachline::battle::{BattleEvent, BattleOutcome, EndReason, Order, OrderError};
use breachline::model::{Side, UnitId};
use breachline::rules::swan_song::UnitKind;

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, rifle, sheet, slow_sheet, stunner};

/// Three units at 9, 15 and 12.
fn three() -> Fight {
    Setup::new()
        .unit(0, (1, 1), quick_sheet(3, 3), &[knife()])
        .unit(1, (9, 1), quick_sheet(5, 4), &[knife()])
        .unit(1, (9, 9), quick_sheet(3, 4), &[knife()])
        .start_battle(&[3, 6, 5])
}

fn phases(events: &[BattleEvent]) -> Vec<u32> {
    let began = events.iter().filter_map(|event| match event {
        BattleEvent::PhaseBegan { unit } => Some(unit.0),
        _ => None,
    });
    began.collect()
}

/// The units that act in the current round, phase by phase, with the pass.
fn story(fight: &mut Fight) -> Vec<(u32, u32)> {
    let round = fight.round().0;
    let mut story = Vec::new();
    while fight.round().0 == round {
        story.push((fight.round().1, fight.acting().expect("a unit acts")));
        fight.end();
    }
    story
}

#[test]
fn ss_round_01_a_round_is_five_seconds() {
    let mut fight = three();
    let clock = |fight: &mut Fight| fight.view(|view| view.round().elapsed_seconds());
    assert_eq!(clock(&mut fight), 0);
    fight.until_round(4);
    assert_eq!(clock(&mut fight), 15);
}

#[test]
fn ss_round_03_rounds_hold_passes_and_passes_phases() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(4, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 2), &[knife()])
        .start_battle(&[6, 1]);
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [14, 6]);
    assert_eq!(story(&mut fight), [(1, 1), (1, 2), (2, 1)]);
    assert_eq!(fight.round(), (2, 1));
}

#[test]
fn ss_round_04_initiative_is_rolled_anew() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(4, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 5), &[stunner(5)])
        .start_battle(&[6, 6]);
    assert_eq!(fight.score(1), 14);
    fight.land(2, 1, 0, SHOT, [1, 0, 0]); // 5 Strain: -1, Initiative 7
    for _ in 0..3 {
        fight.end();
    }
    fight.queue_dice(&[2, 1]);
    fight.end();
    assert_eq!(fight.round(), (2, 1));
    assert_eq!(fight.score(1), 9);
}

#[test]
fn ss_round_05_animals_and_machines_are_on_the_track() {
    let dog = breachline::rules::swan_song::Sheet { kind: UnitKind::Critter, ..sheet() };
    let robot = breachline::rules::swan_song::Sheet {
        kind: UnitKind::Robot,
        has_flesh: false,
        armored: 8,
        ..sheet()
    };
    let mut fight = Setup::new().unit(0, (1, 1), dog, &[]).unit(1, (9, 1), robot, &[]).start_battle(&[4, 3]);
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [10, 9]);
    assert_eq!(story(&mut fight), [(1, 1), (1, 2)]);
}

#[test]
fn ss_round_06_highest_score_first() {
    let mut fight = three();
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [9, 15, 12]);
    assert_eq!(story(&mut fight)[..3], [(1, 2), (1, 3), (1, 1)]);
}

#[test]
fn ss_round_07_the_highest_that_has_not_acted() {
    let mut fight = three();
    assert_eq!(fight.acting(), Some(2));
    assert_eq!(phases(&fight.end()), [3]);
}

#[test]
fn ss_round_09_too_dear_is_refused_and_no_die_falls() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[rifle(), knife()])
        .unit(1, (3, 1), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    fight.move_unit(1, &[(2, 1)], breachline::battle::Pace::Run).expect("1 AP");
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    fight.queue_dice(&[1; 30]);
    let stab = Order::attack(UnitId(1), breachline::battle::Target::Unit(UnitId(2)), 1, None);
    assert_eq!(fight.points(1), 1);
    let short = fight.submit_error(stab);
    assert!(matches!(short, OrderError::NotEnoughActionPoints { needed: 2, left: 1, .. }), "{short}");
    assert_eq!(fight.dice_left(), 30);
}

#[test]
fn ss_round_10_what_is_declared_is_resolved_before_the_next_phase() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[gun(14)])
        .unit(1, (9, 1), sheet(), &[knife()])
        .unit(1, (9, 5), sheet(), &[knife()])
        .start_battle(&[6, 5, 4]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(phases(&fight.end()), [3]);
}

#[test]
fn ss_round_11_until_all_units_have_acted() {
    let mut fight = three();
    let mut acted = 0;
    while fight.round() == (1, 1) {
        acted += 1;
        fight.end();
    }
    assert_eq!(acted, 3);
}

#[test]
fn ss_round_12_ten_off_every_score_after_a_pass() {
    let mut fast = quick_sheet(6, 5);
    fast.initiative_dice = 2;
    let mut fight = Setup::new()
        .unit(0, (1, 1), fast, &[knife()])
        .unit(1, (9, 1), quick_sheet(5, 4), &[knife()])
        .unit(1, (9, 9), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 6, 6, 2]);
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [23, 15, 8]);
    fight.end();
    fight.end();
    let events = fight.end();
    assert!(events.contains(&BattleEvent::PassEnded { pass: 1 }));
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [13, 5, -2]);
    // SS-ROUND-13: two of them act in the new pass.
    assert_eq!(story(&mut fight), [(2, 1), (2, 2), (3, 1)]);
}

#[test]
fn ss_round_13_exactly_zero_does_not_act() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 4), &[knife()])
        .start_battle(&[6, 3]);
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [15, 10]);
    assert_eq!(story(&mut fight), [(1, 1), (1, 2), (2, 1)]);
}

#[test]
fn ss_round_14_a_new_round_when_all_are_at_zero() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(3, 3), &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 4), &[knife()])
        .start_battle(&[3, 3]);
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [9, 10]);
    fight.end();
    let events = fight.end();
    assert!(events.contains(&BattleEvent::RoundEnded { round: 1 }));
    assert!(events.contains(&BattleEvent::RoundBegan { round: 2 }));
    assert_eq!(fight.round(), (2, 1));
}

#[test]
fn ss_round_15_combat_ends_at_once() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[gun(14)])
        .unit(1, (9, 1), slow_sheet(), &[knife()])
        .start_battle(&[6, 5]);
    let events = fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    let end = BattleOutcome { winner: Some(Side(0)), ending: EndReason::Eliminated };
    assert!(events.contains(&BattleEvent::Ended(end)));
    assert_eq!(fight.round(), (1, 1));
    assert_eq!(fight.submit_error(Order::EndPhase { unit: UnitId(1) }), OrderError::BattleOver);
}

#[test]
fn ss_round_16_wounds_reach_the_score_of_every_round() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(4, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 5), &[gun(5)])
        .start_battle(&[1, 1]);
    assert_eq!(fight.score(1), 9);
    fight.land(2, 1, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.score(1), 7);
    fight.end();
    fight.queue_dice(&[5, 1]);
    fight.end();
    assert_eq!(fight.round().0, 2);
    assert_eq!(fight.score(1), 11);
}
