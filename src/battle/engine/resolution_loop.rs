//! The loop that runs the system of each resolution step until the queue is empty or a prompt is open.
//!
//! ```text
//! step -> its system -> outbox -> apply -> components -> house rules -> objectives -> next step
//! ```

use std::ops::ControlFlow;

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemId, SystemParam, SystemState};

use super::apply::{EventApplier, EventLog};
use super::battle_plugin::HouseRules;
use super::state_hash::{StateDigests, state_hash};
use crate::model::components::UnitId;
use crate::model::components::held_phase::AutoResponses;
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::event_visibility::EventObservers;
use crate::model::order::Order;
use crate::model::resources::*;
use crate::resolve::objectives::{ObjectiveCheck, ObjectivesSystem};
use crate::resolve::step_systems::{StepRun, StepSystems};
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

/// Invariant behind looking up the unit of a prompt.
const PROMPTS_ASK_UNITS: &str = "broken invariant: a prompt asks a unit of this battle";

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
    log: &mut SystemState<EventLog>,
    hashed: &mut SystemState<HashedState>,
) -> Result<u64, OrderError> {
    let plan = match plan {
        Some(plan) => plan,
        None => validate_order(&view.get(world).expect(BATTLE_IS_SET_UP), &order)?,
    };
    let mut resolution = Resolution::take(world, log);
    resolution.begin_order(world, order, plan);
    let settled = resolution.run_until_settled(world);
    resolution.put_back(world);
    settled?;
    Ok(hash_state(hashed.get_mut(world).expect(BATTLE_IS_SET_UP)))
}

/// The resolution of one order. Holds the queue and the systems, which are taken out of the world meanwhile.
struct Resolution<'a> {
    queue: ResolutionQueue,
    answers: Vec<String>,
    outbox: Outbox,
    steps: StepSystems,
    events: EventApplier<'a>,
    has_house_rules: bool,
}

impl<'a> Resolution<'a> {
    fn take(world: &mut World, log: &'a mut SystemState<EventLog<'static>>) -> Self {
        Self {
            queue: std::mem::take(&mut *world.resource_mut()),
            answers: Vec::new(),
            outbox: Outbox::default(),
            steps: std::mem::take(&mut *world.resource_mut()),
            events: EventApplier::take(world, log),
            has_house_rules: has_house_rules(world),
        }
    }

    fn put_back(self, world: &mut World) {
        *world.resource_mut() = self.queue;
        *world.resource_mut() = self.steps;
        self.events.put_back(world);
    }

    /// Begins an order: applies its immediate events and queues its steps.
    fn begin_order(&mut self, world: &mut World, order: Order, plan: ValidatedOrder) {
        let round = world.resource::<RoundState>();
        let (round, pass) = (round.number, round.pass);
        let revealed = matches!(order, Order::Decide { .. } | Order::Surrender { .. });
        let events = Vec::with_capacity(EXPECTED_EVENTS);
        let record = OrderRecord { order, round, pass, events, revealed };
        world.resource_mut::<History>().begin_record(record);
        if let Some(answer) = plan.answer {
            let answered = world.resource_mut::<PendingPrompt>().0.take();
            self.answers = answered.map(|prompt| prompt.answers).unwrap_or_default();
            self.answers.push(answer);
        }
        self.events.apply(world, plan.events.into_iter().map(EventRecord::new));
        if self.events.has_outcome {
            self.queue.0.clear();
            world.resource_mut::<PendingPrompt>().0 = None;
        }
        self.queue.0.extend(plan.steps);
    }

