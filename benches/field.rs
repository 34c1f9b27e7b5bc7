//! Geometry against the usual crates, on the same maps, in the same run.
//!
//! First a table of ratios, measured in turns so that a drifting machine harms both alike; then criterion. All crates are
//! built with the same optimisation. What differs between the answers is said at each comparison.

mod common;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use bracket_geometry::prelude::Point;
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, SmallVec, a_star_search};
use breachline::field::{
    Body, DiagonalStep, DistanceField, Grid, MovementRange, Obstacle, PathFinder, SightTable, TerrainCell,
    hidden_share,
};
use breachline::model::{Cell, CellSide, Direction, Edge, ObstaclePosition};
use criterion::Criterion;
use pathfinding::prelude::{astar, dijkstra_all, dijkstra_reach};

use common::rivals::{RivalMap, is_stopped, view_jobs};
use common::{Job, Numbers, WALL, choose_places, show_medians, show_ratios};

const RANGE: u32 = 24;
const DIAGONAL: DiagonalStep = DiagonalStep::OneAndAHalf;

/// A map with a fifth of its squares walled, and what the rivals need to know of it.
struct Field {
    grid: Grid,
    size: i32,
    walls: Vec<bool>,
    /// Free squares scattered over the map.
    places: Vec<Cell>,
}

impl Field {
    fn new(size: u16) -> Self {
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
        Self::with_places(grid, walls, &mut numbers)
    }

    /// Chooses a hundred free squares.
    fn with_places(grid: Grid, walls: Vec<bool>, numbers: &mut Numbers) -> Self {
        let (size, places) = (i32::from(grid.width()), choose_places(&grid, numbers));
        Self { grid, size, walls, places }
    }

    /// The same with difficult ground here and there.
    fn rough(size: u16) -> Self {
        let mut field = Self::new(size);
        let mut numbers = Numbers(7);
        for cell in field.grid.cells() {
            let difficulty = if numbers.below(4) == 0 { 2 } else { 0 };
            field.grid.set_ground(cell, TerrainCell { difficulty, ..TerrainCell::default() });
        }
        field
    }

    /// A map with every kind of barrier: walls and crates in squares, walls, parapets and panes on edges.
    fn furnished(size: u16) -> Self {
        let mut field = Self::new(size);
        let mut numbers = Numbers(9);
        for cell in field.grid.cells() {
            for side in [CellSide::North, CellSide::West] {
                let kind = match numbers.below(40) {
                    0 => Some(WALL),
                    1 => Some(Obstacle { height_cm: 100, ..WALL }),
                    2 => Some(Obstacle { transparent: true, ..WALL }),
                    _ => None,
                };
                field.grid.set_obstacle(ObstaclePosition::Edge(Edge::new(cell, side)), kind);
            }
            if numbers.below(10) == 0 && field.grid.can_enter(cell) {
                field
                    .grid
                    .set_obstacle(ObstaclePosition::Square(cell), Some(Obstacle { height_cm: 100, ..WALL }));
            }
        }
        field
    }

