//! What a side knows of the others with fog of war: whom it sees, where it saw somebody last, which walls and things it
//! has looked at. Without fog nothing is kept, since everybody knows everything.
//!
//! A view reads a fight through the eyes of a [`Viewer`], if there is one: whatever that side does not know is not there.
//! Rules are resolved without one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::components::{BarrierId, BarrierState, Side, UnitId};
use super::resources::Battlefield;
use crate::model::components::inventory::ItemId;
use field::{Cell, Grid};
use rules::DownState;

/// A segment as it is at the beginning.
const UNTOUCHED: BarrierState = BarrierState { damage: 0, holed: false, open: false };

/// Through whose eyes views read the fight. Without it, or with nobody in it, they read all of it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewer(pub Option<Side>);

/// Some of the sides of a skirmish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideSet(u8);

impl SideSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Whether a side is one of them.
    pub fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }
    /// The same with a side more.
    #[must_use]
    pub fn with(self, side: Side) -> Self {
        Self(self.0 | 1 << side.0)
    }
    /// All of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What a side knows of a unit of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sighting {
    pub(crate) cell: Cell,
    pub(crate) round: u32,
    pub(crate) in_sight: bool,
    pub(crate) down: Option<DownState>,
    /// Its last place was looked at since, and it was not there.
    pub(crate) gone: bool,
}

impl Sighting {
    /// The square where it is, or was seen last.
    pub fn cell(&self) -> Cell {
        self.cell
    }
    /// The round in which it was seen last.
    pub fn round(&self) -> u32 {
        self.round
    }
    /// Somebody of the side sees it now.
    pub fn in_sight(&self) -> bool {
        self.in_sight
    }
    /// Whether it was out of the fight when it was seen last.
    pub fn down(&self) -> Option<DownState> {
        self.down
    }
    /// Its last place was looked at since, and it was not there.
    pub fn gone(&self) -> bool {
        self.gone
    }
}

/// All that one side knows.
#[derive(Clone, Debug)]
pub struct SideKnowledge {
    pub(crate) units: BTreeMap<UnitId, Sighting>,
    /// Segments it has seen in another state than at the beginning.
    pub(crate) barriers: BTreeMap<BarrierId, BarrierState>,
    pub(crate) items: BTreeSet<ItemId>,
    pub(crate) explored: CellSet,
    /// The map with walls and doors as the side has seen them; follows from `barriers`.
    pub(crate) field: Battlefield,
    /// What the side knew before one of its own acted without contact to it. `SS-CALL-112`
    pub(crate) backup: Option<Box<KnowledgeBackup>>,
}

/// What a side knew when somebody without contact to it began to act.
#[derive(Clone, Debug, Hash)]
pub(crate) struct KnowledgeBackup {
    /// Who acts.
    pub unit: UnitId,
    /// What the side knew.
    pub known: SideKnowledge,
}

/// The field follows from the rest.
impl std::hash::Hash for SideKnowledge {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (&self.units, &self.barriers, &self.items, &self.explored).hash(hasher);
        if let Some(aside) = &self.backup {
            aside.hash(hasher);
        }
    }
}

impl SideKnowledge {
    /// Nothing yet, about a field as it stands; `side` keeps revisions of different sides apart.
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

    /// What it knew before, apart from whom it has in sight now or had in sight already.
    pub(crate) fn restore_from(&mut self, before: Self) {
        let had = |id: &UnitId| before.units.get(id);
        self.units.retain(|id, now| now.in_sight || had(id).is_some());
        for (id, now) in self.units.iter_mut().filter(|(_, now)| !now.in_sight) {
            if let Some(then) = had(id).filter(|then| !then.in_sight) {
                *now = *then;
            }
        }
        let revision = self.field.revision + 1;
        (self.barriers, self.items) = (before.barriers, before.items);
        (self.explored, self.field) = (before.explored, before.field);
        self.field.revision = revision;
    }

    /// Units of other sides it has seen so far, by number.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Sighting)> {
        self.units.iter().map(|(id, sighting)| (*id, sighting))
    }
    /// What it knows of a unit of another side, if it has ever seen it.
    pub fn unit(&self, id: UnitId) -> Option<&Sighting> {
        self.units.get(&id)
    }
    /// Whether somebody of the side sees a unit of another one now.
    pub fn sees(&self, id: UnitId) -> bool {
        self.units.get(&id).is_some_and(|sighting| sighting.in_sight)
    }
    /// Whether the side knows that a thing lies on the field.
    pub fn knows_item(&self, id: ItemId) -> bool {
        self.items.contains(&id)
    }
    /// Whether somebody of the side has had a square in view.
    pub fn has_explored(&self, cell: Cell) -> bool {
        self.explored.contains(cell)
    }
    /// The map with walls and doors as the side has seen them.
    pub fn field(&self) -> &Battlefield {
        &self.field
    }
    /// A segment as the side has seen it.
    pub fn barrier_state(&self, id: BarrierId) -> BarrierState {
        *self.barrier_state_ref(id)
    }
    pub(crate) fn barrier_state_ref(&self, id: BarrierId) -> &BarrierState {
        self.barriers.get(&id).unwrap_or(&UNTOUCHED)
    }
}

/// What every side knows; nobody is named in it without fog of war, or once the skirmish is over.
#[derive(Resource, Clone, Debug, Default, Hash)]
pub struct Knowledge(pub(crate) BTreeMap<Side, SideKnowledge>);

impl Knowledge {
    /// Before the first look of so many sides.
    pub(crate) fn for_sides(count: usize, field: &Battlefield) -> Self {
        let sides = (0..count as u8).map(Side);
        Self(sides.map(|side| (side, SideKnowledge::new(field, side))).collect())
    }
    /// There is fog of war.
    pub fn has_fog_of_war(&self) -> bool {
        !self.0.is_empty()
    }
    /// What a side knows; nothing, if it knows everything.
    pub fn of_side(&self, side: Side) -> Option<&SideKnowledge> {
        self.0.get(&side)
    }
    /// Whether a side knows where a unit is now.
    pub fn sees(&self, side: Side, unit: UnitId, of: Side) -> bool {
        side == of || self.of_side(side).is_none_or(|known| known.sees(unit))
    }
}

/// A set of squares of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet {
    width: u16,
    height: u16,
    bits: Vec<u64>,
}

impl CellSet {
    /// No square of this map.
    pub fn new(grid: &Grid) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let count = usize::from(width) * usize::from(height);
        Self { width, height, bits: vec![0; count.div_ceil(64)] }
    }

    fn bit_index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (u16::try_from(cell.x).ok()?, u16::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// Whether a square is in it.
    pub fn contains(&self, cell: Cell) -> bool {
        self.bit_index(cell).is_some_and(|place| self.bits[place / 64] & (1 << (place % 64)) != 0)
    }

    /// Adds a square of the map.
    pub fn insert(&mut self, cell: Cell) {
        if let Some(place) = self.bit_index(cell) {
            self.bits[place / 64] |= 1 << (place % 64);
        }
    }
}

/// Brings a map up to date with a segment that has changed.
pub(crate) fn update_barrier_on_map(
    field: &mut Battlefield,
    id: BarrierId,
    kind: &content::BarrierKind,
    state: BarrierState,
) {
    let Some((_, place)) = field.barrier(id) else { return };
    // Open segments block nothing. `SS-BARR-35`
    let standing = (!state.holed && !state.open).then(|| kind.obstacle(id.0));
    if field.grid.obstacle(place) != standing {
        Arc::make_mut(&mut field.grid).set_obstacle(place, standing);
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
