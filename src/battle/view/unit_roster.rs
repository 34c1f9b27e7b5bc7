//! Units by what a turn asks for: who waits for a phase, who holds one, who hides.

use std::collections::BTreeSet;

use bevy_ecs::prelude::Resource;

use super::battle_view::{BattleView, UnitDataItem};
use super::concealment::is_hidden;
use crate::state::resources::ChangeMarks;
use model::UnitId;
use rules::turn_engine::phase_queue::PhaseQueue;
use rules::turn_engine::switches::TieMode;

/// Lists of units that most phases ask for. Only units that have changed are looked at again, so that a phase does not
/// cost more with more units.
#[derive(Resource, Debug)]
pub(crate) struct UnitRoster {
    /// Units that wait for their phase.
    pub queue: PhaseQueue,
    /// Units that hold a phase.
    holders: BTreeSet<UnitId>,
    /// Units that can act and are concealed.
    hidden: BTreeSet<UnitId>,
    /// Number of units, and passes begun, for which the lists hold.
    known_for: Option<(usize, u32)>,
}

impl Default for UnitRoster {
    fn default() -> Self {
        Self::new(TieMode::Ric)
    }
}

impl UnitRoster {
    /// Empty lists.
    fn new(mode: TieMode) -> Self {
        let (holders, hidden) = (BTreeSet::new(), BTreeSet::new());
        Self { queue: PhaseQueue::new(mode), holders, hidden, known_for: None }
    }

    /// Brings the lists up to the state of the battle.
    pub fn update(&mut self, view: &BattleView, changes: &mut ChangeMarks) {
        let (units, mode) = (view.index.len(), view.rules().engine.tie_mode);
        if self.queue.mode() != mode || self.known_for.is_some_and(|(known, _)| known != units) {
            *self = Self::new(mode);
        }
        // With many changes it is quicker to visit all units in order.
        let has_few = 2 * changes.len() < units;
        let now = Some((units, view.round().passes()));
        let is_known = std::mem::replace(&mut self.known_for, now) == now;
        match changes.take().filter(|_| has_few && is_known) {
            Some(changed) => {
                changed.filter_map(|id| view.unit_ignoring_fog(id)).for_each(|unit| self.enter(view, &unit));
            }
            None => view.all_units().for_each(|unit| self.enter(view, &unit)),
        }
        debug_assert!(view.all_units().all(|unit| self.is_entered(view, &unit)), "a change was not marked");
    }

    /// Enters a unit as it is now.
    fn enter(&mut self, view: &BattleView, unit: &UnitDataItem) {
        let entry = view.awaits_phase(unit).then(|| view.turn_order_entry(unit));
        self.queue.set_entry(*unit.id, entry);
        set_member(&mut self.holders, *unit.id, unit.held_phase.is_held());
        set_member(&mut self.hidden, *unit.id, is_hidden(unit));
    }

    /// Returns whether the lists have a unit as it is now.
    fn is_entered(&self, view: &BattleView, unit: &UnitDataItem) -> bool {
        let entry = view.awaits_phase(unit).then(|| view.turn_order_entry(unit));
        self.queue.entry(*unit.id) == entry
            && self.holders.contains(unit.id) == unit.held_phase.is_held()
            && self.hidden.contains(unit.id) == is_hidden(unit)
    }

    /// Whether any unit holds a phase.
    pub fn has_holders(&self) -> bool {
        !self.holders.is_empty()
    }

    /// Concealed units that can act, by id.
    pub fn hidden(&self) -> impl Iterator<Item = UnitId> {
        self.hidden.iter().copied()
    }
}

/// Adds a unit to a set or removes it.
fn set_member(set: &mut BTreeSet<UnitId>, unit: UnitId, is_member: bool) {
    if is_member {
        set.insert(unit);
    } else if !set.is_empty() {
        set.remove(&unit);
    }
}
