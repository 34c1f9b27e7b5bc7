//! What the card of a square says while an overlay is on.

use super::TestDesk;
use crate::session::Session;
use model::Cell;
use rules::Book;

#[test]
fn the_card_of_a_square_names_the_enemies_that_can_attack_it_in_their_next_turn() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let (unit, enemy, at) = desk.go_to_attacker();
    let (own, here, moved) = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
        let (mut here, mut moved) = (Vec::new(), Vec::new());
        for reach in enemies.map(|other| ::lab::overlay::UnitReach::complete(view, &other)) {
            match (reach.attacks_without_moving(unit.cell()), reach.attacks(unit.cell())) {
                (true, _) => here.push(reach.name),
                (false, true) => moved.push(reach.name),
                (false, false) => {}
            }
        }
        (unit.cell(), here.join(", "), moved.join(", "))
    });
    desk.hover(own);
    assert!(desk.facts(own).is_empty(), "the overlay is off");
    desk.key("T");
    for _ in 0..1000 {
        if !desk.facts(own).is_empty() {
            break;
        }
        desk.frame();
    }
    let facts = desk.facts(own);
    let value = |label: &str| {
        let fact = facts.iter().find(|fact| fact.label == label);
        fact.map(|fact| fact.value.clone()).unwrap_or_default()
    };
    assert!(!here.is_empty(), "the enemy that it can shoot at can shoot back");
    assert_eq!(value("Can attack here without moving"), here);
    assert_eq!(value("Can attack here after moving"), moved);
    desk.hover(at);
    let alone = desk.facts(at);
    let turn = desk.read(|view| view.next_turn(&view.unit(enemy).expect("it is in view")));
    let metres = battle::format_metres(turn.max_move);
    assert_eq!(alone.len(), 1);
    assert!(alone[0].value.starts_with(&format!("moves up to {metres} m")), "{alone:?}");
    desk.key("T");
    assert!(desk.facts(own).is_empty());
}

#[test]
fn the_card_of_a_dark_square_names_what_hides_it() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let acting = desk.acting();
    let (name, dark, seen) = desk.read(|view| {
        let unit = view.unit(acting).expect("it acts");
        let from = unit.cell();
        let cells = || view.field().grid().cells();
        let is_hidden = |cell: &Cell| {
            matches!(view.sight_obstacle(&unit, from, *cell), Some(battle::SightObstacle::Barrier(..)))
        };
        let dark = cells().find(is_hidden).expect("the warehouse has walls");
        let seen = cells().find(|cell| view.sight_obstacle(&unit, from, *cell).is_none());
        (unit.identity.name().to_owned(), dark, seen.expect("it sees something"))
    });
    desk.app.world_mut().resource_mut::<Session>().selected = Some(acting);
    desk.hover(dark);
    assert!(desk.facts(dark).is_empty(), "the overlay is off");
    desk.key("V");
    let facts = desk.facts(dark);
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].label, format!("Not seen by {name}"));
    assert!(facts[0].value.ends_with(" in the way"), "{facts:?}");
    assert_eq!(facts[0].clause, "SS-COVER-05");
    assert!(desk.facts(seen).is_empty());
}
