//! Aims of weapons that detonate on squares.

use super::{TestDesk, near_cell};
use crate::attack_forecast::attack_modes;
use crate::board::interaction::square_aim::best_square;
use crate::session::{Intent, OpenMenu, Session};
use battle::validate_order;
use battle::{BattleView, Order, Target};
use model::{Cell, UnitId};
use rules::Book;

/// A battle whose units have nothing but grenades.
fn desk_with_grenades() -> TestDesk {
    TestDesk::open_changed(Book::Circumstances, |bundle| {
        let is_grenade = |id: &&String| id.as_str() == "frag_grenade";
        let grenade = bundle.weapons.keys().find(is_grenade).expect("carried in the warehouse").clone();
        for template in bundle.unit_templates.values_mut() {
            template.weapons = vec![grenade.clone()];
        }
    })
}

/// The aim of a unit with its grenade.
fn aim_of(desk: &mut TestDesk, unit: UnitId) -> Intent {
    let choice = desk.read(|view| {
        let own = view.unit(unit).expect("it acts");
        attack_modes(&own).into_iter().find(|(weapon, _)| view.can_target_cells(&own, *weapon))
    });
    let (weapon, mode) = choice.expect("a grenade is in hand");
    Intent::Attack { weapon, mode, option: None }
}

/// Why an aim at a square is refused; `None` if it is possible.
fn refusal(view: &BattleView, unit: UnitId, aim: Intent, to: Cell) -> Option<String> {
    let Intent::Attack { weapon, mode, .. } = aim else { panic!("{aim:?}") };
    let order = Order::Attack { unit, target: Target::Square(to), weapon, mode, option: None };
    validate_order(view, &order).err().map(|why| why.to_string())
}

#[test]
fn a_click_where_a_grenade_cannot_land_says_why() {
    let mut desk = desk_with_grenades();
    let unit = desk.acting();
    let aim = aim_of(&mut desk, unit);
    let (own, refused) = desk.read(|view| {
        let grid = view.field().grid();
        let (width, height) = (i32::from(grid.width()), i32::from(grid.height()));
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let mut free = cells.filter(|cell| grid.can_enter(*cell) && view.unit_at(*cell).is_none());
        let refused = free.find_map(|cell| Some((cell, refusal(view, unit, aim, cell)?)));
        (view.unit(unit).expect("it acts").cell(), refused)
    });
    let (far, why) = refused.expect("the map is larger than the range");
    let notice = |desk: &TestDesk| desk.session().notice.clone().map(|(text, _)| text).unwrap_or_default();
    desk.app.world_mut().resource_mut::<Session>().intent = aim;
    desk.click(far);
    assert_eq!((notice(&desk), desk.session().intent), (why, aim));
    desk.click(own);
    let said = notice(&desk);
    assert!(said.contains("cannot be aimed at the square of"), "{said}");
    assert_eq!(desk.session().intent, aim, "the aim stays");
}

#[test]
fn enter_in_the_list_of_attacks_aims_a_grenade_at_no_square_below_the_list() {
    let mut desk = desk_with_grenades();
    let unit = desk.acting();
    let (aim, floor) = (aim_of(&mut desk, unit), near_cell(&mut desk, unit));
    let mut session = desk.app.world_mut().resource_mut::<Session>();
    (session.intent, session.open_menu) = (aim, Some(OpenMenu::Group("Attack".to_owned())));
    desk.hover(floor);
    let given = desk.orders().len();
    desk.key("Enter");
    assert_eq!((desk.orders().len(), desk.session().intent), (given, aim));
    let (marked, notice) = (desk.session().marked, desk.session().notice.clone());
    assert!(marked.is_some() || notice.is_some(), "it never does nothing");
    assert_ne!(marked, Some(floor));
}

#[test]
fn the_square_at_which_a_grenade_is_aimed_is_free_possible_and_near_the_enemy() {
    let mut desk = desk_with_grenades();
    let (unit, _, enemy) = desk.go_to_attacker();
    let aim = aim_of(&mut desk, unit);
    desk.read(|view| {
        let own = view.unit(unit).expect("it acts");
        let square = best_square(view, &own, aim, enemy).expect("there is room around the enemy");
        assert!(enemy.chebyshev_distance(square) <= 5, "{enemy:?} {square:?}");
        assert!(view.unit_at(square).is_none(), "{square:?}");
        assert_eq!(refusal(view, unit, aim, square), None);
        assert_eq!(best_square(view, &own, Intent::Move, enemy), None, "no weapon is aimed");
    });
}
