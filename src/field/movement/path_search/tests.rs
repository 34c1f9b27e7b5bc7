use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::ascii_map::obstacle_position;
use crate::movement::landmarks::Landmark;
use crate::movement::search_run::Detours;
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

/// The squares of a path and its cost, by distance alone, and in two runs with the landmark behind either end.
fn by_all_ways(
    grid: &Grid,
    query: &PathQuery,
    landmarks: &[Arc<Landmark>],
    blocked: impl Fn(Cell) -> bool,
) -> [Option<(Vec<Cell>, u32)>; 3] {
    [None, Some(true), Some(false)].map(|lies_behind_second| {
        let mut search = PathSearch::default();
        let (from, to) = (grid.index(query.from), grid.index(query.to));
        let is_walk = query.from != query.to && grid.can_enter(query.from) && grid.can_enter(query.to);
        let bounds =
            LandmarkBounds::choose(landmarks, grid, from, to).filter(|_| is_walk && !blocked(query.to));
        let cost = match (lies_behind_second, bounds) {
            (Some(lies_behind_second), Some(bounds)) => {
                bounds.least?;
                let mut bounds = bounds;
                bounds.lies_behind_second = lies_behind_second;
                search.search_with(&bounds, grid, query, &blocked)?
            }
            _ => search.run(grid, query, &ByDistance { max_visits: usize::MAX }, &blocked).cost()?,
        };
        Some((search.path(grid, query), cost))
    })
}

/// The squares of a path and its cost, by distance, with a queue of all squares reached.
fn by_plain_search(
    grid: &Grid,
    query: &PathQuery,
    blocked: impl Fn(Cell) -> bool,
) -> Option<(Vec<Cell>, u32)> {
    let steps_from = |cell| grid.open_steps_at(grid.index(cell), false);
    let mut costs = BTreeMap::from([(query.from, 0)]);
    let start = (query.from, 0, 0xff);
    let mut queue = BTreeMap::from([(query.at_least(query.from), vec![start])]);
    while let Some((&estimate, bucket)) = queue.iter_mut().next() {
        let Some((here, cost, onward)) = bucket.pop() else {
            queue.remove(&estimate);
            continue;
        };
        if costs[&here] != cost {
            continue;
        }
        if here == query.to {
            let known = |cell| {
                let cost = *costs.get(&cell)?;
                let difficulty = grid.ground(cell).difficulty;
                Some(ReachedCell { cost, steps: steps_from(cell), difficulty })
            };
            return Some((trace_back(query.from, query.to, query.diagonal, known), cost));
        }
        let steps = steps_from(here);
        let is_tried = |direction: &Direction| steps & onward & (1 << *direction as u8) != 0;
        for direction in Direction::ALL.into_iter().filter(is_tried) {
            let there = here.step(direction);
            let total = cost + query.diagonal.step(direction) + u32::from(grid.ground(there).difficulty);
            if costs.get(&there).is_some_and(|known| *known <= total) || blocked(there) {
                continue;
            }
            costs.insert(there, total);
            let onward = !Detours::behind(direction).among(steps);
            queue.entry(total + query.at_least(there)).or_default().push((there, total, onward));
        }
    }
    None
}

fn some_landmarks(grid: &Grid, from: Cell, diagonal: DiagonalStep) -> Vec<Arc<Landmark>> {
    Landmark::outermost(grid, from, diagonal, &[(1, 1), (-1, 0), (0, -1)])
}

/// A change of a map: a wall placed or removed, or another ground.
fn a_change() -> impl Strategy<Value = (u8, Cell, bool)> {
    (0..4_u8, 0..40, 0..30, any::<bool>()).prop_map(|(kind, x, y, on)| (kind, Cell::new(x, y), on))
}

