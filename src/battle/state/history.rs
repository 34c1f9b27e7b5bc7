//! The story of the fight so far.

use bevy_ecs::prelude::*;

use crate::components::UnitId;
use crate::event::{Event, Happening};
use crate::order::Order;
use crate::victory::Watch;

/// An order with all it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The order.
    pub order: Order,
    /// Round and pass in which it was given.
    pub round: u32,
    /// Pass of the round.
    pub pass: u32,
    /// What happened.
    pub happenings: Vec<Happening>,
    /// Whether dice fell or something hidden came to light: fair undo stops here.
    pub revealed: bool,
}

/// The story of the fight so far: the log, statistics and animations read it.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    pub(crate) chapters: Vec<Chapter>,
    /// Counts rewinds, so that readers know that what they have shown is no longer true.
    pub(crate) rewinds: u32,
    /// Counts events that objectives look at.
    pub(crate) weighty: u64,
    /// As many were looked at.
    pub(crate) judged: u64,
    /// What objectives look at.
    pub(crate) watch: Watch,
    /// A round's end and its consequences are the latest thing that happened.
    pub(crate) round_over: bool,
}

impl History {
    /// An order begins. An answer goes on where its question was asked.
    pub(crate) fn open(&mut self, chapter: Chapter) {
        self.round_over &= matches!(chapter.order, Order::Decide { .. } | Order::Dice { .. });
        self.chapters.push(chapter);
    }
    /// Something has happened that may change what the objectives say.
    pub(crate) fn is_to_be_judged(&self) -> bool {
        self.judged != self.weighty
    }
    /// Something happened while a unit acts.
    pub(crate) fn note(&mut self, happening: Happening, acting: Option<UnitId>) {
        self.weighty += u64::from(self.watch.weighs(&happening.event, acting));
        match happening.event {
            Event::RoundEnded { .. } => self.round_over = true,
            Event::RoundBegan { .. } | Event::HoldCounted { .. } => self.round_over = false,
            _ => {}
        }
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.happenings.push(happening);
        }
    }
    /// All orders with what they led to.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }
    /// Counts rewinds.
    pub fn rewinds(&self) -> u32 {
        self.rewinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    #[test]
    fn a_round_is_over_until_something_else_is_ordered() {
        let chapter = |order| Chapter { order, round: 1, pass: 0, happenings: Vec::new(), revealed: false };
        let mut history = History::default();
        history.open(chapter(Order::EndPhase { unit: UnitId(1) }));
        history.note(Happening::new(Event::RoundEnded { round: 1 }), None);
        // Somebody who bleeds to death is asked, and time may be up all the same.
        history.open(chapter(Order::Decide { answer: "yes".to_owned() }));
        assert!(history.round_over);
        history.open(chapter(Order::EndPhase { unit: UnitId(2) }));
        assert!(!history.round_over);
    }
}
