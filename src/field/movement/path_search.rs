//! The search for the cheapest path between two squares: A* with a ring of buckets, one for each half metre.
//!
//! Squares are visited in the order of their estimates: the cost of the way to them plus the least that the way from them
//! to the target can cost by distance alone. Of several squares with one estimate the last one found comes first, so
//! that open ground is crossed without visiting much beside the path. A step that leads where the square before led as
//! well, at no higher cost, is skipped.
//!
//! On maps with many detours most squares around both ends have to be visited. If a search becomes long, or will be by
//! what the [`Landmarks`] of the map say, it is made in several runs. The first one goes to the end behind which a landmark
//! lies, in the order of estimates from landmarks, and visits all squares on cheapest paths. If it went forward, the next
//! one goes back over these squares. Now the cost of the way to the target is known for every square on a cheapest path.
//! The last run is the same as without landmarks, but leaves out all other squares. They have no effect on those that
//! are left: whatever is found from them would cost more, too. So the path is the same with and without landmarks.

use super::landmarks::{LandmarkBounds, Landmarks};
use super::movement_range::DiagonalStep;
use super::path::{ReachedCell, trace_back};
use crate::grid::Grid;
use model::{Cell, Direction};

/// Number of visits after which a search by distance is given up, if there are landmarks or they would pay.
const MANY_VISITS: usize = 256;
/// Bound by landmarks above that by distance from which a search by distance is not even tried, in half metres.
const LONG_DETOUR: u32 = 8;

/// Buffers of a search, and the costs found by the last run.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathSearch {
    /// Number of the run, which separates its costs from old ones.
    run: u32,
    /// Number of bits that hold a cost; the bits above hold the run.
    cost_bits: u32,
    /// For each square the lowest known cost, and the run to which it belongs.
    costs: Vec<u32>,
    /// Another such list, of the run before.
    other_costs: Vec<u32>,
    buckets: Vec<Vec<QueuedCell>>,
    /// Squares visited by the last run.
    visits: usize,
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
    fn at_least(&self, cell: Cell) -> u32 {
        let (dx, dy) = (cell.x.abs_diff(self.to.x), cell.y.abs_diff(self.to.y));
        2 * (dx + dy) - (4 - self.diagonal.half_metres()) * dx.min(dy)
    }
}

/// A queued square.
#[derive(Clone, Copy, Debug)]
struct QueuedCell {
    x: u16,
    y: u16,
    cost: u32,
    /// Directions to expand, as bits.
    onward: u8,
}

/// What one run knows beside the distance.
trait RunGuide {
    /// Whether the run goes on until all squares on cheapest paths are visited.
    const IS_THOROUGH: bool;

    /// The estimate of the whole path through a square that was reached for a cost, or `None` to leave it out.
    fn estimate(&self, by_distance: u32, cost: u32, index: usize, difficulty: u8) -> Option<u32>;

    /// Greatest number of visits.
    fn max_visits(&self) -> usize;
}

/// A run without landmarks, up to a number of visits.
struct ByDistance(usize);

impl RunGuide for ByDistance {
    const IS_THOROUGH: bool = false;

    #[inline]
    fn estimate(&self, by_distance: u32, _cost: u32, _index: usize, _difficulty: u8) -> Option<u32> {
        Some(by_distance)
    }

    fn max_visits(&self) -> usize {
        self.0
    }
}

/// The first of several runs.
struct ByLandmarks<'a>(LandmarkBounds<'a>);

impl RunGuide for ByLandmarks<'_> {
    const IS_THOROUGH: bool = true;

    #[inline]
    fn estimate(&self, by_distance: u32, cost: u32, index: usize, difficulty: u8) -> Option<u32> {
        Some(by_distance.max(cost + self.0.at_least(index, difficulty)))
    }

    fn max_visits(&self) -> usize {
        usize::MAX
    }
}

/// A run after one in the opposite direction: leaves out squares that are not on a cheapest path.
struct OnCheapestPaths<'a, const THOROUGH: bool> {
    /// The costs of the other run, and what it added to them.
    other_costs: &'a [u32],
    other_tag: u32,
    /// Cost of the cheapest paths.
    cost: u32,
    /// Difficulty of the target, from which one of both runs started and which it did not enter.
    difficulty: u32,
}

