//! The easy AI player: attacks the nearest enemy or walks straight towards it, through closed doors if need be.

use super::random_player;
use crate::ai_rng::AiRng;
use crate::decision::AiDecision;
use crate::memory::PhaseMemory;
use crate::planning::{doors, special_tactics};
use battle::validate_order;
use battle::{
    BattleView, CarriedItem, FORCED_ACTION_KEY, Order, Pace, Target, UnitDataItem, diagonal_step, move_budget,
};
use field::Grid;
use model::UnitId;
use rules::{WeaponMalfunction, play};

/// One in this many orders is random.
const RANDOM_ORDER_ONE_IN: usize = 2;

/// The first valid simple order: attack the nearest enemy, reload, approach.
pub(crate) fn decide(
    view: &BattleView,
    unit: UnitId,
    (memory, rng): (&PhaseMemory, &mut AiRng),
) -> AiDecision {
    if rng.one_in(RANDOM_ORDER_ONE_IN) {
        let decision = random_player::decide(view, unit, rng);
        if !special_tactics::catches_own_side(view, &decision.order) {
            return decision;
        }
    }
    simple_decision(view, unit, memory)
}

/// Decides without a plan: on the first valid one of the simple orders, or to end the phase.
fn simple_decision(view: &BattleView, unit: UnitId, memory: &PhaseMemory) -> AiDecision {
    let order = view.unit(unit).and_then(|me| {
        simple_orders(view, &me).find(|order| {
            !memory.is_futile(order)
                && validate_order(view, order).is_ok()
                && !special_tactics::catches_own_side(view, order)
        })
    });
    AiDecision::from_order(order.unwrap_or_else(|| end_phase_order(view, unit)))
}

/// The order that ends the phase, or the forced action that has to come first.
pub(crate) fn end_phase_order(view: &BattleView, unit: UnitId) -> Order {
    let end = Order::EndPhase { unit };
    let forced_action =
        Order::SpecialAction { unit, action: FORCED_ACTION_KEY.to_owned(), target: None, weapon: None };
    if validate_order(view, &end).is_err() && validate_order(view, &forced_action).is_ok() {
        forced_action
    } else {
        end
    }
}

/// Orders of a simple player by priority: stand up, take a weapon in hand if there is none, attack visible enemies (nearest first),
/// reload, approach, open a door on the way, strike at what is in the way. Lazy.
pub fn simple_orders<'a>(view: &'a BattleView, me: &'a UnitDataItem) -> impl Iterator<Item = Order> + 'a {
    let unit = *me.id;
    let mut enemies: Vec<_> =
        view.units().filter(|other| other.is_fighting() && other.side != me.side).collect();
    enemies.sort_by_key(|other| (me.cell().distance_squared(other.cell()), *other.id));
    let nearest = enemies.first().map(|other| *other.id);
    let stand = me.is_prone().then_some(Order::StandUp { unit });
    let arming = arming_orders(view, me);
    let attacks = enemies.into_iter().filter(move |other| view.sees(me, other)).flat_map(move |other| {
        let target = Target::Unit(*other.id);
        me.inventory.held_items().flat_map(move |(weapon, carried)| {
            let modes = carried.modes().iter().rev().map(|mode| Some(*mode)).chain([None]);
            modes.map(move |mode| Order::attack(unit, target, weapon, mode))
        })
    });
    let reload = me.inventory.held_items().map(move |(weapon, _)| Order::Reload { unit, weapon });
    let walk = std::iter::once_with(move || approach_order(view, me, &view.unit(nearest?)?)).flatten();
    let door = std::iter::once_with(move || door_order(view, me, &view.unit(nearest?)?)).flatten();
    let breach = std::iter::once_with(move || Some(breach_orders(view, me, &view.unit(nearest?)?)));
    let breach = breach.flatten().flatten();
    stand.into_iter().chain(arming).chain(attacks).chain(reload).chain(walk).chain(door).chain(breach)
}

