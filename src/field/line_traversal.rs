//! Exact traversal: which edges, squares and corners a straight line passes, and where.
//!
//! A line starts in the centre of a square and ends in the centre of another, or slightly beside it. Lengths are in
//! twentieths of a metre; all values are integers, and places along the line are fractions of its length.

use crate::grid::{Grid, ObstacleLayer, flag};
use model::Cell;

/// Twentieths of a metre in a square.
const CELL_UNITS: i32 = 20;
const HALF_CELL_UNITS: i32 = CELL_UNITS / 2;

/// A place along a line: `over / under` of its length, above 0 and below 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction {
    pub over: i32,
    pub under: i32,
}

/// One of the two ways around a corner: an edge, the square behind it, and the edge out of that square.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerPath {
    pub first: (ObstacleLayer, usize),
    pub square: usize,
    pub second: (ObstacleLayer, usize),
}

impl CornerPath {
    /// The places it passes, in order.
    pub(super) const fn pieces(&self) -> [(ObstacleLayer, usize); 3] {
        [self.first, (ObstacleLayer::Square, self.square), self.second]
    }

    /// Whether no obstacle is on it.
    pub(super) fn is_empty(&self, flags: &[u8]) -> bool {
        self.pieces().into_iter().all(|(layer, index)| flags[index] & layer.flag() == 0)
    }
}

/// How a line leaves a square.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineCrossing {
    /// Through the edge of this layer and index.
    Edge(ObstacleLayer, usize),
    /// Exactly through a corner: past either of two squares that it touches in that point only.
    Corner([CornerPath; 2]),
}

/// One step of a line: out of a square, into the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineStep {
    /// Index of the square left.
    pub left: usize,
    /// Index of the square entered.
    pub entered: usize,
    pub pass: LineCrossing,
    pub at: Fraction,
}

/// Iterates over a line, square by square.
#[derive(Clone, Debug)]
pub(super) struct LineTraversal {
    index: usize,
    /// Length of the line along both axes, in twentieths of a metre.
    across: i32,
    down: i32,
    /// Change of the index for the next column and the next row.
    column: isize,
    row: isize,
    /// From a square to the index that holds the edge towards the next column or row.
    column_edge: usize,
    row_edge: usize,
    /// Distance from the start to the next grid line of either direction, in twentieths of a metre.
    next_column: i32,
    next_row: i32,
    /// Below 0: the next grid line is the one between columns; above: between rows; 0: both at once.
    lead: i32,
    /// Borders of columns and rows still to come.
    left: u32,
}

impl LineTraversal {
    /// Creates a line from the centre of a square to a point beside the centre of another, both on the map; `beside`
    /// is in twentieths of a metre, less than half a square.
    pub(super) fn new(grid: &Grid, from: Cell, to: Cell, beside: (i32, i32)) -> Self {
        let across = (to.x - from.x) * CELL_UNITS + beside.0;
        let down = (to.y - from.y) * CELL_UNITS + beside.1;
        let stride = grid.stride();
        let (east, south) = (across > 0, down > 0);
        let (across, down) = (across.abs(), down.abs());
        Self {
            index: grid.index(from),
            across,
            down,
            column: if east { 1 } else { -1 },
            row: if south { stride as isize } else { -(stride as isize) },
            column_edge: usize::from(east),
            row_edge: if south { stride } else { 0 },
            next_column: HALF_CELL_UNITS,
            next_row: HALF_CELL_UNITS,
            lead: HALF_CELL_UNITS * (down - across),
            left: from.x.abs_diff(to.x) + from.y.abs_diff(to.y),
        }
    }

    /// Advances to the next step that has an obstacle in the square left or on what it crosses; obstacles in the
    /// `first` square do not count. Returns the place where the square was entered, if steps were skipped.
    #[inline]
    pub(super) fn skip_empty(&mut self, flags: &[u8], mut first: bool) -> Option<Fraction> {
        let mut by_row = None;
        while self.left > 0 {
            let square = if first { 0 } else { flags[self.index] & flag::SQUARE };
            if self.lead == 0 {
                if square != 0 || self.corner_paths().iter().any(|way| !way.is_empty(flags)) {
                    break;
                }
                self.index = self.index.wrapping_add_signed(self.column + self.row);
                self.next_column += CELL_UNITS;
                self.next_row += CELL_UNITS;
                self.lead += CELL_UNITS * (self.down - self.across);
                self.left -= 2;
                by_row = Some(false);
            } else {
                let is_row = self.lead > 0;
                let (edge, edge_flag, step) = if is_row {
                    (self.row_edge, flag::NORTH, self.row)
                } else {
                    (self.column_edge, flag::WEST, self.column)
                };
                if square | flags[self.index + edge] & edge_flag != 0 {
                    break;
                }
                self.index = self.index.wrapping_add_signed(step);
                self.next_column += if is_row { 0 } else { CELL_UNITS };
                self.next_row += if is_row { CELL_UNITS } else { 0 };
                self.lead += CELL_UNITS * if is_row { -self.across } else { self.down };
                self.left -= 1;
                by_row = Some(is_row);
            }
            first = false;
        }
        by_row.map(|by_row| {
            if by_row {
                Fraction { over: self.next_row - CELL_UNITS, under: self.down }
            } else {
                Fraction { over: self.next_column - CELL_UNITS, under: self.across }
            }
        })
    }

