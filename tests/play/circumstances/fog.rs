//! Hiding under fog of war: enemies do not know of a hidden unit until they notice it.

use breachline::battle::{BattleEvent, History, Order, OrderError, StatusKind, Target};
use breachline::model::{Cell, Side, UnitId};
use breachline::rules::{FireMode, Light, StopReason};

use super::{Recruits, grenade, rifle, setup, special_action};
use crate::common::Fight;
use crate::fog::shown;

/// A rifleman hidden in the dusk at (10, 1), and one of the other side 3 m away.
fn hidden() -> (Fight, Vec<BattleEvent>) {
    let setup = setup().skirmish(|skirmish| skirmish.options.fog_of_war = true);
    let mut fight = setup
        .ground(&[(10, 1)], |ground| ground.light = Light::Low)
        .add(0, (10, 1), &[rifle()])
        .add(1, (13, 1), &[rifle()])
        .start_battle(&[6, 1]);
    assert_eq!(shown(&mut fight, 1), [1, 2]);
    // Concealment 30 and 10 for the dusk.
    fight.queue_dice(&[40]);
    let events = fight.submit(special_action(1, "hide", None));
    assert!(fight.is(1, StatusKind::Concealed));
    (fight, events)
}

fn is_lost(event: &BattleEvent) -> bool {
    matches!(event, BattleEvent::LostSight { side, unit, .. } if (side.0, unit.0) == (1, 1))
}

fn is_spotted(event: &BattleEvent) -> bool {
    matches!(event, BattleEvent::Spotted { side, unit, .. } if (side.0, unit.0) == (1, 1))
}

#[test]
fn cs_una_05_who_hides_goes_out_of_sight() {
    let (mut fight, events) = hidden();
    assert!(events.iter().any(is_lost));
    assert_eq!((shown(&mut fight, 0), shown(&mut fight, 1)), (vec![1, 2], vec![2]));
    let memory =
        fight.seen_by(1, |view| view.remembered_units().map(|(unit, _)| unit.id.0).collect::<Vec<_>>());
    assert_eq!(memory, [1], "where it was is remembered");
}

#[test]
fn cs_una_06_who_is_noticed_is_spotted() {
    let (mut fight, _) = hidden();
    // Perception 40 less 10 for the dusk.
    fight.queue_dice(&[30]);
    let events = fight.end();
    assert!(events.iter().any(is_spotted));
    assert_eq!(shown(&mut fight, 1), [1, 2]);
}

#[test]
fn cs_una_06_who_is_not_noticed_cannot_be_aimed_at() {
    let (mut fight, _) = hidden();
    fight.queue_dice(&[31]);
    fight.end();
    let order = Order::attack(UnitId(2), Target::Unit(UnitId(1)), 0, Some(FireMode::Single));
    assert_eq!(fight.submit_error(order), OrderError::UnseenUnit(UnitId(1)));
}

#[test]
fn a_way_into_a_hidden_unit_stops_before_it() {
    let (mut fight, _) = hidden();
    fight.queue_dice(&[31]);
    fight.end();
    let went = fight.walk(2, &[(12, 1), (11, 1), (10, 1)]).expect("the path looks free");
    let reason = went.iter().find_map(|event| match event {
        BattleEvent::Stopped { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!((reason, fight.cell(2)), (Some(StopReason::UnitInTheWay), (11, 1)));
}

#[test]
fn cs_una_04_an_attack_from_hiding_gives_away_who_made_it() {
    let (mut fight, _) = hidden();
    fight.queue_dice(&[70, 1]);
    let events = fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
    assert!(events.iter().any(is_spotted));
    assert_eq!(shown(&mut fight, 1), [1, 2]);
}

/// An explosion harms all units in its area; the thrower's side learns only of the units that it sees.
#[test]
fn cs_base_35_a_blast_does_not_tell_whom_it_caught_unseen() {
    let setup = setup()
        .ground(&[(7, 5)], |ground| ground.light = Light::Low)
        .add(0, (5, 15), &[grenade()])
        .add(1, (5, 5), &[rifle()])
        .add(1, (7, 5), &[rifle()])
        .skirmish(|skirmish| {
            skirmish.options.fog_of_war = true;
            skirmish.units[2].concealed = true;
        });
    // The thrower tries to notice the hidden unit, and fails.
    let mut fight = setup.start_battle(&[6, 2, 1, 99]);
    assert_eq!(shown(&mut fight, 0), [1, 2]);
    fight.queue_dice(&[50, 50, 8, 50, 8]);
    let throw = Order::attack(UnitId(1), Target::Square(Cell::new(6, 5)), 0, None);
    let from = fight.world.resource::<History>().records().len();
    let events = fight.submit(throw);
    let events = fight.take(events);
    assert_eq!([2, 3].map(|unit| fight.wounds(unit)), [4, 4], "both are caught: {events:?}");
    let chapters = fight.world.resource::<History>().records().to_vec();
    let lived = fight.view(|view| view.side_history(&chapters[from..], Side(0)));
    let told: Vec<&BattleEvent> =
        lived.records.iter().flat_map(|chapter| &chapter.events).map(|one| &one.event).collect();
    let harmed =
        |unit| told.iter().any(|event| matches!(event, BattleEvent::Harmed { unit: id, .. } if id.0 == unit));
    assert_eq!((harmed(2), harmed(3)), (true, false));
    let resolved = told.iter().find_map(|event| match event {
        BattleEvent::AttackResolved { damage, words, .. } => Some((*damage, words.clone())),
        _ => None,
    });
    let (damage, words) = resolved.expect("it went off");
    assert_eq!(damage, 8);
    assert!(words.to_string().contains("unit2") && !words.to_string().contains("unit3"), "{words}");
    let own = fight.view(|view| view.side_history(&chapters[from..], Side(1)));
    let told = own.records.iter().flat_map(|chapter| &chapter.events);
    let harmed = told.filter(|one| matches!(one.event, BattleEvent::Harmed { .. })).count();
    assert_eq!(harmed, 2, "the side of the units that are hit knows of all hits");
}
