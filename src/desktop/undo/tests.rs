//! Tests of undo, redo and reset on a real battle.

use std::sync::Arc;

use bevy::prelude::World;

use super::*;
use crate::ai_players::{AiController, SidePlayer};
use content::SkirmishOverrides;
use model::Side;
use rules::Book;

/// A battle of two humans under a book, in round 1.
fn battle_of(book: Book) -> World {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let overrides =
        SkirmishOverrides { book: Some(book), free_undo: Some(true), ..SkirmishOverrides::default() };
    let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &overrides).expect("shipped");
    let mut world = battle::new_battle_world();
    journal::begin_battle(&mut world, Arc::new(bundle), 5);
    let mut opponents = AiController::default();
    opponents.assign_players(vec![SidePlayer::Person, SidePlayer::Person]);
    world.insert_resource(opponents);
    world.init_resource::<UndoneOrders>();
    world.init_resource::<JointOrders>();
    for side in 0..2 {
        journal::submit_order(&mut world, Order::Begin { side: Side(side) }).expect("not ready yet");
    }
    while let Some(answer) = battle::with_view(&mut world, |view| {
        view.open_prompt().map(|open| open.prompt().answers[0].key.clone())
    }) {
        journal::submit_order(&mut world, Order::Decide { answer }).expect("an answer of the prompt");
    }
    world
}

fn records(world: &World) -> usize {
    world.resource::<History>().records().len()
}

fn acting(world: &World) -> UnitId {
    world.resource::<RoundState>().acting().expect("a unit acts")
}

/// Two orders of the acting unit that are free in every book: it lies down and stands up, or changes an auto-response.
fn give_two_orders(world: &mut World) {
    let unit = acting(world);
    for answer in ["pass", "strike"] {
        let (clause, answer) = ("SS-INTC-06".to_owned(), Some(answer.to_owned()));
        let order = Order::SetAutoResponse { unit, clause, answer };
        journal::submit_order(world, order).expect("an auto-response can be set at any time");
    }
}

#[test]
fn redo_gives_the_undone_orders_again_in_every_book() {
    for book in Book::ALL.iter().copied() {
        let mut world = battle_of(book);
        give_two_orders(&mut world);
        let (before, hash) = (records(&world), battle::battle_hash(&mut world));
        undo(&mut world).expect("undo is unlimited here");
        undo(&mut world).expect("undo is unlimited here");
        assert_eq!(records(&world), before - 2, "{book:?}");
        let at = BattleRevision::without_viewer(&world);
        assert!(world.resource::<UndoneOrders>().next(at).is_some());
        assert!(redo(&mut world) && redo(&mut world), "{book:?}");
        assert_eq!((records(&world), battle::battle_hash(&mut world)), (before, hash), "{book:?}");
        assert!(!redo(&mut world), "nothing is left");
    }
}

#[test]
fn one_undo_takes_back_what_one_click_gave() {
    let mut world = battle_of(Book::ALL[0]);
    let unit = acting(&world);
    give_two_orders(&mut world);
    let before = records(&world);
    give_two_orders(&mut world);
    let note = |world: &mut World| {
        world.resource_scope(|world, mut joint: Mut<JointOrders>| joint.add(world.resource(), before));
    };
    note(&mut world);
    let text = |world: &mut World| {
        let (history, joint) = (world.resource::<History>().clone(), world.resource::<JointOrders>().clone());
        let text = battle::with_view(world, |view| undo_text(view, (&history, &joint), |_| false));
        text.expect("orders were given")
    };
    assert_eq!(text(&mut world).split("; ").count(), 2, "{}", text(&mut world));
    undo(&mut world).expect("undo is unlimited here");
    assert_eq!(records(&world), before, "both are undone");
    assert_eq!(text(&mut world).split("; ").count(), 1, "those before were given one by one");
    assert!(redo(&mut world), "one redo gives both");
    assert_eq!(records(&world), before + 2);
    undo(&mut world).expect("undo is unlimited here");
    assert_eq!(records(&world), before, "and one undo takes them back again");
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    note(&mut world);
    undo(&mut world).expect("undo is unlimited here");
    undo(&mut world).expect("undo is unlimited here");
    assert_eq!(records(&world), before - 1, "orders that were given one by one are undone one by one");
}

