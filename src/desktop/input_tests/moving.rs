//! Clicks on squares that move, and on squares that cannot be reached.

use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonInput;
use bevy::prelude::MouseButton;

use super::{TestDesk, near_cell};
use crate::attack_forecast::AttackQuery;
use crate::board::interaction::attack_approach::AttackApproach;
use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use crate::board::{BoardAnimation, overlay};
use crate::panel::action_bar::choices;
use crate::planned_move::PlannedMove;
use crate::player_input::replace_session;
use crate::session::{Hover, Intent, Session};
use battle::journal;
use battle::{Order, Target, TurnPurchase, validate_order};
use model::Cell;
use rules::{Book, GaugeShape, play};

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

#[test]
fn cc_econ_05_a_second_click_beyond_the_manoeuvre_buys_another_one() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let unit = desk.acting();
    let (to, price) = desk.read(|view| {
        let me = view.unit(unit).expect("it acts");
        let range = MoveRange::for_unit(view, &me).expect("it can move");
        let bought = range.bought().expect("a second manoeuvre is for sale");
        assert_eq!(bought.purchase.bought.text(), "second manoeuvre: 2 Strain");
        let walk = battle::move_budget(view, &me).walk_left;
        assert_eq!(bought.purchase.move_budget(view, &me).run, walk, "one more move of the same length");
        let is_free = |cell: &Cell| bought.pace_to(*cell).is_some() && view.unit_at(*cell).is_none();
        let (to, _) = bought.reach.cells().find(|(cell, _)| is_free(cell)).expect("it reaches farther");
        assert_eq!(range.pace_to(to), None, "out of reach without it");
        let route = Route::plan_bought(view, &range, to, false).expect("a path");
        assert!(validate_order(view, &route.order()).is_err(), "it needs the purchase");
        (to, route.price().to_owned())
    });
    assert_eq!(price, "manoeuvre + second manoeuvre: 2 Strain");
    let given = desk.orders().len();
    desk.click(to);
    assert_eq!(desk.orders().len(), given, "Strain is not paid by one click");
    assert_eq!(desk.session().marked, Some(to), "the first one shows the way and its price");
    desk.click(to);
    assert_eq!(desk.read(|view| view.unit(unit).expect("it acts").cell()), to);
    let orders = desk.orders().split_off(given);
    let kinds = orders.iter().map(|order| match order {
        Order::SpecialAction { action, .. } => action.as_str(),
        Order::Move { .. } => "move",
        _ => "other",
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["buy_maneuver", "move"]);
    let strain = desk.read(|view| {
        let unit = view.unit(unit).expect("it acts");
        let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), view.rules());
        gauges.iter().find(|gauge| gauge.label == "Strain").map(|gauge| gauge.shape.clone())
    });
    assert!(matches!(strain, Some(GaugeShape::Rising { now: 2, .. })), "{strain:?}");
    desk.key("U");
    assert_eq!(desk.orders().len(), given, "one undo takes back the move and what was bought for it");
}

#[test]
fn cc_econ_05_a_blow_at_an_enemy_two_manoeuvres_away_buys_the_second_one() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let unit = desk.acting();
    let (enemy, at) = desk.read(|view| {
        let me = view.unit(unit).expect("it acts");
        let range = MoveRange::for_unit(view, &me).expect("it can move");
        let bought = range.bought().expect("a second manoeuvre is for sale");
        let is_far = |cell: Cell| {
            let near = range.cells().chain([me.cell()]);
            near.map(|own| own.chebyshev_distance(cell)).min().is_some_and(|squares| squares > 1)
        };
        let (_, at) = bought.cells().find(|(_, cell)| is_far(*cell)).expect("it reaches farther");
        let enemy = view.units().find(|other| other.side != me.side).expect("there are enemies");
        (*enemy.id, at)
    });
    let place = |bundle: &mut content::SkirmishBundle| {
        bundle.skirmish.units[enemy.0 as usize - 1].cell = at;
    };
    let mut desk = TestDesk::open_changed(Book::CombatChecks, place);
    assert_eq!(desk.acting(), unit, "the same unit begins");
    let (orders, text) = desk.read(|view| {
        let me = view.unit(unit).expect("it acts");
        let (slot, _) =
            me.inventory.held_items().find(|(_, carried)| carried.is_melee()).expect("at least fists");
        let query = AttackQuery::from_current_position(&me, Target::Unit(enemy), slot, None);
        let approach = AttackApproach::plan(view, &query).expect("the way is for sale");
        assert!(approach.query_after(&query).from.chebyshev_distance(at) == 1, "beside the enemy");
        (approach.orders(), approach.text().to_owned())
    });
    assert!(text.contains("second manoeuvre: 2 Strain"), "{text}");
    let [Order::SpecialAction { action, .. }, Order::Move { .. }, Order::Attack { .. }] = &orders[..] else {
        panic!("{orders:?}")
    };
    assert_eq!(action, "buy_maneuver");
    journal::submit_order(desk.app.world_mut(), orders[0].clone()).expect("Strain is left");
    journal::submit_order(desk.app.world_mut(), orders[1].clone()).expect("the way is bought");
}

