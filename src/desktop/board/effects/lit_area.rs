//! The area that a flash lights: a polygon that ends at walls and at the edge of the map, and goes through windows.

use bevy_egui::egui::{Vec2, vec2};

use super::spawn::LitArea;
use field::{Grid, LIGHT_PARTS, LightPoint, light_polygon};

/// Returns the area that light at a map position fills, with so many corners evenly around it.
pub(in crate::board) fn lit_area(grid: &Grid, at: Vec2, reach: f32, corners: usize) -> LitArea {
    let scale = LIGHT_PARTS as f32;
    let map = vec2(f32::from(grid.width()), f32::from(grid.height()));
    let point = |place: Vec2| LightPoint { x: (place.x * scale) as i32, y: (place.y * scale) as i32 };
    let around = (0..corners).map(|corner| {
        let angle = corner as f32 * std::f32::consts::TAU / corners as f32;
        point(end_on_map(at, Vec2::angled(angle) * reach, map))
    });
    let reached = light_polygon(grid, point(at), around);
    let corners = reached.iter().map(|corner| vec2(corner.x as f32, corner.y as f32) / scale).collect();
    LitArea { at, corners, reach }
}

/// Returns the end of a way from a place on a map of this size, or where the way leaves the map.
fn end_on_map(at: Vec2, way: Vec2, map: Vec2) -> Vec2 {
    let share = |from: f32, step: f32, most: f32| match step {
        step if step > 0.0 => (most - from) / step,
        step if step < 0.0 => -from / step,
        _ => 1.0,
    };
    at + way * share(at.x, way.x, map.x).min(share(at.y, way.y, map.y)).clamp(0.0, 1.0)
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

    #[test]
    fn light_ends_at_the_edge_of_the_map() {
        let area = lit_area(&Grid::new(7, 5), vec2(6.5, 0.5), 3.0, 64);
        let is_on_map =
            |corner: &Vec2| (-0.02..=7.02).contains(&corner.x) && (-0.02..=5.02).contains(&corner.y);
        assert!(area.corners.iter().all(is_on_map), "{:?}", area.corners);
        let [east, south, west] = [0, 16, 32].map(|corner| area.corners[corner]);
        assert!((east - vec2(7.0, 0.5)).length() < 0.04, "{east:?}");
        assert!((south - vec2(6.5, 3.5)).length() < 0.04, "{south:?}");
        assert!((west - vec2(3.5, 0.5)).length() < 0.04, "{west:?}");
    }
}
