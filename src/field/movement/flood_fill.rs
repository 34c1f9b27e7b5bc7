//! Cost of reaching all squares from one: Dijkstra's search with a ring of buckets, one for each half metre.

use super::movement_range::DiagonalStep;
use super::path::ReachedCell;
use crate::grid::Grid;
use model::{Cell, Direction};

/// Marks squares that are not reached.
const UNREACHED: u32 = u32::MAX >> 1;
/// Flag beside a cost: the square can be passed but not stopped on.
const THROUGH: u32 = 1 << 31;

/// A rectangle of costs around a start, and the buffers to fill it.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloodFill {
    /// Whether paths may lead down over edges.
    over_edges: bool,
    corner: Cell,
    width: i32,
    height: i32,
    costs: Vec<u32>,
    /// The open steps and the difficulty of each square reached; kept only to trace paths.
    reached: Vec<(u8, u8)>,
    buckets: Vec<Vec<Cell>>,
}

/// A step in one direction.
#[derive(Clone, Copy, Debug)]
struct FillMove {
    dx: i32,
    dy: i32,
    /// Difference of the indices of both squares on the map.
    across: isize,
    /// Difference of their indices in the rectangle.
    along: isize,
    cost: u32,
}

impl FloodFill {
    /// Creates one whose paths may lead down over edges.
    pub(crate) fn over_edges() -> Self {
        Self { over_edges: true, ..Self::default() }
    }

    /// Computes the cost of every square that can be reached from `from` for at most `budget` half metres.
    ///
    /// Paths can be traced only with `TRACE`.
    pub(crate) fn fill<const TRACE: bool>(
        &mut self,
        grid: &Grid,
        from: Cell,
        budget: u32,
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
        passable: impl Fn(Cell) -> bool,
    ) {
        self.clear_rectangle::<TRACE>(grid, from, budget);
        let budget = budget.min(UNREACHED - 1);
        let Some(start) = self.checked_index(from) else { return };
        self.costs[start] = 0;
        let ring = self.size_ring(grid, diagonal);
        let moves = self.moves(grid, diagonal);
        self.buckets[0].push(from);
        let mut waiting = 1_usize;
        let mut cost = 0;
        while waiting > 0 {
            let bucket = cost as usize & (ring - 1);
            while let Some(cell) = self.buckets[bucket].pop() {
                waiting -= 1;
                let here = self.index_of(cell);
                if self.costs[here] & !THROUGH != cost {
                    continue; // reached for less since
                }
                let place = grid.index(cell);
                let mut open = grid.open_steps_at(place, self.over_edges);
                if TRACE {
                    self.reached[here] = (open, grid.difficulty_at(place));
                }
                while open != 0 {
                    let FillMove { dx, dy, across, along, cost: step } =
                        moves[open.trailing_zeros() as usize];
                    open &= open - 1;
                    let difficulty = grid.difficulty_at(place.wrapping_add_signed(across));
                    let total = cost + step + u32::from(difficulty);
                    if total > budget {
                        continue;
                    }
                    let there = here.wrapping_add_signed(along);
                    let known = self.costs[there];
                    if total >= known & !THROUGH {
                        continue;
                    }
                    let next = Cell::new(cell.x + dx, cell.y + dy);
                    let mut through = known & THROUGH;
                    if known == UNREACHED {
                        if blocked(next) {
                            continue;
                        }
                        through = if passable(next) { THROUGH } else { 0 };
                    }
                    self.costs[there] = total | through;
                    self.buckets[total as usize & (ring - 1)].push(next);
                    waiting += 1;
                }
            }
            cost += 1;
        }
    }

    /// Makes enough buckets for the dearest step; returns their number, a power of two.
    fn size_ring(&mut self, grid: &Grid, diagonal: DiagonalStep) -> usize {
        let dearest = diagonal.half_metres().max(2) + u32::from(grid.max_difficulty());
        let ring = (dearest as usize + 1).next_power_of_two();
        if self.buckets.len() < ring {
            self.buckets.resize_with(ring, Vec::new);
        }
        ring
    }

    /// The steps in all directions, in their order.
    fn moves(&self, grid: &Grid, diagonal: DiagonalStep) -> [FillMove; 8] {
        let (stride, width) = (grid.stride() as isize, self.width as isize);
        Direction::ALL.map(|direction| {
            let (dx, dy) = direction.delta();
            FillMove {
                dx,
                dy,
                across: dx as isize + dy as isize * stride,
                along: dx as isize + dy as isize * width,
                cost: diagonal.step(direction),
            }
        })
    }

    /// The cost of a square, passed or stopped on; `None` if it was not reached.
    pub(crate) fn cost(&self, cell: Cell) -> Option<u32> {
        let cost = self.costs[self.checked_index(cell)?] & !THROUGH;
        (cost != UNREACHED).then_some(cost)
    }

    /// The data of a square for tracing paths; `None` if it was not reached, or nothing was kept.
    pub(crate) fn stop(&self, cell: Cell) -> Option<ReachedCell> {
        let cost = self.cost(cell)?;
        let &(steps, difficulty) = self.reached.get(self.checked_index(cell)?)?;
        Some(ReachedCell { cost, steps, difficulty })
    }

    /// The cost of stopping on a square; `None` if that is not possible.
    pub(crate) fn cost_to_stop(&self, cell: Cell) -> Option<u32> {
        let cost = self.costs[self.checked_index(cell)?];
        (cost < UNREACHED).then_some(cost)
    }

    /// Every square to stop on with its cost, row by row.
    pub(crate) fn stops(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        let width = self.width.max(1) as usize;
        self.costs.iter().enumerate().filter(|&(_, &cost)| cost < UNREACHED).map(move |(at, &cost)| {
            (Cell::new(self.corner.x + (at % width) as i32, self.corner.y + (at / width) as i32), cost)
        })
    }

    /// Clears a rectangle that contains everything the budget can reach.
    fn clear_rectangle<const TRACE: bool>(&mut self, grid: &Grid, from: Cell, budget: u32) {
        // One square of Chebyshev distance costs at least one metre.
        let rings = (budget / 2).min(u32::from(u16::MAX)) as i32;
        self.corner = Cell::new((from.x - rings).max(0), (from.y - rings).max(0));
        let end = (
            (from.x + rings).min(i32::from(grid.width()) - 1),
            (from.y + rings).min(i32::from(grid.height()) - 1),
        );
        let is_on_map = grid.contains(from);
        self.width = if is_on_map { end.0 - self.corner.x + 1 } else { 0 };
        self.height = if is_on_map { end.1 - self.corner.y + 1 } else { 0 };
        self.costs.clear();
        self.costs.resize((self.width * self.height) as usize, UNREACHED);
        self.reached.clear();
        if TRACE {
            self.reached.resize(self.costs.len(), (0, 0));
        }
    }

    fn index_of(&self, cell: Cell) -> usize {
        ((cell.y - self.corner.y) * self.width + cell.x - self.corner.x) as usize
    }

    fn checked_index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        (x >= 0 && y >= 0 && x < self.width && y < self.height).then(|| (y * self.width + x) as usize)
    }
}