#[test]
fn cc_econ_05_taking_cover_after_the_manoeuvre_is_for_sale() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    let prices = |desk: &mut TestDesk, with_walk: bool| {
        desk.read(|view| {
            let me = view.unit(unit).expect("it acts");
            let planned = PlannedMove::plan(view, &me, &[], (to, false)).expect("a path");
            let walk = planned.result.expect("it is near");
            let purchases = TurnPurchase::list(view, &me, Some(&walk).filter(|_| with_walk));
            assert!(purchases.iter().all(|purchase| purchase.pays_cover(view)));
            purchases.iter().map(|purchase| purchase.bought.price).collect::<Vec<_>>()
        })
    };
    assert_eq!(prices(&mut desk, false), ["2 Strain", "the action"]);
    assert_eq!(prices(&mut desk, true), ["2 Strain", "the action"], "after the walk there, too");
    desk.read(|view| {
        let me = view.unit(unit).expect("it acts");
        let walk =
            PlannedMove::plan(view, &me, &[], (to, false)).expect("a path").result.expect("it is near");
        assert!(battle::check_cover_price(view, unit, Some(&walk)).is_err(), "the free manoeuvre is used");
    });
}

#[test]
fn cc_econ_05_aiming_after_the_manoeuvre_buys_another_one() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    desk.click(to);
    let aim = desk.read(|view| {
        let session = Session { selected: Some(unit), ..Session::default() };
        let all = choices::all_choices(view, &session, Ok(()));
        all.into_iter().find(|choice| choice.label == "Aim").expect("every unit can aim")
    });
    assert_eq!((aim.cost.as_str(), &aim.refusal), ("2 Strain", &None), "the button names the price");
    let given = desk.orders().len();
    desk.key("G");
    let orders = desk.orders().split_off(given);
    let kinds = orders.iter().map(|order| match order {
        Order::SpecialAction { action, .. } => action.as_str(),
        _ => "other",
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["buy_maneuver", "aim"]);
}

#[test]
fn cc_econ_05_the_move_button_of_a_prone_unit_names_the_price_of_standing_up() {
    let mut desk = TestDesk::open(Book::CombatChecks);
    let unit = desk.acting();
    let move_button = |desk: &mut TestDesk| {
        desk.read(|view| {
            let session = Session { selected: Some(unit), ..Session::default() };
            let button = choices::all_choices(view, &session, Ok(())).remove(0);
            (button.label, button.cost, button.refusal)
        })
    };
    journal::submit_order(desk.app.world_mut(), Order::DropProne { unit }).expect("it stands");
    let button = move_button(&mut desk);
    assert_eq!((button.0.as_str(), button.1.as_str(), &button.2), ("Stand up", "2 Strain", &None));
}

#[test]
fn a_click_while_the_board_is_busy_shows_the_rest_and_then_acts() {
    let set_busy = |desk: &mut TestDesk, is_busy| {
        desk.app.world_mut().resource_mut::<BoardAnimation>().set_busy_for_tests(is_busy);
    };
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    let given = desk.orders().len();
    set_busy(&mut desk, true);
    desk.click(to);
    assert!(desk.app.world().resource::<BoardAnimation>().is_skip_requested());
    assert_eq!((desk.orders().len(), &desk.session().notice), (given, &None), "it waits for the end");
    set_busy(&mut desk, false);
    desk.app.world_mut().run_system_once(overlay::update_overlays).expect("the system runs");
    desk.frame();
    assert!(desk.session().awaited_click.is_none());
    let moved = desk.read(|view| view.unit(unit).expect("it acts").cell());
    assert!(moved == to || desk.session().marked == Some(to), "{moved:?}");
    // A click for a unit whose turn is over meanwhile orders nothing, and says so.
    let next = desk.acting();
    let to = near_cell(&mut desk, next);
    set_busy(&mut desk, true);
    desk.click(to);
    set_busy(&mut desk, false);
    journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: next }).expect("it acts");
    let given = desk.orders().len();
    desk.frame();
    assert_eq!(desk.orders().len(), given);
    assert!(desk.session().notice.is_some());
}

#[test]
fn a_click_that_waits_is_dropped_by_the_menu_and_by_an_undo() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let first = desk.acting();
    journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: first }).expect("it acts");
    desk.frame();
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    for undoes in [false, true] {
        desk.app.world_mut().resource_mut::<BoardAnimation>().set_busy_for_tests(true);
        desk.click(to);
        assert!(desk.session().awaited_click.is_some(), "the board is busy");
        if undoes {
            desk.app.world_mut().write_message(crate::player_input::UndoOrder);
        }
        desk.app.world_mut().resource_mut::<Session>().paused = !undoes;
        desk.frame();
        assert!(desk.session().awaited_click.is_none(), "by an undo: {undoes}");
        desk.app.world_mut().resource_mut::<Session>().paused = false;
    }
}

