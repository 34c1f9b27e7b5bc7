//! Geometry against the usual crates, on the same maps, in the same run.
//!
//! First a table of ratios, measured in turns so that a drifting machine harms both alike; then criterion. All crates are
//! built with the same optimisation. What differs between the answers is said at each comparison.

mod common;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use bracket_pathfinding::prelude::{DijkstraMap, a_star_search};
use breachline::field::{
    Body, DistanceField, Grid, MovementRange, Obstacle, PathFinder, SightTable, TerrainCell, hidden_share,
};
use breachline::model::{Cell, CellSide, Edge, ObstaclePosition};
use criterion::Criterion;
use pathfinding::prelude::{astar, dijkstra_all, dijkstra_reach};

use common::rivals::{DIAGONAL, RivalMap, is_stopped, min_cost, view_jobs};
use common::{Job, Numbers, WALL, show_medians, show_ratios};

const RANGE: u32 = 24;
/// Height of crates and parapets, in centimetres.
const CRATE_CM: u16 = 100;

/// A map with a fifth of its squares walled.
fn walled_map(size: u16) -> RivalMap {
    let mut numbers = Numbers(u64::from(size));
    let mut grid = Grid::new(size, size);
    let mut walls = Vec::new();
    for cell in grid.cells() {
        let wall = numbers.below(5) == 0;
        walls.push(wall);
        if wall {
            grid.set_obstacle(ObstaclePosition::Square(cell), Some(WALL));
        }
    }
    RivalMap::new(grid, walls, &mut numbers)
}

/// The same with difficult ground here and there.
fn rough_map(size: u16) -> RivalMap {
    let mut map = walled_map(size);
    let grid = Arc::make_mut(&mut map.grid);
    let mut numbers = Numbers(7);
    for cell in grid.cells() {
        let difficulty = if numbers.below(4) == 0 { 2 } else { 0 };
        grid.set_ground(cell, TerrainCell { difficulty, ..TerrainCell::default() });
    }
    map
}

/// A map with every kind of barrier: walls and crates in squares, walls, parapets and panes on edges.
fn furnished_map(size: u16) -> RivalMap {
    let mut map = walled_map(size);
    let grid = Arc::make_mut(&mut map.grid);
    let mut numbers = Numbers(9);
    for cell in grid.cells() {
        for side in [CellSide::North, CellSide::West] {
            let kind = match numbers.below(40) {
                0 => Some(WALL),
                1 => Some(Obstacle { height_cm: CRATE_CM, ..WALL }),
                2 => Some(Obstacle { transparent: true, ..WALL }),
                _ => None,
            };
            grid.set_obstacle(ObstaclePosition::Edge(Edge::new(cell, side)), kind);
        }
        if numbers.below(10) == 0 && grid.can_enter(cell) {
            let obstacle = Obstacle { height_cm: CRATE_CM, ..WALL };
            grid.set_obstacle(ObstaclePosition::Square(cell), Some(obstacle));
        }
    }
    map
}

/// Squares along a side of a building and of its rooms.
const BUILDING: i32 = 18;
const ROOM: i32 = 6;

/// Buildings as on the shipped maps, with streets between them: rooms with walls on the edges, doorways and windows,
/// crates and trees. Of all that the rivals of the sight know only what fills a square up to the ceiling.
fn map_of_buildings(size: u16) -> RivalMap {
    const STREET: i32 = 6;
    const TREE_CM: u16 = 250;
    let mut numbers = Numbers(11);
    let mut grid = Grid::new(size, size);
    let mut walls = vec![false; usize::from(size).pow(2)];
    let size = i32::from(size);
    let corners = (STREET / 2..=size - BUILDING).step_by((BUILDING + STREET) as usize);
    for (left, top) in corners.clone().flat_map(|x| corners.clone().map(move |y| (x, y))) {
        place_building(&mut grid, &mut numbers, (left, top));
    }
    for _ in 0..size * size / 150 {
        let mut coordinate = || numbers.below(size as u64) as i32;
        let cell = Cell::new(coordinate(), coordinate());
        let is_tall = numbers.below(2) == 0;
        let height_cm = if is_tall { TREE_CM } else { CRATE_CM };
        walls[(cell.y * size + cell.x) as usize] = is_tall;
        grid.set_obstacle(ObstaclePosition::Square(cell), Some(Obstacle { height_cm, ..WALL }));
    }
    RivalMap::new(grid, walls, &mut numbers)
}

