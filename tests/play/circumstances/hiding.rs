//! Hiding, noticing, and unexpected attacks. Chapter UNA.

use breachline::battle::StatusKind;
use breachline::model::{CellSide, UnitId};
use breachline::rules::{FireMode, Light};

use super::{Recruits, clause, rifle, setup, special_action};
use crate::common::{Fight, Setup, edge};

/// A rifleman in the dusk at (1, 1), and one 15 m away in the light.
fn dusk() -> Setup {
    setup().ground(&[(1, 1)], |ground| ground.light = Light::Low).add(0, (1, 1), &[rifle()]).add(
        1,
        (16, 1),
        &[rifle()],
    )
}

/// Concealment 30 and 10 for the dusk: hidden.
fn hidden() -> Fight {
    let mut fight = dusk().start_battle(&[6, 1]);
    fight.queue_dice(&[40]);
    fight.does(1, "hide");
    assert!(fight.is(1, StatusKind::Concealed));
    fight
}

#[test]
fn cs_una_05_no_unit_hides_in_plain_sight() {
    let mut fight = setup().add(0, (1, 1), &[rifle()]).add(1, (16, 1), &[rifle()]).start_battle(&[6, 1]);
    assert_eq!(clause(fight.submit_error(special_action(1, "hide", None))), "CS-UNA-05");
    let mut fight = dusk().start_battle(&[6, 1]);
    fight.queue_dice(&[41]);
    fight.does(1, "hide");
    assert!(!fight.is(1, StatusKind::Concealed));
}

#[test]
fn cs_una_06_enemies_look_as_their_phase_begins() {
    let mut fight = hidden();
    // Perception 40 less 10 for the dusk.
    fight.queue_dice(&[31]);
    fight.end();
    assert_eq!((fight.acting(), fight.dice_left()), (Some(2), 0));
    assert!(fight.is(1, StatusKind::Concealed));
    let refusal = fight.attack(2, 1, 0, Some(FireMode::Single)).expect_err("the hidden unit is not seen");
    assert_eq!(clause(refusal), "CS-UNA-05");

    let mut fight = hidden();
    fight.queue_dice(&[30]);
    fight.end();
    assert!(!fight.is(1, StatusKind::Concealed), "noticed");
    fight.queue_dice(&[31]);
    fight.attack(2, 1, 0, Some(FireMode::Single)).expect("seen");
}

#[test]
fn cs_una_04_who_hides_takes_others_unawares() {
    let mut fight = hidden();
    assert_eq!(fight.aim(1, 2), (70, vec!["CS-UNA-01"]));
    fight.queue_dice(&[70, 1]);
    fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
    assert!(fight.asked().is_empty(), "`CS-UNA-02`: no Reaction is offered");
    assert!(!fight.is(1, StatusKind::Concealed), "its own attack reveals it");
    assert_eq!(fight.aim(1, 2).0, 40);
}

#[test]
fn cs_una_05_a_skirmish_may_begin_in_hiding() {
    let hiding = |skirmish: &mut breachline::content::Skirmish| skirmish.units[0].concealed = true;
    let mut fight = dusk().skirmish(hiding).start_battle(&[6, 1]);
    assert!(fight.is(1, StatusKind::Concealed));
    let open = setup().add(0, (1, 1), &[rifle()]).add(1, (16, 1), &[rifle()]);
    let mut fight = open.skirmish(hiding).start_battle(&[6, 1]);
    assert!(!fight.is(1, StatusKind::Concealed), "in plain sight");
}

#[test]
fn cs_una_05_leaving_the_dusk_in_plain_sight_ends_it() {
    let mut fight = hidden();
    fight.walk(1, &[(2, 1)]).expect("1 m");
    assert!(!fight.is(1, StatusKind::Concealed));
    assert!(fight.unit(2, |unit| *unit.id == UnitId(2)));
}

#[test]
fn cs_una_04_attacks_on_walls_surprise_no_unit() {
    let mut open = setup().add(0, (1, 1), &[rifle()]).add(1, (16, 1), &[rifle()]).start_battle(&[6, 1]);
    let in_the_open = open.aim(1, 2);
    let mut fight = setup()
        .barrier(edge(8, 1, CellSide::East), |kind| kind.height_cm = 300)
        .add(0, (1, 1), &[rifle()])
        .add(1, (16, 1), &[rifle()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.aim(1, 2), in_the_open, "neither sees the other");
    assert_eq!(in_the_open, (40, vec![]));
}
