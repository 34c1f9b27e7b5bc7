//! The path of a body that is knocked back: the squares it crosses in a straight line, and the obstacles between
//! them.

use crate::grid::{Grid, ObstacleLayer};
use crate::line_traversal::{LineCrossing, LineTraversal};
use model::{Cell, ObstaclePosition};

/// Scale at which directions are rounded.
const FRACTION_SCALE: u64 = 1 << 16;

/// One square of a flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlightLeg {
    /// The square entered.
    pub to: Cell,
    /// Straight distance from the start to this square, in metres, rounded to the nearest.
    pub metres: u32,
    /// Obstacles it passes on the way into the square, in order.
    pub through: Vec<ObstaclePosition>,
    /// Whether the ground fills the square, so that nothing can enter it.
    pub solid: bool,
    /// Height of the ground above the start, in centimetres; negative if it is lower.
    pub rise_cm: i32,
}

/// The nearest integer to the square root.
fn rounded_root(squared: u32) -> u32 {
    let twice = u64::from(squared) * 4;
    u32::try_from(twice.isqrt().div_ceil(2)).unwrap_or(u32::MAX)
}

/// Returns the length of a flight between two squares: their straight distance in metres, rounded to the nearest. `AB-KNOCK-02`.
pub fn flown_metres(from: Cell, to: Cell) -> u32 {
    rounded_root(from.distance_squared(to))
}

/// Offset along one axis for a distance in metres along a direction, to the nearest square.
fn axis_offset(metres: u32, part: i32, squared: u32) -> i32 {
    let length = (u64::from(squared) * FRACTION_SCALE * FRACTION_SCALE).isqrt().max(1);
    let scaled = u64::from(metres) * u64::from(part.unsigned_abs()) * FRACTION_SCALE;
    let rounded = (2 * scaled + length) / (2 * length);
    i32::try_from(rounded).unwrap_or(i32::MAX) * part.signum()
}

/// Returns the square that is `metres` beyond `from`, directly away from `source`; `AB-KNOCK-02`. The result is
/// `from` if both are the same square.
pub fn knockback_target(from: Cell, source: Cell, metres: u32) -> Cell {
    let (east, south) = (from.x - source.x, from.y - source.y);
    let squared = source.distance_squared(from);
    Cell::new(from.x + axis_offset(metres, east, squared), from.y + axis_offset(metres, south, squared))
}

