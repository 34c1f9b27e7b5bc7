use super::*;
use crate::ascii_map::{AsciiMap, obstacle_position};
use model::BarrierId;

#[test]
fn what_is_put_down_is_found_and_can_be_taken_away() {
    let mut grid = Grid::new(3, 2);
    let wall =
        Obstacle { id: BarrierId(7), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
    let empty = grid.clone();
    let corner = Cell::new(2, 1);
    for place in [
        ObstaclePosition::Square(corner),
        ObstaclePosition::Edge(Edge::new(corner, CellSide::South)),
        ObstaclePosition::Edge(Edge::new(corner, CellSide::East)),
    ] {
        assert_eq!(grid.set_obstacle(place, Some(wall)), None);
        assert_eq!(grid.obstacle(place), Some(wall));
        assert_ne!(grid, empty);
        assert_eq!(grid.set_obstacle(place, None), Some(wall));
        assert_eq!(grid, empty);
    }
}

#[test]
fn outside_the_map_there_is_nothing() {
    let grid = Grid::new(3, 2);
    assert!(grid.ground(Cell::new(3, 0)).impassable && !grid.can_enter(Cell::new(0, -1)));
    assert!(!grid.contains_place(ObstaclePosition::Edge(Edge::new(Cell::new(0, 4), CellSide::North))));
    assert_eq!(grid.obstacle(ObstaclePosition::Square(Cell::new(-5, 0))), None);
    assert_eq!(grid.cells().count(), 6);
    assert!(!grid.can_step(Cell::new(0, 0), Direction::North));
    assert!(!grid.can_step(Cell::new(-1, 0), Direction::East));
}

#[test]
#[should_panic(expected = "on this map")]
fn nothing_can_be_built_outside_the_map() {
    Grid::new(3, 2).set_obstacle(ObstaclePosition::Square(Cell::new(3, 0)), None);
}

#[test]
fn a_diagonal_step_needs_both_ways_around_the_corner() {
    let steps = |rows: &[&str]| {
        let map = AsciiMap::new(rows);
        map.grid.can_step(map.cell_named('A'), Direction::SouthEast)
    };
    assert!(steps(&["A .", "   ", ". ."]));
    for rows in [
        ["A c", "   ", ". ."],
        ["A .", "   ", "w ."],
        ["A|.", "   ", ". ."],
        ["A .", "-  ", ". ."],
        ["A .", "  =", ". ."],
        ["A .", "   ", ".'."],
        ["A .", "   ", ". #"],
    ] {
        assert!(!steps(&rows), "{rows:?}");
    }
    assert!(steps(&["A i", "   ", ". ."]), "what does not block movement does not matter");
}

#[test]
fn lines_blocked_near_a_square_are_those_of_a_new_map_after_any_change() {
    let wall =
        Obstacle { id: BarrierId(7), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
    let mut numbers = 1_u32;
    let mut below = |end: u32| {
        numbers = numbers.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (numbers >> 16) % end
    };
    let (mut grid, mut walls) = (Grid::new(14, 13), Vec::new());
    for _ in 0..600 {
        let cell = Cell::new(below(14) as i32, below(13) as i32);
        let place = obstacle_position(below(3) as u8, cell);
        let stands = walls.iter().position(|other| *other == place);
        if let Some(at) = stands {
            walls.swap_remove(at);
        } else {
            walls.push(place);
        }
        grid.set_obstacle(place, stands.is_none().then_some(wall));
        let new = Grid::populated((14, 13), [], walls.iter().map(|&place| (place, wall)));
        for cell in grid.cells() {
            assert_eq!(grid.near_classes_at(cell), new.near_classes_at(cell), "{cell:?} {place:?}");
        }
    }
}
