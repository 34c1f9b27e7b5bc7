//! The battlefield's geometry against a slow, obvious version of it, on thousands of small random maps.
//!
//! The slow version has no traversal, flags or shadows: for every square, edge and corner of
//! the map it calculates, with fractions, whether and where the line meets it.

#![expect(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeMap;

use breachline::field::field_of_view;
use breachline::field::{
    Body, DiagonalStep, FieldOfView, Grid, MovementRange, Obstacle, PathFinder, SightTable, TerrainCell,
    blast_cells, distance_field, hidden_share, line_of_fire, line_of_sight, path_cost, shortest_path,
    target_exposure,
};
use breachline::model::{BarrierId, Cell, CellSide, Direction, Edge, ObstaclePosition};
use proptest::prelude::*;

#[path = "field/brute_force.rs"]
mod brute_force;

/// A map as a list of its contents.
#[derive(Clone, Debug)]
struct Map {
    width: i32,
    height: i32,
    obstacles: BTreeMap<ObstaclePosition, Obstacle>,
    ground: BTreeMap<Cell, TerrainCell>,
}

impl Map {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && cell.x < self.width && cell.y < self.height
    }

    fn ground(&self, cell: Cell) -> TerrainCell {
        self.ground.get(&cell).copied().unwrap_or_default()
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.width as u16, self.height as u16);
        for (&place, &obstacle) in &self.obstacles {
            grid.set_obstacle(place, Some(obstacle));
        }
        for (&cell, &ground) in &self.ground {
            grid.set_ground(cell, ground);
        }
        grid
    }

    fn centre(&self) -> Cell {
        Cell::new(self.width / 2, self.height / 2)
    }

    /// The same map moved, turned over or mirrored.
    fn changed(&self, change: MapSymmetry) -> Self {
        let (width, height) = change.size((self.width, self.height));
        let place = |place: &ObstaclePosition| change.place(*place, self);
        Self {
            width,
            height,
            obstacles: self.obstacles.iter().map(|(key, value)| (place(key), *value)).collect(),
            ground: self.ground.iter().map(|(key, value)| (change.cell(*key, self), *value)).collect(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum MapSymmetry {
    EastForWest,
    NorthForSouth,
    RowsForColumns,
    Moved(i32, i32),
}

impl MapSymmetry {
    const ALL: [Self; 4] = [Self::EastForWest, Self::NorthForSouth, Self::RowsForColumns, Self::Moved(3, 2)];

    fn size(self, (width, height): (i32, i32)) -> (i32, i32) {
        match self {
            Self::EastForWest | Self::NorthForSouth => (width, height),
            Self::RowsForColumns => (height, width),
            Self::Moved(dx, dy) => (width + dx + 1, height + dy + 1),
        }
    }

    fn cell(self, cell: Cell, map: &Map) -> Cell {
        match self {
            Self::EastForWest => Cell::new(map.width - 1 - cell.x, cell.y),
            Self::NorthForSouth => Cell::new(cell.x, map.height - 1 - cell.y),
            Self::RowsForColumns => Cell::new(cell.y, cell.x),
            Self::Moved(dx, dy) => Cell::new(cell.x + dx, cell.y + dy),
        }
    }

    fn place(self, place: ObstaclePosition, map: &Map) -> ObstaclePosition {
        match place {
            ObstaclePosition::Square(cell) => ObstaclePosition::Square(self.cell(cell, map)),
            ObstaclePosition::Edge(edge) => {
                let [a, b] = edge.cells().map(|cell| self.cell(cell, map));
                let side = CellSide::ALL.into_iter().find(|&side| a.neighbour(side) == b).unwrap();
                ObstaclePosition::Edge(Edge::new(a, side))
            }
        }
    }
}

fn an_obstacle() -> impl Strategy<Value = Obstacle> {
    let height = prop_oneof![4 => Just(250), 2 => Just(180), 2 => Just(100), 1 => Just(40), 1 => 1..300_u16];
    let width = prop_oneof![5 => Just(100_u8), 1 => 1..100_u8];
    (0..1000_u32, height, prop::bool::weighted(0.2), prop::bool::weighted(0.7), width).prop_map(
        |(id, height_cm, transparent, blocks_move, width_pct)| Obstacle {
            id: BarrierId(id),
            height_cm,
            transparent,
            blocks_move,
            width_pct,
        },
    )
}

fn a_ground() -> impl Strategy<Value = TerrainCell> {
    let height = prop_oneof![2 => Just(0_i16), 1 => -200..400_i16, 1 => Just(100)];
    (0..4_u8, height, prop::bool::weighted(0.2)).prop_map(|(difficulty, height_cm, impassable)| TerrainCell {
        difficulty,
        height_cm,
        impassable,
        ladder: false,
    })
}

/// Small maps; `heights`: with uneven ground in half of them.
fn a_map(heights: bool) -> impl Strategy<Value = Map> {
    (1..=9_i32, 1..=9_i32).prop_flat_map(move |(width, height)| {
        let cell = (0..width, 0..height).prop_map(|(x, y)| Cell::new(x, y));
        let place = (cell.clone(), 0..6_u8).prop_map(|(cell, kind)| match kind {
            0..2 => ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
            2..4 => ObstaclePosition::Edge(Edge::new(cell, CellSide::West)),
            _ => ObstaclePosition::Square(cell),
        });
        let most = (width * height) as usize;
        let obstacles = prop::collection::btree_map(place, an_obstacle(), 0..=most);
        let ground = prop::collection::btree_map(cell, a_ground(), 0..=most / 3);
        (obstacles, ground, any::<bool>()).prop_map(move |(obstacles, mut ground, level)| {
            if level || !heights {
                ground.values_mut().for_each(|ground| ground.height_cm = 0);
            }
            Map { width, height, obstacles, ground }
        })
    })
}

fn a_body() -> impl Strategy<Value = Body> {
    prop_oneof![3 => Just(Body::STANDING), 2 => Just(Body::PRONE), 1 => (1..260_u16).prop_map(|height_cm| Body { height_cm })]
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn sight_is_what_the_slow_version_says_and_mutual(map in a_map(true), a in a_body(), b in a_body()) {
        let (grid, from) = (map.grid(), map.centre());
        for to in map.cells() {
            let seen = line_of_sight(&grid, from, a, to, b);
            prop_assert_eq!(seen, brute_force::sight(&map, from, a, to, b), "{:?} to {:?}", from, to);
            prop_assert_eq!(seen, line_of_sight(&grid, to, b, from, a), "{:?} from {:?}", from, to);
        }
    }

    #[test]
    fn view_is_all_squares_in_sight(map in a_map(true), body in a_body(), radius in 0..12_u32) {
        let (grid, mut seen) = (map.grid(), FieldOfView::new());
        for from in [map.centre(), Cell::new(0, map.height - 1)] {
            field_of_view(&grid, from, body, radius, &mut seen);
            for to in map.cells() {
                let within = from.distance_squared(to) <= radius * radius;
                let expected = within && brute_force::sight(&map, from, body, to, Body::STANDING);
                prop_assert_eq!(seen.contains(to), expected, "{:?} to {:?}", from, to);
            }
            let cells: Vec<Cell> = seen.cells().collect();
            prop_assert!(cells.is_sorted() && cells.len() == seen.len());
            prop_assert!(cells.iter().all(|&cell| seen.contains(cell) && map.contains(cell)));
        }
    }

    #[test]
    fn fire_is_what_the_slow_version_says(map in a_map(true), a in a_body(), b in a_body()) {
        let (grid, from) = (map.grid(), map.centre());
        for to in map.cells() {
            let fire = line_of_fire(&grid, from, a, to, b);
            prop_assert_eq!(fire.hidden, brute_force::hidden(&map, from, a, to, b), "{:?} to {:?}", from, to);
            prop_assert_eq!(fire.hidden, hidden_share(&grid, from, a, to, b));
            prop_assert_eq!(fire.seen, line_of_sight(&grid, from, a, to, b));
            prop_assert_eq!(fire.seen, fire.hidden < 100);
            prop_assert_eq!(fire.seen.then(|| fire.target_exposure()), target_exposure(&grid, from, a, to, b));
            prop_assert!(fire.hidden > 0 || fire.cover.is_empty());
            prop_assert!(!fire.seen || fire.clear.iter().all(|crossing| crossing.transparent));
            for crossing in fire.clear.iter().chain(&fire.cover) {
                let obstacle = map.obstacles[&crossing.place];
                prop_assert_eq!((crossing.id, crossing.transparent), (obstacle.id, obstacle.transparent));
            }
        }
    }

    #[test]
    fn the_table_of_all_pairs_is_every_pair_after_any_moves(
        map in a_map(true),
        start in prop::collection::vec(((0..10_i32, 0..10_i32), a_body()), 1..8),
        moves in prop::collection::vec((0..8_usize, prop::option::of(((0..10_i32, 0..10_i32), a_body())), 0..6_u8), 0..12),
    ) {
        let at = |((x, y), body)| (Cell::new(x, y), body);
        let mut grid = map.grid();
        let mut bodies: Vec<_> = start.into_iter().map(|body| Some(at(body))).collect();
        let (mut table, mut pending) = (SightTable::new(), 0);
        for (number, body, change) in moves.into_iter().map(Some).chain([None]).map(Option::unwrap_or_default) {
            // Several units may move before the table is read; sometimes a wall is removed or added.
            if pending == 0 {
                table.update(&grid, &bodies);
                for (from, a) in bodies.iter().enumerate() {
                    for (to, b) in bodies.iter().enumerate() {
                        let share = a.zip(*b).map_or(100, |(a, b)| hidden_share(&grid, a.0, a.1, b.0, b.1));
                        prop_assert_eq!(table.hidden(from, to), share, "{} to {}", from, to);
                    }
                }
                pending = change / 2;
            } else {
                pending -= 1;
            }
            let count = bodies.len();
            bodies[number % count] = body.map(at);
            if change == 0 {
                let place = map.obstacles.keys().next().copied().unwrap_or(ObstaclePosition::Square(map.centre()));
                let there = grid.obstacle(place).is_none().then(|| map.obstacles.get(&place).copied()).flatten();
                grid.set_obstacle(place, there);
            }
        }
    }

    #[test]
    fn blasts_are_what_the_slow_version_says(map in a_map(false), radius in 0..6_u32) {
        let centre = map.centre();
        let covered = blast_cells(&map.grid(), centre, radius);
        let expected: Vec<_> = map
            .cells()
            .filter(|&cell| centre.distance_squared(cell) <= radius * radius)
            .map(|cell| (cell, brute_force::shadowed(&map, centre, cell)))
            .collect();
        prop_assert_eq!(covered, expected);
    }

    #[test]
    fn reach_is_what_the_slow_version_says(
        map in a_map(false),
        budget in 0..30_u32,
        one in any::<bool>(),
        people in prop::collection::vec((0..9_i32, 0..9_i32), 0..6),
    ) {
        let (grid, from) = (map.grid(), map.centre());
        let (diagonal, price) = if one { (DiagonalStep::One, 2) } else { (DiagonalStep::OneAndAHalf, 3) };
        let people: Vec<Cell> = people.into_iter().map(|(x, y)| Cell::new(x, y)).filter(|&cell| cell != from).collect();
        let (friends, foes) = people.split_at(people.len() / 2);
        let (blocked, passable) = (|cell| foes.contains(&cell), |cell| friends.contains(&cell));
        let reach = MovementRange::compute(&grid, from, budget, diagonal, blocked, passable);
        let costs = brute_force::costs(&map, from, price, blocked);
        let expected: Vec<(Cell, u32)> = costs
            .iter()
            .map(|(&cell, &cost)| (cell, cost))
            .filter(|&(cell, cost)| cost <= budget && !passable(cell))
            .collect();
        prop_assert_eq!(reach.cells().collect::<Vec<_>>(), expected.clone());
        for cell in map.cells() {
            let known = expected.iter().find(|(known, _)| *known == cell).map(|(_, cost)| *cost);
            prop_assert_eq!(reach.cost(cell), known);
            let path = reach.path_to(cell);
            prop_assert_eq!(path.is_some(), known.is_some());
            if let Some(path) = path {
                let spent = path_cost(&grid, from, &path, diagonal).unwrap();
                prop_assert_eq!(spent.last().copied().unwrap_or(0), reach.cost(cell).unwrap());
                prop_assert_eq!(path.last().copied().unwrap_or(from), cell);
                prop_assert!(!path.iter().any(|&cell| blocked(cell)));
            }
        }
    }

    #[test]
    fn distances_and_single_paths_are_what_the_slow_version_says(map in a_map(false), one in any::<bool>()) {
        let (grid, from) = (map.grid(), map.centre());
        let (diagonal, price) = if one { (DiagonalStep::One, 2) } else { (DiagonalStep::OneAndAHalf, 3) };
        let (field, mut finder) = (distance_field(&grid, from, diagonal), PathFinder::default());
        let costs = brute_force::costs(&map, from, price, |_| false);
        for cell in map.cells() {
            let cost = costs.get(&cell).copied();
            prop_assert_eq!(field.cost(cell), cost);
            let path = finder.find(&grid, from, cell, diagonal, |_| false);
            prop_assert_eq!(path.as_ref().map(|path| path.cost), cost);
            prop_assert_eq!(&path, &shortest_path(&grid, from, cell, diagonal, |_| false));
            if let Some(path) = path {
                let spent = path_cost(&grid, from, &path.cells, diagonal).unwrap();
                prop_assert_eq!(spent.last().copied().unwrap_or(0), path.cost);
            }
        }
    }

    #[test]
    fn nothing_depends_on_where_north_is_or_where_the_map_begins(map in a_map(true), a in a_body(), b in a_body()) {
        let (grid, from) = (map.grid(), map.centre());
        let mut seen = FieldOfView::new();
        field_of_view(&grid, from, a, 7, &mut seen);
        let reach = MovementRange::compute(&grid, from, 16, DiagonalStep::OneAndAHalf, |_| false, |_| false);
        for change in MapSymmetry::ALL {
            let changed_map = map.changed(change);
            let (changed, start) = (changed_map.grid(), change.cell(from, &map));
            let mut changed_view = FieldOfView::new();
            field_of_view(&changed, start, a, 7, &mut changed_view);
            let cells: Vec<Cell> = map.cells().map(|cell| change.cell(cell, &map)).collect();
            let outside = |cell| !cells.contains(&cell);
            let changed_reach = MovementRange::compute(&changed, start, 16, DiagonalStep::OneAndAHalf, outside, |_| false);
            for to in map.cells() {
                let there = change.cell(to, &map);
                prop_assert_eq!(seen.contains(to), changed_view.contains(there), "{:?} {:?}", change, to);
                let mut fire = line_of_fire(&grid, from, a, to, b);
                let changed_fire = line_of_fire(&changed, start, a, there, b);
                prop_assert_eq!((fire.hidden, fire.seen), (changed_fire.hidden, changed_fire.seen));
                if let MapSymmetry::Moved(..) = change {
                    for crossing in fire.clear.iter_mut().chain(&mut fire.cover) {
                        crossing.place = change.place(crossing.place, &map);
                    }
                    prop_assert_eq!(fire, changed_fire);
                }
                prop_assert_eq!(reach.cost(to), changed_reach.cost(there), "{:?} {:?}", change, to);
            }
        }
    }
}

/// A map with a share of filled squares and closed edges, in percent.
fn scattered(size: u16, squares: u64, edges: u64, seed: u64) -> Grid {
    let mut grid = Grid::new(size, size);
    let mut state = seed;
    let mut chance = |percent: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 100 < percent
    };
    let wall =
        Obstacle { id: BarrierId(1), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
    for cell in grid.cells() {
        let places = [
            (ObstaclePosition::Square(cell), chance(squares)),
            (ObstaclePosition::Edge(Edge::new(cell, CellSide::North)), chance(edges)),
            (ObstaclePosition::Edge(Edge::new(cell, CellSide::West)), chance(edges)),
        ];
        for (place, stands) in places {
            if stands {
                grid.set_obstacle(place, Some(wall));
            }
        }
    }
    grid
}

#[test]
fn far_views_are_all_squares_in_sight() {
    let mut seen = FieldOfView::new();
    for (number, (squares, edges)) in
        [(0, 0), (1, 0), (3, 0), (8, 0), (20, 0), (0, 1), (0, 3), (1, 1), (3, 3), (40, 5)]
            .into_iter()
            .enumerate()
    {
        for round in 0..12 {
            let grid = scattered(150, squares, edges, number as u64 * 1000 + round);
            let from = Cell::new(75 - 5 * round as i32, 70 + 6 * round as i32);
            let radius = [30, 60, 140][round as usize % 3];
            field_of_view(&grid, from, Body::STANDING, radius, &mut seen);
            for to in grid.cells() {
                let expected = from.distance_squared(to) <= radius * radius
                    && line_of_sight(&grid, from, Body::STANDING, to, Body::STANDING);
                assert_eq!(seen.contains(to), expected, "{squares} {edges} {round}: {from:?} to {to:?}");
            }
        }
    }
}