/// Changes a map, and corrects its landmarks.
fn change(
    grid: &mut Grid,
    landmarks: &mut [Arc<Landmark>],
    diagonal: DiagonalStep,
    changes: &[(u8, Cell, bool)],
) {
    for &(kind, cell, on) in changes {
        if kind < 3 {
            grid.set_obstacle(obstacle_position(kind, cell), on.then_some(WALL));
        } else {
            grid.set_ground(
                cell,
                TerrainCell { difficulty: if on { 3 } else { 0 }, ..TerrainCell::default() },
            );
        }
    }
    let places: Vec<Cell> = changes.iter().map(|(_, cell, _)| *cell).collect();
    for landmark in landmarks {
        Arc::make_mut(landmark).lower_around(grid, &places, diagonal);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn landmarks_change_no_path(
        mut grid in a_map(),
        ends in proptest::collection::vec((0..40, 0..30, 0..40, 0..30), 1..6),
        people in proptest::collection::vec((0..40, 0..30), 0..20),
        one in any::<bool>(),
        changes in proptest::collection::vec(proptest::collection::vec(a_change(), 0..9), 6),
    ) {
        let people: Vec<Cell> = people.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
        let diagonal = if one { DiagonalStep::One } else { DiagonalStep::OneAndAHalf };
        let mut landmarks = some_landmarks(&grid, Cell::new(ends[0].0, ends[0].1), diagonal);
        for ((x, y, to_x, to_y), changes) in ends.into_iter().zip(changes) {
            let query = PathQuery { from: Cell::new(x, y), to: Cell::new(to_x, to_y), diagonal };
            let [without, forward, back] =
                by_all_ways(&grid, &query, &landmarks, |cell| people.contains(&cell));
            prop_assert_eq!(&without, &forward);
            prop_assert_eq!(without, back);
            let [without, forward, back] = by_all_ways(&grid, &query, &landmarks, |_| false);
            let distances = crate::distance_field(&grid, query.from, diagonal);
            prop_assert_eq!(without.as_ref().map(|(_, cost)| *cost), distances.cost(query.to));
            prop_assert_eq!(&without, &forward);
            prop_assert_eq!(without, back);
            change(&mut grid, &mut landmarks, diagonal, &changes);
        }
    }

    #[test]
    fn paths_are_those_of_a_plain_search(
        grid in a_map(),
        ends in proptest::collection::vec((0..40, 0..30, 0..40, 0..30), 1..6),
        people in proptest::collection::vec((0..40, 0..30), 0..20),
        one in any::<bool>(),
    ) {
        let people: Vec<Cell> = people.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
        let diagonal = if one { DiagonalStep::One } else { DiagonalStep::OneAndAHalf };
        let mut finder = PathFinder::default();
        for (x, y, to_x, to_y) in ends {
            let query = PathQuery { from: Cell::new(x, y), to: Cell::new(to_x, to_y), diagonal };
            let blocked = |cell| people.contains(&cell);
            let found = finder.find(&grid, query.from, query.to, diagonal, blocked);
            let expected = by_plain_search(&grid, &query, blocked);
            prop_assert_eq!(found.map(|path| (path.cells, path.cost)), expected);
        }
    }

    #[test]
    fn no_bound_is_above_the_cost(
        mut grid in a_map(),
        at in (0..40, 0..30),
        to in (0..40, 0..30),
        changes in proptest::collection::vec(a_change(), 0..30),
    ) {
        let (at, to) = (Cell::new(at.0, at.1), Cell::new(to.0, to.1));
        let diagonal = DiagonalStep::OneAndAHalf;
        let mut landmarks = some_landmarks(&grid, at, diagonal);
        change(&mut grid, &mut landmarks, diagonal, &changes);
        for from in grid.cells().step_by(7).filter(|&from| grid.can_enter(from) && grid.can_enter(to)) {
            let cost = crate::distance_field(&grid, from, diagonal).cost(to);
            if let Some(bounds) = LandmarkBounds::choose(&landmarks, &grid, grid.index(from), grid.index(to)) {
                match (bounds.least, cost) {
                    (Some(least), Some(cost)) => prop_assert!(least <= cost, "{:?}", from),
                    (None, cost) => prop_assert_eq!(cost, None),
                    (Some(_), None) => {}
                }
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

/// Whether the map has landmarks.
fn has_landmarks(grid: &Grid, query: &PathQuery) -> bool {
    grid.landmarks().bounds(grid, query).is_some()
}

#[test]
fn many_long_searches_make_landmarks_and_a_change_of_the_map_keeps_them() {
    let mut grid = winding_map();
    let query =
        PathQuery { from: Cell::new(0, 30), to: Cell::new(39, 30), diagonal: DiagonalStep::OneAndAHalf };
    let mut finder = PathFinder::default();
    let mut find =
        |grid: &Grid| finder.find(grid, query.from, query.to, query.diagonal, |_| false).expect("a path");
    let first = find(&grid);
    assert!(!has_landmarks(&grid, &query));
    for _ in 0..9 {
        assert_eq!(find(&grid), first);
    }
    assert!(has_landmarks(&grid, &query));
    let copy = grid.clone();
    grid.set_obstacle(obstacle_position(2, Cell::new(2, 30)), None);
    assert!(has_landmarks(&grid, &query));
    let shorter = find(&grid);
    assert!(shorter.cost < first.cost);
    assert_eq!(find(&copy), first, "the copy is as it was");
    grid.set_obstacle(obstacle_position(2, Cell::new(2, 30)), Some(WALL));
    assert_eq!(find(&grid), first);
    for y in 0..60 {
        grid.set_obstacle(obstacle_position(2, Cell::new(39, y)), (y > 0).then_some(WALL));
    }
    assert!(!has_landmarks(&grid, &query), "after many changes new ones are no dearer");
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
    let landmarks = some_landmarks(&grid, query.from, query.diagonal);
    let [without, forward, back] = by_all_ways(&grid, &query, &landmarks, |_| false);
    assert!(without.as_ref().is_some_and(|(_, cost)| *cost > u32::from(u16::MAX)));
    assert_eq!(without, forward);
    assert_eq!(without, back);
}