    /// Buildings as on the shipped maps, with streets between them: rooms with walls on the edges, doorways and windows,
    /// crates and trees. Of all that the rivals of the sight know only what fills a square up to the ceiling.
    fn buildings(size: u16) -> Self {
        const BUILDING: i32 = 18;
        const ROOM: i32 = 6;
        const STREET: i32 = 6;
        let mut numbers = Numbers(11);
        let mut grid = Grid::new(size, size);
        let mut walls = vec![false; usize::from(size).pow(2)];
        let size = i32::from(size);
        let corners = (STREET / 2..=size - BUILDING).step_by((BUILDING + STREET) as usize);
        for (left, top) in corners.clone().flat_map(|x| corners.clone().map(move |y| (x, y))) {
            for (line, along) in (0..=BUILDING)
                .step_by(ROOM as usize)
                .flat_map(|line| (0..BUILDING).map(move |along| (line, along)))
            {
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
            for _ in 0..20 {
                let mut within = || numbers.below(BUILDING as u64) as i32;
                let place = ObstaclePosition::Square(Cell::new(left + within(), top + within()));
                grid.set_obstacle(place, Some(Obstacle { height_cm: 100, ..WALL }));
            }
        }
        for _ in 0..size * size / 150 {
            let mut coordinate = || numbers.below(size as u64) as i32;
            let cell = Cell::new(coordinate(), coordinate());
            let is_tall = numbers.below(2) == 0;
            let height_cm = if is_tall { 250 } else { 100 };
            walls[(cell.y * size + cell.x) as usize] = is_tall;
            grid.set_obstacle(ObstaclePosition::Square(cell), Some(Obstacle { height_cm, ..WALL }));
        }
        Self::with_places(grid, walls, &mut numbers)
    }

    /// A map without obstacles.
    fn open(size: u16) -> Self {
        let walls = vec![false; usize::from(size).pow(2)];
        Self::with_places(Grid::new(size, size), walls, &mut Numbers(5))
    }

    /// The open steps from a square with their costs in half metres.
    fn steps(&self, from: Cell) -> impl Iterator<Item = (Cell, u32)> + '_ {
        Direction::ALL.into_iter().filter(move |&direction| self.grid.can_step(from, direction)).map(
            move |direction| {
                let to = from.step(direction);
                (to, DIAGONAL.step(direction) + u32::from(self.grid.ground(to).difficulty))
            },
        )
    }

    /// Two free squares far apart with a way between them.
    fn far_apart(&self) -> (Cell, Cell) {
        let mut field = DistanceField::default();
        let start = self.places.iter().min_by_key(|cell| cell.x + cell.y).expect("a hundred places");
        field.update(&self.grid, *start, DIAGONAL);
        let end = self.places.iter().max_by_key(|&&cell| field.cost(cell)).expect("a hundred places");
        (*start, *end)
    }
}

impl BaseMap for Field {
    fn is_opaque(&self, index: usize) -> bool {
        self.walls[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.steps(self.cell(index)).map(|(to, cost)| (self.index(to), cost as f32)).collect()
    }

    fn get_pathing_distance(&self, a: usize, b: usize) -> f32 {
        at_least(self.cell(a), self.cell(b)) as f32
    }
}

impl Algorithm2D for Field {
    fn dimensions(&self) -> Point {
        Point::new(self.size, self.size)
    }
}

impl RivalMap for Field {
    fn grid(&self) -> &Grid {
        &self.grid
    }

    fn size(&self) -> i32 {
        self.size
    }

    fn walls(&self) -> &[bool] {
        &self.walls
    }

    fn places(&self) -> &[Cell] {
        &self.places
    }
}

/// The least that a way between two squares can cost.
fn at_least(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    2 * (dx + dy) - dx.min(dy)
}

fn sight_jobs(field: &Field) -> Vec<Job<'_>> {
    let pairs = |each: fn(&Field, Cell, Cell) -> usize| {
        move || {
            let mut sum = 0;
            for (number, &a) in field.places.iter().enumerate() {
                for &b in &field.places[..number] {
                    sum += each(field, a, b);
                }
            }
            sum
        }
    };
    vec![
        (
            "breachline",
            Box::new(pairs(|field, a, b| {
                usize::from(hidden_share(&field.grid, a, Body::STANDING, b, Body::STANDING))
            })),
        ),
        ("bracket-geometry", Box::new(pairs(|field, a, b| usize::from(is_stopped(field, a, b))))),
    ]
}

/// The table of all pairs in both directions, from nothing; the rival knows one direction of sight and no cover.
fn table_jobs(field: &Field) -> Vec<Job<'_>> {
    let bodies = bodies(field);
    let empty = Grid::new(1, 1);
    let mut table = SightTable::new();
    let mut jobs = sight_jobs(field);
    jobs[0].1 = Box::new(move || {
        table.update(&empty, &bodies);
        table.update(&field.grid, &bodies);
        usize::from(table.hidden(1, 0))
    });
    jobs
}