/// Returns the flight of a body thrown straight away from `source`, square by square, until `metres_at_most` or the
/// rim of the map. At a corner it takes the way with fewer obstacles.
///
/// ```rust
/// use field::{Grid, knockback_path};
/// use model::Cell;
///
/// let grid = Grid::new(6, 1);
/// let flight = knockback_path(&grid, Cell::new(2, 0), Cell::new(1, 0), 2);
/// let squares: Vec<_> = flight.iter().map(|leg| (leg.to, leg.metres)).collect();
/// assert_eq!(squares, [(Cell::new(3, 0), 1), (Cell::new(4, 0), 2)]);
/// assert_eq!(knockback_path(&grid, Cell::new(4, 0), Cell::new(3, 0), 9).len(), 1, "the map ends");
/// ```
pub fn knockback_path(grid: &Grid, from: Cell, source: Cell, metres_at_most: u32) -> Vec<FlightLeg> {
    let rim = u32::from(grid.width()) + u32::from(grid.height());
    let mut reach = metres_at_most.min(rim);
    let end = loop {
        let end = knockback_target(from, source, reach);
        if grid.contains(end) {
            break end;
        }
        reach -= 1; // 0 m is where it stands, which is on the map
    };
    if end == from || !grid.contains(from) {
        return Vec::new();
    }
    let start = i32::from(grid.ground(from).height_cm);
    let stands = |(layer, index): (ObstacleLayer, usize)| {
        grid.obstacle_at(layer, index)
            .filter(|obstacle| obstacle.blocks_move)
            .map(|_| grid.place(layer, index))
    };
    let leg = |step: crate::line_traversal::LineStep| {
        let ObstaclePosition::Square(to) = grid.place(ObstacleLayer::Square, step.entered) else {
            unreachable!("broken invariant: a line enters squares")
        };
        let mut through: Vec<ObstaclePosition> = match step.pass {
            LineCrossing::Edge(layer, index) => stands((layer, index)).into_iter().collect(),
            LineCrossing::Corner(ways) => {
                let ways = ways.map(|way| way.pieces().into_iter().filter_map(stands).collect::<Vec<_>>());
                let [one, other] = ways;
                if other.len() < one.len() { other } else { one }
            }
        };
        through.extend(stands((ObstacleLayer::Square, step.entered)));
        let ground = grid.ground(to);
        FlightLeg {
            to,
            metres: flown_metres(from, to),
            through,
            solid: ground.impassable,
            rise_cm: i32::from(ground.height_cm) - start,
        }
    };
    LineTraversal::new(grid, from, end, (0, 0)).map(leg).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::ascii_map::AsciiMap;
    use model::{CellSide, Edge};

    #[rstest]
    #[case::ab_knock_02_straight_away((5, 5), (6, 5), 3, (9, 5))]
    #[case::ab_knock_02_diagonally((5, 5), (6, 6), 3, (8, 8))]
    #[case::ab_knock_02_nearest_square((5, 5), (7, 6), 3, (10, 7))]
    #[case::on_the_spot((5, 5), (6, 5), 0, (6, 5))]
    fn ends(
        #[case] source: (i32, i32),
        #[case] from: (i32, i32),
        #[case] metres: u32,
        #[case] end: (i32, i32),
    ) {
        let cell = |(x, y)| Cell::new(x, y);
        assert_eq!(knockback_target(cell(from), cell(source), metres), cell(end));
    }

    fn squares(legs: &[FlightLeg]) -> Vec<(i32, i32)> {
        legs.iter().map(|leg| (leg.to.x, leg.to.y)).collect()
    }

    #[test]
    fn square_by_square_with_what_stands_between() {
        let map = AsciiMap::new(&["A B .|c ."]);
        let legs = knockback_path(&map.grid, map.cell_named('B'), map.cell_named('A'), 3);
        assert_eq!(squares(&legs), [(2, 0), (3, 0), (4, 0)]);
        assert_eq!(legs.iter().map(|leg| leg.metres).collect::<Vec<_>>(), [1, 2, 3]);
        let edge = ObstaclePosition::Edge(Edge::new(Cell::new(3, 0), CellSide::West));
        assert_eq!(legs[1].through, [edge, ObstaclePosition::Square(Cell::new(3, 0))]);
        assert!(legs[2].through.is_empty());
    }

    #[test]
    fn the_rim_of_the_map_ends_it() {
        let map = AsciiMap::new(&["A B . ."]);
        assert_eq!(
            squares(&knockback_path(&map.grid, map.cell_named('B'), map.cell_named('A'), 30)),
            [(2, 0), (3, 0)]
        );
        assert_eq!(knockback_path(&map.grid, Cell::new(3, 0), map.cell_named('A'), 5), []);
    }

    #[test]
    fn around_a_corner_where_less_stands() {
        let map = AsciiMap::new(&["A . .", "     ", ". B #", "     ", ". . ."]);
        let legs = knockback_path(&map.grid, map.cell_named('B'), map.cell_named('A'), 1);
        assert_eq!((squares(&legs), legs[0].through.len()), (vec![(2, 2)], 0));
    }

    #[test]
    fn a_body_thrown_over_an_edge_drops_to_the_ground_below() {
        let map = AsciiMap::new(&["A 5 . ."]);
        let legs = knockback_path(&map.grid, Cell::new(1, 0), map.cell_named('A'), 2);
        assert_eq!(legs.iter().map(|leg| leg.rise_cm).collect::<Vec<_>>(), [-500, -500]);
    }
}
