//! Waypoints: moves over squares that the player chose.

use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;

use super::TestDesk;
use crate::attack_forecast::attack_modes;
use crate::board::overlay::BoardOverlays;
use crate::session::{Intent, Session};
use battle::journal::{self, Journal};
use battle::{BattleView, Order, Pace, SafePaths, move_budget};
use model::{Cell, UnitId};
use rules::Book;

/// A way of the acting unit to a square that is longer over another square; lengths in half metres.
struct Detour {
    from: Cell,
    via: Cell,
    to: Cell,
    direct: u32,
    along: u32,
}

impl Detour {
    /// The shortest one that can be walked without a risk.
    fn find(view: &BattleView, unit: UnitId) -> Option<Self> {
        let unit = view.unit(unit)?;
        let (from, budget) = (unit.cell(), move_budget(view, &unit).walk_left);
        let paths = SafePaths::from_unit(view, &unit, budget);
        let is_free = |cell: &Cell| view.unit_at(*cell).is_none();
        let near = |limit| {
            let cells = paths.cells().filter(move |(_, cost)| (1..=limit).contains(cost));
            cells.map(|(cell, _)| cell).filter(is_free).collect::<Vec<_>>()
        };
        let all = near(4).into_iter().filter_map(|via| {
            let over = SafePaths::over_waypoints(view, &unit, budget, &[via])?;
            let ends = near(2).into_iter().filter(|to| *to != via).filter_map(|to| {
                let (direct, along) = (paths.cost(to)?, over.cost(to)?);
                (along > direct).then_some(Self { from, via, to, direct, along })
            });
            ends.min_by_key(|way| (way.along, way.to))
        });
        all.min_by_key(|way| (way.along, way.via))
    }
}

impl TestDesk {
    /// Clicks on a square while Shift is held.
    fn shift_click(&mut self, cell: Cell) {
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ShiftLeft);
        self.click(cell);
        self.app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    }

    /// Opens a battle in which the acting unit can make a detour.
    fn with_detour(book: Book) -> (Self, UnitId, Detour) {
        let mut desk = Self::open(book);
        while let Some(answer) =
            desk.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()))
        {
            journal::submit_order(desk.app.world_mut(), Order::Decide { answer }).expect("an answer");
        }
        desk.frame();
        let unit = desk.acting();
        let detour = desk.read(|view| Detour::find(view, unit)).expect("there is room");
        (desk, unit, detour)
    }

    fn waypoints(&self) -> &[Cell] {
        &self.session().waypoints
    }

    /// The pace and the length at which a square is reached; `None` if it is not.
    fn reach(&mut self, cell: Cell) -> Option<(Pace, u32)> {
        let read = move |overlays: Res<BoardOverlays>| overlays.reach(cell);
        self.app.world_mut().run_system_once(read).expect("the system runs")
    }
}

/// Plays the journal of a battle again; panics where a hash differs.
fn replay(world: &mut World) {
    let journal = world.resource::<Journal>();
    let (bundle, seed) = (journal.header().bundle.clone(), journal.header().seed);
    let entries: Vec<_> = journal.entries().iter().map(|entry| (entry.order.clone(), entry.hash)).collect();
    let mut other = battle::new_battle_world();
    journal::begin_battle(&mut other, bundle, seed);
    for (order, hash) in entries {
        assert_eq!(journal::submit_order(&mut other, order), Ok(hash));
    }
    assert_eq!(battle::battle_hash(&mut other), battle::battle_hash(world));
}

