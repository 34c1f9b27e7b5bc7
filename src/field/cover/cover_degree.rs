//! Cover levels: names of hidden shares, and where cover is available.

use serde::{Deserialize, Serialize};

use super::line_of_fire::{CrossedObstacle, LineOfFire, hidden_share, line_of_fire};
use crate::grid::Grid;
use crate::obstacle::{Body, Obstacle};
use model::{Cell, CellSide, Direction, Edge, ObstaclePosition};

/// A greater hidden share than this is partial cover, in percent. `SS-COVER-07`.
const MAX_HIDDEN_NONE: u8 = 25;
/// A greater hidden share than this is good cover, in percent. `SS-COVER-07`.
const MAX_HIDDEN_PARTIAL: u8 = 50;
/// Distance of the assumed shooter of [`cover_by_side`], in squares.
const SHOOTER_DISTANCE: i32 = 4;

/// How well a body is covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CoverDegree {
    /// At most 25 % hidden.
    #[default]
    None,
    /// More than 25 %, at most 50 % hidden.
    Partial,
    /// More than 50 % hidden.
    Good,
    /// All hidden.
    Total,
}

impl CoverDegree {
    /// The cover of a hidden share in percent. `SS-COVER-07`.
    pub const fn from_hidden_percent(percent: u8) -> Self {
        if percent >= 100 {
            Self::Total
        } else if percent > MAX_HIDDEN_PARTIAL {
            Self::Good
        } else if percent > MAX_HIDDEN_NONE {
            Self::Partial
        } else {
            Self::None
        }
    }
}

/// An obstacle to take cover behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverObstacle {
    /// Direction from the square; `None` if it is in the square itself.
    pub direction: Option<Direction>,
    /// The obstacle, with its height and the share that it hides.
    pub obstacle: Obstacle,
}

/// The obstacles to take cover behind: in the square, on one of its edges, or in one of its eight neighbours.
/// `SS-ACT-49`.
pub fn obstacles_beside(grid: &Grid, cell: Cell) -> impl Iterator<Item = CoverObstacle> {
    let edges =
        CellSide::ALL.map(|side| (Some(side.direction()), ObstaclePosition::Edge(Edge::new(cell, side))));
    let neighbours =
        Direction::ALL.map(|direction| (Some(direction), ObstaclePosition::Square(cell.step(direction))));
    [(None, ObstaclePosition::Square(cell))]
        .into_iter()
        .chain(edges)
        .chain(neighbours)
        .filter(move |_| grid.contains(cell))
        .filter_map(|(direction, place)| Some(CoverObstacle { direction, obstacle: grid.obstacle(place)? }))
}

/// Whether there is an obstacle to take cover behind.
pub fn can_take_cover(grid: &Grid, cell: Cell) -> bool {
    obstacles_beside(grid, cell).next().is_some()
}

/// The cover of a body in this square against a standing shooter four squares away (fewer at the border of the map),
/// by the direction of the shooter, in the order of [`Direction::ALL`].
pub fn cover_by_side(grid: &Grid, cell: Cell, body: Body) -> [CoverDegree; 8] {
    hidden_by_side(grid, cell, body).map(CoverDegree::from_hidden_percent)
}

/// The hidden share of a body in this square, in percent, as [`cover_by_side`] grades it.
pub fn hidden_by_side(grid: &Grid, cell: Cell, body: Body) -> [u8; 8] {
    Direction::ALL.map(|direction| {
        side_shooter(grid, cell, direction)
            .map_or(0, |shooter| hidden_share(grid, shooter, Body::STANDING, cell, body))
    })
}

/// The barrier beside this square that hides most of a body in it from a direction, as [`hidden_behind_obstacles_beside`]
/// measures it; `None` if none does.
pub fn hiding_obstacle_beside(
    grid: &Grid,
    cell: Cell,
    body: Body,
    from: Direction,
) -> Option<CrossedObstacle> {
    let fire = fire_past_obstacles_beside(grid, cell, body, from)?;
    fire.cover.into_iter().max_by_key(|crossing| crossing.hides)
}

/// The square of the shooter in a direction, four squares away or at the border of the map; `None` beyond the border.
fn side_shooter(grid: &Grid, cell: Cell, direction: Direction) -> Option<Cell> {
    let (dx, dy) = direction.delta();
    (1..=SHOOTER_DISTANCE)
        .map(|away| Cell::new(cell.x + dx * away, cell.y + dy * away))
        .take_while(|&shooter| grid.contains(shooter))
        .last()
}

/// The share of a body in this square, in percent, that the obstacles beside the square hide once cover is taken behind
/// them, by the direction of the shooter, in the order of [`Direction::ALL`]. The standing shooter is four squares away, or nearer
/// where something that is not beside the square stands between: a wall across the room gives no cover in it. `SS-ACT-49`.
pub fn hidden_behind_obstacles_beside(grid: &Grid, cell: Cell, body: Body) -> [u8; 8] {
    Direction::ALL.map(|direction| {
        fire_past_obstacles_beside(grid, cell, body, direction).map_or(0, |fire| fire.hidden)
    })
}