impl<const THOROUGH: bool> RunGuide for OnCheapestPaths<'_, THOROUGH> {
    const IS_THOROUGH: bool = THOROUGH;

    #[inline]
    fn estimate(&self, by_distance: u32, cost: u32, index: usize, difficulty: u8) -> Option<u32> {
        // Squares that the other run did not reach have costs below its tag.
        let other = self.other_costs[index].checked_sub(self.other_tag)?;
        (cost + other + self.difficulty - u32::from(difficulty) <= self.cost).then_some(by_distance)
    }

    fn max_visits(&self) -> usize {
        usize::MAX
    }
}

/// How a run ended.
enum RunEnd {
    Found(u32),
    NoPath,
    GivenUp,
}

impl RunEnd {
    /// The cost of the path; `None` if none was found.
    const fn cost(self) -> Option<u32> {
        if let Self::Found(cost) = self { Some(cost) } else { None }
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
        self.prepare(grid);
        let cache = grid.landmarks();
        let known = cache.known(query.diagonal);
        if let Some(landmarks) = known {
            let start = grid.index(query.from);
            let bound = landmarks.bounds_to(grid, query.to).at_least(start, grid.ground_at(start).difficulty);
            if bound > query.at_least(query.from) + LONG_DETOUR {
                return self.search_with(landmarks, grid, query, &blocked);
            }
        }
        let may_give_up = known.is_some() || cache.would_pay(grid);
        let guide = ByDistance(if may_give_up { MANY_VISITS } else { usize::MAX });
        let end = self.run(grid, query, &guide, &blocked);
        cache.count_visits(self.visits);
        if let RunEnd::GivenUp = end {
            let landmarks = cache.known_or_new(grid, query.from, query.diagonal);
            return self.search_with(landmarks, grid, query, &blocked);
        }
        end.cost()
    }

    /// Searches in several runs with landmarks.
    fn search_with(
        &mut self,
        landmarks: &Landmarks,
        grid: &Grid,
        query: &PathQuery,
        blocked: &impl Fn(Cell) -> bool,
    ) -> Option<u32> {
        let PathQuery { from, to, diagonal } = *query;
        if !grid.can_enter(from) || from == to {
            // No way leads back, or none is needed.
            return self.run(grid, query, &ByDistance(usize::MAX), blocked).cost();
        }
        let (start, end) = (grid.index(from), grid.index(to));
        if !grid.can_enter(to) || blocked(to) || landmarks.bounds_to(grid, to).is_out_of_reach(start) {
            return None;
        }
        let back = PathQuery { from: to, to: from, diagonal };
        let is_barred = |cell| cell != from && blocked(cell);
        let difficulty = |cell| u32::from(grid.ground(cell).difficulty);
        let cost = if landmarks.is_nearer_to_second(start, end) {
            let guide = ByLandmarks(landmarks.bounds_to(grid, to));
            let cost = self.run(grid, query, &guide, blocked).cost()?;
            self.run_against::<true>(grid, &back, (cost, difficulty(to)), &is_barred);
            cost
        } else {
            let guide = ByLandmarks(landmarks.bounds_to(grid, from));
            self.run(grid, &back, &guide, &is_barred).cost()? + difficulty(to) - difficulty(from)
        };
        self.run_against::<false>(grid, query, (cost, difficulty(to)), blocked);
        Some(cost)
    }

    /// Makes a run over the squares on cheapest paths, after one in the opposite direction. Takes the cost of the
    /// paths and the difficulty of their target.
    fn run_against<const THOROUGH: bool>(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        (cost, difficulty): (u32, u32),
        blocked: &impl Fn(Cell) -> bool,
    ) {
        let other_tag = self.tag();
        let other_costs = std::mem::replace(&mut self.costs, std::mem::take(&mut self.other_costs));
        let guide: OnCheapestPaths<'_, THOROUGH> =
            OnCheapestPaths { other_costs: &other_costs, other_tag, cost, difficulty };
        self.run(grid, query, &guide, blocked);
        self.other_costs = other_costs;
    }