/// The table brought up to date after one body moved; the rival has to do its 99 pairs.
fn move_jobs(field: &Field) -> Vec<Job<'_>> {
    let mut bodies = bodies(field);
    let mut table = SightTable::new();
    table.update(&field.grid, &bodies);
    let (mut turn, mut other_turn) = (0, 0);
    let next = |turn: &mut usize| {
        *turn += 1;
        // Somewhere else every time round.
        let (count, round) = (field.places.len(), *turn / field.places.len());
        (*turn % count, field.places[(*turn * 7 + round) % count])
    };
    vec![
        (
            "breachline",
            Box::new(move || {
                let (who, cell) = next(&mut turn);
                bodies[who] = Some((cell, Body::STANDING));
                table.update(&field.grid, &bodies);
                usize::from(table.hidden(who, 0))
            }),
        ),
        (
            "bracket-geometry",
            Box::new(move || {
                let (who, from) = next(&mut other_turn);
                let others = field.places.iter().enumerate().filter(|(number, _)| *number != who);
                others.filter(|(_, to)| is_stopped(field, from, **to)).count()
            }),
        ),
    ]
}

fn bodies(field: &Field) -> Vec<Option<(Cell, Body)>> {
    field.places.iter().map(|&cell| Some((cell, Body::STANDING))).collect()
}

fn reach_jobs(field: &Field) -> Vec<Job<'_>> {
    let mut reach = MovementRange::default();
    let from = field.places[0];
    vec![
        (
            "breachline",
            Box::new(move || {
                reach.update(&field.grid, from, RANGE, DIAGONAL, |_| false, |_| false);
                usize::from(reach.cost(from).is_some())
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let start = field.index(from);
                DijkstraMap::new(field.size, field.size, &[start], field, RANGE as f32).map.len()
            }),
        ),
        (
            "pathfinding",
            Box::new(move || {
                dijkstra_reach(&from, |&cell: &Cell| field.steps(cell))
                    .take_while(|reached| reached.total_cost <= RANGE)
                    .count()
            }),
        ),
    ]
}

fn distance_jobs(field: &Field) -> Vec<Job<'_>> {
    let mut distances = DistanceField::default();
    let from = field.places[0];
    vec![
        (
            "breachline",
            Box::new(move || {
                distances.update(&field.grid, from, DIAGONAL);
                usize::from(distances.cost(from).is_some())
            }),
        ),
        ("pathfinding", Box::new(move || dijkstra_all(&from, |&cell: &Cell| field.steps(cell)).len())),
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
    fn turns(self, field: &Field) -> impl FnMut() -> (Cell, Cell) + '_ {
        let (far, mut turn) = (field.far_apart(), 0);
        move || match self {
            Self::Far => far,
            Self::Any => {
                turn += 1;
                (field.places[turn * 7 % 100], field.places[(turn * 31 + 1) % 100])
            }
        }
    }
}

/// One path on a map that does not change. Breachline and `pathfinding` find a cheapest path. `bracket-pathfinding` prefers
/// the square nearest to the target, so that its path is longer, and gives up after 65,536 squares. Breachline has
/// landmarks by the time it is measured; the others prepare nothing.
fn path_jobs(field: &Field, ends: PathEnds) -> Vec<Job<'_>> {
    const SEARCHES_BEFORE: usize = 1000;
    let mut finder = PathFinder::default();
    let mut before = ends.turns(field);
    for _ in 0..SEARCHES_BEFORE {
        let (from, to) = before();
        finder.find(&field.grid, from, to, DIAGONAL, |_| false);
    }
    let (mut a, mut b, mut c) = (ends.turns(field), ends.turns(field), ends.turns(field));
    vec![
        (
            "breachline",
            Box::new(move || {
                let (from, to) = a();
                finder.find(&field.grid, from, to, DIAGONAL, |_| false).map_or(0, |path| path.cells.len())
            }),
        ),
        (
            "pathfinding",
            Box::new(move || {
                let (from, to) = b();
                let path =
                    astar(&from, |&cell| field.steps(cell), |&cell| at_least(cell, to), |&cell| cell == to);
                path.map_or(0, |(cells, _)| cells.len())
            }),
        ),
        (
            "bracket-pathfinding",
            Box::new(move || {
                let (from, to) = c();
                a_star_search(field.index(from), field.index(to), field).steps.len()
            }),
        ),
    ]
}