/// The line of fire of the farthest standing shooter in a direction, at most four squares away, with nothing between but what
/// stands beside the square of the body; `None` if there is none.
fn fire_past_obstacles_beside(
    grid: &Grid,
    cell: Cell,
    body: Body,
    direction: Direction,
) -> Option<LineOfFire> {
    let (dx, dy) = direction.delta();
    let shooters = (1..=SHOOTER_DISTANCE).rev().map(|away| Cell::new(cell.x + dx * away, cell.y + dy * away));
    let mut fires = shooters
        .filter(|shooter| grid.contains(*shooter))
        .map(|shooter| line_of_fire(grid, shooter, Body::STANDING, cell, body));
    let is_beside = |id| obstacles_beside(grid, cell).any(|beside| beside.obstacle.id == id);
    fires.find(|fire| fire.cover.iter().all(|crossed| is_beside(crossed.id)))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;

    #[rstest]
    #[case::ss_cover_07_up_to_a_quarter(25, CoverDegree::None)]
    #[case::ss_cover_07_more_than_a_quarter(26, CoverDegree::Partial)]
    #[case::ss_cover_07_half(50, CoverDegree::Partial)]
    #[case::ss_cover_07_more_than_half(51, CoverDegree::Good)]
    #[case::ss_cover_07_nearly_all(99, CoverDegree::Good)]
    #[case::ss_cover_07_all(100, CoverDegree::Total)]
    fn shares_have_names(#[case] percent: u8, #[case] cover: CoverDegree) {
        assert_eq!(CoverDegree::from_hidden_percent(percent), cover);
    }

    #[test]
    fn ss_cover_07_the_obstacle_beside_a_square_that_hides_a_side_is_told() {
        let mut grid = Grid::new(11, 11);
        let wall = |id, height_cm| Obstacle {
            id: model::BarrierId(id),
            height_cm,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        grid.set_obstacle(ObstaclePosition::Square(Cell::new(8, 5)), Some(wall(7, 300)));
        grid.set_obstacle(ObstaclePosition::Square(Cell::new(4, 5)), Some(wall(8, 120)));
        grid.set_obstacle(ObstaclePosition::Square(Cell::new(2, 5)), Some(wall(9, 300)));
        let (cell, body) = (Cell::new(5, 5), Body::STANDING);
        let hiding = |side| hiding_obstacle_beside(&grid, cell, body, side).map(|one| one.id);
        assert_eq!(hiding(Direction::East), None, "three squares away");
        assert_eq!(hiding(Direction::West), Some(model::BarrierId(8)), "not the wall behind it");
        assert_eq!(hiding(Direction::North), None);
    }

    #[rstest]
    #[case::ss_act_49_open_field(&[". . .", "     ", ". A .", "     ", ". . ."], None)]
    #[case::ss_act_49_beside_a_crate(&[". . .", "     ", ". A c", "     ", ". . ."], Some(Direction::East))]
    #[case::ss_act_49_at_a_corner(&["c . .", "     ", ". A .", "     ", ". . ."], Some(Direction::NorthWest))]
    #[case::ss_act_49_wall_on_its_edge(&[". . .", "     ", ". A .", "  -  ", ". . ."], Some(Direction::South))]
    #[case::ss_act_49_two_squares_away(&[". . . c", "       ", ". A . .", "       ", ". . . ."], None)]
    #[case::ss_act_49_edge_of_another_square(&[". .|.", "     ", ". A .", "     ", ". . ."], None)]
    fn cover_needs_an_obstacle_at_hand(#[case] rows: &[&str], #[case] expected: Option<Direction>) {
        let map = AsciiMap::new(rows);
        let cell = map.cell_named('A');
        assert_eq!(can_take_cover(&map.grid, cell), expected.is_some());
        let directions: Vec<_> = obstacles_beside(&map.grid, cell).map(|beside| beside.direction).collect();
        assert_eq!(directions, expected.map_or_else(Vec::new, |direction| vec![Some(direction)]));
    }

    #[test]
    fn ss_act_49_an_obstacle_in_the_square_gives_cover() {
        let grid = AsciiMap::new(&["c"]).grid;
        assert!(can_take_cover(&grid, Cell::new(0, 0)));
        assert!(!can_take_cover(&grid, Cell::new(5, 0)));
    }

    #[test]
    fn cover_is_known_for_every_direction() {
        let map = AsciiMap::new(&[
            ". . . . .",
            "         ",
            ". . . . .",
            "    -    ",
            ". .'A . .",
            "         ",
            ". . . . .",
            "         ",
            ". . . . .",
        ]);
        let cover = cover_by_side(&map.grid, map.cell_named('A'), Body::STANDING);
        let from = |direction: Direction| cover[direction as usize];
        assert_eq!(from(Direction::North), CoverDegree::Total);
        assert_eq!(from(Direction::East), CoverDegree::None);
        assert_eq!(from(Direction::South), CoverDegree::None);
        assert_eq!(from(Direction::West), CoverDegree::Partial);
    }

    #[test]
    fn ss_act_49_a_wall_across_the_room_is_no_cover() {
        let map = AsciiMap::new(&[". . . . . .", "           ", ". .|. . A|.", "           ", ". . . . . ."]);
        let (grid, cell) = (&map.grid, map.cell_named('A'));
        assert_eq!(hidden_by_side(grid, cell, Body::STANDING)[Direction::West as usize], 100);
        let beside = hidden_behind_obstacles_beside(grid, cell, Body::STANDING);
        assert_eq!(beside[Direction::West as usize], 0, "the shooter stands in the room");
        assert_eq!(beside[Direction::East as usize], 100);
        assert_eq!((beside[Direction::North as usize], beside[Direction::South as usize]), (0, 0));
    }

    #[test]
    fn at_the_border_of_the_map_no_shots_come_from_outside() {
        let grid = AsciiMap::new(&["."]).grid;
        assert_eq!(cover_by_side(&grid, Cell::new(0, 0), Body::STANDING), [CoverDegree::None; 8]);
    }
}
