//! Applies events to components and resources. Nothing else writes the components of a battle.
//!
//! `units` applies events of units, `rounds` those of the round state, `battlefield` those of items, barriers and
//! ground.

mod battlefield;
mod rounds;
mod units;

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use super::event_message::BattleEventMessage;
use super::resolution_loop::{EngineSystems, SYSTEMS_ARE_REGISTERED};
use super::setup::BattleEntity;
use super::state_hash::StateDigests;
use crate::model::components::held_phase::{
    ArmedItem, AutoResponses, ExtendedAction, ExtendedActionKind, HeldPhase,
};
use crate::model::components::inventory::{DroppedItem, Inventory};
use crate::model::components::*;
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::ground_effect::GroundEffects;
use crate::model::knowledge::{Knowledge, update_barrier_on_map};
use crate::model::order::Order;
use crate::model::resources::*;
use crate::resolve::vehicles::VehicleSeats;
use crate::validate::order_validator::ValidatedOrder;
use content::Terrain;
use dice::Prompt;
use model::{BarrierId, Cell, ItemId, Side, UnitId};
use rules::status::{AfterBattleAilments, PhaseRestrictions};
use rules::turn_engine::score_after_pass;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{KarmaUse, MovementMode, TurnBudget};

/// Initial capacity of a record: most orders lead to no more events.
const EXPECTED_EVENTS: usize = 8;

#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct UnitMut {
    pub(crate) position: &'static mut GridPosition,
    health: &'static mut Health,
    initiative: &'static mut Initiative,
    points: &'static mut ActionPoints,
    movement: &'static mut Movement,
    phase_state: &'static mut PhaseState,
    taking_cover: &'static mut TakingCover,
    pub(crate) status: &'static mut StatusEffects,
    inventory: &'static mut Inventory,
    defence_count: &'static mut DefenceCount,
    pub(crate) out_of_action: &'static mut OutOfAction,
    karma: &'static mut KarmaPoints,
    held_phase: &'static mut HeldPhase,
    auto_responses: &'static mut AutoResponses,
    extended_action: &'static mut ExtendedAction,
    pub(crate) vehicle_seats: &'static VehicleSeats,
}

/// Write access to all components and resources that events change.
#[derive(SystemParam)]
pub(crate) struct BattleWriter<'w, 's> {
    commands: Commands<'w, 's>,
    pub(crate) units: Query<'w, 's, UnitMut>,
    pub(crate) barriers: Query<
        'w,
        's,
        (&'static BarrierId, &'static Barrier, &'static BarrierPlace, &'static mut BarrierState),
    >,
    pub(crate) items: Query<'w, 's, (Entity, &'static ItemId, &'static DroppedItem)>,
    armed: Query<'w, 's, (Entity, &'static ItemId), With<ArmedItem>>,
    pub(crate) sides: Query<'w, 's, &'static Side>,
    pub(crate) index: ResMut<'w, UnitIndex>,
    digests: ResMut<'w, StateDigests>,
    pub(crate) field: ResMut<'w, Battlefield>,
    pub(crate) round: ResMut<'w, RoundState>,
    pub(crate) history: ResMut<'w, History>,
    pub(crate) setup: Res<'w, BattleSetup>,
    dice: ResMut<'w, BattleDice>,
    pub(crate) knowledge: ResMut<'w, Knowledge>,
    messages: MessageWriter<'w, BattleEventMessage>,
}

/// Begins an order: applies its immediate events and queues its steps.
pub(crate) fn begin_order(
    In((order, plan)): In<(Order, ValidatedOrder)>,
    mut writer: BattleWriter,
    mut pending: ResMut<PendingPrompt>,
    mut queue: ResMut<ResolutionQueue>,
    mut answers: ResMut<GivenAnswers>,
) {
    let (number, pass) = (writer.round.number, writer.round.pass);
    let revealed = matches!(order, Order::Decide { .. } | Order::Surrender { .. });
    let events = Vec::with_capacity(EXPECTED_EVENTS);
    writer.history.begin_record(OrderRecord { order, round: number, pass, events, revealed });
    if let Some(answer) = plan.answer {
        answers.0 = pending.0.take().map(|prompt| prompt.answers).unwrap_or_default();
        answers.0.push(answer);
    }
    for event in plan.events {
        writer.apply_and_perceive(EventRecord::new(event));
    }
    if writer.round.outcome.is_some() {
        queue.0.clear();
        pending.0 = None;
    }
    queue.0.extend(plan.steps);
}

/// Applies the results of a step and removes the step from the queue, unless it waits for an answer.
pub(crate) fn apply_outbox(
    mut writer: BattleWriter,
    mut pending: ResMut<PendingPrompt>,
    mut queue: ResMut<ResolutionQueue>,
    mut answers: ResMut<GivenAnswers>,
    mut outbox: ResMut<Outbox>,
) {
    if let Some((prompt, dice)) = outbox.prompt.take() {
        let who = prompt.who;
        if let Some(answer) = writer.auto_response(who, &prompt) {
            // No prompt opens: the step runs again with the automatic answer.
            outbox.rolls.clear();
            answers.0.push(answer);
            return;
        }
        let side = writer.side_of(who);
        let rolls = std::mem::take(&mut outbox.rolls);
        let step = queue.0.front().cloned();
        pending.0 = Some(OpenPrompt { prompt, side, answers: answers.0.clone(), dice, rolls, step });
        return;
    }
    answers.0.clear();
    queue.advance(&mut outbox.next_steps);
    if let Some(dice) = outbox.dice.take() {
        *writer.dice = dice;
        if let Some(record) = writer.history.records.last_mut() {
            record.revealed = true;
        }
    }
    writer.record(&mut queue, &mut outbox);
}

/// Applies the events of the outbox and queues its steps, without removing a step from the queue.
pub(crate) fn record_outbox(
    mut writer: BattleWriter,
    mut queue: ResMut<ResolutionQueue>,
    mut outbox: ResMut<Outbox>,
) {
    writer.record(&mut queue, &mut outbox);
    // Events of the objectives themselves need no further check of the objectives.
    writer.history.checked_events = writer.history.objective_events;
}

/// Applies events outside of any order.
pub(crate) fn apply_event_list(In(events): In<Vec<EventRecord>>, mut writer: BattleWriter) {
    for event in events {
        writer.apply_and_perceive(event);
    }
}

impl<'s> BattleWriter<'_, 's> {
    /// Adds an event to the history and announces it as a message.
    pub(crate) fn record_event(&mut self, event: EventRecord) {
        let acting = self.round.acting;
        self.history.record_event(event, acting);
        let records = self.history.records.len();
        if let Some(last) = self.history.records.last() {
            self.messages.write(BattleEventMessage { record: records - 1, event: last.events.len() - 1 });
        }
    }

