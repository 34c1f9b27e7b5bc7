//! The loop that runs the system of each resolution step until the queue is empty or a prompt is open.
//!
//! ```text
//! step -> its system -> outbox -> apply -> components -> house rules -> objectives -> next step
//! ```

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemId;

use super::apply::{apply_outbox, record_outbox};
use super::battle_plugin::HouseRules;
use super::state_hash::{StateDigests, state_hash};
use crate::model::event::BattleEvent;
use crate::model::event_visibility::EventObservers;
use crate::model::order::Order;
use crate::model::resources::{BattleDice, GivenAnswers, History, Outbox, PendingPrompt, ResolutionQueue};
use crate::resolve::objectives::{ObjectiveCheck, ObjectivesSystem};
use crate::resolve::step_systems::StepSystems;
use crate::validate::order_error::OrderError;
use crate::validate::order_validator::ValidatedOrder;
use crate::view::battle_view::BattleView;

/// Maximum number of steps per order. 20 units with 40 consequences each need only 800.
pub const MAX_STEPS: u32 = 20_000;

/// Invariant behind running a registered system.
pub(crate) const SYSTEMS_ARE_REGISTERED: &str =
    "broken invariant: BattlePlugin registers the engine's systems";

/// The resolution of an order did not end within this many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolutionLimit(pub u32);

/// The engine's own systems, registered once by `BattlePlugin`.
#[derive(Resource, Clone, Copy)]
pub(crate) struct EngineSystems {
    pub validate: SystemId<InRef<'static, Order>, Result<ValidatedOrder, OrderError>>,
    pub observe_event: SystemId<InRef<'static, BattleEvent>, EventObservers>,
    pub perceive_event: SystemId<InRef<'static, BattleEvent>, (Vec<BattleEvent>, EventObservers)>,
    pub restore_knowledge: SystemId<InRef<'static, BattleEvent>>,
    pub finish_resolution: SystemId<(), u64>,
    pub hash_state: SystemId<(), u64>,
}

/// Resolves steps until none is left or a prompt is open. Returns the hash of the state then.
///
/// # Errors
/// Returns `ResolutionLimit` after `MAX_STEPS` steps; the battle has to be rebuilt then.
pub(crate) fn run_until_settled(world: &mut World) -> Result<u64, ResolutionLimit> {
    let systems = *world.resource::<EngineSystems>();
    let has_house_rules = has_house_rules(world);
    let mut steps = 0;
    loop {
        if steps > 0 && world.resource::<History>().needs_objective_check() && check_objectives(world) {
            record_outbox(world);
            continue;
        }
        let is_open = world.resource::<PendingPrompt>().0.is_some();
        // Taken out while its system runs, and put back for what follows: a clone would copy whole paths.
        let front = if is_open { None } else { world.resource_mut::<ResolutionQueue>().0.pop_front() };
        let Some(step) = front else {
            return Ok(world.run_system(systems.finish_resolution).expect(SYSTEMS_ARE_REGISTERED));
        };
        if steps == MAX_STEPS {
            world.resource_mut::<Outbox>().events.clear();
            return Err(ResolutionLimit(MAX_STEPS));
        }
        steps += 1;
        let system = world.resource::<StepSystems>().system_of(&step);
        world.run_system_with(system, &step).expect(SYSTEMS_ARE_REGISTERED);
        world.resource_mut::<ResolutionQueue>().0.push_front(step);
        if world.resource::<Outbox>().changes_nothing() {
            // No events to apply: only the queue advances.
            world.resource_mut::<GivenAnswers>().0.clear();
            world.resource_scope(|world, mut queue: Mut<ResolutionQueue>| {
                queue.advance(&mut world.resource_mut::<Outbox>().next_steps);
            });
            continue;
        }
        apply_outbox(world);
        if has_house_rules {
            run_house_rules(world);
        }
    }
}

/// Checks the objectives. Returns whether they have added events.
fn check_objectives(world: &mut World) -> bool {
    let system = world.resource::<ObjectivesSystem>().0;
    let check = world.run_system(system).expect(SYSTEMS_ARE_REGISTERED);
    if check != ObjectiveCheck::TooEarly {
        let mut history = world.resource_mut::<History>();
        history.checked_events = history.objective_events;
    }
    check == ObjectiveCheck::Changed
}

/// Returns whether a plugin has added systems to [`HouseRules`].
fn has_house_rules(world: &World) -> bool {
    let schedules = world.get_resource::<Schedules>();
    schedules
        .and_then(|schedules| schedules.get(HouseRules))
        .is_some_and(|rules| !rules.graph().systems.is_empty())
}

/// Runs the house rules and applies what they have queued.
fn run_house_rules(world: &mut World) {
    world.run_schedule(HouseRules);
    if !world.resource::<Outbox>().is_empty() {
        record_outbox(world);
    }
}

/// Ends the resolution of an order. Returns the hash of the state.
///
/// A side with an open prompt has seen what led to it, so that the order cannot be taken back.
pub(crate) fn finish_resolution(
    view: BattleView,
    dice: Res<BattleDice>,
    queue: Res<ResolutionQueue>,
    mut history: ResMut<History>,
    mut digests: ResMut<StateDigests>,
) -> u64 {
    if view.open_prompt().is_some()
        && let Some(record) = history.records.last_mut()
    {
        record.revealed = true;
    }
    state_hash(&view, (&*queue, &dice), &mut digests)
}

/// Returns the hash of the current state.
pub(crate) fn hash_state(
    view: BattleView,
    dice: Res<BattleDice>,
    queue: Res<ResolutionQueue>,
    mut digests: ResMut<StateDigests>,
) -> u64 {
    state_hash(&view, (&*queue, &dice), &mut digests)
}
