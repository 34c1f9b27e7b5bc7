//! A fight through the eyes of a side: what it sees, has seen, and may be shown.

use bevy_ecs::prelude::Res;

use super::detection;
use super::sight::{SightContext, SightSubject};
use crate::model::components::{Side, UnitId};
use crate::model::knowledge::{CellSet, Knowledge, SideKnowledge, Sighting, Viewer};
use crate::view::battle_view::{BattleView, UnitDataItem};

impl BattleView<'_, '_> {
    /// The side through whose eyes the fight is read, if it is one's.
    pub fn viewer(&self) -> Option<Side> {
        self.viewer_resource().and_then(|viewer| viewer.0)
    }

    /// What that side knows; nothing, if everything may be shown.
    pub fn viewer_knowledge(&self) -> Option<&SideKnowledge> {
        self.knowledge().of_side(self.viewer()?)
    }

    /// Whether a unit is there for whoever reads.
    pub(crate) fn is_shown(&self, unit: &UnitDataItem) -> bool {
        self.viewer().is_none_or(|side| self.knowledge().sees(side, *unit.id, *unit.side))
    }

    /// Whether a side knows where a unit is now.
    pub fn perceives(&self, side: Side, unit: &UnitDataItem) -> bool {
        self.knowledge().sees(side, *unit.id, *unit.side)
    }

    /// Units of other sides that the viewer has seen and sees no longer, with what it remembers of them.
    pub fn remembered_units(&self) -> impl Iterator<Item = (UnitDataItem<'_, '_>, &Sighting)> {
        let known = self.viewer_knowledge().into_iter().flat_map(SideKnowledge::units);
        let lost = known.filter(|(_, sighting)| !sighting.in_sight() && !sighting.gone());
        lost.filter_map(|(id, sighting)| Some((self.unit_ignoring_fog(id)?, sighting)))
    }

    /// The squares that the viewer has in view now; nothing, if everything may be shown.
    pub fn cells_in_view(&self) -> Option<CellSet> {
        let side = self.viewer().filter(|_| self.viewer_knowledge().is_some())?;
        let air =
            SightContext { grid: self.field().grid(), setup: self.setup(), coverings: self.ground_effects() };
        let own = self
            .units()
            .filter(|unit| *unit.side == side)
            .map(|unit| SightSubject::from_unit(&unit, !self.is_out_of_contact(&unit)));
        Some(detection::cells_in_view(air, own))
    }

    /// A side is told something that a fight's end, or a fight without fog, would tell everybody.
    pub fn has_fog_of_war(&self) -> bool {
        self.knowledge().has_fog_of_war()
    }

    /// Name of a unit, if the viewer knows where it is.
    pub fn visible_name(&self, id: UnitId) -> Option<String> {
        self.unit(id).map(|unit| unit.identity.name().to_owned())
    }
}

impl<'w> BattleView<'w, '_> {
    pub(crate) fn viewer_resource(&self) -> Option<&Res<'w, Viewer>> {
        self.viewer.as_ref()
    }

    /// What every side knows.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}