/// Places the walls, doorways, windows and crates of a building with its top left corner in a square.
fn place_building(grid: &mut Grid, numbers: &mut Numbers, (left, top): (i32, i32)) {
    const CRATES: u32 = 20;
    let lines = (0..=BUILDING).step_by(ROOM as usize);
    for (line, along) in lines.flat_map(|line| (0..BUILDING).map(move |along| (line, along))) {
        for (cell, side) in [
            (Cell::new(left + line, top + along), CellSide::West),
            (Cell::new(left + along, top + line), CellSide::North),
        ] {
            let (is_outer, spot) = (line % BUILDING == 0, along % ROOM);
            let is_door = spot == 2 + numbers.below(2) as i32 && numbers.below(3) > 0;
            let window = Obstacle { transparent: true, width_pct: 70, ..WALL };
            let stands = if is_outer && spot == 4 { window } else { WALL };
            let place = ObstaclePosition::Edge(Edge::new(cell, side));
            grid.set_obstacle(place, (!is_door).then_some(stands));
        }
    }
    for _ in 0..CRATES {
        let mut within = || numbers.below(BUILDING as u64) as i32;
        let place = ObstaclePosition::Square(Cell::new(left + within(), top + within()));
        grid.set_obstacle(place, Some(Obstacle { height_cm: CRATE_CM, ..WALL }));
    }
}

/// A map without obstacles.
fn open_map(size: u16) -> RivalMap {
    let walls = vec![false; usize::from(size).pow(2)];
    RivalMap::new(Grid::new(size, size), walls, &mut Numbers(5))
}

/// Two free squares far apart with a way between them.
fn far_apart(map: &RivalMap) -> (Cell, Cell) {
    let mut field = DistanceField::default();
    let start = map.places.iter().min_by_key(|cell| cell.x + cell.y).expect("a hundred places");
    field.update(&map.grid, *start, DIAGONAL);
    let end = map.places.iter().max_by_key(|&&cell| field.cost(cell)).expect("a hundred places");
    (*start, *end)
}

fn sight_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let pairs = |each: fn(&RivalMap, Cell, Cell) -> usize| {
        move || {
            let mut sum = 0;
            for (number, &a) in map.places.iter().enumerate() {
                for &b in &map.places[..number] {
                    sum += each(map, a, b);
                }
            }
            sum
        }
    };
    vec![
        (
            "breachline",
            Box::new(pairs(|map, a, b| {
                usize::from(hidden_share(&map.grid, a, Body::STANDING, b, Body::STANDING))
            })),
        ),
        ("bracket-geometry", Box::new(pairs(|map, a, b| usize::from(is_stopped(map, a, b))))),
    ]
}

/// The table of all pairs in both directions, from nothing; the rival knows one direction of sight and no cover.
fn table_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let bodies = bodies(map);
    let empty = Grid::new(1, 1);
    let mut table = SightTable::new();
    let mut jobs = sight_jobs(map);
    jobs[0].1 = Box::new(move || {
        table.update(&empty, &bodies);
        table.update(&map.grid, &bodies);
        usize::from(table.hidden(1, 0))
    });
    jobs
}

/// The table brought up to date after one body moved; the rival has to do its 99 pairs.
fn move_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let mut bodies = bodies(map);
    let mut table = SightTable::new();
    table.update(&map.grid, &bodies);
    let (mut turn, mut other_turn) = (0, 0);
    let next = |turn: &mut usize| {
        *turn += 1;
        // Somewhere else every time round.
        let (count, round) = (map.places.len(), *turn / map.places.len());
        (*turn % count, map.places[(*turn * 7 + round) % count])
    };
    vec![
        (
            "breachline",
            Box::new(move || {
                let (who, cell) = next(&mut turn);
                bodies[who] = Some((cell, Body::STANDING));
                table.update(&map.grid, &bodies);
                usize::from(table.hidden(who, 0))
            }),
        ),
        (
            "bracket-geometry",
            Box::new(move || {
                let (who, from) = next(&mut other_turn);
                let others = map.places.iter().enumerate().filter(|(number, _)| *number != who);
                others.filter(|(_, to)| is_stopped(map, from, **to)).count()
            }),
        ),
    ]
}