    /// Resolves steps until none is left or a prompt is open. The side with an open prompt has seen what led to it, so
    /// that the order cannot be taken back.
    ///
    /// # Errors
    /// Returns `OrderError::ResolutionLimit` after `MAX_STEPS` steps; the battle has to be rebuilt then.
    fn run_until_settled(&mut self, world: &mut World) -> Result<(), OrderError> {
        if world.resource::<PendingPrompt>().0.is_some() {
            world.resource_mut::<History>().reveal_last();
            return Ok(());
        }
        for steps in 0.. {
            while steps > 0 && self.events.needs_objective_check && self.check_objectives(world) {
                self.apply_outbox(world);
                self.mark_objectives_checked(world);
            }
            let Some(step) = self.queue.0.pop_front() else { break };
            if steps == MAX_STEPS {
                return Err(OrderError::ResolutionLimit(MAX_STEPS));
            }
            if self.run_step(world, step).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Runs a step and applies its results. Breaks off if it waits for an answer.
    fn run_step(&mut self, world: &mut World, step: ResolutionStep) -> ControlFlow<()> {
        let (answers, outbox) = (std::mem::take(&mut self.answers), std::mem::take(&mut self.outbox));
        let mut run = StepRun { step, answers, outbox };
        self.steps.run(world, &mut run);
        (self.answers, self.outbox) = (run.answers, run.outbox);
        if let Some(prompt) = self.outbox.prompt.take() {
            return self.open_prompt(world, prompt, run.step);
        }
        self.answers.clear();
        if let Some(dice) = self.outbox.dice.take() {
            *world.resource_mut::<BattleDice>() = dice;
            world.resource_mut::<History>().reveal_last();
        }
        let has_events = !self.outbox.events.is_empty();
        self.apply_outbox(world);
        if has_events && self.has_house_rules {
            self.run_house_rules(world);
        }
        ControlFlow::Continue(())
    }

    /// Queues the steps of the outbox before all others and applies its events in order. A finished battle has nothing
    /// left to resolve, until its field is left.
    fn apply_outbox(&mut self, world: &mut World) {
        self.queue.push_front(&mut self.outbox.next_steps);
        self.events.apply(world, self.outbox.events.drain(..));
        if self.events.has_outcome {
            let round = world.resource::<RoundState>();
            if round.outcome.is_some() && round.after.is_none() {
                self.queue.0.clear();
            }
        }
    }

    /// Runs the house rules and applies what they have queued.
    fn run_house_rules(&mut self, world: &mut World) {
        world.run_schedule(HouseRules);
        let queued = std::mem::take(&mut *world.resource_mut::<Outbox>());
        if !queued.is_empty() {
            self.outbox = queued;
            self.apply_outbox(world);
            self.mark_objectives_checked(world);
        }
    }

    /// Opens the prompt that a step waits for; the step stays in the queue. With an auto-response no prompt opens: the
    /// step runs again with the answer.
    fn open_prompt(
        &mut self,
        world: &mut World,
        (prompt, dice): (Prompt, Option<dice::Dice>),
        step: ResolutionStep,
    ) -> ControlFlow<()> {
        let rolls = std::mem::take(&mut self.outbox.rolls);
        let entity = world.resource::<UnitIndex>().get(UnitId(prompt.who)).expect(PROMPTS_ASK_UNITS);
        let auto_response = world.get::<AutoResponses>(entity).and_then(|all| all.get(prompt.clause));
        let is_offered = |key: &&str| prompt.answers.iter().any(|answer| answer.key == **key);
        if let Some(answer) = auto_response.filter(is_offered) {
            self.answers.push(answer.to_owned());
            self.queue.0.push_front(step);
            return ControlFlow::Continue(());
        }
        let side = world.get(entity).copied().unwrap_or_default();
        let answers = std::mem::take(&mut self.answers);
        self.queue.0.push_front(step.clone());
        world.resource_mut::<PendingPrompt>().0 =
            Some(OpenPrompt { prompt, side, answers, dice, rolls, step: Some(step) });
        world.resource_mut::<History>().reveal_last();
        ControlFlow::Break(())
    }

    /// Checks the objectives. Returns whether they have added events.
    fn check_objectives(&mut self, world: &mut World) -> bool {
        let system = world.resource::<ObjectivesSystem>().0;
        let check = world.run_system_with(system, &mut self.outbox).expect(SYSTEMS_ARE_REGISTERED);
        if check != ObjectiveCheck::TooEarly {
            self.mark_objectives_checked(world);
        }
        check == ObjectiveCheck::Changed
    }

    /// Takes the objectives as checked: their own events need no further check.
    fn mark_objectives_checked(&mut self, world: &mut World) {
        let mut history = world.resource_mut::<History>();
        history.checked_events = history.objective_events;
        self.events.needs_objective_check = false;
    }
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