    /// The path of the last search, without the start. Panics if it found none.
    pub(crate) fn path(&self, grid: &Grid, query: &PathQuery) -> Vec<Cell> {
        let known = |cell| {
            let index = grid.index(cell);
            let cost = self.costs[index].checked_sub(self.tag())?;
            let (steps, difficulty) = (grid.open_steps_at(index, false), grid.ground_at(index).difficulty);
            Some(ReachedCell { cost, steps, difficulty })
        };
        trace_back(query.from, query.to, query.diagonal, known)
    }

    fn run(
        &mut self,
        grid: &Grid,
        query: &PathQuery,
        guide: &impl RunGuide,
        blocked: &impl Fn(Cell) -> bool,
    ) -> RunEnd {
        if grid.max_difficulty() == 0 {
            self.visit::<false, _>(grid, query, guide, blocked)
        } else {
            self.visit::<true, _>(grid, query, guide, blocked)
        }
    }

    /// Makes room for the costs of a map and the runs of one search.
    fn prepare(&mut self, grid: &Grid) {
        /// Runs of the longest search.
        const RUNS: u32 = 4;
        let area = grid.flags().len();
        let dearest = (3 + u64::from(grid.max_difficulty())) * area as u64;
        let cost_bits = (u64::BITS - dearest.leading_zeros()).min(u32::BITS - 2);
        if cost_bits != self.cost_bits || (self.run + RUNS) >> (u32::BITS - cost_bits) != 0 {
            self.costs.fill(0);
            self.other_costs.fill(0);
            (self.run, self.cost_bits) = (0, cost_bits);
        }
        for costs in [&mut self.costs, &mut self.other_costs] {
            if costs.len() < area {
                *costs = vec![0; area];
            }
        }
    }

    /// What the present run adds to costs; more than what earlier runs did.
    const fn tag(&self) -> u32 {
        self.run << self.cost_bits
    }

    /// Starts a run on a map; returns the number of buckets.
    fn start_run(&mut self, grid: &Grid) -> usize {
        self.run += 1;
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
        blocked: &impl Fn(Cell) -> bool,
    ) -> RunEnd {
        let ring = self.start_run(grid);
        let tag = self.tag();
        let moves = Direction::ALL
            .map(|direction| (direction.delta(), query.diagonal.step(direction), Detours::behind(direction)));
        let stride = grid.stride() as isize;
        let PathQuery { from, to, .. } = *query;
        let (start, by_distance) = (grid.index(from), query.at_least(from));
        let difficulty = if ROUGH { grid.ground_at(start).difficulty } else { 0 };
        let mut estimate = guide.estimate(by_distance, 0, start, difficulty).unwrap_or(by_distance);
        self.costs[start] = tag;
        let start = QueuedCell { x: from.x as u16, y: from.y as u16, cost: 0, onward: 0xff };
        self.buckets[estimate as usize & (ring - 1)].push(start);
        let (mut waiting, mut found) = (1_usize, RunEnd::NoPath);
        while waiting > 0 {
            let bucket = estimate as usize & (ring - 1);
            while let Some(QueuedCell { x, y, cost, onward }) = self.buckets[bucket].pop() {
                waiting -= 1;
                let cell = Cell::new(x.into(), y.into());
                let place = grid.index(cell);
                if self.costs[place] != tag + cost {
                    continue; // reached for less since
                }
                if cell == to {
                    found = RunEnd::Found(cost);
                    if !G::IS_THOROUGH {
                        return found;
                    }
                }
                self.visits += 1;
                let steps = grid.open_steps_at(place, false);
                let mut open = steps & onward;
                while open != 0 {
                    let ((dx, dy), step, detours) = moves[open.trailing_zeros() as usize];
                    open &= open - 1;
                    let there = place.wrapping_add_signed(dx as isize + dy as isize * stride);
                    let difficulty = if ROUGH { grid.ground_at(there).difficulty } else { 0 };
                    let total = cost + step + u32::from(difficulty);
                    if self.costs[there].checked_sub(tag).is_some_and(|known| known <= total) {
                        continue;
                    }
                    let next = Cell::new(cell.x + dx, cell.y + dy);
                    if blocked(next) {
                        continue;
                    }
                    let by_distance = total + query.at_least(next);
                    let Some(raised) = guide.estimate(by_distance, total, there, difficulty) else {
                        continue;
                    };
                    self.costs[there] = tag + total;
                    // Where landmarks are unknown, their bounds may fall or leap; any value between is a bound, too.
                    let raised = raised.clamp(estimate, estimate + ring as u32 - 1);
                    let (x, y) = (next.x as u16, next.y as u16);
                    let queued = QueuedCell { x, y, cost: total, onward: !detours.among(steps) };
                    self.buckets[raised as usize & (ring - 1)].push(queued);
                    waiting += 1;
                }
            }
            if let RunEnd::Found(_) = found {
                return found;
            }
            if self.visits >= guide.max_visits() {
                return RunEnd::GivenUp;
            }
            estimate += 1;
        }
        found
    }
}

