//! History of the battle: every order with its events.

use bevy_ecs::prelude::*;

use super::objective_triggers::ObjectiveTriggers;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::order::Order;
use model::UnitId;

/// An order with its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRecord {
    /// The order.
    pub order: Order,
    /// Round in which it was given.
    pub round: u32,
    /// Pass in which it was given.
    pub pass: u32,
    /// Events in order.
    pub events: Vec<EventRecord>,
    /// Whether dice were rolled or hidden information was revealed: fair undo stops here.
    pub revealed: bool,
}

/// History of the battle; read by the log, statistics and animations.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    pub(crate) records: Vec<OrderRecord>,
    /// Number of rewinds, so that readers notice that shown records are gone.
    pub(crate) rewinds: u32,
    /// Number of events that may affect objectives.
    pub(crate) objective_events: u64,
    /// Number of those events already checked.
    pub(crate) checked_events: u64,
    /// Events that trigger an objective check.
    pub(crate) objective_triggers: ObjectiveTriggers,
    /// The latest event is the end of a round or follows from it.
    pub(crate) round_over: bool,
}

impl History {
    /// Starts the record of an order. Answers and dice continue the previous step.
    pub(crate) fn begin_record(&mut self, record: OrderRecord) {
        self.round_over &= matches!(record.order, Order::Decide { .. } | Order::Dice { .. });
        // No more events are added to the record before. Long battles keep many records.
        if let Some(finished) = self.records.last_mut() {
            finished.events.shrink_to_fit();
        }
        self.records.push(record);
    }
    /// Marks the latest record as revealed: fair undo stops there.
    pub(crate) fn reveal_last(&mut self) {
        if let Some(record) = self.records.last_mut() {
            record.revealed = true;
        }
    }
    /// Whether objectives have to be checked again.
    pub(crate) fn needs_objective_check(&self) -> bool {
        self.checked_events != self.objective_events
    }
    /// Appends an event; `acting` is the unit whose phase it is.
    pub(crate) fn record_event(&mut self, event: EventRecord, acting: Option<UnitId>) {
        self.objective_events += u64::from(self.objective_triggers.is_triggered_by(&event.event, acting));
        match event.event {
            BattleEvent::RoundEnded { .. } => self.round_over = true,
            BattleEvent::RoundBegan { .. } | BattleEvent::HoldCounted { .. } => self.round_over = false,
            _ => {}
        }
        if let Some(record) = self.records.last_mut() {
            record.events.push(event);
        }
    }
    /// All records in order.
    pub fn records(&self) -> &[OrderRecord] {
        &self.records
    }
    /// Number of rewinds.
    pub fn rewinds(&self) -> u32 {
        self.rewinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::event::BattleEvent;

    #[test]
    fn a_round_is_over_until_something_else_is_ordered() {
        let record = |order| OrderRecord { order, round: 1, pass: 0, events: Vec::new(), revealed: false };
        let mut history = History::default();
        history.begin_record(record(Order::EndPhase { unit: UnitId(1) }));
        history.record_event(EventRecord::new(BattleEvent::RoundEnded { round: 1 }), None);
        // A dying unit's prompt does not delay the end of the round.
        history.begin_record(record(Order::Decide { answer: "yes".to_owned() }));
        assert!(history.round_over);
        history.begin_record(record(Order::EndPhase { unit: UnitId(2) }));
        assert!(!history.round_over);
    }
}
