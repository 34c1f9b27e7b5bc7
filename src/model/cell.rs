//! Squares, directions, sides and edges.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::Distance;

/// A square of the map, one metre wide. `x` grows to the east, `y` to the south.
///
/// Ordered by row, then by column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RawCell")]
pub struct Cell {
    /// Column, growing to the east.
    pub x: i32,
    /// Row, growing to the south.
    pub y: i32,
}

/// Farthest column or row of a square in a file, in both directions. Distances between such squares and their squares
/// have no overflow.
const MAX_COORDINATE: i32 = 20_000;

/// A square as written in files.
#[derive(Deserialize, JsonSchema)]
#[serde(rename = "Cell")]
struct RawCell {
    x: i32,
    y: i32,
}

impl TryFrom<RawCell> for Cell {
    type Error = String;

    fn try_from(RawCell { x, y }: RawCell) -> Result<Self, String> {
        let range = -MAX_COORDINATE..=MAX_COORDINATE;
        if range.contains(&x) && range.contains(&y) {
            Ok(Self { x, y })
        } else {
            Err(format!("no map has the square ({x}, {y})"))
        }
    }
}

impl Cell {
    /// The square in column `x` of row `y`.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in this direction.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self { x: self.x + dx, y: self.y + dy }
    }

    /// The neighbour across this side.
    #[inline]
    pub const fn neighbour(self, side: CellSide) -> Self {
        self.step(side.direction())
    }

    /// Squares on the way to another one, one for each step of Chebyshev distance, without both ends.
    #[inline]
    pub fn cells_between(self, to: Self) -> impl Iterator<Item = Self> {
        let steps = self.chebyshev_distance(to).cast_signed();
        let at = move |from: i32, to: i32, step: i32| {
            from + ((to - from) * step + (to - from).signum() * steps / 2) / steps.max(1)
        };
        (1..steps).map(move |step| Self::new(at(self.x, to.x, step), at(self.y, to.y, step)))
    }

    /// Chebyshev distance between two squares: 0 for the same, 1 for any of the eight neighbours. `SS-BASE-16`.
    ///
    /// Melee reach and interception zones use it.
    #[inline]
    pub const fn chebyshev_distance(self, other: Self) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }

    /// Square of the straight distance between the two centres, in square metres, exact. `SS-BASE-16`.
    ///
    /// Compare it with the square of a range: within `r` metres means `distance_squared <= r * r`.
    #[inline]
    pub const fn distance_squared(self, other: Self) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        dx * dx + dy * dy
    }

    /// The straight distance to another square.
    pub const fn distance(self, other: Self) -> Distance {
        Distance { squared: self.distance_squared(other) }
    }

    /// The direction of a neighbour; `None` if the square is not one of the eight.
    #[inline]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One of the eight directions of a step, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(VariantArray)]
#[expect(missing_docs, reason = "points of the compass")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Change of column and row in one step.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether a step changes both column and row.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        (self as u8) % 2 == 1
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

/// One of the four sides of a square, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(VariantArray)]
#[expect(missing_docs, reason = "points of the compass")]
pub enum CellSide {
    North,
    East,
    South,
    West,
}

impl CellSide {
    /// All four, clockwise from the north.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The direction of the neighbour across this side.
    #[inline]
    pub const fn direction(self) -> Direction {
        match self {
            Self::North => Direction::North,
            Self::East => Direction::East,
            Self::South => Direction::South,
            Self::West => Direction::West,
        }
    }
}

/// The border between two neighbouring squares, in canonical form: a square and its north or west side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "RawEdge", into = "RawEdge")]
pub struct Edge {
    cell: Cell,
    side: CellSide,
}

impl Edge {
    /// The edge on this side of `cell`; a south or east side becomes the neighbour's north or west side.
    #[inline]
    pub const fn new(cell: Cell, side: CellSide) -> Self {
        match side {
            CellSide::North | CellSide::West => Self { cell, side },
            CellSide::South => Self { cell: cell.neighbour(CellSide::South), side: CellSide::North },
            CellSide::East => Self { cell: cell.neighbour(CellSide::East), side: CellSide::West },
        }
    }

    /// The square whose north or west side the edge is.
    #[inline]
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// `North` or `West`.
    #[inline]
    pub const fn side(self) -> CellSide {
        self.side
    }

    /// The two squares it separates, the northern or western one first.
    #[inline]
    pub const fn cells(self) -> [Cell; 2] {
        [self.cell.neighbour(self.side), self.cell]
    }
}

/// An edge as written in files: any side.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Edge", deny_unknown_fields)]
struct RawEdge {
    cell: Cell,
    side: CellSide,
}

impl From<RawEdge> for Edge {
    #[inline]
    fn from(raw: RawEdge) -> Self {
        Self::new(raw.cell, raw.side)
    }
}

impl From<Edge> for RawEdge {
    #[inline]
    fn from(edge: Edge) -> Self {
        Self { cell: edge.cell, side: edge.side }
    }
}

/// Where a barrier segment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ObstaclePosition {
    /// On the border between two squares.
    Edge(Edge),
    /// In a square, filling it.
    Square(Cell),
}

impl ObstaclePosition {
    /// Whether it is in a square or beside it.
    #[inline]
    pub fn touches(self, cell: Cell) -> bool {
        match self {
            Self::Edge(edge) => edge.cells().contains(&cell),
            Self::Square(own) => own.chebyshev_distance(cell) <= 1,
        }
    }

