//! Fog of war: what each side knows about enemy units, barriers and items. Empty without fog of war.
//!
//! A view may have a [`Viewer`] side; it then contains only what that side knows. Rules are resolved without a viewer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::components::BarrierState;
use super::resources::battlefield::Battlefield;
use field::Grid;
use model::{BarrierId, Cell, ItemId, Side, UnitId};
use rules::DownState;

/// Initial state of a segment.
const UNTOUCHED: BarrierState = BarrierState { damage: 0, holed: false, open: false, noticed: false };

/// The side whose knowledge limits views. `None`: views are complete.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewer(pub Option<Side>);

/// A set of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideSet(u8);

impl SideSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Whether it contains a side.
    pub fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }
    /// Returns the set with a side added.
    #[must_use]
    pub fn with(self, side: Side) -> Self {
        Self(self.0 | 1 << side.0)
    }
    /// Returns the union of two sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A side's knowledge of an enemy unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sighting {
    pub(crate) cell: Cell,
    pub(crate) round: u32,
    pub(crate) in_sight: bool,
    pub(crate) down: Option<DownState>,
    /// Its last known cell has been seen without it since.
    pub(crate) gone: bool,
}

impl Sighting {
    /// Its cell, or the cell where it was last seen.
    pub fn cell(&self) -> Cell {
        self.cell
    }
    /// Round of the last sighting.
    pub fn round(&self) -> u32 {
        self.round
    }
    /// Whether the side sees it now.
    pub fn in_sight(&self) -> bool {
        self.in_sight
    }
    /// Whether it was out of action when last seen.
    pub fn down(&self) -> Option<DownState> {
        self.down
    }
    /// Whether its last known cell has been seen without it since.
    pub fn gone(&self) -> bool {
        self.gone
    }
}

/// Knowledge of one side.
#[derive(Clone, Debug)]
pub struct SideKnowledge {
    pub(crate) units: BTreeMap<UnitId, Sighting>,
    /// Segments seen in a state other than the initial one.
    pub(crate) barriers: BTreeMap<BarrierId, BarrierState>,
    pub(crate) items: BTreeSet<ItemId>,
    pub(crate) explored: CellSet,
    /// The map with walls and doors as last seen; follows from `barriers`.
    pub(crate) field: Battlefield,
    /// Knowledge before a unit without contact to its side began to act. `SS-CALL-112`
    pub(crate) backup: Option<Box<KnowledgeBackup>>,
}

/// A side's knowledge when a unit without contact to it began to act.
#[derive(Clone, Debug, Hash)]
pub(crate) struct KnowledgeBackup {
    /// The acting unit.
    pub unit: UnitId,
    /// The side's knowledge.
    pub known: SideKnowledge,
}

/// Skips the field, which follows from the other fields.
impl std::hash::Hash for SideKnowledge {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (&self.units, &self.barriers, &self.items, &self.explored).hash(hasher);
        if let Some(backup) = &self.backup {
            backup.hash(hasher);
        }
    }
}

impl SideKnowledge {
    /// Empty knowledge of a field; `side` keeps the revisions of different sides apart.
    fn new(field: &Battlefield, side: Side) -> Self {
        let mut field = field.clone();
        field.revision = (u32::from(side.0) + 1) << 24;
        Self {
            units: BTreeMap::new(),
            barriers: BTreeMap::new(),
            items: BTreeSet::new(),
            explored: CellSet::new(field.grid()),
            field,
            backup: None,
        }
    }

    /// Restores earlier knowledge, except for units in sight now or sighted before.
    pub(crate) fn restore_from(&mut self, before: Self) {
        let earlier = |id: &UnitId| before.units.get(id);
        self.units.retain(|id, now| now.in_sight || earlier(id).is_some());
        for (id, now) in self.units.iter_mut().filter(|(_, now)| !now.in_sight) {
            if let Some(then) = earlier(id).filter(|then| !then.in_sight) {
                *now = *then;
            }
        }
        let revision = self.field.revision + 1;
        (self.barriers, self.items) = (before.barriers, before.items);
        (self.explored, self.field) = (before.explored, before.field);
        self.field.revision = revision;
    }

