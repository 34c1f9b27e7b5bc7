//! Single paths: the cheapest one between two squares, and the cost of a given one.

use std::cell::RefCell;

use thiserror::Error;

use super::movement_range::DiagonalStep;
use super::path_search::{PathQuery, PathSearch};
use crate::grid::Grid;
use crate::obstacle::STEP_CM;
use model::{Cell, Direction};

/// A path over the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The squares entered, in order; the start is not among them.
    pub cells: Vec<Cell>,
    /// Cost in half metres.
    pub cost: u32,
}

/// Why a step is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum StepReason {
    /// The square is not a neighbour of the previous one.
    #[error("the squares do not touch")]
    NotAdjacent,
    /// The square is outside the map.
    #[error("the square is not on the map")]
    OutsideMap,
    /// Ground or an obstacle fills the square.
    #[error("the square cannot be entered")]
    Filled,
    /// A barrier stands on the edge.
    #[error("a barrier is in the way")]
    Barrier,
    /// A diagonal step would cut a corner.
    #[error("a corner is in the way")]
    Corner,
    /// The ground rises by more than a step.
    #[error("too high a step without stairs or a ladder")]
    TooHigh,
    /// A diagonal step down over the edge of higher ground.
    #[error("a drop needs a straight step")]
    Slanting,
}

/// The first step of a path that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("step {} of the path: {reason}", index + 1)]
pub struct StepError {
    /// Index of the step, from 0.
    pub index: usize,
    /// Why it is not possible.
    pub reason: StepReason,
}

/// Returns the total cost after each step of a path (given without its start), in half metres, ignoring units.
///
/// # Errors
/// Returns the first step that the map does not allow.
pub fn path_cost(
    grid: &Grid,
    from: Cell,
    path: &[Cell],
    diagonal: DiagonalStep,
) -> Result<Vec<u32>, StepError> {
    let (mut here, mut spent) = (from, 0);
    let step = |(index, &next): (usize, &Cell)| {
        let direction = check_step(grid, here, next).map_err(|reason| StepError { index, reason })?;
        spent += diagonal.step(direction) + u32::from(grid.ground(next).difficulty);
        here = next;
        Ok(spent)
    };
    path.iter().enumerate().map(step).collect()
}

fn check_step(grid: &Grid, from: Cell, to: Cell) -> Result<Direction, StepReason> {
    if !grid.contains(from) || !grid.contains(to) {
        return Err(StepReason::OutsideMap);
    }
    let direction = from.direction_to(to).ok_or(StepReason::NotAdjacent)?;
    let rise = i32::from(grid.ground(to).height_cm) - i32::from(grid.ground(from).height_cm);
    if grid.can_step(from, direction) || grid.can_drop(from, direction) {
        Ok(direction)
    } else if !grid.can_enter(to) {
        Err(StepReason::Filled)
    } else if rise > STEP_CM.into() {
        Err(StepReason::TooHigh)
    } else if direction.is_diagonal() {
        Err(if rise < -i32::from(STEP_CM) { StepReason::Slanting } else { StepReason::Corner })
    } else {
        Err(StepReason::Barrier)
    }
}

thread_local! {
    /// The finder of [`shortest_path`]: a search on a large map needs megabytes.
    static FINDER: RefCell<PathFinder> = RefCell::default();
}

/// Finds a cheapest path; `None` if there is none. See [`PathFinder::find`]. Each thread keeps a finder for it.
pub fn shortest_path(
    grid: &Grid,
    from: Cell,
    to: Cell,
    diagonal: DiagonalStep,
    blocked: impl Fn(Cell) -> bool,
) -> Option<Path> {
    // Taken out, because `blocked` may search a path, too.
    let mut finder = FINDER.take();
    let path = finder.find(grid, from, to, diagonal, blocked);
    FINDER.set(finder);
    path
}

/// Finds paths between two squares. Keep one to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    search: PathSearch,
}