#[test]
fn a_move_over_a_waypoint_is_one_order_and_is_charged_as_a_whole() {
    for book in Book::ALL.iter().copied() {
        let (mut desk, unit, way) = TestDesk::with_detour(book);
        let given = desk.orders().len();
        desk.shift_click(way.via);
        assert_eq!((desk.waypoints(), desk.orders().len()), (&[way.via][..], given), "{book:?}");
        desk.click(way.to);
        if desk.session().marked == Some(way.to) {
            desk.click(way.to); // it costs health or the like
        }
        let orders = desk.orders().split_off(given);
        let [Order::Move { path, pace: Pace::Walk, .. }] = orders.as_slice() else {
            panic!("{book:?}: {orders:?}");
        };
        assert!(path.contains(&way.via) && path.last() == Some(&way.to), "{book:?}: {path:?}");
        let walked = desk.read(|view| view.unit(unit).expect("it acts").movement.walked());
        assert_eq!(walked, way.along, "{book:?}");
        assert!(walked > way.direct, "{book:?}");
        assert!(desk.waypoints().is_empty(), "{book:?}");
        replay(desk.app.world_mut());
        desk.key("U");
        assert_eq!(desk.orders().len(), given, "{book:?}: one step back");
        assert_eq!(desk.read(|view| view.unit(unit).expect("it acts").cell()), way.from, "{book:?}");
    }
}

#[test]
fn the_range_is_what_is_left_after_the_waypoints() {
    let (mut desk, unit, way) = TestDesk::with_detour(Book::ALL[0]);
    assert_eq!(desk.reach(way.to), Some((Pace::Walk, way.direct)));
    assert_eq!(desk.reach(way.from), None, "the unit is there");
    let cost = desk.reach(way.via).expect("in reach").1;
    desk.shift_click(way.via);
    assert_eq!(desk.reach(way.to), Some((Pace::Walk, way.along)));
    assert_eq!(desk.reach(way.via), Some((Pace::Walk, cost)));
    assert_eq!(desk.reach(way.from), Some((Pace::Walk, 2 * cost)), "there and back");
    desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let over = |half_metres| SafePaths::over_waypoints(view, &unit, half_metres, &[way.via]);
        assert_eq!(over(way.along).and_then(|paths| paths.cost(way.to)), Some(way.along));
        assert_eq!(over(way.along - 1).and_then(|paths| paths.cost(way.to)), None, "half a metre too short");
        assert!(over(cost).is_some() && over(cost - 1).is_none(), "not even the waypoint");
    });
}

#[test]
fn keys_add_and_remove_waypoints_and_move_along_them() {
    let (mut desk, unit, way) = TestDesk::with_detour(Book::ALL[0]);
    let given = desk.orders().len();
    for cell in [way.via, way.to] {
        desk.hover(cell);
        desk.key("Shift+Enter");
    }
    assert_eq!(desk.waypoints(), [way.via, way.to]);
    desk.key("Backspace");
    assert_eq!((desk.waypoints(), desk.session().ending), (&[way.via][..], None), "no turn ends");
    desk.key("Esc");
    assert!(desk.waypoints().is_empty() && !desk.session().paused);
    for cell in [way.via, way.to] {
        desk.hover(cell);
        desk.key("Shift+Enter");
    }
    assert_eq!(desk.orders().len(), given, "nothing is ordered yet");
    desk.key("Enter");
    assert_eq!(desk.orders().len(), given + 1, "the last waypoint is the end");
    let (cell, walked) = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        (unit.cell(), unit.movement.walked())
    });
    assert_eq!((cell, walked), (way.to, way.along));
}

#[test]
fn while_aiming_a_waypoint_begins_a_move() {
    let (mut desk, unit, way) = TestDesk::with_detour(Book::ALL[0]);
    let modes = desk.read(|view| attack_modes(&view.unit(unit).expect("it acts")));
    let (weapon, mode) = modes[0];
    desk.app.world_mut().resource_mut::<Session>().intent = Intent::Attack { weapon, mode, option: None };
    let given = desk.orders().len();
    desk.shift_click(way.via);
    assert_eq!((desk.session().intent, desk.waypoints()), (Intent::Move, &[way.via][..]));
    assert_eq!(desk.orders().len(), given, "it walks only with the next click");
}

#[test]
fn a_square_that_is_taken_is_no_waypoint_and_says_why() {
    let (mut desk, unit, way) = TestDesk::with_detour(Book::ALL[0]);
    desk.shift_click(way.from);
    assert!(desk.waypoints().is_empty());
    let name = desk.read(|view| view.unit(unit).expect("it acts").identity.name().to_owned());
    let notice = desk.session().notice.clone().expect("it says why").0;
    assert_eq!(notice, format!("No waypoint is possible on the square of {name}."));
}