    /// The two ways around the next corner.
    fn corner_paths(&self) -> [CornerPath; 2] {
        let sideways = self.index.wrapping_add_signed(self.column);
        let lengthways = self.index.wrapping_add_signed(self.row);
        [
            CornerPath {
                first: (ObstacleLayer::West, self.index + self.column_edge),
                square: sideways,
                second: (ObstacleLayer::North, sideways + self.row_edge),
            },
            CornerPath {
                first: (ObstacleLayer::North, self.index + self.row_edge),
                square: lengthways,
                second: (ObstacleLayer::West, lengthways + self.column_edge),
            },
        ]
    }
}

impl Iterator for LineTraversal {
    type Item = LineStep;

    #[inline]
    fn next(&mut self) -> Option<LineStep> {
        if self.left == 0 {
            return None;
        }
        let left = self.index;
        let (pass, at);
        if self.lead < 0 {
            pass = LineCrossing::Edge(ObstacleLayer::West, left + self.column_edge);
            at = Fraction { over: self.next_column, under: self.across };
            self.index = left.wrapping_add_signed(self.column);
            self.next_column += CELL_UNITS;
            self.lead += CELL_UNITS * self.down;
            self.left -= 1;
        } else if self.lead > 0 {
            pass = LineCrossing::Edge(ObstacleLayer::North, left + self.row_edge);
            at = Fraction { over: self.next_row, under: self.down };
            self.index = left.wrapping_add_signed(self.row);
            self.next_row += CELL_UNITS;
            self.lead -= CELL_UNITS * self.across;
            self.left -= 1;
        } else {
            pass = LineCrossing::Corner(self.corner_paths());
            at = Fraction { over: self.next_column, under: self.across };
            self.index = left.wrapping_add_signed(self.column + self.row);
            self.next_column += CELL_UNITS;
            self.next_row += CELL_UNITS;
            self.lead += CELL_UNITS * (self.down - self.across);
            self.left -= 2;
        }
        Some(LineStep { left, entered: self.index, pass, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ObstaclePosition;

    /// The squares a line enters, and whether it does so through a corner.
    fn entered(from: (i32, i32), to: (i32, i32), beside: (i32, i32)) -> Vec<(i32, i32, bool)> {
        let grid = Grid::new(12, 12);
        LineTraversal::new(&grid, Cell::new(from.0, from.1), Cell::new(to.0, to.1), beside)
            .map(|step| match grid.place(ObstacleLayer::Square, step.entered) {
                ObstaclePosition::Square(cell) => {
                    (cell.x, cell.y, matches!(step.pass, LineCrossing::Corner(_)))
                }
                ObstaclePosition::Edge(_) => unreachable!("asked for a square"),
            })
            .collect()
    }

    #[test]
    fn a_level_line_passes_edges_only() {
        assert_eq!(entered((1, 1), (4, 1), (0, 0)), [(2, 1, false), (3, 1, false), (4, 1, false)]);
        assert_eq!(entered((4, 1), (4, 3), (0, 0)), [(4, 2, false), (4, 3, false)]);
        assert_eq!(entered((4, 4), (4, 4), (7, -7)), []);
    }

    #[test]
    fn a_diagonal_line_passes_corners_only() {
        assert_eq!(entered((5, 5), (3, 3), (0, 0)), [(4, 4, true), (3, 3, true)]);
        assert_eq!(entered((5, 5), (7, 3), (0, 0)), [(6, 4, true), (7, 3, true)]);
    }

    #[test]
    fn a_slanting_line_meets_corners_where_it_must() {
        // Slope 1/3: the line passes the corner between the second and third square.
        assert_eq!(
            entered((0, 0), (6, 2), (0, 0)),
            [(1, 0, false), (2, 1, true), (3, 1, false), (4, 1, false), (5, 2, true), (6, 2, false)]
        );
        assert_eq!(entered((0, 0), (2, 1), (0, 0)), [(1, 0, false), (1, 1, false), (2, 1, false)]);
    }

    #[test]
    fn a_line_beside_the_centre_goes_its_own_way() {
        assert_eq!(entered((0, 0), (1, 1), (7, -7)), [(1, 0, false), (1, 1, false)]);
        assert_eq!(entered((0, 0), (1, 1), (-7, 7)), [(0, 1, false), (1, 1, false)]);
    }
}