/// The steps after a step that lead where the previous square led as well, at no higher cost; they can be skipped.
#[derive(Clone, Copy, Debug)]
struct Detours {
    /// Back, and to the neighbours that are always open from the previous square.
    always: u8,
    /// Sideways after a straight step, if the previous square had an open diagonal step.
    clockwise: u8,
    anticlockwise: u8,
}

impl Detours {
    fn behind(direction: Direction) -> Self {
        let turned = |by: u32| 1_u8.rotate_left(direction as u32 + by);
        let always = turned(3) | turned(4) | turned(5);
        if direction.is_diagonal() {
            Self { always, clockwise: 0, anticlockwise: 0 }
        } else {
            Self { always, clockwise: turned(2), anticlockwise: turned(6) }
        }
    }

    /// The detours as bits; `steps` are those open from the previous square.
    const fn among(self, steps: u8) -> u8 {
        self.always | self.clockwise & steps.rotate_left(1) | self.anticlockwise & steps.rotate_right(1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ascii_map::obstacle_position;
    use crate::{Obstacle, PathFinder, TerrainCell};
    use model::BarrierId;

    const WALL: Obstacle =
        Obstacle { id: BarrierId(1), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };

    /// A map of 40 by 30 squares.
    fn a_map() -> impl Strategy<Value = Grid> {
        let wall = (0..3_u8, 0..40, 0..30).prop_map(|(kind, x, y)| obstacle_position(kind, Cell::new(x, y)));
        let walls = proptest::collection::vec(wall, 0..500);
        let ground = proptest::collection::vec((0..40, 0..30, 0..5_u8, any::<bool>()), 0..200);
        (walls, ground, any::<bool>()).prop_map(|(walls, ground, is_rough)| {
            let ground = ground.into_iter().filter(|_| is_rough).map(|(x, y, difficulty, is_deep)| {
                let impassable = is_deep && difficulty == 0;
                (Cell::new(x, y), TerrainCell { difficulty, impassable, ..TerrainCell::default() })
            });
            Grid::populated((40, 30), ground, walls.into_iter().map(|place| (place, WALL)))
        })
    }

    /// The squares of a path and its cost, found in the usual run and in those with landmarks.
    fn with_and_without(
        grid: &Grid,
        query: &PathQuery,
        blocked: impl Fn(Cell) -> bool,
    ) -> [Option<(Vec<Cell>, u32)>; 2] {
        let landmarks = Landmarks::new(grid, query.from, query.diagonal);
        [None, Some(&landmarks)].map(|landmarks| {
            let mut search = PathSearch::default();
            search.prepare(grid);
            let cost = match landmarks {
                None => search.search(grid, query, &blocked)?,
                Some(landmarks) => search.search_with(landmarks, grid, query, &blocked)?,
            };
            Some((search.path(grid, query), cost))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn landmarks_change_no_path(
            grid in a_map(),
            ends in proptest::collection::vec((0..40, 0..30, 0..40, 0..30), 1..6),
            people in proptest::collection::vec((0..40, 0..30), 0..20),
            one in any::<bool>(),
        ) {
            let people: Vec<Cell> = people.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let diagonal = if one { DiagonalStep::One } else { DiagonalStep::OneAndAHalf };
            for (x, y, to_x, to_y) in ends {
                let query = PathQuery { from: Cell::new(x, y), to: Cell::new(to_x, to_y), diagonal };
                let [without, with] = with_and_without(&grid, &query, |cell| people.contains(&cell));
                prop_assert_eq!(without, with);
                let [without, with] = with_and_without(&grid, &query, |_| false);
                let distances = crate::distance_field(&grid, query.from, diagonal);
                prop_assert_eq!(without.as_ref().map(|(_, cost)| *cost), distances.cost(query.to));
                prop_assert_eq!(without, with);
            }
        }

        #[test]
        fn no_bound_is_above_the_cost(grid in a_map(), at in (0..40, 0..30), to in (0..40, 0..30)) {
            let (at, to) = (Cell::new(at.0, at.1), Cell::new(to.0, to.1));
            let diagonal = DiagonalStep::OneAndAHalf;
            let bounds = Landmarks::new(&grid, at, diagonal);
            let bounds = bounds.bounds_to(&grid, to);
            for from in grid.cells().step_by(7) {
                let cost = crate::distance_field(&grid, from, diagonal).cost(to);
                let difficulty = grid.ground(from).difficulty;
                if let Some(cost) = cost.filter(|_| grid.can_enter(from)) {
                    prop_assert!(bounds.at_least(grid.index(from), difficulty) <= cost, "{:?}", from);
                }
            }
        }
    }

    /// A map of walls with a gap at alternating ends, so that every way is long.
    fn winding_map() -> Grid {
        let walls = (0..40).filter(|x| x % 4 == 2).flat_map(|x| {
            let gap = if x % 8 == 2 { 0 } else { 59 };
            (0..60).filter(move |y| *y != gap).map(move |y| (obstacle_position(2, Cell::new(x, y)), WALL))
        });
        Grid::populated((40, 60), [], walls)
    }

    #[test]
    fn many_long_searches_make_landmarks_and_a_change_of_the_map_drops_them() {
        let mut grid = winding_map();
        let (from, to, diagonal) = (Cell::new(0, 30), Cell::new(39, 30), DiagonalStep::OneAndAHalf);
        let mut finder = PathFinder::default();
        let first = finder.find(&grid, from, to, diagonal, |_| false).expect("a path");
        assert!(grid.landmarks().known(diagonal).is_none());
        for _ in 0..9 {
            assert_eq!(finder.find(&grid, from, to, diagonal, |_| false).as_ref(), Some(&first));
        }
        assert!(grid.landmarks().known(diagonal).is_some());
        let copy = grid.clone();
        grid.set_obstacle(obstacle_position(2, Cell::new(2, 30)), None);
        assert!(grid.landmarks().known(diagonal).is_none());
        let shorter = finder.find(&grid, from, to, diagonal, |_| false).expect("a path");
        assert!(shorter.cost < first.cost);
        assert_eq!(finder.find(&copy, from, to, diagonal, |_| false), Some(first), "the copy is as it was");
        assert!(copy.landmarks().known(diagonal).is_some());
    }

    #[test]
    fn costs_beyond_the_range_of_landmarks_are_found() {
        // Columns up and down over ground that costs 100 m a square.
        let ground = |cell| (cell, TerrainCell { difficulty: 198, ..TerrainCell::default() });
        let walls = (0..60).filter(|x| x % 2 == 1).flat_map(|x| {
            let gap = if x % 4 == 1 { 0 } else { 59 };
            (0..60).filter(move |y| *y != gap).map(move |y| (obstacle_position(2, Cell::new(x, y)), WALL))
        });
        let cells = Grid::new(60, 60).cells();
        let grid = Grid::populated((60, 60), cells.map(ground), walls);
        let query = PathQuery { from: Cell::new(0, 59), to: Cell::new(58, 30), diagonal: DiagonalStep::One };
        let [without, with] = with_and_without(&grid, &query, |_| false);
        assert!(without.as_ref().is_some_and(|(_, cost)| *cost > u32::from(u16::MAX)));
        assert_eq!(without, with);
    }
}
