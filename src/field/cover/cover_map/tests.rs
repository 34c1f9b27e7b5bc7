use proptest::prelude::*;

use super::*;
use crate::ascii_map::{AsciiMap, obstacle_position};
use crate::{Obstacle, TerrainCell};
use model::{BarrierId, ObstaclePosition};

const SHOOTER: Body = Body::STANDING;

fn agrees(field: &CoverMap, grid: &Grid, from: Cell, body: Body) {
    for cell in grid.cells() {
        let expected = hidden_share(grid, from, SHOOTER, cell, body);
        assert_eq!(field.hidden(cell), Some(expected), "{cell:?}");
    }
}

// The crate hides 46.7 % of a standing body behind it (see `line_of_fire`), and all of a prone one.
#[test]
fn a_crate_covers_the_square_behind_it() {
    let map = AsciiMap::new(&["A . c B", "       ", ". . . ."]);
    let grid = Arc::new(map.grid.clone());
    let mut field = CoverMap::new();
    field.update(&grid, (map.cell_named('A'), SHOOTER), Body::STANDING, 99);
    assert_eq!(field.cells().count(), 8);
    assert_eq!(
        (field.hidden(map.cell_named('B')), field.cover(map.cell_named('B'))),
        (Some(47), Some(CoverDegree::Partial))
    );
    assert_eq!(field.hidden(Cell::new(1, 0)), Some(0));
    agrees(&field, &grid, map.cell_named('A'), Body::STANDING);
    field.update(&grid, (map.cell_named('A'), SHOOTER), Body::PRONE, 99);
    assert_eq!(field.cover(map.cell_named('B')), Some(CoverDegree::Total));
    agrees(&field, &grid, map.cell_named('A'), Body::PRONE);
}

#[test]
fn nothing_is_known_beyond_the_radius() {
    let map = AsciiMap::new(&["A . . B"]);
    let mut field = CoverMap::new();
    field.update(&Arc::new(map.grid.clone()), (map.cell_named('A'), SHOOTER), Body::STANDING, 2);
    assert_eq!((field.hidden(map.cell_named('B')), field.hidden(Cell::new(0, 5))), (None, None));
    assert_eq!(field.cells().count(), 3);
    let off = Cell::new(-1, 0);
    assert_eq!(field.update(&Arc::new(map.grid.clone()), (off, SHOOTER), Body::STANDING, 9), 0);
    assert_eq!(field.cells().count(), 0);
}

#[test]
fn a_shooter_may_be_off_the_map_and_come_back() {
    let (mut grid, mut field) = (Grid::new(9, 7), CoverMap::new());
    let (on, off) = (Cell::new(3, 3), Cell::new(9, 3));
    field.update(&Arc::new(Grid::new(60, 60)), (on, SHOOTER), Body::STANDING, 99);
    assert_eq!(field.update(&Arc::new(grid.clone()), (off, SHOOTER), Body::STANDING, 99), 0);
    grid.set_ground(Cell::new(1, 1), TerrainCell { height_cm: 40, ..TerrainCell::default() });
    let grid = Arc::new(grid);
    assert_eq!(field.update(&grid, (off, SHOOTER), Body::STANDING, 99), 0);
    assert_eq!(field.cells().count(), 0);
    field.update(&grid, (on, SHOOTER), Body::STANDING, 99);
    agrees(&field, &grid, on, Body::STANDING);
}

#[test]
fn only_squares_behind_a_change_are_recomputed() {
    let mut grid = Grid::new(40, 40);
    let from = Cell::new(0, 20);
    let mut field = CoverMap::new();
    assert_eq!(
        field.update(&Arc::new(grid.clone()), (from, SHOOTER), Body::STANDING, 99),
        0,
        "all of it open"
    );
    let crates =
        Obstacle { id: BarrierId(1), height_cm: 100, transparent: false, blocks_move: true, width_pct: 100 };
    grid.set_obstacle(ObstaclePosition::Square(Cell::new(30, 20)), Some(crates));
    let grid = Arc::new(grid);
    let count = field.update(&grid, (from, SHOOTER), Body::STANDING, 99);
    assert!((10..50).contains(&count), "{count}");
    agrees(&field, &grid, from, Body::STANDING);
    let before = field.clone();
    // With crates all over the map, most results stay valid.
    let mut crowded = Grid::clone(&grid);
    for cell in grid.cells().filter(|cell| (cell.x * 7 + cell.y * 13) % 11 == 0 && *cell != from) {
        crowded.set_obstacle(ObstaclePosition::Square(cell), Some(crates));
    }
    let (grid, mut field) = (Arc::new(crowded.clone()), before);
    let all = field.update(&grid, (from, SHOOTER), Body::STANDING, 99);
    assert!(all > 1_000, "{all}");
    crowded.set_obstacle(ObstaclePosition::Square(Cell::new(31, 25)), Some(crates));
    let grid = Arc::new(crowded);
    let count = field.update(&grid, (from, SHOOTER), Body::STANDING, 99);
    assert!((1..60).contains(&count), "{count}");
    agrees(&field, &grid, from, Body::STANDING);
    assert_eq!(field.update(&grid, (from, SHOOTER), Body::STANDING, 99), 0, "nothing has changed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn open_ground_is_told_from_what_is_behind_something(
        walls in proptest::collection::vec((0..3_u8, 0..70, 0..60, 60..300_u16), 1..9),
        from in (0..70, 0..60),
    ) {
        let mut grid = Grid::new(70, 60);
        for (edge, x, y, height_cm) in walls {
            let wall = Obstacle { id: BarrierId(1), height_cm, transparent: false, blocks_move: true, width_pct: 100 };
            grid.set_obstacle(obstacle_position(edge, Cell::new(x, y)), Some(wall));
        }
        let (from, mut field) = (Cell::new(from.0, from.1), CoverMap::new());
        field.update(&Arc::new(grid.clone()), (from, SHOOTER), Body::STANDING, 99);
        agrees(&field, &grid, from, Body::STANDING);
    }

    #[test]
    fn an_updated_map_equals_a_new_one(
        before in proptest::collection::vec((0..3_u8, 0..14, 0..11, 60..300_u16, any::<bool>()), 0..30),
        after in proptest::collection::vec((0..3_u8, 0..14, 0..11, 60..300_u16, any::<bool>()), 1..4),
        rise in proptest::option::of((0..14, 0..11, -300..300_i16)),
        from in (0..14, 0..11),
        prone in any::<bool>(),
    ) {
        let mut grid = Grid::new(14, 11);
        let put = |grid: &mut Grid, all: &[(u8, i32, i32, u16, bool)]| {
            for &(edge, x, y, height_cm, transparent) in all {
                let wall = Obstacle { id: BarrierId(1), height_cm, transparent, blocks_move: true, width_pct: 100 };
                let place = obstacle_position(edge, Cell::new(x, y));
                let stands = grid.obstacle(place).is_none();
                grid.set_obstacle(place, stands.then_some(wall));
            }
        };
        put(&mut grid, &before);
        let (from, body) = (Cell::new(from.0, from.1), if prone { Body::PRONE } else { Body::STANDING });
        let mut field = CoverMap::new();
        field.update(&Arc::new(grid.clone()), (from, SHOOTER), body, 99);
        put(&mut grid, &after);
        if let Some((x, y, height_cm)) = rise {
            grid.set_ground(Cell::new(x, y), TerrainCell { height_cm, ..TerrainCell::default() });
        }
        let grid = Arc::new(grid);
        field.update(&grid, (from, SHOOTER), body, 99);
        agrees(&field, &grid, from, body);
    }
}
