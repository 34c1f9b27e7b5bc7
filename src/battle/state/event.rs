//! `EventRecord`: an event in the history, with the dice and answers that led to it and the sides that see it.

use super::event_visibility::EventVisibility;
use dice::Trace;

pub use rules::events::{BattleEvent, EventKind};

/// An event with the dice, answers and numbers that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// The event.
    pub event: BattleEvent,
    /// Dice, answers and numbers that led to it.
    pub trace: Vec<Trace>,
    /// Which sides see it.
    pub visibility: EventVisibility,
}

impl EventRecord {
    /// An event without a trace.
    pub fn new(event: BattleEvent) -> Self {
        Self { event, trace: Vec::new(), visibility: EventVisibility::default() }
    }
}
