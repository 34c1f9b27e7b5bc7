//! Clicks on squares that move, and on squares that cannot be reached.

use super::{TestDesk, near_cell};
use crate::session::{Intent, Session};
use model::Cell;
use rules::Book;

#[test]
fn a_move_and_a_shot_take_three_clicks() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let (unit, _, cell) = desk.go_to_attacker();
    let here = desk.read(|view| view.unit(unit).expect("it acts").cell());
    let to = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let paths = battle::SafePaths::from_unit(view, &unit, 2);
        let mut cells: Vec<Cell> = paths.cells().map(|(cell, _)| cell).filter(|cell| *cell != here).collect();
        cells.sort();
        cells.into_iter().find(|cell| view.unit_at(*cell).is_none())
    });
    let before = desk.orders().len();
    let to = to.expect("there is room beside it");
    desk.click(to);
    assert_eq!(desk.read(|view| view.unit(unit).expect("it acts").cell()), to, "the first click moves");
    desk.key("U");
    assert_eq!(desk.orders().len(), before, "and can be undone");
    desk.key("Ctrl+Y");
    assert_eq!(desk.orders().len(), before + 1, "and done again");
    desk.click(cell);
    desk.click(cell);
    assert!(desk.orders().len() > before + 1, "two more clicks attack");
}

#[test]
fn a_click_that_comes_too_late_for_a_target_is_no_move() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.read(|view| view.round().acting()).expect("a unit acts");
    let cell = near_cell(&mut desk, unit);
    desk.app.world_mut().resource_mut::<Session>().attacked = Some(cell);
    let given = desk.orders().len();
    for _ in 0..2 {
        desk.click(cell);
        assert_eq!(
            desk.orders().len(),
            given,
            "the target has fallen, and the pointer still rests on its square"
        );
    }
    let notice = desk.session().notice.clone().expect("it says why").0;
    assert!(notice.contains("no longer there"), "{notice}");
    desk.app.world_mut().resource_mut::<Session>().attacked = None;
    desk.click(cell);
    assert_eq!(desk.orders().len(), given + 1, "after the pointer was elsewhere it is a move");
}

#[test]
fn a_click_that_does_nothing_says_why() {
    for book in Book::ALL.iter().copied() {
        let mut desk = TestDesk::open(book);
        let (unit, ..) = desk.go_to_attacker();
        let (far, own) = desk.read(|view| {
            let (grid, unit) = (view.field().grid(), view.unit(unit).expect("it acts"));
            let cells = (0..i32::from(grid.width()))
                .flat_map(|x| (0..i32::from(grid.height())).map(move |y| Cell::new(x, y)))
                .filter(|cell| grid.can_enter(*cell) && view.unit_at(*cell).is_none());
            let far = cells.max_by_key(|cell| (cell.distance_squared(unit.cell()), *cell));
            (far.expect("the map has squares"), unit.cell())
        });
        for aims in [false, true] {
            if aims {
                desk.key("2");
            }
            desk.app.world_mut().resource_mut::<Session>().notice = None;
            desk.click(far);
            let notice = desk.session().notice.clone().map(|(text, _)| text).unwrap_or_default();
            assert!(!notice.is_empty(), "{book:?}: {aims}");
        }
        // A click on the unit itself ends the aim.
        desk.key("2");
        desk.click(own);
        assert_eq!(desk.session().intent, Intent::Move, "{book:?}");
        let other = desk.read(|view| view.units().map(|unit| *unit.id).find(|id| *id != unit));
        desk.app.world_mut().resource_mut::<Session>().selected = other;
        desk.app.world_mut().resource_mut::<Session>().notice = None;
        desk.click(far);
        let notice = desk.session().notice.clone().map(|(text, _)| text).unwrap_or_default();
        assert!(notice.contains("turn, not"), "{book:?}: {notice}");
    }
}
