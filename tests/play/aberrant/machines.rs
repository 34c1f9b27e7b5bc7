//! Pulses against machines and vehicles with shipped content. Chapter EMP.

use std::path::PathBuf;

use breachline::battle::{Order, Target};
use breachline::content::{Content, UnitLink, load_content};
use breachline::model::{Cell, UnitId};
use breachline::rules::DownState;

use super::{aberrant, sheet};
use crate::common::Fight;
use crate::common::books::{d10_faces, error_clause};

fn content() -> Content {
    load_content(&[PathBuf::from("assets")]).content
}

/// The shipped vehicle, unit 1, with a driver, unit 2. Unit 3 has thrown the shipped pulse grenade at it, with this
/// number of successes on the dice that its hardening leaves.
fn pulsed(vehicle: &str, dice: usize, levels: usize) -> Fight {
    let content = content();
    let own = content.aberrant.sheets[vehicle].sheet.clone();
    let grenade = (*content.aberrant.weapons["pulse_grenade"]).clone();
    let mut fight = aberrant()
        .nova(0, (5, 5), own, &[])
        .seats(4, 5)
        .nova(0, (5, 5), sheet(|_| {}), &[])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .nova(1, (12, 5), sheet(|_| {}), &[grenade])
        .start_battle(&[2, 9]);
    assert_eq!(fight.acting(), Some(3));
    // The thrower and the driver are in the pulse too, but people are not affected.
    fight.queue_dice(&d10_faces(&[(1, 6), (levels, dice)]));
    fight.submit(Order::attack(UnitId(3), Target::Square(Cell::new(5, 5)), 0, None));
    assert_eq!(fight.dice_left(), 0);
    assert_eq!([2, 3].map(|unit| fight.nova(unit).marks.filled()), [0, 0]);
    fight
}

/// Whether the driver can drive, in the round of the pulse and in the next one.
fn drives(fight: &mut Fight) -> Result<(), &'static str> {
    while fight.acting() != Some(2) {
        fight.end();
    }
    let (x, y) = fight.cell(1);
    fight.walk(2, &[(x + 1, y)]).map(|_| ()).map_err(error_clause)
}

#[test]
fn ab_emp_06_07_each_level_is_lethal_and_stops_the_van_for_a_turn() {
    let mut fight = pulsed("van", 8, 1);
    assert_eq!(fight.nova(1).marks.lethal, 1);
    assert_eq!(drives(&mut fight), Err("AB-EMP-07"));
    fight.round_with(2, &[9, 2]);
    assert_eq!(drives(&mut fight), Ok(()), "one turn");
}

#[test]
fn ab_emp_07_two_levels_two_turns() {
    let mut fight = pulsed("van", 8, 2);
    assert_eq!(drives(&mut fight), Err("AB-EMP-07"));
    fight.round_with(2, &[9, 2]);
    assert_eq!(drives(&mut fight), Err("AB-EMP-07"));
}

#[test]
fn ab_emp_09_three_levels_burn_the_van_out() {
    let mut fight = pulsed("van", 8, 3);
    assert_eq!((fight.down(1), fight.nova(1).burnt_out), (Some(DownState::Dead), true));
}

#[test]
fn ab_emp_03_08_a_hardened_truck_soaks_and_stops_for_three_levels() {
    let mut fight = pulsed("gun_truck", 5, 2);
    assert_eq!((fight.nova(1).marks.lethal, drives(&mut fight)), (2, Ok(())));
    let mut fight = pulsed("gun_truck", 5, 3);
    assert_eq!((drives(&mut fight), fight.nova(1).burnt_out), (Err("AB-EMP-08"), false));
}

#[test]
fn ab_emp_04_05_shipped_machines() {
    let content = content();
    let hardening = |id: &str| content.aberrant.sheets[id].sheet.machine.map(|machine| machine.hardening);
    assert_eq!(hardening("van"), Some(0), "civil");
    assert_eq!(hardening("gun_truck"), Some(3), "military");
    assert!(hardening("sentry_robot").is_some_and(|rating| rating >= 1));
    let living = content.aberrant.sheets.values().filter(|own| own.sheet.machine.is_none());
    assert!(living.count() >= 14, "people have no electronics");
}
