//! The loop that runs the system of each resolution step until the queue is empty or a prompt is open.
//!
//! ```text
//! step -> its system -> outbox -> apply -> components -> house rules -> objectives -> next step
//! ```

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemState};

use super::apply::{EventApplier, EventLog, EventSystems};
use super::engine_systems::{BATTLE_IS_SET_UP, PlannedOrder, SYSTEMS_ARE_REGISTERED};
use super::event_message::BattleEventMessage;
use super::house_rules::{HouseRules, WithoutMainLoop};
use super::state_hash::{StateDigests, state_hash};
use crate::resolve::objectives::{ObjectiveCheck, ObjectivesSystem};
use crate::resolve::step_systems::{StepRun, StepSystems};
use crate::state::components::held_phase::AutoResponses;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::order::Order;
use crate::state::resources::*;
use crate::validate::order_error::OrderError;
use crate::validate::order_validator::validate_order;
use crate::view::battle_view::BattleView;
use dice::Prompt;
use model::Side;

/// Maximum number of steps per order. 20 units with 40 consequences each need only 800.
pub const MAX_STEPS: u32 = 20_000;

/// Initial capacity of a record: most orders lead to no more events.
const EXPECTED_EVENTS: usize = 8;

/// Invariant behind looking up the unit of a prompt.
const PROMPTS_ASK_UNITS: &str = "broken invariant: a prompt asks a unit of this battle";

/// What a resolution reads at its beginning, and what it takes out of the world while it runs.
#[derive(SystemParam)]
pub(crate) struct OrderBeginning<'w, 's> {
    view: BattleView<'w, 's>,
    history: ResMut<'w, History>,
    messages: ResMut<'w, Messages<BattleEventMessage>>,
    without_main_loop: Option<Res<'w, WithoutMainLoop>>,
    schedules: Res<'w, Schedules>,
    has_house_rules: Local<'s, bool>,
    queue: ResMut<'w, ResolutionQueue>,
    steps: ResMut<'w, StepSystems>,
    events: ResMut<'w, EventSystems>,
}

/// What a resolution puts back at its end, and the state that is hashed then.
#[derive(SystemParam)]
pub(crate) struct OrderEnd<'w, 's> {
    hashed: HashedState<'w, 's>,
    steps: ResMut<'w, StepSystems>,
    events: ResMut<'w, EventSystems>,
}

/// State that a step with rolls changes.
#[derive(SystemParam)]
pub(crate) struct RollState<'w> {
    dice: ResMut<'w, BattleDice>,
    history: ResMut<'w, History>,
}

/// State that is hashed.
#[derive(SystemParam)]
pub(crate) struct HashedState<'w, 's> {
    view: BattleView<'w, 's>,
    dice: Res<'w, BattleDice>,
    queue: ResMut<'w, ResolutionQueue>,
    digests: ResMut<'w, StateDigests>,
    changes: ResMut<'w, UnitChanges>,
}

/// Validates an order without fog of war, unless it comes with its plan, and resolves it. Returns the hash of the
/// state then.
///
/// # Errors
/// Returns the reason of a rejected order. After `OrderError::ResolutionLimit` the battle has to be rebuilt.
pub(crate) fn resolve_order(
    In((order, plan)): In<PlannedOrder>,
    world: &mut World,
    beginning: &mut SystemState<OrderBeginning>,
    rolls: &mut SystemState<RollState>,
    log: &mut SystemState<EventLog>,
    end: &mut SystemState<OrderEnd>,
    mut outbox: Local<Outbox>,
) -> Result<u64, OrderError> {
    let state = beginning.get_mut(world).expect(BATTLE_IS_SET_UP);
    let plan = match plan {
        Some(plan) => plan,
        None => validate_order(&state.view, &order)?,
    };
    let mut resolution = Resolution::begin(state, (log, rolls, &mut outbox), order);
    if let Some(answer) = plan.answer {
        resolution.answer_prompt(world, answer);
    }
    resolution.apply_plan(world, (plan.events, plan.steps));
    let settled = resolution.run_until_settled(world);
    // The side with an open prompt has seen what led to it, so that the order cannot be taken back.
    if resolution.has_open_prompt {
        world.resource_mut::<History>().reveal_last();
    }
    let mut state = end.get_mut(world).expect(BATTLE_IS_SET_UP);
    resolution.put_back(&mut state);
    settled?;
    Ok(hash_state(state.hashed))
}

