//! Safe paths: movement range that avoids hazards and falls where possible.

use std::collections::BTreeSet;

use super::battle_view::{BattleView, UnitDataItem, diagonal_step};
use super::hazards;
use field::MovementRange;
use model::Cell;

/// Cells within a movement budget, each reached by the safest kind of path: no hazard and no fall, through hazards,
/// over an edge, or both. The paths may lead over waypoints first.
#[derive(Clone, Debug, Default)]
pub struct SafePaths {
    /// The path to the last waypoint, and its cost.
    before: (Vec<Cell>, u32),
    kinds: Vec<MovementRange>,
    /// Every cell with its cost and the index of its kind, by cell.
    costs: Vec<(Cell, (u32, usize))>,
}

impl SafePaths {
    /// Range of a unit with `half_metres` to spend.
    pub fn from_unit(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Self {
        Self::from_cell(view, unit, unit.cell(), half_metres)
    }

    /// Range of a unit with `half_metres` to spend that first goes to each of the waypoints, in order; `None` if it cannot
    /// get to one of them.
    pub fn over_waypoints(
        view: &BattleView,
        unit: &UnitDataItem,
        half_metres: u32,
        waypoints: &[Cell],
    ) -> Option<Self> {
        let mut paths = Self::from_unit(view, unit, half_metres);
        for waypoint in waypoints {
            let before = (paths.path_to(*waypoint)?, paths.cost(*waypoint)?);
            let left = half_metres - before.1;
            paths = Self { before, ..Self::from_cell(view, unit, *waypoint, left) };
        }
        Some(paths)
    }

    /// Range of a unit that has come to a cell and has `half_metres` left.
    fn from_cell(view: &BattleView, unit: &UnitDataItem, from: Cell, half_metres: u32) -> Self {
        let (mut enemies, mut friends) = (BTreeSet::new(), BTreeSet::new());
        for other in view.units().filter(|other| other.is_fighting() && other.id != unit.id) {
            let taken = if other.side == unit.side { &mut friends } else { &mut enemies };
            taken.insert(other.cell());
        }
        let grid = view.field().grid();
        let (diagonal, has_hazards) = (diagonal_step(view.rules()), hazards::has_avoided_terrain(view));
        let mut paths = Self::default();
        for (over_edges, through_hazards) in [(false, false), (false, true), (true, false), (true, true)] {
            if (over_edges && !grid.has_heights()) || (through_hazards && !has_hazards) {
                continue;
            }
            let avoided = |cell| has_hazards && !through_hazards && hazards::is_avoided(view, cell);
            // Units do not jump down onto allies.
            let blocked = |cell: Cell| {
                enemies.contains(&cell) || avoided(cell) || (over_edges && friends.contains(&cell))
            };
            let passable = |cell: Cell| friends.contains(&cell);
            paths.add(if over_edges {
                MovementRange::compute_over_edges(grid, from, half_metres, diagonal, blocked, passable)
            } else {
                MovementRange::compute(grid, from, half_metres, diagonal, blocked, passable)
            });
        }
        paths
    }

    fn add(&mut self, reach: MovementRange) {
        let kind = self.kinds.len();
        let known = self.costs.len();
        for (cell, cost) in reach.cells() {
            if self.costs[..known].binary_search_by_key(&cell, |(known, _)| *known).is_err() {
                self.costs.push((cell, (cost, kind)));
            }
        }
        self.costs.sort_unstable_by_key(|(cell, _)| *cell);
        self.kinds.push(reach);
    }

    /// Cost and kind of a cell in range.
    fn cost_and_kind(&self, cell: Cell) -> Option<(u32, usize)> {
        let place = self.costs.binary_search_by_key(&cell, |(known, _)| *known).ok()?;
        Some(self.costs[place].1)
    }

    /// Cost of moving to a cell and stopping there, in half metres; `None` if out of range.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.cost_and_kind(cell).map(|(cost, _)| self.before.1 + cost)
    }

    /// Path to a cell, without the start.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Cell>> {
        let (_, kind) = self.cost_and_kind(cell)?;
        let after = self.kinds[kind].path_to(cell)?;
        Some(self.before.0.iter().copied().chain(after).collect())
    }

    /// Every cell in range with its cost in half metres, including the start or the last waypoint.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.costs.iter().map(|(cell, (cost, _))| (*cell, self.before.1 + *cost))
    }
}