#[test]
fn a_click_moves_at_once_where_the_board_still_shows_another_path() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    let here = desk.read(|view| view.unit(unit).expect("it acts").cell());
    let other = desk.read(|view| {
        let paths = battle::SafePaths::from_unit(view, &view.unit(unit).expect("it acts"), 4);
        let mut cells: Vec<Cell> = paths.cells().map(|(cell, _)| cell).collect();
        cells.sort();
        cells.into_iter().find(|cell| ![here, to].contains(cell) && view.unit_at(*cell).is_none())
    });
    let other = other.expect("there is room beside it");
    // Another square is marked.
    desk.app.world_mut().resource_mut::<Session>().marked = Some(other);
    desk.frame();
    desk.click(to);
    let place = |desk: &mut TestDesk| desk.read(|view| view.unit(unit).expect("it acts").cell());
    assert_eq!((place(&mut desk), desk.session().marked), (to, None));
    desk.key("U");
    assert_eq!(place(&mut desk), here);
    // The pointer is moved and the button pressed in the same frame.
    desk.hover(other);
    desk.app.world_mut().resource_mut::<Session>().hover =
        Some(Hover { cell: to, unit: None, barrier: None });
    desk.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
    desk.frame();
    desk.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().reset_all();
    assert_eq!(place(&mut desk), to);
}

#[test]
fn a_resting_pointer_orders_nothing_in_the_turn_of_the_next_unit() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let first = desk.acting();
    journal::submit_order(desk.app.world_mut(), Order::EndPhase { unit: first }).expect("it acts");
    let next = desk.acting();
    let to = near_cell(&mut desk, next);
    // The pointer was there before.
    desk.app.world_mut().resource_mut::<Session>().hover =
        Some(Hover { cell: to, unit: None, barrier: None });
    desk.frame();
    assert_eq!(desk.session().closed_card, desk.session().hover, "no card covers the board of this turn");
    let given = desk.orders().len();
    desk.key("Enter");
    assert_eq!(desk.orders().len(), given, "the square was hovered before the turn began");
    assert_eq!(desk.session().marked, None);
    let notice = desk.session().notice.clone().expect("it says why").0;
    assert!(notice.contains("point at a square first"), "{notice}");
    let shows_path = |desk: &TestDesk| {
        let plan = &desk.app.world().resource::<overlay::BoardOverlays>().plan;
        plan.route.as_ref().is_some_and(|route| route.end() == to)
    };
    assert!(!shows_path(&desk), "the board offers no move that Enter does not order");
    desk.hover(to);
    assert_eq!(desk.session().closed_card, None, "the pointer has moved");
    desk.key("Enter");
    let moved = desk.read(|view| view.unit(next).expect("it acts").cell());
    assert!(moved == to || desk.session().marked == Some(to), "it was pointed at: {moved:?}");
}

#[test]
fn a_click_where_a_list_has_just_closed_is_no_move() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    let to = near_cell(&mut desk, unit);
    desk.hover(to);
    let hover = desk.session().hover;
    let mut session = desk.app.world_mut().resource_mut::<Session>();
    session.open_menu = Some(crate::session::OpenMenu::Group("Attack".to_owned()));
    session.hover = None;
    desk.frame();
    desk.app.world_mut().resource_mut::<Session>().open_menu = None;
    desk.frame();
    desk.app.world_mut().resource_mut::<Session>().hover = hover;
    desk.frame();
    let given = desk.orders().len();
    desk.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
    desk.frame();
    desk.app.world_mut().resource_mut::<ButtonInput<MouseButton>>().reset_all();
    assert_eq!((desk.orders().len(), desk.session().marked), (given, None));
    assert_eq!(desk.session().closed_card, hover, "no card offers the move");
    desk.hover(to);
    assert_eq!(desk.session().closed_card, None, "the pointer has moved");
}

#[test]
fn back_selects_the_acting_unit_again_before_it_opens_the_menu() {
    let mut desk = TestDesk::open(Book::ALL[0]);
    let unit = desk.acting();
    let other = desk.read(|view| view.units().map(|other| *other.id).find(|id| *id != unit));
    desk.app.world_mut().resource_mut::<Session>().selected = other;
    desk.key("Esc");
    assert_eq!((desk.session().selected, desk.session().paused), (Some(unit), false));
    desk.key("Esc");
    assert!(desk.session().paused);
}

#[test]
fn a_battle_that_goes_on_from_a_replay_shows_where_the_acting_unit_moves() {
    let mut desk = TestDesk::open(Book::SwanSong);
    let acting = desk.acting();
    let has_range = |desk: &TestDesk| desk.app.world().resource::<overlay::BoardOverlays>().has_range();
    assert!(has_range(&desk));
    // The session of the new battle begins before its orders are given again.
    replace_session(desk.app.world_mut(), Session::default());
    desk.frame();
    assert_eq!(desk.session().selected, Some(acting));
    assert!(has_range(&desk), "the squares are drawn");
}
