//! The squares that a straight line passes.

use crate::grid::{Grid, ObstacleLayer};
use crate::line_traversal::LineTraversal;
use model::{Cell, ObstaclePosition};

/// Returns the squares on the line between the centres of two squares, both included. A line exactly through a corner
/// passes diagonally, without the two squares beside it. Empty if one of the squares is not on the map.
pub fn squares_on_line(grid: &Grid, from: Cell, to: Cell) -> Vec<Cell> {
    if !grid.contains(from) || !grid.contains(to) {
        return Vec::new();
    }
    let mut squares = vec![from];
    if from != to {
        squares.extend(LineTraversal::new(grid, from, to, (0, 0)).filter_map(|step| {
            match grid.place(ObstacleLayer::Square, step.entered) {
                ObstaclePosition::Square(cell) => Some(cell),
                ObstaclePosition::Edge(_) => None,
            }
        }));
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
        let squares = squares_on_line(&Grid::new(6, 6), Cell::new(from.0, from.1), Cell::new(to.0, to.1));
        squares.iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn from_square_to_square() {
        assert_eq!(line((0, 0), (3, 0)), [(0, 0), (1, 0), (2, 0), (3, 0)]);
        assert_eq!(line((3, 3), (1, 1)), [(3, 3), (2, 2), (1, 1)], "through corners");
        assert_eq!(line((0, 0), (2, 1)), [(0, 0), (1, 0), (1, 1), (2, 1)], "crosses the row in the middle");
        assert_eq!(line((2, 2), (2, 2)), [(2, 2)]);
        assert_eq!(line((2, 2), (6, 2)), []);
    }
}