    /// Sighted enemy units, by id.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Sighting)> {
        self.units.iter().map(|(id, sighting)| (*id, sighting))
    }
    /// Knowledge of an enemy unit; `None` if it was never seen.
    pub fn unit(&self, id: UnitId) -> Option<&Sighting> {
        self.units.get(&id)
    }
    /// Whether the side sees an enemy unit now.
    pub fn sees(&self, id: UnitId) -> bool {
        self.units.get(&id).is_some_and(|sighting| sighting.in_sight)
    }
    /// Whether the side has seen an item on the ground.
    pub fn knows_item(&self, id: ItemId) -> bool {
        self.items.contains(&id)
    }
    /// Whether the side has seen a cell.
    pub fn has_explored(&self, cell: Cell) -> bool {
        self.explored.contains(cell)
    }
    /// The map with walls and doors as last seen.
    pub fn field(&self) -> &Battlefield {
        &self.field
    }
    /// A segment's state as last seen.
    pub fn barrier_state(&self, id: BarrierId) -> BarrierState {
        *self.barrier_state_ref(id)
    }
    pub(crate) fn barrier_state_ref(&self, id: BarrierId) -> &BarrierState {
        self.barriers.get(&id).unwrap_or(&UNTOUCHED)
    }
}

/// Knowledge of every side; empty without fog of war and once the battle is over.
#[derive(Resource, Clone, Debug, Default, Hash)]
pub struct Knowledge(pub(crate) BTreeMap<Side, SideKnowledge>);

impl Knowledge {
    /// Knowledge of `count` sides before their first look.
    pub(crate) fn for_sides(count: usize, field: &Battlefield) -> Self {
        let sides = (0..count as u8).map(Side);
        Self(sides.map(|side| (side, SideKnowledge::new(field, side))).collect())
    }
    /// Whether there is fog of war.
    pub fn has_fog_of_war(&self) -> bool {
        !self.0.is_empty()
    }
    /// Knowledge of a side; `None` without fog of war.
    pub fn of_side(&self, side: Side) -> Option<&SideKnowledge> {
        self.0.get(&side)
    }
    /// Whether a side knows a unit's current position.
    pub fn sees(&self, side: Side, unit: UnitId, of: Side) -> bool {
        side == of || self.of_side(side).is_none_or(|known| known.sees(unit))
    }
}

/// A set of cells of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet {
    width: u16,
    height: u16,
    bits: Vec<u64>,
}

impl CellSet {
    /// The empty set for a map.
    pub fn new(grid: &Grid) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let count = usize::from(width) * usize::from(height);
        Self { width, height, bits: vec![0; count.div_ceil(64)] }
    }

    fn bit_index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (u16::try_from(cell.x).ok()?, u16::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// Whether it contains a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.bit_index(cell).is_some_and(|place| self.bits[place / 64] & (1 << (place % 64)) != 0)
    }

    /// Adds a cell; cells outside the map are ignored.
    pub fn insert(&mut self, cell: Cell) {
        if let Some(place) = self.bit_index(cell) {
            self.bits[place / 64] |= 1 << (place % 64);
        }
    }
}

/// Updates a map with the new state of a segment.
pub(crate) fn update_barrier_on_map(
    field: &mut Battlefield,
    id: BarrierId,
    kind: &content::BarrierKind,
    state: BarrierState,
) {
    let Some((_, place)) = field.barrier(id) else { return };
    // Open segments block nothing. `SS-BARR-35`
    let obstacle = (!state.holed && !state.open).then(|| kind.obstacle(id));
    if field.grid.obstacle(place) != obstacle {
        Arc::make_mut(&mut field.grid).set_obstacle(place, obstacle);
        field.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_squares_has_what_was_added() {
        let mut ground = CellSet::new(&Grid::new(70, 3));
        ground.insert(Cell::new(69, 2));
        ground.insert(Cell::new(70, 2));
        ground.insert(Cell::new(-1, 0));
        assert!(ground.contains(Cell::new(69, 2)));
        assert!(!ground.contains(Cell::new(70, 2)) && !ground.contains(Cell::new(0, 2)));
    }

    #[test]
    fn sides_are_told_apart() {
        let some = SideSet::NONE.with(Side(0)).union(SideSet::NONE.with(Side(3)));
        assert_eq!([0, 1, 2, 3].map(|side| some.contains(Side(side))), [true, false, false, true]);
    }
}
