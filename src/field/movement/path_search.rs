//! The search for the cheapest path between two squares.
//!
//! The usual search is one run by distance, see `search_run`.
//!
//! On maps with many detours such a run has to visit most squares around both ends. If a search becomes long, or will be by
//! what the landmarks of the map say, it is made in two runs. The first one goes to the end behind which a landmark lies,
//! in the order of estimates from landmarks, and visits all squares on cheapest paths. If it went forward, these squares
//! are traced back. Now the cost of the way to the target is known for every square on a cheapest path. The last run goes
//! by distance again, but leaves out all other squares. They have no effect on those that are left: whatever is found from
//! them would cost more, too. So the path is the same with and without landmarks.

use super::landmarks::LandmarkBounds;
use super::movement_range::DiagonalStep;
use super::path::{ReachedCell, trace_back};
use super::search_run::{ByDistance, ByLandmarks, OnCheapestPaths, RunCosts, RunEnd, RunGuide, RunQueue};
use crate::grid::Grid;
use model::{Cell, Direction};

/// Number of visits after which a search by distance is given up, if there are landmarks or they would pay.
const MANY_VISITS: usize = 256;
/// Bound by landmarks above that by distance from which a search by distance is not even tried, in half metres.
const LONG_DETOUR: u32 = 8;

/// Buffers of a search, and the costs found by the last run.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathSearch {
    queue: RunQueue,
    costs: RunCosts,
    /// The costs of the run before, or those from the target.
    other_costs: RunCosts,
    /// Squares on cheapest paths from which these are still to be traced back.
    untraced: Vec<usize>,
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathQuery {
    /// The first square.
    pub from: Cell,
    /// The target.
    pub to: Cell,
    /// Cost of diagonal steps.
    pub diagonal: DiagonalStep,
}

impl PathQuery {
    /// The least that the way from a square to the target can cost by distance, in half metres.
    #[inline]
    pub(super) fn at_least(&self, cell: Cell) -> u32 {
        let (dx, dy) = (cell.x.abs_diff(self.to.x), cell.y.abs_diff(self.to.y));
        2 * (dx + dy) - (4 - self.diagonal.half_metres()) * dx.min(dy)
    }
}

impl PathSearch {
    /// Searches a cheapest path through squares that are not `blocked` and returns its cost in half metres; `None` if
    /// there is none. Both squares are on the map.
    pub(crate) fn search(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        blocked: impl Fn(Cell) -> bool,
    ) -> Option<u32> {
        let cache = grid.landmarks();
        if query.from != query.to && (!grid.can_enter(query.to) || blocked(query.to)) {
            return None;
        }
        // Landmarks say something only about ways that lead back as well.
        let is_reversible = query.from != query.to && grid.can_enter(query.from);
        let may_give_up = is_reversible && cache.would_pay(grid, query.diagonal);
        if may_give_up && let Some(bounds) = cache.bounds(grid, query) {
            let least = bounds.least?;
            if least > query.at_least(query.from) + LONG_DETOUR {
                return self.search_with(&bounds, grid, query, &blocked);
            }
        }
        let guide = ByDistance { max_visits: if may_give_up { MANY_VISITS } else { usize::MAX } };
        let end = self.run(grid, query, &guide, &blocked);
        if end == RunEnd::GivenUp {
            if let Some(bounds) = cache.bounds_or_new(grid, query) {
                bounds.least?;
                return self.search_with(&bounds, grid, query, &blocked);
            }
            return self.run(grid, query, &ByDistance { max_visits: usize::MAX }, &blocked).cost();
        }
        if self.queue.visits > MANY_VISITS {
            cache.count_visits(query.diagonal, self.queue.visits);
        }
        end.cost()
    }

    /// Searches in two runs with landmarks. Both squares can be entered and are not the same, and the target is not
    /// blocked.
    fn search_with(
        &mut self,
        bounds: &LandmarkBounds,
        grid: &Grid,
        query: &PathQuery,
        blocked: &impl Fn(Cell) -> bool,
    ) -> Option<u32> {
        let PathQuery { from, to, diagonal } = *query;
        let difficulty = |cell| u32::from(grid.ground(cell).difficulty);
        let (cost, end) = if bounds.lies_behind_second {
            let guide = ByLandmarks(bounds.to(grid, grid.index(to)));
            let cost = self.run(grid, query, &guide, blocked).cost()?;
            self.trace_cheapest_paths(grid, query, cost);
            (cost, to)
        } else {
            let guide = ByLandmarks(bounds.to(grid, grid.index(from)));
            let back = PathQuery { from: to, to: from, diagonal };
            let is_barred = |cell| cell != from && blocked(cell);
            let cost = self.run(grid, &back, &guide, &is_barred).cost()? + difficulty(to) - difficulty(from);
            std::mem::swap(&mut self.costs, &mut self.other_costs);
            (cost, from)
        };
        let visits = self.queue.visits;
        let guide = OnCheapestPaths { from_target: &self.other_costs, cost, difficulty: difficulty(to) };
        self.queue.run(grid, query, &guide, &mut self.costs, blocked);
        let avoidable = visits.saturating_sub(2 * self.queue.visits);
        grid.landmarks().count_avoidable(grid, end, diagonal, avoidable);
        Some(cost)
    }

    /// Finds the costs from the target for the squares on cheapest paths, after a thorough run to the target.
    fn trace_cheapest_paths(&mut self, grid: &Grid, query: &PathQuery, cost: u32) {
        let moves = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.delta();
            (dx as isize + dy as isize * grid.stride() as isize, query.diagonal.step(direction))
        });
        let target = grid.index(query.to);
        let difficulty = |index| u32::from(grid.difficulty_at(index));
        self.other_costs.start_run(grid);
        self.other_costs.set(target, 0);
        self.untraced.push(target);
        while let Some(here) = self.untraced.pop() {
            let Some(total) = self.costs.known(here) else { continue };
            let open = grid.open_steps_at(here, false);
            for (_, (offset, step)) in moves.iter().enumerate().filter(|(bit, _)| open >> bit & 1 != 0) {
                let before = here.wrapping_add_signed(*offset);
                if let Some(spent) = self.costs.known(before)
                    && spent + step + difficulty(here) == total
                    && self.other_costs.known(before).is_none()
                {
                    self.other_costs.set(before, cost - spent + difficulty(before) - difficulty(target));
                    self.untraced.push(before);
                }
            }
        }
    }

    fn run(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        guide: &impl RunGuide,
        blocked: &impl Fn(Cell) -> bool,
    ) -> RunEnd {
        self.queue.run(grid, query, guide, &mut self.costs, blocked)
    }

    /// The path of the last search, without the start. Panics if it found none.
    pub(crate) fn path(&self, grid: &Grid, query: &PathQuery) -> Vec<Cell> {
        let known = |cell| {
            let index = grid.index(cell);
            let cost = self.costs.known(index)?;
            let (steps, difficulty) = (grid.open_steps_at(index, false), grid.difficulty_at(index));
            Some(ReachedCell { cost, steps, difficulty })
        };
        trace_back(query.from, query.to, query.diagonal, known)
    }
}

#[cfg(test)]
mod tests;
