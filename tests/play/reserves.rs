//! Units that arrive in a running battle.

use breachline::battle::BattleEvent;
use breachline::model::Cell;
use breachline::rules::swan_song::DownState;

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet};

/// A at 15 and B at 12; C with this Initiative attribute arrives on (20, 1).
fn with_reserve(attributes: (u8, u8), arrives: (u32, u32)) -> Fight {
    Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[gun(14)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (20, 1), quick_sheet(attributes.0, attributes.1), &[knife()])
        .arriving(arrives.0, arrives.1)
        .start_battle(&[6, 4])
}

fn is_on_map(fight: &mut Fight, unit: u32) -> bool {
    fight.unit(unit, |unit| unit.out_of_action.on_map())
}

/// Ends phases until the pass begins.
fn play_to(fight: &mut Fight, round: (u32, u32)) {
    while fight.round() != round {
        fight.end();
    }
}

#[test]
fn ss_init_25_a_late_arrival_rolls_and_loses_ten_for_each_completed_pass() {
    let mut fight = with_reserve((5, 5), (1, 2));
    assert!(!is_on_map(&mut fight, 3));
    assert!(fight.view(|view| view.unit_at(Cell::new(20, 1)).is_none()));
    fight.queue_dice(&[4]);
    play_to(&mut fight, (1, 2));
    assert!(is_on_map(&mut fight, 3));
    // 10 + 4 - 10; the pass in progress is not counted.
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [5, 2, 4]);
    let mut acted = Vec::new();
    while fight.round() == (1, 2) {
        acted.extend(fight.acting());
        fight.end();
    }
    assert_eq!(acted, [1, 3, 2]);
}

#[test]
fn ss_init_26_nothing_left_of_the_score_waits_for_the_next_round() {
    let mut fight = with_reserve((4, 4), (1, 2));
    fight.queue_dice(&[2]);
    play_to(&mut fight, (1, 2));
    assert!(is_on_map(&mut fight, 3));
    assert_eq!(fight.score(3), 0);
    let mut acted = Vec::new();
    while fight.round() == (1, 2) {
        acted.extend(fight.acting());
        fight.queue_dice(&[1, 1, 3]);
        fight.end();
    }
    assert_eq!(acted, [1, 2]);
    assert_eq!((fight.round(), fight.score(3)), ((2, 1), 11));
}

#[test]
fn ss_init_25_from_the_first_pass_of_a_round_nothing_is_lost() {
    let mut fight = with_reserve((5, 5), (2, 1));
    fight.queue_dice(&[6, 4, 3]);
    play_to(&mut fight, (2, 1));
    assert!(is_on_map(&mut fight, 3));
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [15, 12, 13]);
    assert_eq!(fight.points(3), fight.points(2));
}

#[test]
fn a_reserve_keeps_its_side_in_the_battle() {
    let mut fight = with_reserve((5, 5), (2, 1));
    fight.land(1, 2, 0, SHOT, [4, 0, 0]);
    assert_eq!(fight.down(2), Some(DownState::Dead));
    assert!(fight.outcome().is_none());
    fight.queue_dice(&[6, 3]);
    play_to(&mut fight, (2, 1));
    assert_eq!(fight.acting(), Some(1));
    assert_eq!(fight.score(3), 13);
}

#[test]
fn a_taken_square_moves_the_arrival_to_the_nearest_free_one() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 4), &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 4), &[knife()])
        .arriving(2, 1)
        .start_battle(&[6, 4]);
    fight.queue_dice(&[6, 4, 4]);
    let mut arrived = None;
    while fight.round() != (2, 1) {
        arrived = fight.end().into_iter().find_map(|event| match event {
            BattleEvent::Arrived { unit, to } => Some((unit.0, to)),
            _ => None,
        });
    }
    assert_eq!(arrived, Some((3, Cell::new(9, 0))));
    assert_eq!(fight.cell(3), (9, 0));
}