/// Orders to get a weapon in hand, for a unit that holds nothing but its body: to pick up what lies within its reach, then to draw what it
/// carries, but for explosives.
fn arming_orders(view: &BattleView, me: &UnitDataItem) -> Vec<Order> {
    let is_weapon =
        |carried: &CarriedItem| carried.hands() > 0 && carried.fault() != WeaponMalfunction::Broken;
    let mut held = me.inventory.held_items();
    if held.any(|(_, carried)| is_weapon(carried)) {
        return Vec::new();
    }
    let snapshot = view.unit_snapshot(me);
    let lasts = |carried: &CarriedItem| {
        is_weapon(carried) && play::blast_profile(&snapshot, carried.weapon(), view.rules()).is_none()
    };
    let unit = *me.id;
    let items = view.items().into_iter();
    let in_reach = items
        .filter(|(_, item)| item.cell().chebyshev_distance(me.cell()) <= 1 && lasts(item.item()))
        .map(|(item, _)| Order::PickUp { unit, item });
    let carried = me.inventory.slots().filter(|(_, carried)| !carried.in_hand() && lasts(carried));
    in_reach.chain(carried.map(|(weapon, _)| Order::Ready { unit, weapon })).collect()
}

/// Orders to strike at what stands in the way of a blow at an enemy in sight beside the unit, where no way leads to that enemy, not even
/// through doors.
fn breach_orders(view: &BattleView, me: &UnitDataItem, other: &UnitDataItem) -> Vec<Order> {
    let is_beside = other.cell().chebyshev_distance(me.cell()) <= 1 && view.sees(me, other);
    let barrier = view.obstacle_to_blow((me.cell(), me.body()), (other.cell(), other.body()));
    let Some(barrier) = barrier.filter(|_| is_beside) else { return Vec::new() };
    let diagonal = diagonal_step(view.rules());
    let has_way =
        |grid: &Grid| field::shortest_path(grid, me.cell(), other.cell(), diagonal, |_| false).is_some();
    let open_grid = doors::grid_with_open_doors(view);
    if has_way(view.field().grid()) || open_grid.as_ref().is_some_and(has_way) {
        return Vec::new();
    }
    let blades = me.inventory.held_items().filter(|(_, carried)| carried.is_melee());
    let attack = |weapon, mode| Order::attack(*me.id, Target::Barrier(barrier), weapon, mode);
    blades.map(|(weapon, carried)| attack(weapon, carried.mode())).collect()
}

/// Walks towards an enemy as far as the walk budget allows.
pub(crate) fn approach_order(view: &BattleView, me: &UnitDataItem, other: &UnitDataItem) -> Option<Order> {
    let (grid, diagonal) = (view.field().grid(), diagonal_step(view.rules()));
    let taken = |cell| cell != other.cell() && view.unit_at(cell).is_some();
    let mut path = field::shortest_path(grid, me.cell(), other.cell(), diagonal, taken)?.cells;
    path.pop();
    let costs = field::path_cost(grid, me.cell(), &path, diagonal).ok()?;
    let budget = move_budget(view, me);
    path.truncate(costs.iter().take_while(|cost| **cost <= budget.walk_left).count());
    (!path.is_empty()).then_some(Order::Move { unit: *me.id, path, pace: Pace::Walk, evade: false })
}

/// Goes to the first closed door on the way to an enemy, or opens it; `None` if there is a way without closed doors, or none at
/// all.
fn door_order(view: &BattleView, me: &UnitDataItem, other: &UnitDataItem) -> Option<Order> {
    let (grid, diagonal, unit) = (view.field().grid(), diagonal_step(view.rules()), *me.id);
    let taken = |cell| cell != other.cell() && view.unit_at(cell).is_some();
    if field::shortest_path(grid, me.cell(), other.cell(), diagonal, taken).is_some() {
        return None;
    }
    let open_grid = doors::grid_with_open_doors(view)?;
    let mut path = field::shortest_path(&open_grid, me.cell(), other.cell(), diagonal, taken)?.cells;
    if let Err(blocked) = field::path_cost(grid, me.cell(), &path, diagonal) {
        path.truncate(blocked.index);
    }
    let costs = field::path_cost(grid, me.cell(), &path, diagonal).ok()?;
    if costs.is_empty() {
        let distances = field::distance_field(&open_grid, other.cell(), diagonal);
        let nearest = doors::closed_doors_beside(view, me)
            .into_iter()
            .filter_map(|(barrier, beyond)| Some((distances.cost(beyond)?, barrier)))
            .min();
        return nearest.map(|(_, barrier)| Order::Door { unit, barrier });
    }
    let budget = move_budget(view, me);
    path.truncate(costs.iter().take_while(|cost| **cost <= budget.walk_left).count());
    (!path.is_empty()).then_some(Order::Move { unit, path, pace: Pace::Walk, evade: false })
}
