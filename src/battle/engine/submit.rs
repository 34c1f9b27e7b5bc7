//! Submits orders: validates and resolves them. All orders enter the engine here.

use bevy_ecs::prelude::*;

use super::engine_systems::{EngineSystems, SYSTEMS_ARE_REGISTERED};
use super::setup;
use super::view_access::{with_view, with_viewer};
use crate::state::knowledge::Knowledge;
use crate::state::order::Order;
use crate::state::resources::*;
use crate::validate::order_error::OrderError;
use crate::validate::order_validator::validate_order;
use crate::validate::validated_order::ValidatedOrder;
use model::Side;

/// Validates an order and resolves it completely. Returns the hash of the new state.
///
/// Adds the order to the history; [`submit_order`](super::journal::submit_order) also writes the journal.
///
/// # Errors
/// Returns the reason if the order is rejected; the state is unchanged then. After `OrderError::ResolutionLimit` the
/// battle has to be rebuilt.
pub fn submit(world: &mut World, order: &Order) -> Result<u64, OrderError> {
    with_viewer(world, None, |world| resolve_order(world, order))
}

/// Returns whether the battle has fog of war.
fn has_fog_of_war(world: &World) -> bool {
    world.get_resource::<Knowledge>().is_some_and(Knowledge::has_fog_of_war)
}

/// Returns the side of the acting unit; `None` if no unit acts.
fn acting_side(world: &mut World) -> Option<Side> {
    with_view(world, |view| view.round().acting().and_then(|unit| view.unit(unit)).map(|unit| *unit.side))
}

fn resolve_order(world: &mut World, order: &Order) -> Result<u64, OrderError> {
    let has_fog = has_fog_of_war(world);
    let planned = if has_fog { Some(preview_order(world, order)?) } else { None };
    let before = if has_fog { acting_side(world) } else { None };
    let systems = *world.resource::<EngineSystems>();
    let input = (order.clone(), planned);
    let hash = world.run_system_with(systems.resolve_order, input).expect(SYSTEMS_ARE_REGISTERED)?;
    // Another side acts now and has seen the result.
    let handed_over = has_fog && has_fog_of_war(world) && acting_side(world) != before;
    if handed_over && let Some(record) = world.resource_mut::<History>().records.last_mut() {
        record.revealed = true;
    }
    Ok(hash)
}

/// Validates an order with the knowledge of the ordered unit's side. Returns its costs and steps.
///
/// # Errors
/// Returns the reason if the order is rejected.
pub fn preview_order(world: &mut World, order: &Order) -> Result<ValidatedOrder, OrderError> {
    if !has_fog_of_war(world) {
        return with_view(world, |view| validate_order(view, order)); // without fog of war all sides share one view
    }
    let side = with_viewer(world, None, |world| {
        with_view(world, |view| {
            let ordered = order.unit().filter(|_| !view.round().is_deploying());
            ordered.and_then(|unit| view.unit(unit)).map(|unit| *unit.side)
        })
    });
    with_viewer(world, side, |world| with_view(world, |view| validate_order(view, order)))
}

/// Returns whether the world has a battle.
pub fn is_set_up(world: &World) -> bool {
    world.contains_resource::<BattleSetup>()
}

/// Returns the hash of the current state.
pub fn battle_hash(world: &mut World) -> u64 {
    let system = world.resource::<EngineSystems>().hash_state;
    world.run_system(system).expect(SYSTEMS_ARE_REGISTERED)
}

/// Restarts the battle and replays a list of orders.
///
/// # Errors
/// Returns the index and the reason of the first order that is rejected.
pub fn rebuild_from_orders<'a>(
    world: &mut World,
    orders: impl IntoIterator<Item = &'a Order>,
) -> Result<(), (usize, OrderError)> {
    let before = world.resource::<BattleSetup>().clone();
    let rewinds = world.resource::<History>().rewinds();
    setup::spawn_battle_again(world, &before);
    world.resource_mut::<History>().rewinds = rewinds + 1;
    for (number, order) in orders.into_iter().enumerate() {
        submit(world, order).map_err(|error| (number, error))?;
    }
    Ok(())
}
