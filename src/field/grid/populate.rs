//! Builds a map from its ground and all its obstacles at once, faster than obstacle by obstacle.

use super::{Grid, Obstacle, TerrainCell};
use model::{Cell, ObstaclePosition};

impl Grid {
    /// Builds a map from ground and obstacles; entries outside the map are ignored. The open steps are computed once
    /// at the end, because updating them for each obstacle would be slower.
    pub fn populated(
        (width, height): (u16, u16),
        ground: impl IntoIterator<Item = (Cell, TerrainCell)>,
        obstacles: impl IntoIterator<Item = (ObstaclePosition, Obstacle)>,
    ) -> Self {
        let mut grid = Self::new(width, height);
        for (cell, ground) in ground {
            if grid.contains(cell) && ground != TerrainCell::default() {
                grid.write_ground(cell, ground);
            }
        }
        for (place, obstacle) in obstacles {
            if grid.contains_place(place) {
                grid.write_obstacle(place, Some(obstacle));
            }
        }
        for cell in grid.cells() {
            grid.update_steps_from(cell);
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{BarrierId, CellSide, Direction, Edge};

    #[test]
    fn the_same_as_one_by_one() {
        let ground = |height_cm, impassable| TerrainCell { height_cm, impassable, ..TerrainCell::default() };
        let wall =
            |id| Obstacle { id, height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
        let floor = [(1, 1, 0, true), (3, 2, 250, false), (4, 2, 250, false), (9, 9, 250, false)]
            .map(|(x, y, height_cm, impassable)| (Cell::new(x, y), ground(height_cm, impassable)));
        let walls = [
            (ObstaclePosition::Edge(Edge::new(Cell::new(2, 1), CellSide::North)), wall(BarrierId(1))),
            (ObstaclePosition::Edge(Edge::new(Cell::new(2, 3), CellSide::West)), wall(BarrierId(2))),
            (ObstaclePosition::Square(Cell::new(5, 4)), wall(BarrierId(3))),
            (ObstaclePosition::Square(Cell::new(7, 0)), wall(BarrierId(4))),
        ];
        let whole = Grid::populated((7, 6), floor, walls);
        let mut slow = Grid::new(7, 6);
        for (cell, ground) in floor {
            if slow.contains(cell) {
                slow.set_ground(cell, ground);
            }
        }
        for (place, wall) in walls {
            if slow.contains_place(place) {
                slow.set_obstacle(place, Some(wall));
            }
        }
        assert_eq!(whole, slow);
        for cell in slow.cells() {
            for way in Direction::ALL {
                assert_eq!(whole.can_step(cell, way), slow.can_step(cell, way), "{cell:?} {way:?}");
                assert_eq!(whole.can_drop(cell, way), slow.can_drop(cell, way), "{cell:?} {way:?}");
            }
        }
    }
}
