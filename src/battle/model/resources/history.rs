//! The story of the fight so far.

use bevy_ecs::prelude::*;

use crate::model::components::UnitId;
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::order::Order;
use crate::resolve::objectives::ObjectiveTriggers;

/// An order with all it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRecord {
    /// The order.
    pub order: Order,
    /// Round and pass in which it was given.
    pub round: u32,
    /// Pass of the round.
    pub pass: u32,
    /// What happened.
    pub events: Vec<EventRecord>,
    /// Whether dice fell or something hidden came to light: fair undo stops here.
    pub revealed: bool,
}

/// The story of the fight so far: the log, statistics and animations read it.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    pub(crate) records: Vec<OrderRecord>,
    /// Counts rewinds, so that readers know that what they have shown is no longer true.
    pub(crate) rewinds: u32,
    /// Counts events that objectives look at.
    pub(crate) objective_events: u64,
    /// As many were looked at.
    pub(crate) checked_events: u64,
    /// What objectives look at.
    pub(crate) objective_triggers: ObjectiveTriggers,
    /// A round's end and its consequences are the latest thing that happened.
    pub(crate) round_over: bool,
}

impl History {
    /// An order begins. An answer goes on where its question was asked.
    pub(crate) fn begin_record(&mut self, chapter: OrderRecord) {
        self.round_over &= matches!(chapter.order, Order::Decide { .. } | Order::Dice { .. });
        self.records.push(chapter);
    }
    /// Something has happened that may change what the objectives say.
    pub(crate) fn needs_objective_check(&self) -> bool {
        self.checked_events != self.objective_events
    }
    /// Something happened while a unit acts.
    pub(crate) fn record_event(&mut self, happening: EventRecord, acting: Option<UnitId>) {
        self.objective_events += u64::from(self.objective_triggers.is_triggered_by(&happening.event, acting));
        match happening.event {
            BattleEvent::RoundEnded { .. } => self.round_over = true,
            BattleEvent::RoundBegan { .. } | BattleEvent::HoldCounted { .. } => self.round_over = false,
            _ => {}
        }
        if let Some(chapter) = self.records.last_mut() {
            chapter.events.push(happening);
        }
    }
    /// All orders with what they led to.
    pub fn records(&self) -> &[OrderRecord] {
        &self.records
    }
    /// Counts rewinds.
    pub fn rewinds(&self) -> u32 {
        self.rewinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::event::BattleEvent;

    #[test]
    fn a_round_is_over_until_something_else_is_ordered() {
        let chapter = |order| OrderRecord { order, round: 1, pass: 0, events: Vec::new(), revealed: false };
        let mut history = History::default();
        history.begin_record(chapter(Order::EndPhase { unit: UnitId(1) }));
        history.record_event(EventRecord::new(BattleEvent::RoundEnded { round: 1 }), None);
        // Somebody who bleeds to death is asked, and time may be up all the same.
        history.begin_record(chapter(Order::Decide { answer: "yes".to_owned() }));
        assert!(history.round_over);
        history.begin_record(chapter(Order::EndPhase { unit: UnitId(2) }));
        assert!(!history.round_over);
    }
}