impl PathFinder {
    /// Finds a cheapest path through squares that are not `blocked` (the start may be); `None` if there is none.
    ///
    /// Of several, the same as [`MovementRange::path_to`](crate::MovementRange::path_to), among the squares visited by
    /// a search by distance alone.
    pub fn find(
        &mut self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        diagonal: DiagonalStep,
        blocked: impl Fn(Cell) -> bool,
    ) -> Option<Path> {
        if !grid.contains(from) || !grid.contains(to) {
            return None;
        }
        let query = PathQuery { from, to, diagonal };
        let cost = self.search.search(grid, &query, blocked)?;
        Some(Path { cells: self.search.path(grid, &query), cost })
    }
}

/// A square on a traced path: its cost, its open steps as bits, and its difficulty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachedCell {
    pub cost: u32,
    pub steps: u8,
    pub difficulty: u8,
}

/// Traces the path back from a square of known cost; returned from the start on, without the start.
///
/// It keeps its direction as long as it can; otherwise straight steps before diagonal ones, then clockwise.
pub(crate) fn trace_back(
    from: Cell,
    to: Cell,
    diagonal: DiagonalStep,
    stop: impl Fn(Cell) -> Option<ReachedCell>,
) -> Vec<Cell> {
    let mut path = Vec::new();
    let (mut here, mut heading) = (to, None);
    while here != from {
        let ReachedCell { cost, difficulty, .. } = stop(here).expect("every square on the way has a cost");
        let leads_here = |direction: &Direction| {
            stop(here.step(direction.opposite())).is_some_and(|before| {
                before.steps & (1 << *direction as u8) != 0
                    && before.cost + diagonal.step(*direction) + u32::from(difficulty) == cost
            })
        };
        let straight = Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
        let slanting = Direction::ALL.into_iter().filter(|direction| direction.is_diagonal());
        let direction = heading
            .into_iter()
            .chain(straight)
            .chain(slanting)
            .find(leads_here)
            .expect("a square with a cost was reached from a neighbour");
        path.push(here);
        here = here.step(direction.opposite());
        heading = Some(direction);
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    const STEP: DiagonalStep = DiagonalStep::OneAndAHalf;

    #[test]
    fn ss_base_16_a_given_path_adds_up_in_half_metres() {
        let grid = Grid::new(6, 6);
        let path: Vec<Cell> = (1..5).map(|at| Cell::new(at, at)).collect();
        assert_eq!(path_cost(&grid, Cell::new(0, 0), &path, STEP), Ok(vec![3, 6, 9, 12]));
        assert_eq!(path_cost(&grid, Cell::new(0, 0), &path, DiagonalStep::One), Ok(vec![2, 4, 6, 8]));
        assert_eq!(path_cost(&grid, Cell::new(0, 0), &[], STEP), Ok(vec![]));
    }

    #[rstest]
    #[case::jump(&[(0, 1), (2, 1)], 1, StepReason::NotAdjacent)]
    #[case::standing_still(&[(0, 0)], 0, StepReason::NotAdjacent)]
    #[case::off_the_map(&[(0, -1)], 0, StepReason::OutsideMap)]
    #[case::into_a_filled_square(&[(0, 1), (0, 2)], 1, StepReason::Filled)]
    #[case::into_water(&[(0, 1), (1, 2)], 1, StepReason::Filled)]
    #[case::through_a_wall(&[(1, 0)], 0, StepReason::Barrier)]
    #[case::around_the_end_of_a_wall(&[(1, 1)], 0, StepReason::Corner)]
    fn the_first_impossible_step_is_named(
        #[case] path: &[(i32, i32)],
        #[case] index: usize,
        #[case] reason: StepReason,
    ) {
        let map = AsciiMap::new(&["A|. .", "     ", ". . .", "     ", "# w ."]);
        let path: Vec<Cell> = path.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let error = StepError { index, reason };
        assert_eq!(path_cost(&map.grid, map.cell_named('A'), &path, STEP), Err(error));
        assert!(error.to_string().starts_with(&format!("step {} of the path: ", index + 1)));
    }

    #[rstest]
    #[case::up_a_metre(&["A 1"], &[(1, 0)], Ok(vec![2]))]
    #[case::up_two(&["A 2"], &[(1, 0)], Err(StepReason::TooHigh))]
    #[case::up_two_across(&["A .", "   ", ". 2"], &[(1, 1)], Err(StepReason::TooHigh))]
    #[case::over_an_edge(&["3 ."], &[(1, 0)], Ok(vec![2]))]
    #[case::over_an_edge_across(&["3 3", "   ", "3 ."], &[(1, 1)], Err(StepReason::Slanting))]
    #[case::along_an_edge(&["3 3", "   ", ". 3"], &[(1, 1)], Err(StepReason::Corner))]
    #[case::up_by_steps(&["A 1 2 3"], &[(1, 0), (2, 0), (3, 0)], Ok(vec![2, 4, 6]))]
    fn heights_are_walked_dropped_or_refused(
        #[case] rows: &[&str],
        #[case] path: &[(i32, i32)],
        #[case] expected: Result<Vec<u32>, StepReason>,
    ) {
        let map = AsciiMap::new(rows);
        let path: Vec<Cell> = path.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let found = path_cost(&map.grid, Cell::new(0, 0), &path, STEP).map_err(|error| error.reason);
        assert_eq!(found, expected);
    }

    #[test]
    fn a_ladder_is_climbed_both_ways() {
        let mut map = AsciiMap::new(&["A 6"]);
        map.grid.set_ground(map.cell_named('A'), crate::TerrainCell { ladder: true, ..Default::default() });
        let top = Cell::new(1, 0);
        assert_eq!(
            path_cost(&map.grid, map.cell_named('A'), &[top, map.cell_named('A')], STEP),
            Ok(vec![2, 4])
        );
        assert!(!map.grid.can_drop(top, Direction::West), "no need to fall");
    }

    #[test]
    fn searched_paths_lead_over_no_edge() {
        let map = AsciiMap::new(&["3 . B"]);
        assert_eq!(shortest_path(&map.grid, Cell::new(0, 0), map.cell_named('B'), STEP, |_| false), None);
        let (from, free) = (Cell::new(0, 0), |_| false);
        let reach = crate::MovementRange::compute_over_edges(&map.grid, from, 20, STEP, free, free);
        assert_eq!(reach.path_to(map.cell_named('B')), Some(vec![Cell::new(1, 0), map.cell_named('B')]));
        assert!(map.grid.can_drop(from, Direction::East) && !map.grid.can_step(from, Direction::East));
    }

    #[test]
    fn a_path_leads_around_a_wall() {
        let map = AsciiMap::new(&["A . .|B", "       ", ". . . .", "       ", ". . . ."]);
        let path = shortest_path(&map.grid, map.cell_named('A'), map.cell_named('B'), STEP, |_| false)
            .expect("a way around");
        assert_eq!(path.cost, 3 + 2 + 2 + 2);
        assert_eq!(
            path_cost(&map.grid, map.cell_named('A'), &path.cells, STEP).expect("a valid path").last(),
            Some(&9)
        );
    }

    #[test]
    fn no_path_leads_through_units_or_off_the_map() {
        let map = AsciiMap::new(&["A . B"]);
        let middle = Cell::new(1, 0);
        let find = |to, blocked: Option<Cell>| {
            shortest_path(&map.grid, map.cell_named('A'), to, STEP, |cell| Some(cell) == blocked)
        };
        assert_eq!(find(map.cell_named('B'), Some(middle)), None);
        assert_eq!(find(Cell::new(3, 0), None), None);
        assert_eq!(find(map.cell_named('A'), None), Some(Path { cells: vec![], cost: 0 }));
        assert_eq!(
            find(map.cell_named('B'), None),
            Some(Path { cells: vec![middle, map.cell_named('B')], cost: 4 })
        );
    }

    #[test]
    fn a_finder_serves_several_maps() {
        let mut finder = PathFinder::default();
        for size in [3_u16, 8, 5] {
            let grid = Grid::new(size, size);
            let far = Cell::new(i32::from(size) - 1, 0);
            let path = finder.find(&grid, Cell::new(0, 0), far, STEP, |_| false).expect("open ground");
            assert_eq!(path.cost, 2 * (u32::from(size) - 1));
        }
    }
}