/// The same if a wall in the middle of the map is placed or removed before every path, so that Breachline has to correct
/// its landmarks.
fn changed_path_jobs(field: &Field, ends: PathEnds) -> Vec<Job<'_>> {
    let mut jobs = path_jobs(field, ends);
    let (mut finder, mut grid, mut next) = (PathFinder::default(), field.grid.clone(), ends.turns(field));
    let middle = field.size / 2;
    let mut squares = (0..middle).map(|at| Cell::new(middle + at, middle));
    let square = squares.find(|cell| grid.can_enter(*cell) && !field.places.contains(cell));
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
fn show_first_paths(name: &str, new: impl Fn() -> Field) {
    const MAPS: usize = 7;
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..MAPS {
        let field = new();
        let (from, to) = field.far_apart();
        // Buffers are there; the map is new.
        let mut finder = PathFinder::default();
        let open = Grid::new(field.grid.width(), field.grid.height());
        finder.find(&open, from, to, DIAGONAL, |_| false);
        let mut ours =
            || finder.find(&field.grid, from, to, DIAGONAL, |_| false).map_or(0, |path| path.cells.len());
        let mut cheapest = || {
            astar(&from, |&cell| field.steps(cell), |&cell| at_least(cell, to), |&cell| cell == to)
                .map_or(0, |(cells, _)| cells.len())
        };
        let mut greedy = || a_star_search(field.index(from), field.index(to), &field).steps.len();
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
fn comparisons<'a>(fields: &'a BTreeMap<&'static str, Field>) -> Vec<(String, Vec<Job<'a>>)> {
    let mut all = Vec::new();
    for (name, field) in fields {
        let mut add = |what: &str, jobs| all.push((format!("{what}, {name}"), jobs));
        let (is_open, is_rough) = (name.contains("open"), name.contains("rough"));
        if !is_rough {
            add("view r = 30", view_jobs(field));
            add("sight with cover, 4950 pairs", sight_jobs(field));
        }
        if !is_rough && !is_open {
            add("table of 4950 pairs", table_jobs(field));
            add("table of 4950 pairs, one moved", move_jobs(field));
        }
        add("range of 12 squares", reach_jobs(field));
        add("distance field", distance_jobs(field));
        add("one path across the map", path_jobs(field, PathEnds::Far));
        add("one path across the map, changed before", changed_path_jobs(field, PathEnds::Far));
        add("one path between two places", path_jobs(field, PathEnds::Any));
        add("one path between two places, changed before", changed_path_jobs(field, PathEnds::Any));
    }
    all
}

/// A kind of field: its name, and what makes it.
type FieldKind = (&'static str, fn() -> Field);

fn main() {
    let kinds: [FieldKind; 9] = [
        ("100 x 100", || Field::new(100)),
        ("100 x 100 furnished", || Field::furnished(100)),
        ("100 x 100 rough", || Field::rough(100)),
        ("100 x 100 buildings", || Field::buildings(100)),
        ("500 x 500", || Field::new(500)),
        ("500 x 500 furnished", || Field::furnished(500)),
        ("500 x 500 rough", || Field::rough(500)),
        ("500 x 500 buildings", || Field::buildings(500)),
        ("500 x 500 open", || Field::open(500)),
    ];
    for (name, new) in kinds {
        show_first_paths(name, new);
    }
    let fields: BTreeMap<_, _> = kinds.map(|(name, new)| (name, new())).into();
    let mut all = comparisons(&fields);
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
