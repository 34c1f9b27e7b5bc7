//! Movement range: where a unit can move, at which cost, and along which path.

use serde::{Deserialize, Serialize};

use super::flood_fill::FloodFill;
use super::path::trace_back;
use crate::grid::Grid;
use model::{Cell, Direction};

/// Cost of a diagonal step: the switch `field.diagonal_step`. `SS-BASE-16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DiagonalStep {
    /// 1.5 m, the default.
    #[default]
    OneAndAHalf,
    /// 1 m.
    One,
}

impl DiagonalStep {
    /// Cost of a diagonal step, in half metres.
    pub const fn half_metres(self) -> u32 {
        match self {
            Self::OneAndAHalf => 3,
            Self::One => 2,
        }
    }

    /// Cost of a step in this direction on easy ground, in half metres: 2 for a straight one.
    pub const fn step(self, direction: Direction) -> u32 {
        if direction.is_diagonal() { self.half_metres() } else { 2 }
    }
}

/// The squares that a unit can reach. Keep one and [`update`](Self::update) it to reuse its allocations.
///
/// Costs are in half metres: the steps and the difficulty of every square entered.
///
/// ```rust
/// use field::{DiagonalStep, Grid, MovementRange};
/// use model::Cell;
///
/// let grid = Grid::new(5, 5);
/// let start = Cell::new(0, 0);
/// let enemy = Cell::new(1, 0);
/// let range =
///     MovementRange::compute(&grid, start, 6, DiagonalStep::OneAndAHalf, |cell| cell == enemy, |_| false);
/// assert_eq!(range.cost(Cell::new(1, 1)), Some(3), "a diagonal step of 1.5 m");
/// assert_eq!(range.cost(enemy), None, "the square is blocked");
/// assert_eq!(range.path_to(Cell::new(0, 2)), Some(vec![Cell::new(0, 1), Cell::new(0, 2)]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MovementRange {
    flood: FloodFill,
    diagonal: DiagonalStep,
    from: Cell,
}

impl MovementRange {
    /// Computes all squares within `budget_half_metres` of a square.
    ///
    /// `blocked` squares cannot be entered; `passable` ones (held by friends) can be passed but not stopped on.
    pub fn compute(
        grid: &Grid,
        from: Cell,
        budget_half_metres: u32,
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
        passable: impl Fn(Cell) -> bool,
    ) -> Self {
        let mut reach = Self::default();
        reach.update(grid, from, budget_half_metres, diagonal, blocked, passable);
        reach
    }

    /// As [`compute`](Self::compute), with paths that may lead down over edges: straight steps down by more than a
    /// step.
    pub fn compute_over_edges(
        grid: &Grid,
        from: Cell,
        budget_half_metres: u32,
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
        passable: impl Fn(Cell) -> bool,
    ) -> Self {
        let flood = FloodFill::over_edges();
        let mut reach = Self { flood, diagonal, from };
        reach.update(grid, from, budget_half_metres, diagonal, blocked, passable);
        reach
    }

    /// As [`compute`](Self::compute), reusing the buffers.
    pub fn update(
        &mut self,
        grid: &Grid,
        from: Cell,
        budget_half_metres: u32,
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
        passable: impl Fn(Cell) -> bool,
    ) {
        (self.diagonal, self.from) = (diagonal, from);
        self.flood.fill::<true>(grid, from, budget_half_metres, diagonal, blocked, passable);
    }