    /// Offset of its middle from that of a square, in half squares: east, south.
    pub fn offset_from(self, cell: Cell) -> (i32, i32) {
        let [one, other] = match self {
            Self::Edge(edge) => edge.cells(),
            Self::Square(own) => [own, own],
        };
        (one.x + other.x - 2 * cell.x, one.y + other.y - 2 * cell.y)
    }
}

/// Names the direction of an offset to the east and to the south; `None` for none at all.
pub const fn compass_name((east, south): (i32, i32)) -> Option<&'static str> {
    // Nearer to an axis than to a diagonal.
    let is_along_row = east.abs() > 2 * south.abs();
    let is_along_column = south.abs() > 2 * east.abs();
    match (east, south) {
        (0, 0) => None,
        (1.., _) if is_along_row => Some("east"),
        _ if is_along_row => Some("west"),
        (_, 1..) if is_along_column => Some("south"),
        _ if is_along_column => Some("north"),
        (1.., 1..) => Some("south-east"),
        (1.., _) => Some("north-east"),
        (_, 1..) => Some("south-west"),
        _ => Some("north-west"),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::ss_base_16_diagonal_neighbour((1, 1), 1, 2)]
    #[case::ss_base_16_along_a_row((5, 0), 5, 25)]
    #[case::ss_base_16_three_and_four((3, 4), 4, 25)]
    #[case::ss_base_16_four_and_four((4, 4), 4, 32)]
    fn measures_from_the_origin(#[case] to: (i32, i32), #[case] rings: u32, #[case] squared: u32) {
        let (origin, to) = (Cell::new(0, 0), Cell::new(to.0, to.1));
        assert_eq!((origin.chebyshev_distance(to), to.chebyshev_distance(origin)), (rings, rings));
        assert_eq!((origin.distance_squared(to), to.distance_squared(origin)), (squared, squared));
    }

    #[test]
    fn ss_base_16_four_diagonal_squares_are_more_than_five_metres() {
        assert!(Cell::new(0, 0).distance_squared(Cell::new(4, 4)) > 5 * 5);
        assert!(Cell::new(0, 0).distance_squared(Cell::new(3, 4)) <= 5 * 5);
    }

    #[rstest]
    #[case((0, 0), None)]
    #[case((5, 2), Some("east"))]
    #[case((-5, 2), Some("west"))]
    #[case((0, 1), Some("south"))]
    #[case((1, -3), Some("north"))]
    #[case((2, 1), Some("south-east"))]
    #[case((2, -2), Some("north-east"))]
    #[case((-1, 2), Some("south-west"))]
    #[case((-3, -3), Some("north-west"))]
    fn directions_have_names(#[case] offset: (i32, i32), #[case] name: Option<&str>) {
        assert_eq!(compass_name(offset), name);
    }

    #[test]
    fn offsets_are_those_of_the_middle() {
        let cell = Cell::new(2, 3);
        let edge = |cell, side| ObstaclePosition::Edge(Edge::new(cell, side));
        assert_eq!(edge(cell, CellSide::North).offset_from(cell), (0, -1), "half a square");
        assert_eq!(edge(cell, CellSide::East).offset_from(cell), (1, 0));
        assert_eq!(edge(Cell::new(5, 3), CellSide::West).offset_from(cell), (5, 0), "2.5 squares");
        assert_eq!(ObstaclePosition::Square(Cell::new(1, 5)).offset_from(cell), (-2, 4));
    }

    #[test]
    fn an_edge_has_one_name() {
        let cell = Cell::new(2, 3);
        for side in CellSide::ALL {
            let edge = Edge::new(cell, side);
            assert!(matches!(edge.side(), CellSide::North | CellSide::West));
            assert!(edge.cells().contains(&cell) && edge.cells().contains(&cell.neighbour(side)));
        }
        assert_eq!(Edge::new(cell, CellSide::East), Edge::new(Cell::new(3, 3), CellSide::West));
        assert_eq!(Edge::new(cell, CellSide::South), Edge::new(Cell::new(2, 4), CellSide::North));
    }

    #[test]
    fn a_written_edge_is_read_back_under_its_one_name() {
        let read: Edge = ron::from_str("(cell: (x: 2, y: 3), side: East)").expect("a valid edge");
        assert_eq!(read, Edge::new(Cell::new(3, 3), CellSide::West));
        assert_eq!(ron::from_str::<Edge>(&ron::to_string(&read).expect("written")).expect("read"), read);
    }

    #[test]
    fn a_written_square_is_not_so_far_that_distances_overflow() {
        let read = |x: i32, y: i32| ron::from_str::<Cell>(&format!("(x: {x}, y: {y})")).ok();
        let [near, far] = [read(-20_000, -20_000), read(20_000, 20_000)].map(|cell| cell.expect("in range"));
        assert_eq!(near.distance_squared(far), 3_200_000_000);
        assert_eq!([read(20_001, 0), read(0, i32::MIN), read(i32::MAX, 3)], [None; 3]);
    }

    #[test]
    fn directions_lead_there_and_back() {
        let cell = Cell::new(-1, 4);
        for direction in Direction::ALL {
            assert_eq!(cell.step(direction).step(direction.opposite()), cell);
            assert_eq!(cell.direction_to(cell.step(direction)), Some(direction));
            let (dx, dy) = direction.delta();
            assert_eq!(direction.is_diagonal(), dx != 0 && dy != 0);
        }
        assert_eq!(cell.direction_to(cell), None);
        assert_eq!(cell.direction_to(Cell::new(1, 4)), None);
    }

    #[test]
    fn cells_are_ordered_as_a_map_is_read() {
        let mut cells = [Cell::new(0, 1), Cell::new(1, 0), Cell::new(0, 0)];
        cells.sort();
        assert_eq!(cells, [Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1)]);
    }
}
