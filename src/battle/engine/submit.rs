//! The one door: orders go in here, and nowhere else.

use bevy_ecs::prelude::*;

use super::cached_access::{BATTLE_IS_SET_UP, ResolutionReader, with_access};
use super::resolution_loop::run_until_settled;
use super::setup;
use super::state_hash::state_hash;
use crate::model::components::Side;
use crate::model::knowledge::{Knowledge, Viewer};
use crate::model::order::Order;
use crate::model::resources::*;
use crate::validate::order_error::OrderError;
use crate::validate::order_validator::{ValidatedOrder, validate_order};
use crate::view::battle_view::BattleView;

/// Checks an order and, if it is allowed, resolves all it leads to. Gives the hash of the state after it.
///
/// The order is added to the history; `Journal::submit` is the same with the journal kept.
///
/// # Errors
/// Why it is refused; nothing has changed then. After `OrderError::ResolutionLimit` the fight has to be rewound.
pub fn submit(world: &mut World, order: &Order) -> Result<u64, OrderError> {
    with_viewer(world, None, |world| resolve_order(world, order))
}

/// Reads and resolves through the eyes of a side, or of nobody; then everything is as it was.
fn with_viewer<T>(world: &mut World, eyes: Option<Side>, act: impl FnOnce(&mut World) -> T) -> T {
    let before = world.get_resource::<Viewer>().copied();
    if before.unwrap_or_default() == Viewer(eyes) {
        return act(world);
    }
    world.insert_resource(Viewer(eyes));
    let answer = act(world);
    match before {
        Some(viewer) => world.insert_resource(viewer),
        None => _ = world.remove_resource::<Viewer>(),
    }
    answer
}

/// Sides know different things.
fn has_fog_of_war(world: &World) -> bool {
    world.get_resource::<Knowledge>().is_some_and(Knowledge::has_fog_of_war)
}

/// The side of the unit whose phase it is.
fn acting_side(world: &mut World) -> Option<Side> {
    with_view(world, |view| view.round().acting().and_then(|unit| view.unit(unit)).map(|unit| *unit.side))
}

fn resolve_order(world: &mut World, order: &Order) -> Result<u64, OrderError> {
    let foggy = has_fog_of_war(world);
    let planned = if foggy { Some(preview_order(world, order)?) } else { None };
    let before = if foggy { acting_side(world) } else { None };
    let hash = with_access(world, |world, access| {
        let plan = match planned {
            Some(plan) => plan,
            None => validate_order(&access.view.get(world).expect(BATTLE_IS_SET_UP), order)?,
        };
        access.write.get_mut(world).expect(BATTLE_IS_SET_UP).begin_order(order, plan, &mut access.resolution);
        access.write.apply(world);
        run_until_settled(world, access).map_err(|stuck| OrderError::ResolutionLimit(stuck.0))
    })?;
    // The other side has seen what is coming, or sits at the screen.
    let handed_over = foggy && has_fog_of_war(world) && acting_side(world) != before;
    if handed_over && let Some(chapter) = world.resource_mut::<History>().records.last_mut() {
        chapter.revealed = true;
    }
    Ok(hash)
}

/// What an order would cost, or why it is refused: as far as the side knows whose unit is ordered.
///
/// # Errors
/// Why it is refused.
pub fn preview_order(world: &mut World, order: &Order) -> Result<ValidatedOrder, OrderError> {
    if !has_fog_of_war(world) {
        return with_view(world, |view| validate_order(view, order)); // every side knows everything
    }
    let eyes = with_viewer(world, None, |world| {
        with_view(world, |view| {
            let ordered = order.unit().filter(|_| !view.round().is_deploying());
            ordered.and_then(|unit| view.unit(unit)).map(|unit| *unit.side)
        })
    });
    with_viewer(world, eyes, |world| with_view(world, |view| validate_order(view, order)))
}

/// Reads a fight in a world at hand. Systems take a `BattleView` as a parameter instead.
pub fn with_view<T>(world: &mut World, read: impl FnOnce(&BattleView) -> T) -> T {
    with_access(world, |world, access| read(&access.view.get(world).expect(BATTLE_IS_SET_UP)))
}

/// Reads a fight as one side knows it.
pub fn with_side_view<T>(world: &mut World, side: Side, read: impl FnOnce(&BattleView) -> T) -> T {
    with_viewer(world, Some(side), |world| with_view(world, read))
}

/// Whether a fight is set up in a world.
pub fn is_set_up(world: &World) -> bool {
    world.contains_resource::<BattleSetup>()
}

/// Hash of the state as it is now.
pub fn battle_hash(world: &mut World) -> u64 {
    with_access(world, |world, access| {
        let ResolutionReader { view, dice, mut digests, .. } =
            access.read.get_mut(world).expect(BATTLE_IS_SET_UP);
        state_hash(&view, (&access.resolution.queue, &dice), &mut digests)
    })
}

/// Takes the fight back to what a list of orders makes of it.
///
/// # Errors
/// The number of the first order that is refused, and why.
pub fn rebuild_from_orders<'a>(
    world: &mut World,
    orders: impl IntoIterator<Item = &'a Order>,
) -> Result<(), (usize, OrderError)> {
    let (bundle, seed) = {
        let setup = world.resource::<BattleSetup>();
        (setup.bundle().clone(), setup.seed())
    };
    let rewinds = world.resource::<History>().rewinds();
    setup::spawn_battle(world, bundle, seed);
    world.resource_mut::<History>().rewinds = rewinds + 1;
    for (number, order) in orders.into_iter().enumerate() {
        submit(world, order).map_err(|refusal| (number, refusal))?;
    }
    Ok(())
}