    /// Cost of moving to a square and stopping there, in half metres; `None` if that is not possible, 0 for the
    /// start.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.flood.cost_to_stop(cell)
    }

    /// Returns a cheapest path to a square, without the start; `None` if the unit cannot stop there.
    ///
    /// Of several, traced from the end backwards, the one that keeps its direction longest; at a turn, straight steps
    /// before diagonal ones, then clockwise from the north.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Cell>> {
        self.cost(cell)?;
        Some(trace_back(self.from, cell, self.diagonal, |cell| self.flood.stop(cell)))
    }

    /// Every square to stop on with its cost in half metres, including the start, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.flood.stops()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    fn costs(rows: &[&str], budget: u32, diagonal: DiagonalStep) -> Vec<Vec<Option<u32>>> {
        let map = AsciiMap::new(rows);
        let reach =
            MovementRange::compute(&map.grid, map.cell_named('A'), budget, diagonal, |_| false, |_| false);
        (0..i32::from(map.grid.height()))
            .map(|y| (0..i32::from(map.grid.width())).map(|x| reach.cost(Cell::new(x, y))).collect())
            .collect()
    }

    #[rstest]
    #[case::ss_base_16_four_diagonal_steps_are_six_metres(DiagonalStep::OneAndAHalf, 12)]
    #[case::ss_base_16_four_diagonal_steps_are_four_metres_with_the_switch(DiagonalStep::One, 8)]
    fn diagonal_steps(#[case] diagonal: DiagonalStep, #[case] half_metres: u32) {
        let grid = Grid::new(5, 5);
        let (from, to) = (Cell::new(0, 0), Cell::new(4, 4));
        let cost =
            |budget| MovementRange::compute(&grid, from, budget, diagonal, |_| false, |_| false).cost(to);
        assert_eq!((cost(half_metres), cost(half_metres - 1)), (Some(half_metres), None));
    }

    #[test]
    fn walls_are_walked_around_and_corners_not_cut() {
        let rows = ["A|. .", "     ", ". . .", "    -", ". # ."];
        let expected = [[Some(0), Some(6), Some(7)], [Some(2), Some(4), Some(6)], [Some(4), None, None]];
        assert_eq!(costs(&rows, 20, DiagonalStep::OneAndAHalf), expected);
    }

    #[test]
    fn difficult_ground_costs_more_and_impassable_ground_is_left_out() {
        let expected = [[Some(0), Some(4), Some(6), None, None]];
        assert_eq!(costs(&["A t . w ."], 20, DiagonalStep::OneAndAHalf), expected);
        let around = [[Some(0), Some(4), Some(6)], [Some(2), Some(3), Some(5)]];
        assert_eq!(costs(&["A t .", "     ", ". . ."], 20, DiagonalStep::OneAndAHalf)[1], around[1]);
    }

    #[test]
    fn foes_stop_and_friends_let_through() {
        let map = AsciiMap::new(&["A B . C ."]);
        let (friend, foe) = (map.cell_named('B'), map.cell_named('C'));
        let (blocked, passable) = (|cell| cell == foe, |cell| cell == friend);
        let reach = MovementRange::compute(
            &map.grid,
            map.cell_named('A'),
            20,
            DiagonalStep::OneAndAHalf,
            blocked,
            passable,
        );
        let reached = [(map.cell_named('A'), 0), (Cell::new(2, 0), 4)];
        assert_eq!(reach.cells().collect::<Vec<_>>(), reached);
        assert_eq!(reach.path_to(Cell::new(2, 0)), Some(vec![friend, Cell::new(2, 0)]));
        assert_eq!((reach.path_to(friend), reach.path_to(foe)), (None, None));
        assert_eq!(reach.path_to(map.cell_named('A')), Some(vec![]));
    }

    #[test]
    fn of_equal_ways_the_straightest_is_taken() {
        let grid = Grid::new(6, 6);
        let from = Cell::new(0, 0);
        let reach = MovementRange::compute(&grid, from, 20, DiagonalStep::OneAndAHalf, |_| false, |_| false);
        let path = reach.path_to(Cell::new(4, 2)).expect("open ground");
        assert_eq!(path, [(1, 1), (2, 2), (3, 2), (4, 2)].map(|(x, y)| Cell::new(x, y)));
    }

    #[test]
    fn off_the_map_there_is_no_reach() {
        let grid = Grid::new(3, 3);
        let outside = Cell::new(3, 0);
        let reach = MovementRange::compute(&grid, outside, 20, DiagonalStep::default(), |_| false, |_| false);
        assert_eq!((reach.cells().count(), reach.cost(outside)), (0, None));
    }
}