fn bodies(map: &RivalMap) -> Vec<Option<(Cell, Body)>> {
    map.places.iter().map(|&cell| Some((cell, Body::STANDING))).collect()
}

fn reach_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let mut reach = MovementRange::default();
    let from = map.places[0];
    vec![
        (
            "breachline",
            Box::new(move || {
                reach.update(&map.grid, from, RANGE, DIAGONAL, |_| false, |_| false);
                usize::from(reach.cost(from).is_some())
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let start = map.index(from);
                DijkstraMap::new(map.size, map.size, &[start], map, RANGE as f32).map.len()
            }),
        ),
        (
            "pathfinding",
            Box::new(move || {
                dijkstra_reach(&from, |&cell: &Cell| map.steps(cell))
                    .take_while(|reached| reached.total_cost <= RANGE)
                    .count()
            }),
        ),
    ]
}

fn distance_jobs(map: &RivalMap) -> Vec<Job<'_>> {
    let mut distances = DistanceField::default();
    let from = map.places[0];
    vec![
        (
            "breachline",
            Box::new(move || {
                distances.update(&map.grid, from, DIAGONAL);
                usize::from(distances.cost(from).is_some())
            }),
        ),
        ("pathfinding", Box::new(move || dijkstra_all(&from, |&cell: &Cell| map.steps(cell)).len())),
    ]
}

/// Which two squares a path joins, in turns.
#[derive(Clone, Copy)]
enum PathEnds {
    /// The two places farthest apart.
    Far,
    /// Any two places.
    Any,
}

impl PathEnds {
    fn turns(self, map: &RivalMap) -> impl FnMut() -> (Cell, Cell) + '_ {
        let (far, mut turn) = (far_apart(map), 0);
        move || match self {
            Self::Far => far,
            Self::Any => {
                turn += 1;
                (map.places[turn * 7 % 100], map.places[(turn * 31 + 1) % 100])
            }
        }
    }
}

/// One path on a map that does not change. Breachline and `pathfinding` find a cheapest path. `bracket-pathfinding` prefers
/// the square nearest to the target, so that its path is longer, and gives up after 65,536 squares. Breachline has
/// landmarks by the time it is measured; the others prepare nothing.
fn path_jobs(map: &RivalMap, ends: PathEnds) -> Vec<Job<'_>> {
    const SEARCHES_BEFORE: usize = 1000;
    let mut finder = PathFinder::default();
    let mut before = ends.turns(map);
    for _ in 0..SEARCHES_BEFORE {
        let (from, to) = before();
        finder.find(&map.grid, from, to, DIAGONAL, |_| false);
    }
    let (mut a, mut b, mut c) = (ends.turns(map), ends.turns(map), ends.turns(map));
    vec![
        (
            "breachline",
            Box::new(move || {
                let (from, to) = a();
                finder.find(&map.grid, from, to, DIAGONAL, |_| false).map_or(0, |path| path.cells.len())
            }),
        ),
        (
            "pathfinding",
            Box::new(move || {
                let (from, to) = b();
                let path =
                    astar(&from, |&cell| map.steps(cell), |&cell| min_cost(cell, to), |&cell| cell == to);
                path.map_or(0, |(cells, _)| cells.len())
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let (from, to) = c();
                a_star_search(map.index(from), map.index(to), map).steps.len()
            }),
        ),
    ]
}

/// The same if a wall in the middle of the map is placed or removed before every path, so that Breachline has to correct
/// its landmarks.
fn changed_path_jobs(map: &RivalMap, ends: PathEnds) -> Vec<Job<'_>> {
    let mut jobs = path_jobs(map, ends);
    let (mut finder, mut grid, mut next) = (PathFinder::default(), Grid::clone(&map.grid), ends.turns(map));
    let middle = map.size / 2;
    let mut squares = (0..middle).map(|at| Cell::new(middle + at, middle));
    let square = squares.find(|cell| grid.can_enter(*cell) && !map.places.contains(cell));
    let place = ObstaclePosition::Square(square.expect("a free square"));
    jobs[0].1 = Box::new(move || {
        let stands = grid.obstacle(place).is_none().then_some(WALL);
        grid.set_obstacle(place, stands);
        let (from, to) = next();
        finder.find(&grid, from, to, DIAGONAL, |_| false).map_or(0, |path| path.cells.len())
    });
    jobs
}

