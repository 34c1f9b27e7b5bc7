//! The area that a flash lights: a polygon that ends at walls and goes through windows.

use bevy_egui::egui::{Vec2, vec2};

use super::spawn::LitArea;
use field::{Grid, LIGHT_PARTS, LightPoint, light_polygon};

/// Returns the area that light at a map position fills, with so many corners evenly around it.
pub(in crate::board) fn lit_area(grid: &Grid, at: Vec2, reach: f32, corners: usize) -> LitArea {
    let scale = LIGHT_PARTS as f32;
    let point = |place: Vec2| LightPoint { x: (place.x * scale) as i32, y: (place.y * scale) as i32 };
    let around = (0..corners).map(|corner| {
        let angle = corner as f32 * std::f32::consts::TAU / corners as f32;
        point(at + Vec2::angled(angle) * reach)
    });
    let reached = light_polygon(grid, point(at), around);
    let corners = reached.iter().map(|corner| vec2(corner.x as f32, corner.y as f32) / scale).collect();
    LitArea { at, corners, reach }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

    #[test]
    fn a_wall_ends_the_area() {
        let mut grid = Grid::new(7, 7);
        let wall = Obstacle {
            id: BarrierId(1),
            height_cm: 250,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        for y in 0..7 {
            let edge = Edge::new(Cell::new(4, y), CellSide::East);
            grid.set_obstacle(ObstaclePosition::Edge(edge), Some(wall));
        }
        let area = lit_area(&grid, vec2(3.5, 3.5), 3.0, 4);
        // East: the wall at 5; south, west and north: the reach.
        let expected = [vec2(5.0, 3.5), vec2(3.5, 6.5), vec2(0.5, 3.5), vec2(3.5, 0.5)];
        for (corner, expected) in area.corners.iter().zip(expected) {
            assert!((*corner - expected).length() < 0.04, "{corner:?} {expected:?}");
        }
    }
}