#[test]
fn another_order_drops_what_could_be_redone() {
    let mut world = battle_of(Book::ALL[0]);
    give_two_orders(&mut world);
    undo(&mut world).expect("undo is unlimited here");
    let unit = acting(&world);
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    let at = BattleRevision::without_viewer(&world);
    assert!(world.resource::<UndoneOrders>().next(at).is_none());
    assert!(!redo(&mut world));
}

#[test]
fn a_reset_goes_back_to_the_beginning_of_the_turn_and_not_further() {
    let mut world = battle_of(Book::ALL[0]);
    let unit = acting(&world);
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    let begun = records(&world);
    assert_eq!(reset_turn(&mut world), Err(UndoError::Nothing), "nothing was done in this turn");
    give_two_orders(&mut world);
    reset_turn(&mut world).expect("undo is unlimited here");
    assert_eq!(records(&world), begun);
    assert!(redo(&mut world) && redo(&mut world));
    assert_eq!(records(&world), begun + 2);
}

#[test]
fn undo_names_the_order_and_passes_over_answers() {
    let mut world = battle_of(Book::ALL[0]);
    let unit = acting(&world);
    let name = battle::with_view(&mut world, |view| {
        view.unit(unit).expect("the unit acts").identity.name().to_owned()
    });
    journal::submit_order(&mut world, Order::EndPhase { unit }).expect("the unit acts");
    let history = world.resource::<History>().clone();
    let text =
        battle::with_view(&mut world, |view| undo_text(view, (&history, &JointOrders::default()), |_| false));
    let text = text.expect("an order was given");
    assert!(text.starts_with(&name), "{text}");
    let of_ai = battle::with_view(&mut world, |view| {
        undo_text(view, (&history, &JointOrders::default()), |other| other == unit)
    });
    let of_ai = of_ai.expect("an order was given");
    assert!(!of_ai.starts_with(&name), "the order of a human is named: {of_ai}");
    assert!(of_ai.ends_with(&format!(", and the turn of {name}")), "what goes with it is named too: {of_ai}");
}

#[test]
fn an_undone_deployment_leaves_every_unit_where_it_was() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let mut world = battle::new_battle_world();
    world.init_resource::<UndoneOrders>();
    world.init_resource::<JointOrders>();
    world.insert_resource(AiController::default());
    // The second battle of a session begins like the first one.
    for skirmish in ["warehouse", "bunker"] {
        let bundle = content::bundle_skirmish(&loaded.content, skirmish, &SkirmishOverrides::default());
        journal::begin_battle(&mut world, Arc::new(bundle.expect("shipped")), 5);
        let start = squares(&mut world);
        let different: std::collections::BTreeSet<_> = start.iter().map(|(_, cell)| *cell).collect();
        assert_eq!(different.len(), start.len(), "{skirmish}: every unit has a square of its own");
        for _ in 0..2 {
            let order = battle::with_view(&mut world, |view| {
                let grid = view.field().grid();
                let orders = view.units().flat_map(|unit| {
                    let (unit, from) = (*unit.id, unit.cell());
                    let free =
                        grid.cells().filter(move |cell| *cell != from && view.unit_at(*cell).is_none());
                    free.map(move |to| Order::Deploy { unit, to })
                });
                let mut orders = orders.filter(|order| battle::validate_order(view, order).is_ok());
                orders.next().expect("there is room in the zone")
            });
            journal::submit_order(&mut world, order).expect("it is valid");
        }
        assert_ne!(squares(&mut world), start, "{skirmish}");
        undo(&mut world).expect("nothing is revealed");
        undo(&mut world).expect("nothing is revealed");
        assert_eq!(squares(&mut world), start, "{skirmish}");
    }
}

/// The squares of the units that are on the map.
fn squares(world: &mut World) -> Vec<(UnitId, model::Cell)> {
    battle::with_view(world, |view| {
        let units = view.units().filter(|unit| unit.out_of_action.on_map());
        units.map(|unit| (*unit.id, unit.cell())).collect()
    })
}
