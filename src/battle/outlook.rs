//! A fight through the eyes of a side: what it sees, has seen, and may be shown.

use bevy_ecs::prelude::Res;

use super::components::{Side, UnitId};
use super::knowledge::{Ground, Knowledge, Known, Sighting, Viewer};
use super::perceive;
use super::sight::{Air, Stander};
use super::view::{BattleView, UnitDataItem};

impl BattleView<'_, '_> {
    /// The side through whose eyes the fight is read, if it is one's.
    pub fn viewer(&self) -> Option<Side> {
        self.eyes().and_then(|viewer| viewer.0)
    }

    /// What that side knows; nothing, if everything may be shown.
    pub fn known(&self) -> Option<&Known> {
        self.knowledge().of(self.viewer()?)
    }

    /// Whether a unit is there for whoever reads.
    pub(super) fn shows(&self, unit: &UnitDataItem) -> bool {
        self.viewer().is_none_or(|side| self.knowledge().sees(side, *unit.id, *unit.side))
    }

    /// Whether a side knows where a unit is now.
    pub fn perceives(&self, side: Side, unit: &UnitDataItem) -> bool {
        self.knowledge().sees(side, *unit.id, *unit.side)
    }

    /// Units of other sides that the viewer has seen and sees no longer, with what it remembers of them.
    pub fn remembered(&self) -> impl Iterator<Item = (UnitDataItem<'_, '_>, &Sighting)> {
        let known = self.known().into_iter().flat_map(Known::units);
        let lost = known.filter(|(_, sighting)| !sighting.in_sight() && !sighting.gone());
        lost.filter_map(|(id, sighting)| Some((self.recalled(id)?, sighting)))
    }

    /// The squares that the viewer has in view now; nothing, if everything may be shown.
    pub fn in_view(&self) -> Option<Ground> {
        let side = self.viewer().filter(|_| self.known().is_some())?;
        let air = Air { grid: self.field().grid(), setup: self.setup(), coverings: self.coverings() };
        let own = self
            .units()
            .filter(|unit| *unit.side == side)
            .map(|unit| Stander::of(&unit, !self.is_unheard(&unit)));
        Some(perceive::in_view(air, own))
    }

    /// A side is told something that a fight's end, or a fight without fog, would tell everybody.
    pub fn is_foggy(&self) -> bool {
        self.knowledge().is_kept()
    }

    /// Name of a unit, if the viewer knows where it is.
    pub fn name(&self, id: UnitId) -> Option<String> {
        self.unit(id).map(|unit| unit.identity.name().to_owned())
    }
}

impl<'w> BattleView<'w, '_> {
    pub(super) fn eyes(&self) -> Option<&Res<'w, Viewer>> {
        self.viewer.as_ref()
    }

    /// What every side knows.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}
