use super::*;
use crate::ascii_map::AsciiMap;
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