/// Prints how long the first long path on a map takes, when Breachline has no landmarks either: medians over some maps.
fn show_first_paths(name: &str, new: impl Fn() -> RivalMap) {
    const MAPS: usize = 7;
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..MAPS {
        let map = new();
        let (from, to) = far_apart(&map);
        // Buffers are there; the map is new.
        let mut finder = PathFinder::default();
        let open = Grid::new(map.grid.width(), map.grid.height());
        finder.find(&open, from, to, DIAGONAL, |_| false);
        let mut ours =
            || finder.find(&map.grid, from, to, DIAGONAL, |_| false).map_or(0, |path| path.cells.len());
        let mut cheapest = || {
            astar(&from, |&cell| map.steps(cell), |&cell| min_cost(cell, to), |&cell| cell == to)
                .map_or(0, |(cells, _)| cells.len())
        };
        let mut greedy = || a_star_search(map.index(from), map.index(to), &map).steps.len();
        let jobs: [&mut dyn FnMut() -> usize; 3] = [&mut ours, &mut cheapest, &mut greedy];
        for (job, times) in jobs.into_iter().zip(&mut times) {
            let start = Instant::now();
            black_box(job());
            times.push(start.elapsed().as_nanos());
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[MAPS / 2]
    });
    show_medians(
        &format!("first path across a map, {name}"),
        &[("breachline", medians[0]), ("pathfinding", medians[1]), ("bracket-pathfinding", medians[2])],
    );
}

/// Every comparison: what it measures, and how it is done by whom.
fn comparisons<'a>(maps: &'a BTreeMap<&'static str, RivalMap>) -> Vec<(String, Vec<Job<'a>>)> {
    let mut all = Vec::new();
    for (name, map) in maps {
        let mut add = |what: &str, jobs| all.push((format!("{what}, {name}"), jobs));
        let (is_open, is_rough) = (name.contains("open"), name.contains("rough"));
        if !is_rough {
            add("view r = 30", view_jobs(map));
            add("sight with cover, 4950 pairs", sight_jobs(map));
        }
        if !is_rough && !is_open {
            add("table of 4950 pairs", table_jobs(map));
            add("table of 4950 pairs, one moved", move_jobs(map));
        }
        add("range of 12 squares", reach_jobs(map));
        add("distance field", distance_jobs(map));
        add("one path across the map", path_jobs(map, PathEnds::Far));
        add("one path across the map, changed before", changed_path_jobs(map, PathEnds::Far));
        add("one path between two places", path_jobs(map, PathEnds::Any));
        add("one path between two places, changed before", changed_path_jobs(map, PathEnds::Any));
    }
    all
}

/// A kind of map: its name, and what makes it.
type MapKind = (&'static str, fn() -> RivalMap);

fn main() {
    let kinds: [MapKind; 9] = [
        ("100 x 100", || walled_map(100)),
        ("100 x 100 furnished", || furnished_map(100)),
        ("100 x 100 rough", || rough_map(100)),
        ("100 x 100 buildings", || map_of_buildings(100)),
        ("500 x 500", || walled_map(500)),
        ("500 x 500 furnished", || furnished_map(500)),
        ("500 x 500 rough", || rough_map(500)),
        ("500 x 500 buildings", || map_of_buildings(500)),
        ("500 x 500 open", || open_map(500)),
    ];
    for (name, new) in kinds {
        show_first_paths(name, new);
    }
    let maps: BTreeMap<_, _> = kinds.map(|(name, new)| (name, new())).into();
    let mut all = comparisons(&maps);
    for (name, jobs) in &mut all {
        show_ratios(name, jobs);
    }
    let mut criterion = Criterion::default().configure_from_args();
    for (name, jobs) in all {
        let mut group = criterion.benchmark_group(name);
        for (who, mut job) in jobs {
            group.bench_function(who, |bencher| bencher.iter(&mut job));
        }
        group.finish();
    }
    criterion.final_summary();
}
