//! The loop that runs the system of each resolution step until the queue is empty or a prompt is open.
//!
//! ```text
//! step -> its system -> outbox -> apply -> components -> house rules -> objectives -> next step
//! ```

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemId, SystemParam, SystemState};

use super::apply::{EventApplier, EventLog};
use super::battle_plugin::HouseRules;
use super::state_hash::{StateDigests, state_hash};
use crate::model::components::held_phase::AutoResponses;
use crate::model::components::{Side, UnitId};
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::event_visibility::EventObservers;
use crate::model::order::Order;
use crate::model::resources::*;
use crate::resolve::objectives::{ObjectiveCheck, ObjectivesSystem};
use crate::resolve::step_systems::StepSystems;
use crate::validate::order_error::OrderError;
use crate::validate::order_validator::{ValidatedOrder, validate_order};
use crate::view::battle_view::BattleView;
use dice::Prompt;

/// Maximum number of steps per order. 20 units with 40 consequences each need only 800.
pub const MAX_STEPS: u32 = 20_000;

/// Initial capacity of a record: most orders lead to no more events.
const EXPECTED_EVENTS: usize = 8;

/// Invariant behind running a registered system.
pub(crate) const SYSTEMS_ARE_REGISTERED: &str =
    "broken invariant: BattlePlugin registers the engine's systems";

/// Invariant behind reading a battle.
pub(crate) const BATTLE_IS_SET_UP: &str = "broken invariant: a battle is set up";

/// The resolution of an order did not end within this many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ResolutionLimit(u32);

/// The engine's own systems, registered once by `BattlePlugin`.
#[derive(Resource, Clone, Copy)]
pub(crate) struct EngineSystems {
    pub resolve_order: SystemId<In<(Order, Option<ValidatedOrder>)>, Result<u64, OrderError>>,
    pub apply_events: SystemId<In<Vec<EventRecord>>>,
    pub observe_event: SystemId<InRef<'static, BattleEvent>, EventObservers>,
    pub perceive_event: SystemId<InRef<'static, BattleEvent>, (Vec<BattleEvent>, EventObservers)>,
    pub restore_knowledge: SystemId<InRef<'static, BattleEvent>>,
    pub hash_state: SystemId<(), u64>,
}

/// What the loop itself reads and writes between two systems.
#[derive(SystemParam)]
pub(crate) struct Resolution<'w, 's> {
    queue: ResMut<'w, ResolutionQueue>,
    outbox: ResMut<'w, Outbox>,
    pending: ResMut<'w, PendingPrompt>,
    answers: ResMut<'w, GivenAnswers>,
    dice: ResMut<'w, BattleDice>,
    history: ResMut<'w, History>,
    round: Res<'w, RoundState>,
    index: Res<'w, UnitIndex>,
    units: Query<'w, 's, (&'static Side, &'static AutoResponses)>,
}

/// What the state hash reads.
#[derive(SystemParam)]
pub(crate) struct HashedState<'w, 's> {
    view: BattleView<'w, 's>,
    dice: Res<'w, BattleDice>,
    queue: Res<'w, ResolutionQueue>,
    digests: ResMut<'w, StateDigests>,
}

/// Validates an order without fog of war, unless it comes with its plan, and resolves it. Returns the hash of the
/// state then.
///
/// # Errors
/// Returns the reason of a rejected order. After `OrderError::ResolutionLimit` the battle has to be rebuilt.
pub(crate) fn resolve_order(
    In((order, plan)): In<(Order, Option<ValidatedOrder>)>,
    world: &mut World,
    view: &mut SystemState<BattleView>,
    resolution: &mut SystemState<Resolution>,
    log: &mut SystemState<EventLog>,
    hashed: &mut SystemState<HashedState>,
) -> Result<u64, OrderError> {
    let plan = match plan {
        Some(plan) => plan,
        None => validate_order(&view.get(world).expect(BATTLE_IS_SET_UP), &order)?,
    };
    let mut applier = EventApplier::take(world, log);
    let mut steps = std::mem::take(&mut *world.resource_mut::<StepSystems>());
    begin_order(world, resolution, &mut applier, (order, plan));
    let settled = run_until_settled(world, resolution, &mut applier, &mut steps);
    *world.resource_mut::<StepSystems>() = steps;
    applier.put_back(world);
    settled.map_err(|limit| OrderError::ResolutionLimit(limit.0))?;
    Ok(hash_state(hashed.get_mut(world).expect(BATTLE_IS_SET_UP)))
}

