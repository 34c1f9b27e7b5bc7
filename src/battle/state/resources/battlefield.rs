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
    /// Cells by unit, in the order of the entities.
    cells: Vec<Cell>,
    /// All units by cell, each list sorted by id.
    places: FxHashMap<Cell, Vec<UnitId>>,
    /// Radius of the largest interception zone of any unit; `None` if it is not known.
    strike_zone: Option<u32>,
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
        self.cells.push(cell);
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
        if let Some(cell) = self.cells.get_mut((id.0 as usize).wrapping_sub(1)) {
            *cell = to;
        }
    }
    /// Sets the radius of the largest interception zone of any unit; `None` if it is not known.
    pub(crate) fn set_strike_zone(&mut self, zone: Option<u32>) {
        self.strike_zone = zone;
    }
    /// Takes the zone of one more weapon into account.
    pub(crate) fn widen_strike_zone(&mut self, zone: u32) {
        self.strike_zone = self.strike_zone.map(|most| most.max(zone));
    }
    /// Units whose interception zone may contain one of these squares, by id: all that are near enough for the largest
    /// zone.
    pub(crate) fn units_in_strike_range(&self, squares: &[Cell]) -> impl Iterator<Item = UnitId> {
        let zone = i64::from(self.strike_zone.unwrap_or(u32::MAX));
        let range = |place: fn(&Cell) -> i32| {
            let places = || squares.iter().map(place).map(i64::from);
            places().min().unwrap_or(0) - zone..=places().max().unwrap_or(0) + zone
        };
        let (across, down) = (range(|cell| cell.x), range(|cell| cell.y));
        let is_near =
            move |cell: &Cell| across.contains(&i64::from(cell.x)) && down.contains(&i64::from(cell.y));
        (1..).map(UnitId).zip(&self.cells).filter(move |(_, cell)| is_near(cell)).map(|(id, _)| id)
    }
}
