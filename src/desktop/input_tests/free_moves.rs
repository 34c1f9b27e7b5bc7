//! Moves outside of the turn: what is ordered while one is open, and how it is declined.

use bevy::prelude::Messages;

use super::{TestDesk, near_cell};
use crate::ai_players::AiController;
use crate::board::overlay::BoardOverlays;
use crate::free_move::DeclineFreeMove;
use crate::session::Session;
use model::UnitId;
use rules::Book;

/// Opens a move for an enemy of the acting unit and selects it; returns the acting unit and that one.
fn open_free_move(desk: &mut TestDesk) -> (UnitId, UnitId) {
    let acting = desk.acting();
    let (mover, side) = desk.read(|view| {
        let own = *view.unit(acting).expect("it acts").side;
        let enemy = view.units().find(|unit| *unit.side != own).expect("there is an enemy");
        (*enemy.id, *enemy.side)
    });
    desk.app.world_mut().resource_mut::<AiController>().open_free_move_for_tests(mover, side);
    select(desk, mover);
    (acting, mover)
}

fn select(desk: &mut TestDesk, unit: UnitId) {
    desk.app.world_mut().resource_mut::<Session>().selected = Some(unit);
    desk.frame();
}

/// How often the move was declined.
fn declined(desk: &TestDesk) -> usize {
    desk.app.world().resource::<Messages<DeclineFreeMove>>().len()
}

/// Whether the board shows where the selected unit can go.
fn shows_range(desk: &TestDesk) -> bool {
    desk.app.world().resource::<BoardOverlays>().has_range()
}

#[test]
fn cc_tht_06_the_acting_unit_waits_while_another_one_may_move() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let (acting, mover) = open_free_move(&mut desk);
    assert!(shows_range(&desk), "the board shows where it can go");
    let to = near_cell(&mut desk, acting);
    let given = desk.orders().len();
    desk.click(to);
    select(&mut desk, acting);
    assert!(!shows_range(&desk), "the acting unit cannot be moved");
    desk.click(to);
    assert_eq!(desk.session().selected, Some(mover), "a click beside units is about the move again");
    assert_eq!(desk.orders().len(), given);
}

#[test]
fn cc_tht_06_keys_decline_the_move() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let (acting, mover) = open_free_move(&mut desk);
    let given = desk.orders().len();
    select(&mut desk, acting);
    desk.key("Esc");
    assert_eq!(
        (desk.session().selected, declined(&desk)),
        (Some(mover), 0),
        "first the unit is selected again"
    );
    desk.key("Esc");
    assert_eq!(declined(&desk), 1);
    desk.key("Backspace");
    assert_eq!(
        (declined(&desk), desk.orders().len()),
        (2, given),
        "the key that ends a turn declines it too"
    );
}
