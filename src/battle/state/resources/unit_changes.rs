//! `UnitChanges`: the units that events have changed, so that the state hash and the roster update only those.

use bevy_ecs::prelude::Resource;

use model::UnitId;

/// Units that have changed since a reader looked last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangeMarks {
    units: Vec<UnitId>,
    all: bool,
}

impl ChangeMarks {
    /// Marks a unit as changed.
    fn mark(&mut self, id: UnitId) {
        if !self.all && self.units.last() != Some(&id) {
            self.units.push(id);
        }
    }

    /// Marks all units as changed.
    fn mark_all(&mut self) {
        self.all = true;
        self.units.clear();
    }

    /// Returns each changed unit once, by id, and forgets the marks; `None` if all units may have changed.
    pub fn take(&mut self) -> Option<impl Iterator<Item = UnitId>> {
        if std::mem::take(&mut self.all) {
            return None;
        }
        self.units.sort_unstable();
        self.units.dedup();
        Some(self.units.drain(..))
    }

    /// Number of marks since the last reading; a unit may have several.
    pub fn len(&self) -> usize {
        self.units.len()
    }
}

/// What events have changed, for each reader. The systems that apply events mark what they write.
#[derive(Resource, Debug, Default)]
pub(crate) struct UnitChanges {
    /// For the state hash.
    pub hashed: ChangeMarks,
    /// For the roster of the turn.
    pub roster: ChangeMarks,
    /// Whether the last state hash had the present barriers, ground and items.
    pub is_field_hashed: bool,
}

impl UnitChanges {
    /// Marks a unit as changed.
    pub fn mark_unit(&mut self, id: UnitId) {
        self.hashed.mark(id);
        self.roster.mark(id);
    }

    /// Marks all units as changed.
    pub fn mark_all_units(&mut self) {
        self.hashed.mark_all();
        self.roster.mark_all();
    }

    /// Marks barriers, ground and items as changed.
    pub fn mark_field(&mut self) {
        self.is_field_hashed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_unit_is_taken_once() {
        let mut changes = UnitChanges::default();
        [3, 1, 3, 3].into_iter().for_each(|id| changes.mark_unit(UnitId(id)));
        let taken: Vec<_> = changes.hashed.take().expect("two units").collect();
        assert_eq!(taken, [UnitId(1), UnitId(3)]);
        assert_eq!((changes.hashed.len(), changes.roster.len()), (0, 3));
        changes.mark_all_units();
        changes.mark_unit(UnitId(2));
        assert!(changes.hashed.take().is_none());
        assert_eq!(changes.hashed.take().map(Iterator::count), Some(0));
    }
}
