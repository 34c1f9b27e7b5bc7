//! Compares two maps of the same size: the squares whose ground, obstacle or edges differ.

use super::{Grid, ObstacleLayer};
use model::{Cell, ObstaclePosition};

impl Grid {
    /// Returns the squares whose ground, obstacle, north edge or west edge differ, row by row; a square of the rim
    /// stands for the last edges of the map. `None` if the maps differ in size, or in more than `most` squares.
    pub fn differences(&self, other: &Self, most: usize) -> Option<Vec<Cell>> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let mut found = Vec::new();
        for row in (0..self.ground.len()).step_by(self.stride) {
            let row = row..row + self.stride;
            let alike =
                |layer: usize| self.obstacles[layer][row.clone()] == other.obstacles[layer][row.clone()];
            // Most rows of two versions of an edited map are equal.
            if self.flags[row.clone()] == other.flags[row.clone()]
                && self.ground[row.clone()] == other.ground[row.clone()]
                && (0..3).all(alike)
            {
                continue;
            }
            let differs = |index: &usize| {
                let index = *index;
                self.ground[index] != other.ground[index]
                    || (0..3).any(|layer| self.obstacles[layer][index] != other.obstacles[layer][index])
            };
            for index in row.filter(differs) {
                if found.len() == most {
                    return None;
                }
                if let ObstaclePosition::Square(cell) = self.place(ObstacleLayer::Square, index) {
                    found.push(cell);
                }
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grid, Obstacle, TerrainCell};
    use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

    const WALL: Obstacle =
        Obstacle { id: BarrierId(1), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };

    #[test]
    fn ground_squares_and_edges_are_told_apart() {
        let old = Grid::new(5, 4);
        let mut new = old.clone();
        assert_eq!(new.differences(&old, 9), Some(Vec::new()));
        new.set_ground(Cell::new(1, 0), TerrainCell { height_cm: 100, ..TerrainCell::default() });
        new.set_obstacle(ObstaclePosition::Square(Cell::new(3, 2)), Some(WALL));
        new.set_obstacle(ObstaclePosition::Edge(Edge::new(Cell::new(4, 3), CellSide::East)), Some(WALL));
        let cells = [Cell::new(1, 0), Cell::new(3, 2), Cell::new(5, 3)];
        assert_eq!(new.differences(&old, 9), Some(cells.to_vec()));
        assert_eq!(old.differences(&new, 2), None, "too many");
        assert_eq!(old.differences(&Grid::new(4, 5), 9), None, "another size");
    }
}
