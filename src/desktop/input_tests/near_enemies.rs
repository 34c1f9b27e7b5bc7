//! Clicks on an enemy that is too near for the weapon in hand.

use super::TestDesk;
use crate::board::interaction::attack_approach::offer_both;
use crate::hovered_attack::HoveredAttack;
use crate::session::Session;
use battle::{Order, journal};
use model::{Cell, UnitId};
use rules::Book;

/// The unit with a rifle, and the enemy beside it.
const SHOOTER: UnitId = UnitId(1);
const ENEMY: UnitId = UnitId(6);

/// Opens a battle in the turn of a unit with a rifle in hand and an enemy beside it; returns the square of the enemy.
fn open_beside_rifle() -> (TestDesk, Cell) {
    let mut desk = TestDesk::open_changed(Book::CombatChecks, |bundle| {
        let own = bundle.skirmish.units[0].cell;
        bundle.skirmish.units[5].cell = Cell::new(own.x, own.y + 1);
        for template in bundle.unit_templates.values_mut() {
            template.weapons.retain(|weapon| weapon == "assault_rifle" || weapon == "fists");
        }
    });
    for _ in 0..60 {
        let answer = desk.read(|view| view.open_prompt().map(|open| open.prompt().answers[0].key.clone()));
        let order = match answer {
            Some(answer) => Order::Decide { answer },
            None if desk.acting() == SHOOTER => break,
            None => Order::EndPhase { unit: desk.acting() },
        };
        journal::submit_order(desk.app.world_mut(), order).expect("an answer, or the end of a turn");
    }
    assert_eq!(desk.acting(), SHOOTER);
    desk.app.world_mut().resource_mut::<Session>().selected = Some(SHOOTER);
    desk.frame();
    let cell = desk.read(|view| view.unit(ENEMY).expect("it is there").cell());
    (desk, cell)
}

#[test]
fn cc_rng_09_a_click_on_an_enemy_too_near_for_the_rifle_steps_back_and_shoots() {
    let (mut desk, cell) = open_beside_rifle();
    desk.hover(cell);
    let hovered = desk.app.world().resource::<HoveredAttack>();
    let weapon = hovered.query().map(|query| query.weapon);
    assert_eq!(weapon, Some(0), "the rifle in hand, not the fists");
    let offer = hovered.approach().expect("a step and a shot").text().to_owned();
    let given = desk.orders().len();
    desk.click(cell);
    assert_eq!(desk.session().warned, Some(offer_both(cell, &offer)), "the first click says what both cost");
    assert_eq!((desk.orders().len(), desk.session().marked), (given, None));
    desk.click(cell);
    let orders = desk.orders();
    let shoots = orders[given..].iter().any(|order| matches!(order, Order::Attack { weapon: 0, .. }));
    let strikes = orders[given..].iter().any(|order| matches!(order, Order::Attack { weapon: 1, .. }));
    assert!(!strikes, "{:?}", &orders[given..]);
    assert!(shoots || desk.read(|view| view.open_prompt().is_some()), "{:?}", &orders[given..]);
}

#[test]
fn fists_that_the_player_chose_are_used_where_the_rifle_is_too_large() {
    let (mut desk, cell) = open_beside_rifle();
    desk.app.world_mut().resource_mut::<Session>().preferred_attacks.insert(SHOOTER, (1, None));
    desk.hover(cell);
    let hovered = desk.app.world().resource::<HoveredAttack>();
    assert_eq!(hovered.query().map(|query| query.weapon), Some(1));
}
