//! The way of a body that is thrown: the squares it crosses in a straight line, and what stands between them.

use super::cell::{Cell, Place};
use super::grid::{Grid, Layer};
use super::line::{Pass, Walk};

/// Scale at which directions are rounded.
const FINE: u64 = 1 << 16;

/// One square further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The square.
    pub to: Cell,
    /// Straight distance from the start when it is there, in metres, rounded to the nearest.
    pub metres: u32,
    /// What it passes through on the way into it, in order.
    pub through: Vec<Place>,
    /// The ground fills the square: nothing gets in there.
    pub solid: bool,
    /// Centimetres by which the ground lies higher than where the flight began; negative where it lies lower.
    pub rise_cm: i32,
}

/// The nearest whole number to the root of a sum of squares.
fn metres(squared: u32) -> u32 {
    let twice = u64::from(squared) * 4;
    u32::try_from(twice.isqrt().div_ceil(2)).unwrap_or(u32::MAX)
}

/// One axis of the way: so many metres along a direction, to the nearest square.
fn along(metres: u32, part: i32, squared: u32) -> i32 {
    let length = (u64::from(squared) * FINE * FINE).isqrt().max(1);
    let scaled = u64::from(metres) * u64::from(part.unsigned_abs()) * FINE;
    let rounded = (2 * scaled + length) / (2 * length);
    i32::try_from(rounded).unwrap_or(i32::MAX) * part.signum()
}

/// The square so many metres away from `source`, seen from `from`; `AB-KNOCK-02`. The same square for a body that is
/// struck where its attacker stands.
pub fn thrown_to(from: Cell, source: Cell, metres: u32) -> Cell {
    let (east, south) = (from.x - source.x, from.y - source.y);
    let squared = source.distance_squared(from);
    Cell::new(from.x + along(metres, east, squared), from.y + along(metres, south, squared))
}

/// The way of a body thrown straight away from `source`, square by square, until it is so many metres off or at the rim
/// of the map. Of two ways around a corner it takes the one where less stands.
pub fn flight(grid: &Grid, from: Cell, source: Cell, metres_at_most: u32) -> Vec<Leg> {
    let rim = u32::from(grid.width()) + u32::from(grid.height());
    let mut reach = metres_at_most.min(rim);
    let end = loop {
        let end = thrown_to(from, source, reach);
        if grid.contains(end) {
            break end;
        }
        reach -= 1; // 0 m is where it stands, which is on the map
    };
    if end == from || !grid.contains(from) {
        return Vec::new();
    }
    let start = i32::from(grid.ground(from).height_cm);
    let stands = |(layer, index): (Layer, usize)| {
        grid.obstacle_at(layer, index)
            .filter(|obstacle| obstacle.blocks_move)
            .map(|_| grid.place(layer, index))
    };
    let leg = |step: super::line::Step| {
        let Place::Square(to) = grid.place(Layer::Square, step.entered) else {
            unreachable!("broken invariant: a line enters squares")
        };
        let mut through: Vec<Place> = match step.pass {
            Pass::Edge(layer, index) => stands((layer, index)).into_iter().collect(),
            Pass::Corner(ways) => {
                let ways = ways.map(|way| way.pieces().into_iter().filter_map(stands).collect::<Vec<_>>());
                let [one, other] = ways;
                if other.len() < one.len() { other } else { one }
            }
        };
        through.extend(stands((Layer::Square, step.entered)));
        let ground = grid.ground(to);
        Leg {
            to,
            metres: metres(from.distance_squared(to)),
            through,
            solid: ground.impassable,
            rise_cm: i32::from(ground.height_cm) - start,
        }
    };
    Walk::new(grid, from, end, (0, 0)).map(leg).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::cell::{Edge, Side};
    use crate::sketch::Sketch;

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
        assert_eq!(thrown_to(cell(from), cell(source), metres), cell(end));
    }

    fn squares(legs: &[Leg]) -> Vec<(i32, i32)> {
        legs.iter().map(|leg| (leg.to.x, leg.to.y)).collect()
    }

    #[test]
    fn square_by_square_with_what_stands_between() {
        let map = Sketch::new(&["A B .|c ."]);
        let legs = flight(&map.grid, map.at('B'), map.at('A'), 3);
        assert_eq!(squares(&legs), [(2, 0), (3, 0), (4, 0)]);
        assert_eq!(legs.iter().map(|leg| leg.metres).collect::<Vec<_>>(), [1, 2, 3]);
        let edge = Place::Edge(Edge::new(Cell::new(3, 0), Side::West));
        assert_eq!(legs[1].through, [edge, Place::Square(Cell::new(3, 0))]);
        assert!(legs[2].through.is_empty());
    }

    #[test]
    fn the_rim_of_the_map_ends_it() {
        let map = Sketch::new(&["A B . ."]);
        assert_eq!(squares(&flight(&map.grid, map.at('B'), map.at('A'), 30)), [(2, 0), (3, 0)]);
        assert_eq!(flight(&map.grid, Cell::new(3, 0), map.at('A'), 5), []);
    }

    #[test]
    fn around_a_corner_where_less_stands() {
        let map = Sketch::new(&["A . .", "     ", ". B #", "     ", ". . ."]);
        let legs = flight(&map.grid, map.at('B'), map.at('A'), 1);
        assert_eq!((squares(&legs), legs[0].through.len()), (vec![(2, 2)], 0));
    }

    #[test]
    fn over_an_edge() {
        let map = Sketch::new(&["A 5 . ."]);
        let legs = flight(&map.grid, Cell::new(1, 0), map.at('A'), 2);
        assert_eq!(legs.iter().map(|leg| leg.rise_cm).collect::<Vec<_>>(), [-500, -500]);
    }
}