/// Begins an order: applies its immediate events and queues its steps.
fn begin_order(
    world: &mut World,
    resolution: &mut SystemState<Resolution>,
    applier: &mut EventApplier,
    (order, plan): (Order, ValidatedOrder),
) {
    let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    let (round, pass) = (state.round.number, state.round.pass);
    let revealed = matches!(order, Order::Decide { .. } | Order::Surrender { .. });
    let events = Vec::with_capacity(EXPECTED_EVENTS);
    state.history.begin_record(OrderRecord { order, round, pass, events, revealed });
    if let Some(answer) = plan.answer {
        state.answers.0 = state.pending.0.take().map(|prompt| prompt.answers).unwrap_or_default();
        state.answers.0.push(answer);
    }
    applier.apply(world, plan.events.into_iter().map(EventRecord::new));
    let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    if state.round.outcome.is_some() {
        state.queue.0.clear();
        state.pending.0 = None;
    }
    state.queue.0.extend(plan.steps);
}

/// Resolves steps until none is left or a prompt is open.
///
/// # Errors
/// Returns `ResolutionLimit` after `MAX_STEPS` steps; the battle has to be rebuilt then.
fn run_until_settled(
    world: &mut World,
    resolution: &mut SystemState<Resolution>,
    applier: &mut EventApplier,
    systems: &mut StepSystems,
) -> Result<(), ResolutionLimit> {
    let has_house_rules = has_house_rules(world);
    let mut steps = 0;
    loop {
        let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
        if steps > 0 && state.history.needs_objective_check() {
            if check_objectives(world) {
                record_outbox(world, resolution, applier);
                continue;
            }
            state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
        }
        if state.pending.0.is_some() {
            // The side with the prompt has seen what led to it, so that the order cannot be taken back.
            state.history.reveal_last();
            return Ok(());
        }
        // Taken out while its system runs, and put back for what follows: a clone would copy whole paths.
        let Some(step) = state.queue.0.pop_front() else { return Ok(()) };
        if steps == MAX_STEPS {
            state.outbox.events.clear();
            return Err(ResolutionLimit(MAX_STEPS));
        }
        steps += 1;
        systems.run(world, &step);
        let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
        if let Some(prompt) = state.outbox.prompt.take() {
            state.open_prompt(prompt, step);
            continue;
        }
        state.finish_step();
        if state.outbox.events.is_empty() {
            continue;
        }
        record_outbox_events(world, resolution, applier);
        if has_house_rules {
            world.run_schedule(HouseRules);
            if !world.resource::<Outbox>().is_empty() {
                record_outbox(world, resolution, applier);
            }
        }
    }
}

impl Resolution<'_, '_> {
    /// Opens the prompt that a step waits for; the step stays in the queue. With an auto-response no prompt opens: the
    /// step runs again with the answer.
    fn open_prompt(&mut self, (prompt, dice): (Prompt, Option<dice::Dice>), step: ResolutionStep) {
        let rolls = std::mem::take(&mut self.outbox.rolls);
        let entity = self.index.get(UnitId(prompt.who));
        let unit = entity.and_then(|entity| self.units.get(entity).ok());
        let auto_response = unit.and_then(|(_, responses)| responses.get(prompt.clause));
        let is_offered = |key: &&str| prompt.answers.iter().any(|answer| answer.key == **key);
        if let Some(answer) = auto_response.filter(is_offered) {
            self.answers.0.push(answer.to_owned());
        } else {
            let side = unit.map_or_else(Side::default, |(side, _)| *side);
            let (answers, step) = (self.answers.0.clone(), Some(step.clone()));
            self.pending.0 = Some(OpenPrompt { prompt, side, answers, dice, rolls, step });
        }
        self.queue.0.push_front(step);
    }

    /// Ends a step: queues the steps that follow from it and keeps the dice it has rolled.
    fn finish_step(&mut self) {
        self.answers.0.clear();
        self.queue.push_front(&mut self.outbox.next_steps);
        if let Some(dice) = self.outbox.dice.take() {
            *self.dice = dice;
            self.history.reveal_last();
        }
    }
}

/// Applies the events of the outbox in order. A finished battle has nothing left to resolve, until its field is left.
fn record_outbox_events(
    world: &mut World,
    resolution: &mut SystemState<Resolution>,
    applier: &mut EventApplier,
) {
    let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    let mut events = std::mem::take(&mut state.outbox.events);
    applier.apply(world, events.drain(..));
    let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    state.outbox.events = events; // keeps its buffer
    if state.round.outcome.is_some() && state.round.after.is_none() {
        state.queue.0.clear();
    }
}

/// Applies the events of the outbox and queues its steps, outside of a resolution step.
fn record_outbox(world: &mut World, resolution: &mut SystemState<Resolution>, applier: &mut EventApplier) {
    let state = &mut resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    state.queue.push_front(&mut state.outbox.next_steps);
    record_outbox_events(world, resolution, applier);
    // Events of the objectives themselves need no further check of the objectives.
    let mut state = resolution.get_mut(world).expect(BATTLE_IS_SET_UP);
    state.history.checked_events = state.history.objective_events;
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

/// Returns the hash of the current state.
pub(crate) fn hash_state(mut state: HashedState) -> u64 {
    state_hash(&state.view, (&*state.queue, &state.dice), &mut state.digests)
}
