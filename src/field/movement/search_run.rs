//! One run of a search between two squares: A* with a ring of buckets, one for each half metre.
//!
//! Squares are visited in the order of their estimates: the cost of the way to them plus the least that the way from them
//! can cost. Of several squares with one estimate the last one found comes first, so that open ground is crossed without
//! visiting much beside the path. A step that leads where the square before led as well, at no higher cost, is skipped, and
//! so is the visit of a square without other steps.
//!
//! A visit takes 20 to 30 ns. A run clears nothing: its costs are distinguished from those of earlier runs by a number above them.

use super::landmarks::BoundsTo;
use super::path_search::PathQuery;
use crate::grid::Grid;
use model::{Cell, Direction};

/// What one run knows about the way to its target.
pub(super) trait RunGuide {
    /// Whether the run goes on until all squares on cheapest paths are visited.
    const IS_THOROUGH: bool;

    /// The estimate of the whole path through a square that was reached for a cost, or `None` to leave it out.
    fn estimate(&self, query: &PathQuery, reached: &ReachedSquare) -> Option<u32>;

    /// Greatest number of visits.
    fn max_visits(&self) -> usize {
        usize::MAX
    }
}

/// A square reached by a run.
pub(super) struct ReachedSquare {
    pub cell: Cell,
    pub index: usize,
    pub cost: u32,
    pub difficulty: u8,
}

/// A run without landmarks, up to a number of visits.
pub(super) struct ByDistance {
    pub max_visits: usize,
}

impl RunGuide for ByDistance {
    const IS_THOROUGH: bool = false;

    #[inline]
    fn estimate(&self, query: &PathQuery, reached: &ReachedSquare) -> Option<u32> {
        Some(reached.cost + query.at_least(reached.cell))
    }

    fn max_visits(&self) -> usize {
        self.max_visits
    }
}

/// A run that finds the costs of all squares on cheapest paths.
pub(super) struct ByLandmarks<'a>(pub BoundsTo<'a>);

impl RunGuide for ByLandmarks<'_> {
    const IS_THOROUGH: bool = true;

    #[inline]
    fn estimate(&self, _query: &PathQuery, reached: &ReachedSquare) -> Option<u32> {
        Some(reached.cost + self.0.at_least(reached.index, reached.difficulty))
    }
}

/// A run by distance that leaves out squares that are not on a cheapest path.
pub(super) struct OnCheapestPaths<'a> {
    /// The costs from the target for the squares on cheapest paths, and for some that are not.
    pub from_target: &'a RunCosts,
    /// Cost of the cheapest paths.
    pub cost: u32,
    /// Difficulty of the target, which the way from there does not enter.
    pub difficulty: u32,
}

