//! Fog of war in views: what the viewing side sees and remembers.

use bevy_ecs::prelude::Res;

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::event::EventRecord;
use crate::state::knowledge::{Knowledge, SideKnowledge, Sighting, Viewer};
use model::{Side, UnitId};

impl BattleView<'_, '_> {
    /// The side whose knowledge limits this view; `None` for a complete view.
    pub fn viewer(&self) -> Option<Side> {
        self.viewer_resource().and_then(|viewer| viewer.0)
    }

    /// Knowledge of the viewing side; `None` if the view is complete.
    pub fn viewer_knowledge(&self) -> Option<&SideKnowledge> {
        self.knowledge().of_side(self.viewer()?)
    }

    /// Whether this view contains a unit.
    pub(crate) fn is_shown(&self, unit: &UnitDataItem) -> bool {
        self.viewer().is_none_or(|side| self.knowledge().sees(side, *unit.id, *unit.side))
    }

    /// Whether the viewing side perceived an event.
    pub fn is_told(&self, event: &EventRecord) -> bool {
        self.viewer_knowledge().is_none()
            || self.viewer().is_none_or(|side| event.visibility.is_told_to(side))
    }

    /// Whether a side knows a unit's current position.
    pub fn perceives(&self, side: Side, unit: &UnitDataItem) -> bool {
        self.knowledge().sees(side, *unit.id, *unit.side)
    }

    /// Units that the viewer has seen but does not see now, with their last sighting.
    pub fn remembered_units(&self) -> impl Iterator<Item = (UnitDataItem<'_, '_>, &Sighting)> {
        let known = self.viewer_knowledge().into_iter().flat_map(SideKnowledge::units);
        let lost = known.filter(|(_, sighting)| !sighting.in_sight() && !sighting.gone());
        lost.filter_map(|(id, sighting)| Some((self.unit_ignoring_fog(id)?, sighting)))
    }

    /// Whether there is fog of war.
    pub fn has_fog_of_war(&self) -> bool {
        self.knowledge().has_fog_of_war()
    }

    /// Name of a unit, if the viewer knows its position.
    pub fn visible_name(&self, id: UnitId) -> Option<String> {
        self.unit(id).map(|unit| unit.identity.name().to_owned())
    }

    /// Name of a unit at the beginning of a question or answer of another one, whose side may not see it.
    pub(crate) fn name_for_question(&self, unit: UnitId, asked: UnitId) -> String {
        let side = self.unit(asked).map(|asked| *asked.side);
        let known = self.unit(unit).filter(|unit| side.is_some_and(|side| self.perceives(side, unit)));
        known.map_or_else(|| "An unseen unit".to_owned(), |unit| unit.identity.name().to_owned())
    }
}

impl<'w> BattleView<'w, '_> {
    pub(crate) fn viewer_resource(&self) -> Option<&Res<'w, Viewer>> {
        self.viewer.as_ref()
    }

    /// Knowledge of all sides.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}