/// The resolution of one order. Holds the queue and the systems, which are taken out of the world meanwhile.
struct Resolution<'a> {
    queue: ResolutionQueue,
    answers: Vec<String>,
    rolls: &'a mut SystemState<RollState<'static>>,
    outbox: &'a mut Outbox,
    steps: StepSystems,
    events: EventApplier<'a>,
    has_open_prompt: bool,
    has_house_rules: bool,
}

/// What a resolution works with, kept from one order to the next.
type Workspace<'a> =
    (&'a mut SystemState<EventLog<'static>>, &'a mut SystemState<RollState<'static>>, &'a mut Outbox);

impl<'a> Resolution<'a> {
    /// Begins the record of an order, and takes the queue and the systems out of the world.
    fn begin(mut state: OrderBeginning, (log, rolls, outbox): Workspace<'a>, order: Order) -> Self {
        outbox.clear();
        if state.without_main_loop.is_some() {
            state.messages.update();
        }
        if state.schedules.is_changed() {
            *state.has_house_rules = has_house_rules(&state.schedules);
        }
        let (round, pass) = (state.view.round().number, state.view.round().pass);
        let revealed = matches!(order, Order::Decide { .. } | Order::Surrender { .. });
        let events = Vec::with_capacity(EXPECTED_EVENTS);
        state.history.begin_record(OrderRecord { order, round, pass, events, revealed });
        Self {
            queue: std::mem::take(&mut *state.queue),
            answers: Vec::new(),
            rolls,
            outbox,
            steps: std::mem::take(&mut *state.steps),
            events: EventApplier {
                systems: std::mem::take(&mut *state.events),
                log,
                has_fog_of_war: state.view.has_fog_of_war(),
                needs_objective_check: state.history.needs_objective_check(),
                has_outcome: state.view.round().outcome.is_some(),
            },
            has_open_prompt: state.view.open_prompt().is_some(),
            has_house_rules: *state.has_house_rules,
        }
    }

    /// Answers the open prompt.
    fn answer_prompt(&mut self, world: &mut World, answer: String) {
        let open = world.resource_mut::<PendingPrompt>().0.take();
        self.answers = open.map(|prompt| prompt.answers).unwrap_or_default();
        self.answers.push(answer);
        self.has_open_prompt = false;
    }

    /// Puts the queue and the systems back into the world.
    fn put_back(self, state: &mut OrderEnd) {
        *state.hashed.queue = self.queue;
        *state.steps = self.steps;
        *state.events = self.events.systems;
    }

    /// Applies the immediate events of an order and queues its steps. A surrender drops what is left of the order before.
    fn apply_plan(&mut self, world: &mut World, (events, steps): (Vec<BattleEvent>, Vec<ResolutionStep>)) {
        self.outbox.events.extend(events.into_iter().map(EventRecord::new));
        self.outbox.number_items(world.resource::<RoundState>().next_item);
        self.events.apply(world, &mut self.outbox.events);
        let surrenders = matches!(steps[..], [ResolutionStep::Surrender { .. }]);
        if surrenders || self.events.has_outcome {
            self.queue.0.clear();
            world.resource_mut::<PendingPrompt>().0 = None;
            world.resource_mut::<BattleDice>().end_step();
            self.has_open_prompt = false;
        }
        self.queue.0.extend(steps);
    }

    /// Resolves steps until none is left or a prompt is open.
    ///
    /// # Errors
    /// Returns `OrderError::ResolutionLimit` after `MAX_STEPS` steps; the battle has to be rebuilt then.
    fn run_until_settled(&mut self, world: &mut World) -> Result<(), OrderError> {
        for steps in 0.. {
            if self.has_open_prompt {
                break;
            }
            while steps > 0 && self.events.needs_objective_check && self.check_objectives(world) {
                self.apply_outbox(world);
                self.mark_objectives_checked(world);
            }
            let Some(step) = self.queue.0.pop_front() else { break };
            if steps == MAX_STEPS {
                return Err(OrderError::ResolutionLimit(MAX_STEPS));
            }
            self.run_step(world, step);
        }
        Ok(())
    }

    /// Runs a step and applies its results, or opens the prompt that it waits for.
    fn run_step(&mut self, world: &mut World, step: ResolutionStep) {
        self.steps.run(world, StepRun { step: &step, answers: &self.answers, outbox: self.outbox });
        if let Some(prompt) = self.outbox.prompt.take() {
            return self.open_prompt(world, prompt, step);
        }
        self.answers.clear();
        if let Some(dice) = self.outbox.dice.take() {
            let mut state = self.rolls.get_mut(world).expect(BATTLE_IS_SET_UP);
            *state.dice = dice;
            state.dice.end_step();
            state.history.reveal_last();
        }
        let has_events = !self.outbox.events.is_empty();
        self.apply_outbox(world);
        if has_events && self.has_house_rules {
            self.run_house_rules(world);
        }
    }

    /// Queues the next steps of the outbox before all others and its last ones after them, and applies its events in
    /// order. A finished battle has nothing left to resolve, until its field is left.
    fn apply_outbox(&mut self, world: &mut World) {
        self.queue.push_front(&mut self.outbox.next_steps);
        if !self.outbox.last_steps.is_empty() {
            self.queue.0.extend(self.outbox.last_steps.drain(..));
        }
        self.outbox.number_items(world.resource::<RoundState>().next_item);
        self.events.apply(world, &mut self.outbox.events);
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
            *self.outbox = queued;
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
    ) {
        let roll_records = std::mem::take(&mut self.outbox.rolls);
        let dice_rolled = std::mem::take(&mut self.outbox.dice_rolled);
        let entity = world.resource::<UnitIndex>().get(prompt.who).expect(PROMPTS_ASK_UNITS);
        let auto_response = world.get::<AutoResponses>(entity).and_then(|all| all.get(prompt.clause));
        let is_offered = |key: &&str| prompt.answers.iter().any(|answer| answer.key == **key);
        if let Some(answer) = auto_response.filter(is_offered) {
            self.answers.push(answer.to_owned());
            return self.queue.0.push_front(step);
        }
        let side = world.get::<Side>(entity).copied().unwrap_or_default();
        let answers = std::mem::take(&mut self.answers);
        let rolls = roll_records.iter().map(|record| record.roll).collect();
        self.queue.0.push_front(step.clone());
        world.resource_mut::<PendingPrompt>().0 = Some(OpenPrompt {
            prompt,
            side,
            answers,
            dice,
            rolls,
            roll_records,
            dice_rolled,
            step: Some(step),
        });
        self.has_open_prompt = true;
    }

    /// Checks the objectives. Returns whether they have added events.
    fn check_objectives(&mut self, world: &mut World) -> bool {
        let system = world.resource::<ObjectivesSystem>().0;
        let check = world.run_system_with(system, &mut *self.outbox).expect(SYSTEMS_ARE_REGISTERED);
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
fn has_house_rules(schedules: &Schedules) -> bool {
    schedules.get(HouseRules).is_some_and(|rules| !rules.graph().systems.is_empty())
}

/// Returns the hash of the current state.
pub(crate) fn hash_state(mut state: HashedState) -> u64 {
    state_hash(&state.view, (&*state.queue, &state.dice), &mut state.digests, &mut state.changes)
}
