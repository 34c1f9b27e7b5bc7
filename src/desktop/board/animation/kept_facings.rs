//! The facings of units, to be shown again once earlier events are over.

use std::collections::BTreeMap;

use bevy_egui::egui::Vec2;

use super::{AnimatedUnit, BoardAnimation};
use model::UnitId;

/// Where units stood, and the angles that they faced.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptFacings(BTreeMap<UnitId, (Vec2, f32)>);

impl KeptFacings {
    /// Those of the units on the screen.
    pub(super) fn of_units(units: &BTreeMap<UnitId, AnimatedUnit>) -> Self {
        Self(units.iter().map(|(id, unit)| (*id, (unit.at, unit.facing))).collect())
    }

    /// Returns the facing of a unit at a map position; `None` if it did not stand there.
    pub(super) fn facing(&self, unit: UnitId, at: Vec2) -> Option<f32> {
        self.0.get(&unit).filter(|(place, _)| *place == at).map(|(_, facing)| *facing)
    }
}

impl BoardAnimation {
    /// Returns the facings of the units on the screen.
    pub fn facings(&self) -> KeptFacings {
        KeptFacings::of_units(&self.units)
    }

    /// Lets the units that stand where they stood face as they did, when the present state is shown next.
    pub fn restore_facings(&mut self, kept: KeptFacings) {
        self.kept_facings = Some(kept);
    }
}
