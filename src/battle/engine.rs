//! The one door: orders go in here, and nowhere else.

use bevy_ecs::prelude::*;

use super::access::{Reading, SET_UP, with_access};
use super::check::{Plan, check};
use super::components::Side;
use super::hash::state_hash;
use super::knowledge::{Knowledge, Viewer};
use super::order::Order;
use super::refusal::Refusal;
use super::schedule::run_until_settled;
use super::setup;
use super::state::*;
use super::view::BattleView;

/// Checks an order and, if it is allowed, resolves all it leads to. Gives the hash of the state after it.
///
/// The order is added to the history; `Journal::submit` is the same with the journal kept.
///
/// # Errors
/// Why it is refused; nothing has changed then. After `Refusal::Stuck` the fight has to be rewound.
pub fn submit(world: &mut World, order: &Order) -> Result<u64, Refusal> {
    through(world, None, |world| settle(world, order))
}

/// Reads and resolves through the eyes of a side, or of nobody; then everything is as it was.
fn through<T>(world: &mut World, eyes: Option<Side>, act: impl FnOnce(&mut World) -> T) -> T {
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
fn is_foggy(world: &World) -> bool {
    world.get_resource::<Knowledge>().is_some_and(Knowledge::is_kept)
}

/// The side of the unit whose phase it is.
fn whose_turn(world: &mut World) -> Option<Side> {
    with_view(world, |view| view.round().acting().and_then(|unit| view.unit(unit)).map(|unit| *unit.side))
}

fn settle(world: &mut World, order: &Order) -> Result<u64, Refusal> {
    let foggy = is_foggy(world);
    let planned = if foggy { Some(plan(world, order)?) } else { None };
    let before = if foggy { whose_turn(world) } else { None };
    let hash = with_access(world, |world, access| {
        let plan = match planned {
            Some(plan) => plan,
            None => check(&access.view.get(world).expect(SET_UP), order)?,
        };
        access.write.get_mut(world).expect(SET_UP).begin(order, plan, &mut access.agenda);
        access.write.apply(world);
        run_until_settled(world, access).map_err(|stuck| Refusal::Stuck(stuck.0))
    })?;
    // The other side has seen what is coming, or sits at the screen.
    let handed_over = foggy && is_foggy(world) && whose_turn(world) != before;
    if handed_over && let Some(chapter) = world.resource_mut::<History>().chapters.last_mut() {
        chapter.revealed = true;
    }
    Ok(hash)
}

/// What an order would cost, or why it is refused: as far as the side knows whose unit is ordered.
///
/// # Errors
/// Why it is refused.
pub fn plan(world: &mut World, order: &Order) -> Result<Plan, Refusal> {
    if !is_foggy(world) {
        return with_view(world, |view| check(view, order)); // every side knows everything
    }
    let eyes = through(world, None, |world| {
        with_view(world, |view| {
            let ordered = order.unit().filter(|_| !view.round().deploying());
            ordered.and_then(|unit| view.unit(unit)).map(|unit| *unit.side)
        })
    });
    through(world, eyes, |world| with_view(world, |view| check(view, order)))
}

/// Reads a fight in a world at hand. Systems take a `BattleView` as a parameter instead.
pub fn with_view<T>(world: &mut World, read: impl FnOnce(&BattleView) -> T) -> T {
    with_access(world, |world, access| read(&access.view.get(world).expect(SET_UP)))
}

/// Reads a fight as one side knows it.
pub fn with_eyes<T>(world: &mut World, side: Side, read: impl FnOnce(&BattleView) -> T) -> T {
    through(world, Some(side), |world| with_view(world, read))
}

/// Whether a fight is set up in a world.
pub fn is_set_up(world: &World) -> bool {
    world.contains_resource::<Setup>()
}

/// Hash of the state as it is now.
pub fn hash(world: &mut World) -> u64 {
    with_access(world, |world, access| {
        let Reading { view, dice, mut digests, .. } = access.read.get_mut(world).expect(SET_UP);
        state_hash(&view, (&access.agenda.tasks, &dice), &mut digests)
    })
}

/// Takes the fight back to what a list of orders makes of it.
///
/// # Errors
/// The number of the first order that is refused, and why.
pub fn rebuild<'a>(
    world: &mut World,
    orders: impl IntoIterator<Item = &'a Order>,
) -> Result<(), (usize, Refusal)> {
    let (bundle, seed) = {
        let setup = world.resource::<Setup>();
        (setup.bundle().clone(), setup.seed())
    };
    let rewinds = world.resource::<History>().rewinds();
    setup::set_up(world, bundle, seed);
    world.resource_mut::<History>().rewinds = rewinds + 1;
    for (number, order) in orders.into_iter().enumerate() {
        submit(world, order).map_err(|refusal| (number, refusal))?;
    }
    Ok(())
}
