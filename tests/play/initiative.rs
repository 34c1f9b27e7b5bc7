//! Scores that change in play: chapter INIT.

use breachline::rules::swan_song::DownState;

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, stunner};

/// A at 15, B at 12, C at 11; each has a gun that does 5, enough for a wound modifier of -2.
fn three() -> Fight {
    Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[gun(5)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(5)])
        .unit(1, (9, 9), quick_sheet(4, 3), &[gun(5)])
        .start_battle(&[6, 4, 4])
}

fn tied(mode: &str) -> Fight {
    Setup::new()
        .switch("ss.tie_mode", mode)
        .unit(0, (1, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(14)])
        .start_battle(&[4, 4, 1])
}

#[test]
fn ss_init_11_tied_units_take_each_other_out() {
    let mut fight = Setup::new()
        .switch("ss.tie_mode", "simultaneous")
        .unit(0, (1, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(14)])
        .start_battle(&[4, 4]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(2), None);
    assert_eq!(fight.score(2), 12);
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.land(2, 1, 0, SHOT, [1, 0, 0]);
    fight.end();
    assert_eq!([1, 2].map(|unit| fight.down(unit)), [Some(DownState::Dead); 2]);
    assert_eq!(fight.outcome().expect("both are dead").winner, None);
}

#[test]
fn ss_init_11_a_tied_unit_without_points_falls_in_its_place() {
    let mut tired = quick_sheet(4, 4);
    tired.action_points = 0;
    let mut fight = Setup::new()
        .switch("ss.tie_mode", "simultaneous")
        .unit(0, (1, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (9, 1), tired, &[gun(14)])
        .start_battle(&[4, 4]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(2), None);
    fight.end();
    assert_eq!(fight.down(2), Some(DownState::Dead));
}

#[test]
fn ss_init_10_the_log_says_of_a_toss_which_unit_acts_first() {
    let lines = tied("ric").last_log_entry();
    assert!(lines.iter().any(|line| line == "1: unit1 acts before unit2 (3 or less)"), "{lines:#?}");
}

#[test]
fn ss_init_11_by_default_the_second_never_acts() {
    let mut fight = tied("ric");
    assert_eq!(fight.acting(), Some(1));
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!([1, 2].map(|unit| fight.down(unit)), [None, Some(DownState::Dead)]);
    assert!(fight.outcome().is_some());
}

#[test]
fn ss_init_12_a_phase_in_every_pass_above_zero() {
    let mut fast = quick_sheet(5, 4);
    fast.initiative_dice = 2;
    let mut fight = Setup::new()
        .unit(0, (1, 1), fast, &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 4), &[knife()])
        .unit(1, (9, 9), quick_sheet(3, 2), &[knife()])
        .start_battle(&[6, 6, 4, 5]);
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [21, 11, 10]);
    let mut phases = [0; 3];
    while fight.round().0 == 1 {
        phases[fight.acting().expect("a unit acts") as usize - 1] += 1;
        fight.end();
    }
    assert_eq!(phases, [3, 2, 1]);
}

#[test]
fn ss_init_13_driven_to_zero_no_phase_in_the_round() {
    // B is at 2 in pass 2 when it is wounded to 0 before its phase.
    let mut fight = three();
    while fight.round() == (1, 1) {
        fight.end();
    }
    assert_eq!((fight.acting(), fight.score(2)), (Some(1), 2));
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.score(2), 0);
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight.end();
    assert_eq!(fight.round().0, 2);
}

#[test]
fn ss_init_14_all_units_above_zero_act_in_the_first_pass() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(1, 1), &[knife()])
        .unit(1, (9, 1), quick_sheet(4, 4), &[knife()])
        .start_battle(&[1, 4]);
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [3, 12]);
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 1), Some(1)));
}

// The catalogue raises an attribute by an implant; in a skirmish without implants wounds are what changes it.
#[test]
fn ss_init_15_a_changed_attribute_moves_the_score_at_once() {
    let mut fight = three();
    assert_eq!(fight.unit(2, |unit| (unit.initiative.attribute(), unit.initiative.score())), (8, 12));
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.unit(2, |unit| (unit.initiative.attribute(), unit.initiative.score())), (6, 10));
}

#[test]
fn ss_init_16_the_new_score_counts_for_the_rest_of_the_round() {
    let mut fight = three();
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    while fight.round() == (1, 1) {
        fight.end();
    }
    // 12 would have left it at 2: the phase of pass 2 is lost.
    assert_eq!(fight.score(2), 0);
    let mut acted = Vec::new();
    while fight.round() == (1, 2) {
        acted.extend(fight.acting());
        fight.end();
    }
    assert_eq!(acted, [1, 3]);
}

#[test]
fn ss_init_22_at_once_after_the_injury() {
    let mut fight = three();
    assert_eq!(fight.score(3), 11);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!((fight.score(3), fight.acting()), (9, Some(1)));
}

#[test]
fn ss_init_23_the_order_changes_within_the_pass() {
    let mut fight = three();
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [15, 12, 11]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(2), (1, 1)));
}

#[test]
fn ss_init_24_no_unit_acts_twice_in_a_pass() {
    let mut fight = three();
    fight.end();
    fight.land(2, 1, 0, SHOT, [1, 0, 0]);
    // A has acted and is at 13, still above C.
    assert_eq!([1, 3].map(|unit| fight.score(unit)), [13, 11]);
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(3), (1, 1)));
}

#[test]
fn ss_wnd_11_wounds_reach_the_score() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[gun(5)])
        .unit(0, (1, 5), quick_sheet(5, 4), &[stunner(5)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[knife()])
        .start_battle(&[6, 5, 4]);
    assert_eq!(fight.score(3), 12);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    fight.end();
    fight.land(2, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.score(3), 9);
    assert_eq!(fight.unit(3, |unit| unit.initiative.attribute()), 5);
}
