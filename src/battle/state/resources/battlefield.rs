//! The map with its barriers, and units by id and cell.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use rustc_hash::FxHashMap;

use crate::state::ground_effect::GroundEffects;
use field::Grid;
use model::{BarrierId, Cell, ObstaclePosition, UnitId};

/// Positions of barrier segments; constant during a battle.
#[derive(Clone, Debug, Default)]
pub(crate) struct BarrierSegments {
    all: BTreeMap<BarrierId, (Entity, ObstaclePosition)>,
    by_place: FxHashMap<ObstaclePosition, BarrierId>,
}

impl BarrierSegments {
    /// Adds a segment; if two share a place, lookups find the first.
    pub fn add(&mut self, id: BarrierId, entity: Entity, place: ObstaclePosition) {
        self.all.insert(id, (entity, place));
        self.by_place.entry(place).or_insert(id);
    }
    /// Removes a segment and returns its entity.
    pub fn remove(&mut self, id: BarrierId) -> Option<Entity> {
        let (entity, place) = self.all.remove(&id)?;
        if self.by_place.get(&place) == Some(&id) {
            self.by_place.remove(&place);
        }
        Some(entity)
    }
    /// Entity and place of every segment, by id.
    pub fn iter(&self) -> impl Iterator<Item = (BarrierId, Entity, ObstaclePosition)> {
        self.all.iter().map(|(id, (entity, place))| (*id, *entity, *place))
    }
}

/// The map with its barriers.
#[derive(Resource, Clone, Debug)]
pub struct Battlefield {
    pub(crate) grid: Arc<Grid>,
    pub(crate) barriers: Arc<BarrierSegments>,
    pub(crate) revision: u32,
    /// Smoke, fire and their remains on the actual map, independent of what sides know.
    pub(crate) ground_effects: GroundEffects,
}

impl Battlefield {
    /// Current geometry of the map.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
    /// Current geometry, shared.
    pub fn shared_grid(&self) -> Arc<Grid> {
        self.grid.clone()
    }
    /// Revision of the grid; increases with every change.
    pub fn revision(&self) -> u32 {
        self.revision
    }
    /// Entity and place of a barrier segment.
    pub fn barrier(&self, id: BarrierId) -> Option<(Entity, ObstaclePosition)> {
        self.barriers.all.get(&id).copied()
    }
    /// All segments, by id.
    pub fn barriers(&self) -> impl Iterator<Item = (BarrierId, ObstaclePosition)> {
        self.barriers.iter().map(|(id, _, place)| (id, place))
    }
    /// The segment at a place.
    pub fn barrier_at(&self, place: ObstaclePosition) -> Option<BarrierId> {
        self.barriers.by_place.get(&place).copied()
    }
}

/// Units by id (counted from 1) and by cell.
#[derive(Resource, Clone, Debug, Default)]
pub struct UnitIndex {
    entities: Vec<Entity>,
    /// All units by cell, each list sorted by id.
    places: FxHashMap<Cell, Vec<UnitId>>,
}

impl UnitIndex {
    /// Number of units.
    pub fn len(&self) -> usize {
        self.entities.len()
    }
    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
    /// Entity of a unit.
    pub fn get(&self, id: UnitId) -> Option<Entity> {
        self.entities.get((id.0 as usize).checked_sub(1)?).copied()
    }
    /// All units, by id.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, Entity)> {
        (1..).map(UnitId).zip(self.entities.iter().copied())
    }
    /// Units on a cell, by id, including those out of action or gone.
    pub fn units_at(&self, cell: Cell) -> &[UnitId] {
        self.places.get(&cell).map_or(&[], Vec::as_slice)
    }
    /// Adds a unit and returns its id.
    pub(crate) fn add(&mut self, entity: Entity, cell: Cell) -> UnitId {
        self.entities.push(entity);
        let id = UnitId(self.entities.len() as u32);
        self.places.entry(cell).or_default().push(id);
        id
    }
    /// Moves a unit to another cell.
    pub(crate) fn update_cell(&mut self, id: UnitId, from: Cell, to: Cell) {
        if let Some(there) = self.places.get_mut(&from) {
            there.retain(|other| *other != id);
        }
        let here = self.places.entry(to).or_default();
        let place = here.partition_point(|other| *other < id);
        here.insert(place, id);
    }
}
