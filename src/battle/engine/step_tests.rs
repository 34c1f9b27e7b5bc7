//! What one step does to a unit twice, the numbers of the items that it puts down, and armed items aboard a vehicle.

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::component_tests::battle;
use super::view_access::with_view;
use crate::resolve::rule_steps::resolve_rule_steps;
use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::resources::Outbox;
use crate::view::battle_view::BattleView;
use model::{BarrierSource, Cell, ItemId, UnitId};
use rules::turn_engine::timed_items::{Fuse, FuseTiming};
use rules::{BarrierHarm, HealthState, RuleStep, UnitSnapshot, play};

const ONE: UnitId = UnitId(1);
const OTHER: UnitId = UnitId(2);

fn snapshot(view: &BattleView, unit: UnitId) -> UnitSnapshot {
    view.unit_snapshot(&view.unit(unit).expect("the unit is on the map"))
}

/// Number of the first item that a unit carries.
fn first_slot(view: &BattleView, unit: UnitId) -> usize {
    let data = view.unit(unit).expect("the unit is on the map");
    data.inventory.slots().next().map(|(slot, _)| slot).expect("it carries something")
}

/// The health of a unit before and after each change of these steps.
fn changes_of_health(
    view: &BattleView,
    unit: UnitId,
    steps: Vec<RuleStep>,
) -> Vec<(HealthState, HealthState)> {
    let mut out = Outbox::default();
    resolve_rule_steps(view, steps, None, &mut out);
    let change = |record: &EventRecord| match &record.event {
        BattleEvent::Harmed { unit: of, before, after, .. } if *of == unit => {
            Some(((**before).clone(), (**after).clone()))
        }
        _ => None,
    };
    out.events.iter().filter_map(change).collect()
}

#[test]
fn ss_barr_47_a_body_in_a_blast_is_hurt_as_a_shield_and_for_itself() {
    let mut world = battle();
    with_view(&mut world, |view| {
        let me = snapshot(view, ONE);
        let hurt = |points| play::damage_as_barrier(&me, points, view.rules());
        let own = || RuleStep::ChangeHealth { unit: ONE, after: hurt(1), damage: 1, cause: None };
        let shield =
            || RuleStep::DamageBarrier(BarrierHarm { id: BarrierSource::Unit { unit: ONE }, damage: 2 });
        let start = me.condition.clone();
        let both =
            play::damage_as_barrier(&UnitSnapshot { condition: hurt(1), ..me.clone() }, 2, view.rules());
        let expected = [(start.clone(), hurt(1)), (hurt(1), both.clone())];
        assert!(both != hurt(1) && both != hurt(2), "each of the two counts");
        for steps in [vec![own(), shield()], vec![shield(), own()]] {
            assert_eq!(changes_of_health(view, ONE, steps), expected);
        }
        // Two lines through the same body.
        let twice = changes_of_health(view, ONE, vec![shield(), shield()]);
        let after_one = UnitSnapshot { condition: hurt(2), ..me.clone() };
        let after_two = play::damage_as_barrier(&after_one, 2, view.rules());
        assert_eq!(twice, [(start, hurt(2)), (hurt(2), after_two)]);
    });
}

#[test]
fn a_health_that_returns_to_its_start_is_changed_twice() {
    let mut world = battle();
    with_view(&mut world, |view| {
        let me = snapshot(view, ONE);
        let (start, hurt) = (me.condition.clone(), play::damage_as_barrier(&me, 1, view.rules()));
        let change = |after: &HealthState| RuleStep::ChangeHealth {
            unit: ONE,
            after: after.clone(),
            damage: 0,
            cause: None,
        };
        let changes = changes_of_health(view, ONE, vec![change(&hurt), change(&start)]);
        assert_eq!(changes, [(start.clone(), hurt.clone()), (hurt, start)]);
    });
}

#[test]
fn items_that_one_step_puts_down_have_different_numbers() {
    let mut world = battle();
    with_view(&mut world, |view| {
        let [one, other] = [ONE, OTHER].map(|unit| first_slot(view, unit));
        let drop = |unit, slot| RuleStep::DropItem { unit, slot };
        let mut out = Outbox::default();
        // The first item is dropped once, although two rules say so.
        let steps = vec![drop(ONE, one), drop(ONE, one), drop(OTHER, other)];
        resolve_rule_steps(view, steps, None, &mut out);
        out.number_items(7);
        let number = |record: &EventRecord| match &record.event {
            BattleEvent::Dropped { unit, item, .. } => Some((*unit, *item)),
            _ => None,
        };
        let numbers: Vec<_> = out.events.iter().filter_map(number).collect();
        assert_eq!(numbers, [(ONE, ItemId(7)), (OTHER, ItemId(8))]);
    });
}

/// Applies events at once.
fn apply(world: &mut World, events: Vec<BattleEvent>) {
    apply_events(world, events.into_iter().map(EventRecord::new).collect());
}

/// A unit takes a seat in another one, and arms an item there.
fn armed_aboard() -> World {
    let mut world = battle();
    let (weapon, what, cell) = with_view(&mut world, |view| {
        let slot = first_slot(view, OTHER);
        let data = view.unit(OTHER).expect("the unit is on the map");
        (slot, data.inventory.get(slot).cloned().expect("an item"), data.cell())
    });
    let status = Status { kind: StatusKind::RidesIn(ONE), until: StatusEnd::Removed };
    let fuse = Fuse { owner: OTHER, round: 2, when: FuseTiming::End, score: 9 };
    apply(
        &mut world,
        vec![
            BattleEvent::StatusSet { unit: OTHER, status },
            BattleEvent::Activated { unit: OTHER, weapon, item: ItemId(0), what: Box::new(what), fuse, cell },
        ],
    );
    world
}

fn cells_of_armed_items(world: &mut World) -> Vec<Cell> {
    with_view(world, |view| view.all_armed_items().into_iter().map(|(_, item)| item.cell()).collect())
}

#[test]
fn ss_timed_01_an_item_aboard_travels_with_the_vehicle_and_leaves_with_it() {
    let mut world = armed_aboard();
    let from = cells_of_armed_items(&mut world)[0];
    let to = Cell::new(from.x + 1, from.y);
    // Who leaves the vehicle leaves the item there.
    apply(&mut world, vec![BattleEvent::Stepped { unit: OTHER, from, to }]);
    assert_eq!(cells_of_armed_items(&mut world), [from]);
    for moved in [
        BattleEvent::Displaced { unit: ONE, from, to },
        BattleEvent::Stepped { unit: ONE, from: to, to: from },
    ] {
        let end = if matches!(moved, BattleEvent::Displaced { .. }) { to } else { from };
        apply(&mut world, vec![moved]);
        assert_eq!(cells_of_armed_items(&mut world), [end]);
    }
    apply(&mut world, vec![BattleEvent::Escaped { unit: ONE }]);
    assert_eq!(cells_of_armed_items(&mut world), []);
}
