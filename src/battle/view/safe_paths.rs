//! Where a unit can go, and by which way: around what harms, and down by stairs, wherever that is possible.

use std::collections::{BTreeMap, BTreeSet};

use super::battle_view::{BattleView, UnitDataItem, diagonal_step};
use crate::resolve::hazards;
use field::{Cell, MovementRange};

/// The squares within a budget, each by the mildest kind of way that leads there: with neither harm nor fall, through
/// what harms, over an edge, or both.
#[derive(Clone, Debug, Default)]
pub struct SafePaths {
    kinds: Vec<MovementRange>,
    /// Every square with its cost, and the kind of way.
    costs: BTreeMap<Cell, (u32, usize)>,
}

impl SafePaths {
    /// Of a unit from where it stands, for at most so many half metres.
    pub fn from_unit(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Self {
        let (mut enemies, mut friends) = (BTreeSet::new(), BTreeSet::new());
        for other in view.units().filter(|other| other.is_fighting() && other.id != unit.id) {
            let taken = if other.side == unit.side { &mut friends } else { &mut enemies };
            taken.insert(other.cell());
        }
        let (grid, from) = (view.field().grid(), unit.cell());
        let (diagonal, harm_somewhere) = (diagonal_step(view.rules()), hazards::has_avoided_terrain(view));
        let mut ways = Self::default();
        for (over_edges, through_harm) in [(false, false), (false, true), (true, false), (true, true)] {
            if (over_edges && !grid.has_heights()) || (through_harm && !harm_somewhere) {
                continue;
            }
            let shunned = |cell| harm_somewhere && !through_harm && hazards::is_avoided(view, cell);
            // Nobody jumps down on a friend.
            let blocked = |cell: Cell| {
                enemies.contains(&cell) || shunned(cell) || (over_edges && friends.contains(&cell))
            };
            let passable = |cell: Cell| friends.contains(&cell);
            ways.add(if over_edges {
                MovementRange::compute_over_edges(grid, from, half_metres, diagonal, blocked, passable)
            } else {
                MovementRange::compute(grid, from, half_metres, diagonal, blocked, passable)
            });
        }
        ways
    }

    fn add(&mut self, reach: MovementRange) {
        let kind = self.kinds.len();
        for (cell, cost) in reach.cells() {
            self.costs.entry(cell).or_insert((cost, kind));
        }
        self.kinds.push(reach);
    }

    /// What it costs to go to a square and stop there, in half metres; nothing if that cannot be.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.costs.get(&cell).map(|(cost, _)| *cost)
    }

    /// The way to a square, without the start.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Cell>> {
        let (_, kind) = self.costs.get(&cell)?;
        self.kinds[*kind].path_to(cell)
    }

    /// Every square to stop on with its cost in half metres, the start included.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.costs.iter().map(|(cell, (cost, _))| (*cell, *cost))
    }
}
