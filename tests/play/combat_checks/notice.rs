//! Hidden features that a check notices.

use breachline::battle::{BattleEvent, History, Order};
use breachline::model::{BarrierId, CellSide, UnitId};

use super::{checks, pistol, plain};
use crate::common::{Fight, edge};

/// A wall in the north of unit 1's square, 300 cm high, that hides a door 200 cm high.
fn beside_a_false_wall() -> Fight {
    let setup = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[])
        .barrier(edge(5, 5, CellSide::North), |kind| kind.hides = Some("door".into()))
        .barrier(edge(90, 5, CellSide::North), |kind| {
            (kind.name, kind.openable, kind.height_cm) = ("door".into(), true, 200);
        });
    setup.start_battle(&[4, 3])
}

/// Name of the barrier, and height of the cover that it gives unit 1.
fn barrier(fight: &mut Fight) -> (String, u16) {
    fight.view(|view| {
        let name = view.barrier(BarrierId(0)).expect("it stands").barrier.kind().name.clone();
        let unit = view.unit(UnitId(1)).expect("it is there");
        (name, view.cover_height(&unit))
    })
}

#[test]
fn cc_adv_09_a_false_wall_is_a_wall_until_it_is_noticed() {
    let mut fight = beside_a_false_wall();
    let open = Order::Door { unit: UnitId(1), barrier: BarrierId(0) };
    assert_eq!(barrier(&mut fight), ("drywall".to_owned(), 300));
    assert_eq!(fight.submit_error(open.clone()).to_string(), "The drywall cannot be opened.");
    let events = fight.checked((1, 2, 0), (0, 1), &[], &["notice"]);
    let noticed = BattleEvent::FeatureNoticed { unit: UnitId(1), barrier: BarrierId(0) };
    assert!(events.contains(&noticed), "{events:?}");
    assert_eq!(barrier(&mut fight), ("door".to_owned(), 200));
    let events = fight.submit(open);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::DoorMoved { open: true, .. })));
}

#[test]
fn cc_adv_09_what_is_known_is_not_noticed_again() {
    let mut fight = beside_a_false_wall();
    for _ in 0..2 {
        fight.checked((1, 2, 0), (0, 1), &[], &["notice"]);
        fight.end();
        fight.end();
    }
    let records = fight.world.resource::<History>().records().iter().flat_map(|order| &order.events);
    assert_eq!(
        records.filter(|record| matches!(record.event, BattleEvent::FeatureNoticed { .. })).count(),
        1
    );
}
