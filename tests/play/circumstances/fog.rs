//! Hiding under fog of war: who hides is not there for the others until somebody notices.

use breachline::battle::{Event, Order, Refusal, StatusKind, Target, UnitId};
use breachline::rules::{FireMode, Light};

use super::{Recruits, deed_of, rifle, setup};
use crate::common::Fight;
use crate::fog::shown;

/// A rifleman who has hidden in the dusk at (10, 1), and one of the other side 3 m away.
fn hidden() -> (Fight, Vec<Event>) {
    let setup = setup().skirmish(|skirmish| skirmish.options.fog_of_war = true);
    let mut fight = setup
        .ground(&[(10, 1)], |ground| ground.light = Light::Low)
        .add(0, (10, 1), &[rifle()])
        .add(1, (13, 1), &[rifle()])
        .begin(&[6, 1]);
    assert_eq!(shown(&mut fight, 1), [1, 2]);
    // Concealment 30 and 10 for the dusk.
    fight.dice(&[40]);
    let events = fight.give(deed_of(1, "hide"));
    assert!(fight.is(1, StatusKind::Concealed));
    (fight, events)
}

fn is_lost(event: &Event) -> bool {
    matches!(event, Event::LostSight { side, unit, .. } if (side.0, unit.0) == (1, 1))
}

fn is_spotted(event: &Event) -> bool {
    matches!(event, Event::Spotted { side, unit, .. } if (side.0, unit.0) == (1, 1))
}

#[test]
fn cs_una_05_who_hides_goes_out_of_sight() {
    let (mut fight, events) = hidden();
    assert!(events.iter().any(is_lost));
    assert_eq!((shown(&mut fight, 0), shown(&mut fight, 1)), (vec![1, 2], vec![2]));
    let memory = fight.seen_by(1, |view| view.remembered().map(|(unit, _)| unit.id.0).collect::<Vec<_>>());
    assert_eq!(memory, [1], "where it was is remembered");
}

#[test]
fn cs_una_06_who_is_noticed_is_spotted() {
    let (mut fight, _) = hidden();
    // Perception 40 less 10 for the dusk.
    fight.dice(&[30]);
    let events = fight.end();
    assert!(events.iter().any(is_spotted));
    assert_eq!(shown(&mut fight, 1), [1, 2]);
}

#[test]
fn cs_una_06_who_is_not_noticed_cannot_be_aimed_at() {
    let (mut fight, _) = hidden();
    fight.dice(&[31]);
    fight.end();
    let order = Order::attack(UnitId(2), Target::Unit(UnitId(1)), 0, Some(FireMode::Single));
    assert_eq!(fight.refused(order), Refusal::Unseen(1));
}

#[test]
fn a_way_into_somebody_who_hides_stops_before_it() {
    let (mut fight, _) = hidden();
    fight.dice(&[31]);
    fight.end();
    let went = fight.walk(2, &[(12, 1), (11, 1), (10, 1)]).expect("the way seems free");
    let reason = went.iter().find_map(|event| match event {
        Event::Stopped { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!((reason, fight.cell(2)), (Some("somebody stands in the way"), (11, 1)));
}

#[test]
fn cs_una_04_an_attack_from_hiding_gives_away_who_made_it() {
    let (mut fight, _) = hidden();
    fight.dice(&[70, 1]);
    let events = fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
    assert!(events.iter().any(is_spotted));
    assert_eq!(shown(&mut fight, 1), [1, 2]);
}
