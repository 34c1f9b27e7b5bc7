//! Marks that stay on the ground: scorch, casings, wounds. They follow from the history alone, so that undo, loading and
//! replays show the same ground.

use std::collections::BTreeMap;

use bevy_egui::egui::Vec2;

use crate::board::backward_search::{BackwardSearch, PastPlace, PastWeapon};
use crate::board::viewport;
use battle::{BattleEvent, CarriedItem, EventRecord, OrderRecord};
use model::{Cell, ItemId, UnitId};

/// Greatest number of marks; the oldest go first.
const MAX_MARKS: usize = 400;

/// A place in the history: number of the record, number of the event in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::board) struct Moment {
    /// Number of the record.
    pub record: usize,
    /// Number of the event.
    pub event: usize,
}

/// What left a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) enum MarkKind {
    /// An explosion of this radius in metres.
    Scorch {
        /// Its radius.
        radius: f32,
    },
    /// A body was hurt.
    Wound {
        /// The damage.
        damage: u32,
    },
    /// Shots were fired.
    Casings {
        /// Number of shots.
        shots: u32,
    },
}

/// A mark on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) struct Mark {
    /// The square.
    pub cell: Cell,
    /// What left it.
    pub kind: MarkKind,
    /// When.
    pub moment: Moment,
}

impl Mark {
    /// Returns the map position.
    pub fn at(&self) -> Vec2 {
        viewport::cell_centre(self.cell)
    }
}

/// What marks depend on besides the history.
pub(in crate::board) trait MarkFacts {
    /// Returns where a unit is at the end of the history.
    fn cell(&self, unit: UnitId) -> Option<Cell>;
    /// Returns the radius of the explosion of a unit's weapon, in metres; `None` if nothing explodes.
    fn blast_radius(&self, unit: UnitId, weapon: PastWeapon) -> Option<f32>;
    /// Whether a unit has a body that can be hurt.
    fn bleeds(&self, unit: UnitId) -> bool;
    /// Whether the viewer perceives an event.
    fn is_told(&self, event: &EventRecord) -> bool;
}

/// Finds the marks of a history, the oldest first.
pub(in crate::board) fn find_marks(records: &[OrderRecord], facts: &impl MarkFacts) -> Vec<Mark> {
    let mut search = MarkSearch { facts, armed: armed_items(records), past: BackwardSearch::default() };
    let mut marks = Vec::new();
    // From the end to the beginning: where units are is known at the end.
    for (record, order) in records.iter().enumerate().rev() {
        for (event, told) in order.events.iter().enumerate().rev() {
            search.past.take_back(&told.event);
            let mark = search.mark_of(&told.event);
            if facts.is_told(told)
                && let Some((cell, kind)) = mark
            {
                marks.push(Mark { cell, kind, moment: Moment { record, event } });
            }
        }
        if marks.len() >= MAX_MARKS {
            break;
        }
    }
    marks.truncate(MAX_MARKS);
    marks.reverse();
    marks
}

/// Returns every item that was armed, by its id.
fn armed_items(records: &[OrderRecord]) -> BTreeMap<ItemId, &CarriedItem> {
    let events = records.iter().flat_map(|record| &record.events);
    let armed = events.filter_map(|record| match &record.event {
        BattleEvent::Activated { item, what, .. } => Some((*item, what.as_ref())),
        _ => None,
    });
    armed.collect()
}

/// A search backwards through the history for what left marks.
struct MarkSearch<'a, F> {
    facts: &'a F,
    armed: BTreeMap<ItemId, &'a CarriedItem>,
    past: BackwardSearch<'a>,
}

impl<F: MarkFacts> MarkSearch<'_, F> {
    fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.past.left_cell(unit).or_else(|| self.facts.cell(unit))
    }

    fn mark_of(&mut self, event: &BattleEvent) -> Option<(Cell, MarkKind)> {
        match event {
            BattleEvent::Detonated { unit, item, cell, .. } => {
                let weapon = PastWeapon::Gone(self.armed.get(item)?);
                let radius = self.facts.blast_radius(*unit, weapon)?;
                Some((*cell, MarkKind::Scorch { radius }))
            }
            BattleEvent::AttackResolved { unit, target, weapon, .. } => {
                let place = self.past.take_blast_place(*target);
                let radius = self.facts.blast_radius(*unit, self.past.weapon(*unit, *weapon))?;
                let cell = match place? {
                    PastPlace::Square(cell) => cell,
                    PastPlace::Unit(unit) => self.facts.cell(unit)?,
                };
                Some((cell, MarkKind::Scorch { radius }))
            }
            BattleEvent::AttackDeclared { unit, rounds, .. } if *rounds > 0 => {
                Some((self.cell(*unit)?, MarkKind::Casings { shots: *rounds }))
            }
            BattleEvent::Harmed { unit, damage, .. } if *damage > 0 && self.facts.bleeds(*unit) => {
                Some((self.cell(*unit)?, MarkKind::Wound { damage: *damage }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "marks_tests.rs"]
mod tests;