impl RunGuide for OnCheapestPaths<'_> {
    const IS_THOROUGH: bool = false;

    #[inline]
    fn estimate(&self, query: &PathQuery, reached: &ReachedSquare) -> Option<u32> {
        let rest = self.from_target.known(reached.index)? + self.difficulty - u32::from(reached.difficulty);
        (reached.cost + rest == self.cost).then(|| reached.cost + query.at_least(reached.cell))
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunEnd {
    Found(u32),
    NoPath,
    GivenUp,
}

impl RunEnd {
    /// The cost of the path; `None` if none was found.
    pub(super) const fn cost(self) -> Option<u32> {
        if let Self::Found(cost) = self { Some(cost) } else { None }
    }
}

/// The lowest known cost of each square in the present run, by index of the grid.
#[derive(Clone, Debug, Default)]
pub(super) struct RunCosts {
    /// Number of the run, which separates its costs from older ones.
    run: u32,
    /// Number of bits that hold a cost; the bits above hold the run.
    cost_bits: u32,
    /// Costs with the number of their run.
    tagged: Vec<u32>,
}

impl RunCosts {
    /// Begins a run on a map in which no square has a cost.
    pub(super) fn start_run(&mut self, grid: &Grid) {
        let area = grid.flags().len();
        let dearest = (3 + u64::from(grid.max_difficulty())) * area as u64;
        let cost_bits = (u64::BITS - dearest.leading_zeros()).min(u32::BITS - 2);
        self.run += 1;
        if cost_bits != self.cost_bits || self.run >> (u32::BITS - cost_bits) != 0 {
            self.tagged.fill(0);
            (self.run, self.cost_bits) = (1, cost_bits);
        }
        if self.tagged.len() < area {
            self.tagged = vec![0; area];
        }
    }

    /// What the present run adds to costs; more than what earlier runs did.
    const fn tag(&self) -> u32 {
        self.run << self.cost_bits
    }

    /// The cost of a square; `None` if the run has not reached it.
    #[inline]
    pub(super) fn known(&self, index: usize) -> Option<u32> {
        self.tagged[index].checked_sub(self.tag())
    }

    pub(super) fn set(&mut self, index: usize, cost: u32) {
        self.tagged[index] = self.tag() + cost;
    }
}

/// A queued square.
#[derive(Clone, Copy, Debug)]
struct QueuedSquare {
    x: u16,
    y: u16,
    /// The lower 24 bits of its cost, above the directions to expand as bits. Costs of one square in the queue differ by
    /// less than the number of buckets.
    cost_and_onward: u32,
}

/// Squares to visit, in a ring of buckets by estimate.
#[derive(Clone, Debug, Default)]
pub(super) struct RunQueue {
    buckets: Vec<Vec<QueuedSquare>>,
    /// Squares visited by the last run.
    pub visits: usize,
}

/// A step in one direction.
#[derive(Clone, Copy, Debug)]
struct Move {
    dx: i32,
    dy: i32,
    /// Difference of the indices of both squares.
    offset: isize,
    cost: u32,
    detours: Detours,
}

impl RunQueue {
    /// Makes a run over squares that are not `blocked`, and writes their costs.
    pub(super) fn run(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        guide: &impl RunGuide,
        costs: &mut RunCosts,
        blocked: &impl Fn(Cell) -> bool,
    ) -> RunEnd {
        costs.start_run(grid);
        if grid.max_difficulty() == 0 {
            self.visit::<false, _>(grid, query, guide, costs, blocked)
        } else {
            self.visit::<true, _>(grid, query, guide, costs, blocked)
        }
    }

    /// Clears the buckets for a map; returns their number, a power of two.
    fn clear(&mut self, grid: &Grid) -> usize {
        self.visits = 0;
        // A step adds its cost to the estimate, and at most as much again by leading away.
        let ring = (2 * (3 + usize::from(grid.max_difficulty())) + 1).next_power_of_two();
        if self.buckets.len() < ring {
            self.buckets.resize_with(ring, Vec::new);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        ring
    }

    /// Visits squares in the order of their estimates. Reads the difficulty of the ground only if `ROUGH`.
    fn visit<const ROUGH: bool, G: RunGuide>(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        guide: &G,
        costs: &mut RunCosts,
        blocked: &impl Fn(Cell) -> bool,
    ) -> RunEnd {
        let ring = self.clear(grid);
        let moves = Move::all(grid, query);
        let (tag, target) = (costs.tag(), grid.index(query.to));
        let stride = grid.stride();
        let tagged = &mut costs.tagged[..grid.flags().len()];
        let steps = &grid.steps()[..tagged.len()];
        let difficulties = &grid.difficulties()[..tagged.len()];
        let difficulty_at = |index: usize| if ROUGH { difficulties[index] } else { 0 };
        let buckets = &mut self.buckets[..ring];
        let index = grid.index(query.from);
        let start = ReachedSquare { cell: query.from, index, cost: 0, difficulty: difficulty_at(index) };
        let mut estimate = guide.estimate(query, &start).unwrap_or_default();
        tagged[index] = tag;
        buckets[estimate as usize & (ring - 1)].push(QueuedSquare::new(&start, steps[index]));
        let (mut waiting, mut visits, mut found) = (1_usize, 0, RunEnd::NoPath);
        while waiting > 0 {
            let bucket = estimate as usize & (ring - 1);
            while let Some(QueuedSquare { x, y, cost_and_onward }) = buckets[bucket].pop() {
                waiting -= 1;
                let here = (usize::from(y) + 1) * stride + usize::from(x) + 1;
                let cost = tagged[here].wrapping_sub(tag);
                if cost << 8 != cost_and_onward & !0xff {
                    continue; // reached for less since
                }
                if here == target {
                    found = RunEnd::Found(cost);
                    if !G::IS_THOROUGH {
                        self.visits = visits;
                        return found;
                    }
                }
                visits += 1;
                let from_here = steps[here];
                let mut open = cost_and_onward as u8;
                while open != 0 {
                    let step = &moves[open.trailing_zeros() as usize & 7];
                    open &= open - 1;
                    let there = here.wrapping_add_signed(step.offset);
                    let difficulty = difficulty_at(there);
                    let total = cost + step.cost + u32::from(difficulty);
                    // Costs of earlier runs wrap around.
                    if tagged[there].wrapping_sub(tag) <= total {
                        continue;
                    }
                    let cell = Cell::new(i32::from(x) + step.dx, i32::from(y) + step.dy);
                    let next = ReachedSquare { cell, index: there, cost: total, difficulty };
                    let Some(raised) = guide.estimate(query, &next).filter(|_| !blocked(cell)) else {
                        continue;
                    };
                    debug_assert!(
                        (estimate..estimate + ring as u32).contains(&raised),
                        "estimates are consistent"
                    );
                    tagged[there] = tag + total;
                    let onward = steps[there] & !step.detours.among(from_here);
                    if onward == 0 && there != target {
                        visits += 1; // nothing is reached from there
                        continue;
                    }
                    buckets[raised as usize & (ring - 1)].push(QueuedSquare::new(&next, onward));
                    waiting += 1;
                }
            }
            if found != RunEnd::NoPath {
                break;
            }
            if visits >= guide.max_visits() {
                found = RunEnd::GivenUp;
                break;
            }
            estimate += 1;
        }
        self.visits = visits;
        found
    }
}

impl QueuedSquare {
    #[inline]
    const fn new(reached: &ReachedSquare, onward: u8) -> Self {
        let ReachedSquare { cell, cost, .. } = *reached;
        Self { x: cell.x as u16, y: cell.y as u16, cost_and_onward: cost << 8 | onward as u32 }
    }
}

impl Move {
    fn all(grid: &Grid, query: &PathQuery) -> [Self; 8] {
        Direction::ALL.map(|direction| {
            let (dx, dy) = direction.delta();
            let offset = dx as isize + dy as isize * grid.stride() as isize;
            Self { dx, dy, offset, cost: query.diagonal.step(direction), detours: Detours::behind(direction) }
        })
    }
}

/// The steps after a step that lead where the previous square led as well, at no higher cost; they can be skipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detours {
    /// Back, and to the neighbours that are always open from the previous square.
    always: u8,
    /// Sideways after a straight step, if the previous square had an open diagonal step.
    clockwise: u8,
    anticlockwise: u8,
}

impl Detours {
    pub(super) fn behind(direction: Direction) -> Self {
        let turned = |by: u32| 1_u8.rotate_left(direction as u32 + by);
        let always = turned(3) | turned(4) | turned(5);
        if direction.is_diagonal() {
            Self { always, clockwise: 0, anticlockwise: 0 }
        } else {
            Self { always, clockwise: turned(2), anticlockwise: turned(6) }
        }
    }

    /// The detours as bits; `steps` are those open from the previous square.
    pub(super) const fn among(self, steps: u8) -> u8 {
        self.always | self.clockwise & steps.rotate_left(1) | self.anticlockwise & steps.rotate_right(1)
    }
}
