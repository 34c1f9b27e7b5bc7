//! The one door: orders go in here, and nowhere else.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;

use super::check::{Plan, check};
use super::components::Side;
use super::event::Happening;
use super::hash::state_hash;
use super::knowledge::{Knowledge, Viewer};
use super::order::Order;
use super::refusal::Refusal;
use super::schedule::run_until_settled;
use super::setup;
use super::state::*;
use super::view::BattleView;
use crate::battle::apply::apply_events;

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
    let before = world.remove_resource::<Viewer>();
    world.insert_resource(Viewer(eyes));
    let answer = act(world);
    match before {
        Some(viewer) => world.insert_resource(viewer),
        None => _ = world.remove_resource::<Viewer>(),
    }
    answer
}

/// The side of the unit whose phase it is.
fn whose_turn(world: &mut World) -> Option<Side> {
    with_view(world, |view| view.round().acting().and_then(|unit| view.unit(unit)).map(|unit| *unit.side))
}

fn settle(world: &mut World, order: &Order) -> Result<u64, Refusal> {
    let plan = plan(world, order)?;
    let before = whose_turn(world);
    let round = world.resource::<Round>();
    let chapter = Chapter {
        order: order.clone(),
        round: round.number(),
        pass: round.pass(),
        happenings: Vec::new(),
        revealed: matches!(order, Order::Decide { .. } | Order::Surrender { .. }),
    };
    world.resource_mut::<History>().chapters.push(chapter);
    if let Some(answer) = plan.answer {
        let decision = world.resource_mut::<Pending>().0.take();
        let mut answers = decision.map(|decision| decision.answers).unwrap_or_default();
        answers.push(answer);
        world.resource_mut::<Answers>().0 = answers;
    }
    let happenings = plan.events.into_iter().map(Happening::new).collect();
    apply_events(world, happenings);
    if world.resource::<Round>().outcome().is_some() {
        world.resource_mut::<Tasks>().0.clear();
        world.resource_mut::<Pending>().0 = None;
    }
    world.resource_mut::<Tasks>().0.extend(plan.tasks);
    run_until_settled(world).map_err(|stuck| Refusal::Stuck(stuck.0))?;
    // The other side has seen what is coming, or sits at the screen.
    let handed_over = world.resource::<Knowledge>().is_kept() && whose_turn(world) != before;
    if (handed_over || world.resource::<Pending>().decision().is_some())
        && let Some(chapter) = world.resource_mut::<History>().chapters.last_mut()
    {
        chapter.revealed = true;
    }
    Ok(state_hash(world))
}

/// What an order would cost, or why it is refused: as far as the side knows whose unit is ordered.
///
/// # Errors
/// Why it is refused.
pub fn plan(world: &mut World, order: &Order) -> Result<Plan, Refusal> {
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
    let mut state =
        world.remove_resource::<ViewState>().unwrap_or_else(|| ViewState(SystemState::new(world)));
    let answer = read(&state.0.get(world).expect("a fight is set up"));
    world.insert_resource(state);
    answer
}

/// Reads a fight as one side knows it.
pub fn with_eyes<T>(world: &mut World, side: Side, read: impl FnOnce(&BattleView) -> T) -> T {
    through(world, Some(side), |world| with_view(world, read))
}

/// Prepared access for `with_view`.
#[derive(Resource)]
struct ViewState(SystemState<BattleView<'static, 'static>>);

/// Whether a fight is set up in a world.
pub fn is_set_up(world: &World) -> bool {
    world.contains_resource::<Setup>()
}

/// Hash of the state as it is now.
pub fn hash(world: &mut World) -> u64 {
    state_hash(world)
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
