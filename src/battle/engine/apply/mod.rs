//! Applies events to components and resources. Nothing else writes the components of a battle.
//!
//! Each system applies the events of one subject and takes the components that these events change. `ApplyPlugin`
//! registers every system with its kinds of event. `units` applies events of units, `rounds` those of the round state,
//! `battlefield` those of items, barriers and ground.

mod battlefield;
mod event_systems;
mod rounds;
mod unit_writer;
mod units;

use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemState};

use super::engine_systems::{BATTLE_IS_SET_UP, EngineSystems, SYSTEMS_ARE_REGISTERED};
use super::event_message::BattleEventMessage;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::event_visibility::EventVisibility;
use crate::state::knowledge::Knowledge;
use crate::state::resources::{History, RoundState};
use crate::view::assembled_attacks::AssembledAttacks;

pub(crate) use self::event_systems::{ApplyPlugin, EventSystems};

/// Where applied events go.
#[derive(SystemParam)]
pub(crate) struct EventLog<'w> {
    history: ResMut<'w, History>,
    round: Res<'w, RoundState>,
    attacks: ResMut<'w, AssembledAttacks>,
    messages: MessageWriter<'w, BattleEventMessage>,
}

/// Applies events one after the other: each changes the state, is perceived by the sides and goes into the history.
pub(crate) struct EventApplier<'a> {
    pub systems: EventSystems,
    pub log: &'a mut SystemState<EventLog<'static>>,
    pub has_fog_of_war: bool,
    /// Whether an event has occurred that may change the objectives.
    pub needs_objective_check: bool,
    /// Whether the battle has an outcome.
    pub has_outcome: bool,
}

impl EventApplier<'_> {
    /// Applies events in order and leaves the list empty.
    pub fn apply(&mut self, world: &mut World, events: &mut Vec<EventRecord>) {
        if self.has_fog_of_war {
            let mut waiting = std::mem::take(events).into_iter();
            // The end of the battle lifts the fog.
            while self.has_fog_of_war
                && let Some(event) = waiting.next()
            {
                self.apply_and_perceive(world, event);
            }
            events.extend(waiting);
        }
        events.iter().for_each(|event| self.systems.run(world, &event.event));
        self.record(world, events);
    }

    /// Applies an event, updates what sides perceive of it, and applies the detection events that follow.
    fn apply_and_perceive(&mut self, world: &mut World, mut record: EventRecord) {
        let perception = *world.resource::<EngineSystems>();
        let mut observers =
            world.run_system_with(perception.observe_event, &record.event).expect(SYSTEMS_ARE_REGISTERED);
        self.systems.run(world, &record.event);
        let (detected, after) =
            world.run_system_with(perception.perceive_event, &record.event).expect(SYSTEMS_ARE_REGISTERED);
        observers.add_later(after, &detected, &record.event);
        record.visibility = EventVisibility(Some(Box::new(observers)));
        let cause = record.event.clone();
        self.record(world, &mut vec![record]);
        self.apply(world, &mut detected.into_iter().map(EventRecord::new).collect());
        world.run_system_with(perception.restore_knowledge, &cause).expect(SYSTEMS_ARE_REGISTERED);
        if matches!(cause, BattleEvent::Ended(_)) {
            // Fog of war ends with the battle.
            *world.resource_mut() = Knowledge::default();
            self.has_fog_of_war = false;
        }
        world.resource_mut::<AssembledAttacks>().clear();
    }

    /// Adds applied events to the history, drops the attack requests of the state before them, and announces them as
    /// messages.
    fn record(&mut self, world: &mut World, applied: &mut Vec<EventRecord>) {
        if applied.is_empty() {
            return;
        }
        let mut log = self.log.get_mut(world).expect(BATTLE_IS_SET_UP);
        let acting = log.round.acting;
        let record = log.history.records.len();
        for event in applied.drain(..) {
            log.history.record_event(event, acting);
            if let Some(last) = log.history.records.last() {
                log.messages.write(BattleEventMessage { record: record - 1, event: last.events.len() - 1 });
            }
        }
        log.attacks.clear();
        self.needs_objective_check = log.history.needs_objective_check();
        self.has_outcome = log.round.outcome.is_some();
    }
}

/// Applies events outside of any order.
pub(crate) fn apply_event_list(
    In(mut events): In<Vec<EventRecord>>,
    world: &mut World,
    log: &mut SystemState<EventLog>,
) {
    let mut applier = EventApplier {
        systems: std::mem::take(&mut *world.resource_mut()),
        log,
        has_fog_of_war: world.resource::<Knowledge>().has_fog_of_war(),
        needs_objective_check: false,
        has_outcome: false,
    };
    applier.apply(world, &mut events);
    *world.resource_mut() = applier.systems;
}

/// Applies events at once, outside of any order.
pub(crate) fn apply_events(world: &mut World, events: Vec<EventRecord>) {
    if !events.is_empty() {
        let system = world.resource::<EngineSystems>().apply_events;
        world.run_system_with(system, events).expect(SYSTEMS_ARE_REGISTERED);
    }
}
