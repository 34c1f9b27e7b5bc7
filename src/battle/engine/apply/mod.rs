//! Applies events to components and resources. Nothing else writes the components of a battle.
//!
//! Each system applies the events of one subject and takes the components that these events change. `ApplyPlugin`
//! registers every system with its kinds of event. `units` applies events of units, `rounds` those of the round state,
//! `battlefield` those of items, barriers and ground.

mod battlefield;
mod event_systems;
mod rounds;
mod units;

use bevy_ecs::prelude::*;

use super::event_message::BattleEventMessage;
use super::resolution_loop::{EngineSystems, SYSTEMS_ARE_REGISTERED};
use crate::model::components::UnitId;
use crate::model::components::held_phase::AutoResponses;
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::event_visibility::EventVisibility;
use crate::model::knowledge::Knowledge;
use crate::model::order::Order;
use crate::model::resources::*;
use crate::validate::order_validator::ValidatedOrder;
use dice::Prompt;

pub(crate) use event_systems::ApplyPlugin;

/// Initial capacity of a record: most orders lead to no more events.
const EXPECTED_EVENTS: usize = 8;

/// Begins an order: applies its immediate events and queues its steps.
pub(crate) fn begin_order(world: &mut World, order: &Order, plan: ValidatedOrder) {
    let round = world.resource::<RoundState>();
    let (number, pass) = (round.number, round.pass);
    let revealed = matches!(order, Order::Decide { .. } | Order::Surrender { .. });
    let events = Vec::with_capacity(EXPECTED_EVENTS);
    let record = OrderRecord { order: order.clone(), round: number, pass, events, revealed };
    world.resource_mut::<History>().begin_record(record);
    if let Some(answer) = plan.answer {
        let prompt = world.resource_mut::<PendingPrompt>().0.take();
        let mut answers = prompt.map(|prompt| prompt.answers).unwrap_or_default();
        answers.push(answer);
        world.resource_mut::<GivenAnswers>().0 = answers;
    }
    apply_events(world, plan.events.into_iter().map(EventRecord::new));
    let is_over = world.resource::<RoundState>().outcome.is_some();
    if is_over {
        world.resource_mut::<PendingPrompt>().0 = None;
    }
    let mut queue = world.resource_mut::<ResolutionQueue>();
    if is_over {
        queue.0.clear();
    }
    queue.0.extend(plan.steps);
}

/// Applies the results of a step and removes the step from the queue, unless it waits for an answer.
pub(crate) fn apply_outbox(world: &mut World) {
    let mut outbox = world.resource_mut::<Outbox>();
    if let Some(prompt) = outbox.prompt.take() {
        let rolls = std::mem::take(&mut outbox.rolls);
        return open_prompt(world, prompt, rolls);
    }
    let dice = outbox.dice.take();
    world.resource_mut::<GivenAnswers>().0.clear();
    world.resource_scope(|world, mut queue: Mut<ResolutionQueue>| {
        queue.advance(&mut world.resource_mut::<Outbox>().next_steps);
    });
    if let Some(dice) = dice {
        *world.resource_mut::<BattleDice>() = dice;
        if let Some(record) = world.resource_mut::<History>().records.last_mut() {
            record.revealed = true;
        }
    }
    apply_outbox_events(world);
}

/// Applies the events of the outbox and queues its steps, without removing a step from the queue.
pub(crate) fn record_outbox(world: &mut World) {
    world.resource_scope(|world, mut queue: Mut<ResolutionQueue>| {
        queue.push_front(&mut world.resource_mut::<Outbox>().next_steps);
    });
    apply_outbox_events(world);
    // Events of the objectives themselves need no further check of the objectives.
    let mut history = world.resource_mut::<History>();
    history.checked_events = history.objective_events;
}

/// Opens the prompt that a step waits for. With an auto-response no prompt opens: the step runs again with the answer.
fn open_prompt(world: &mut World, (prompt, dice): (Prompt, Option<dice::Dice>), rolls: Vec<dice::Roll>) {
    let who = UnitId(prompt.who);
    if let Some(answer) = auto_response(world, who, &prompt) {
        return world.resource_mut::<GivenAnswers>().0.push(answer);
    }
    let entity = world.resource::<UnitIndex>().get(who).expect(EVENTS_NAME_UNITS);
    let side = world.get(entity).copied().unwrap_or_default();
    let answers = world.resource::<GivenAnswers>().0.clone();
    let step = world.resource::<ResolutionQueue>().0.front().cloned();
    world.resource_mut::<PendingPrompt>().0 = Some(OpenPrompt { prompt, side, answers, dice, rolls, step });
}

/// Returns the auto-response to a prompt; `None` if there is none or it is not among the answers.
fn auto_response(world: &World, who: UnitId, prompt: &Prompt) -> Option<String> {
    let entity = world.resource::<UnitIndex>().get(who)?;
    let key = world.get::<AutoResponses>(entity)?.get(prompt.clause)?;
    prompt.answers.iter().any(|answer| answer.key == key).then(|| key.to_owned())
}

/// Applies the events of the outbox in order. A finished battle has nothing left to resolve, until its field is left.
fn apply_outbox_events(world: &mut World) {
    let mut events = std::mem::take(&mut world.resource_mut::<Outbox>().events);
    apply_events(world, events.drain(..));
    world.resource_mut::<Outbox>().events = events; // keeps its buffer
    let round = world.resource::<RoundState>();
    if round.outcome.is_some() && round.after.is_none() {
        world.resource_mut::<ResolutionQueue>().0.clear();
    }
}

/// Applies events in order: each changes the state, is perceived by the sides, and goes into the history.
pub(crate) fn apply_events(world: &mut World, events: impl IntoIterator<Item = EventRecord>) {
    let systems = *world.resource::<EngineSystems>();
    for event in events {
        apply_and_perceive(world, &systems, event);
    }
}

/// Applies an event, updates what sides perceive of it, and applies the detection events that follow.
fn apply_and_perceive(world: &mut World, systems: &EngineSystems, mut record: EventRecord) {
    if !world.resource::<Knowledge>().has_fog_of_war() {
        event_systems::apply_event(world, &record.event);
        return record_event(world, record);
    }
    let mut observers =
        world.run_system_with(systems.observe_event, &record.event).expect(SYSTEMS_ARE_REGISTERED);
    event_systems::apply_event(world, &record.event);
    let (detected, after) =
        world.run_system_with(systems.perceive_event, &record.event).expect(SYSTEMS_ARE_REGISTERED);
    observers.add_later(after, &detected, &record.event);
    record.visibility = EventVisibility(Some(observers));
    let cause = record.event.clone();
    record_event(world, record);
    for event in detected {
        apply_and_perceive(world, systems, EventRecord::new(event));
    }
    world.run_system_with(systems.restore_knowledge, &cause).expect(SYSTEMS_ARE_REGISTERED);
    if matches!(cause, BattleEvent::Ended(_)) {
        // Fog of war ends with the battle.
        *world.resource_mut::<Knowledge>() = Knowledge::default();
    }
}

/// Adds an event to the history and announces it as a message.
fn record_event(world: &mut World, event: EventRecord) {
    let acting = world.resource::<RoundState>().acting;
    let mut history = world.resource_mut::<History>();
    history.record_event(event, acting);
    let record = history.records.len();
    if let Some(last) = history.records.last() {
        let message = BattleEventMessage { record: record - 1, event: last.events.len() - 1 };
        world.write_message(message);
    }
}

/// Invariant behind looking up a unit of an event.
const EVENTS_NAME_UNITS: &str = "broken invariant: events name units of this battle";
