//! `UnitWriter`: write access to components of units by id for the event systems. Marks each written unit as changed.

use bevy_ecs::prelude::*;
use bevy_ecs::query::{IterQueryData, QueryData};
use bevy_ecs::system::SystemParam;

use crate::state::resources::{UnitChanges, UnitIndex};
use model::UnitId;

/// Invariant behind looking up a unit of an event.
pub(super) const EVENTS_NAME_UNITS: &str = "broken invariant: events name units of this battle";

/// Write access to some components of units, by id. A written unit counts as changed.
#[derive(SystemParam)]
pub(super) struct UnitWriter<'w, 's, D: QueryData + 'static> {
    index: Res<'w, UnitIndex>,
    changes: ResMut<'w, UnitChanges>,
    components: Query<'w, 's, D>,
}

impl<'s, D: QueryData> UnitWriter<'_, 's, D> {
    /// Returns the components of one unit.
    pub fn get_mut(&mut self, id: UnitId) -> D::Item<'_, 's> {
        self.changes.mark_unit(id);
        let entity = self.index.get(id).expect(EVENTS_NAME_UNITS);
        self.components.get_mut(entity).expect("a unit keeps its components")
    }

    /// Returns the components of all units, in the order of their ids.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = D::Item<'_, 's>>
    where
        D: IterQueryData,
    {
        self.changes.mark_all_units();
        self.components.iter_mut()
    }
}