    /// Applies the events of the outbox in order and queues its steps before all others.
    fn record(&mut self, queue: &mut ResolutionQueue, outbox: &mut Outbox) {
        queue.push_front(&mut outbox.next_steps);
        for event in outbox.events.drain(..) {
            self.apply_and_perceive(event);
        }
        // A finished battle has nothing left to resolve, until its field is left.
        if self.round.outcome.is_some() && self.round.after.is_none() {
            queue.0.clear();
        }
    }

    /// Returns a unit for writing and marks its digest as changed.
    fn unit_mut(&mut self, id: UnitId) -> UnitMutItem<'_, 's> {
        self.digests.mark_unit(id);
        let entity = self.index.get(id).expect("events name units of this battle");
        self.units.get_mut(entity).expect("a unit keeps its components")
    }

    /// Returns a unit for reading.
    pub(crate) fn unit_ref(&self, id: UnitId) -> UnitMutReadOnlyItem<'_, 's> {
        let entity = self.index.get(id).expect("events name units of this battle");
        self.units.get(entity).expect("a unit keeps its components")
    }

    /// Moves a unit to a square.
    fn move_unit(&mut self, id: UnitId, to: Cell) {
        let mut unit = self.unit_mut(id);
        let from = std::mem::replace(&mut unit.position.0, to);
        self.index.update_cell(id, from, to);
    }

    /// Removes ailments that do not outlast the battle. `CS-AIL-07`.
    fn clear_ailments(&mut self) {
        if self.setup.rules().status_options().afterwards == AfterBattleAilments::Clear {
            self.digests.mark_all_units();
            for mut unit in &mut self.units {
                if !unit.status.ailments.is_empty() {
                    unit.status.ailments.retain(|one| one.ailment.rule().lasting);
                }
            }
        }
    }

    /// Applies a payment of action points; `counts` is true for actions of the phase, false for interrupts.
    /// `SS-DELAY-03`, `CS-PIN-01`.
    fn apply_payment(&mut self, unit: UnitId, points: u8, purse: TurnBudget, counts: bool) {
        let acting = self.round.acting == Some(unit);
        let mut unit = self.unit_mut(unit);
        unit.points.0 = purse;
        unit.phase_state.paid |= points > 0 && counts;
        unit.phase_state.spent = unit.phase_state.spent.saturating_add(if acting { points } else { 0 });
    }

    pub(crate) fn side_of(&self, id: UnitId) -> Side {
        let entity = self.index.get(id).expect("events name units of this battle");
        self.sides.get(entity).copied().unwrap_or_default()
    }

    /// Returns the auto-response to a prompt; `None` if there is none or it is not among the answers.
    fn auto_response(&self, who: UnitId, prompt: &Prompt) -> Option<String> {
        let unit = self.unit_ref(who);
        let key = unit.auto_responses.get(prompt.clause)?;
        prompt.answers.iter().any(|answer| answer.key == key).then(|| key.to_owned())
    }

    /// Removes Karma planned for a single test.
    fn clear_test_karma(&mut self, id: UnitId) {
        let mut unit = self.unit_mut(id);
        unit.karma.karma.plan = unit.karma.karma.plan.after_test();
    }

    /// Applies an event to the round state, units and battlefield.
    pub(crate) fn apply_event(&mut self, event: &BattleEvent) {
        self.apply_round_event(event);
        self.apply_movement(event);
        self.apply_initiative(event);
        self.apply_phase(event);
        self.apply_attack(event);
        self.apply_health(event);
        self.apply_status(event);
        self.apply_extended_action(event);
        self.apply_inventory(event);
        self.apply_items(event);
        self.apply_barriers(event);
        self.apply_ground(event);
    }
}

/// Applies events at once, outside of any order.
pub(crate) fn apply_events(world: &mut World, events: Vec<EventRecord>) {
    if !events.is_empty() {
        let system = world.resource::<EngineSystems>().apply_events;
        world.run_system_with(system, events).expect(SYSTEMS_ARE_REGISTERED);
    }
}
