//! Light of flashes: a polygon of what the flash can reach, bright in the middle, for some frames.

use bevy_egui::egui::Vec2;

use crate::board::lighting::falloff;
use crate::board::mesh_brush::MeshBrush;
use field::{Grid, LIGHT_PARTS, LightPoint, light_reach};

/// Rays of a flash.
const RAYS: usize = 72;
/// Rings of a flash, as shares of its reach.
const RINGS: [f32; 4] = [0.16, 0.36, 0.64, 1.0];

/// Where the light of a flash ends: the share of its reach for each ray.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FlashShape {
    at: Vec2,
    reach: f32,
    ends: Vec<f32>,
}

impl FlashShape {
    /// Follows the rays of a flash at a map position; its reach is in squares.
    pub fn cast(grid: &Grid, at: Vec2, reach: f32) -> Self {
        let from = light_point(at);
        let end = |ray: usize| {
            let reached = light_reach(grid, from, light_point(at + direction(ray) * reach));
            // A ray that a wall stops still lights its face.
            (reached.over as f32 / reached.under.max(1) as f32 + 0.06 / reach).min(1.0)
        };
        Self { at, reach, ends: (0..RAYS).map(end).collect() }
    }

    /// Draws the light with a strength and a linear colour.
    pub fn draw(&self, mesh: &mut MeshBrush, colour: [f32; 3], strength: f32) {
        let shade = |share: f32| {
            let light = strength * falloff(share);
            [colour[0] * light, colour[1] * light, colour[2] * light, 1.0]
        };
        let centre = mesh.vertex(self.at, Vec2::ZERO, shade(0.0));
        let mut inner: Vec<u32> = vec![centre; RAYS];
        for ring in RINGS {
            let outer: Vec<u32> = (0..RAYS)
                .map(|ray| {
                    let share = ring.min(self.ends[ray]);
                    mesh.vertex(self.at + direction(ray) * (self.reach * share), Vec2::ZERO, shade(share))
                })
                .collect();
            for (ray, next) in (0..RAYS).map(|ray| (ray, (ray + 1) % RAYS)) {
                mesh.triangle([inner[ray], outer[ray], outer[next]]);
                if inner[ray] != inner[next] {
                    mesh.triangle([inner[ray], outer[next], inner[next]]);
                }
            }
            inner = outer;
        }
    }
}

fn direction(ray: usize) -> Vec2 {
    Vec2::angled(ray as f32 * std::f32::consts::TAU / RAYS as f32 + 0.013)
}

fn light_point(at: Vec2) -> LightPoint {
    LightPoint { x: (at.x * LIGHT_PARTS as f32) as i32, y: (at.y * LIGHT_PARTS as f32) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::vec2;
    use field::Obstacle;
    use model::{BarrierId, Cell, CellSide, Edge, ObstaclePosition};

    #[test]
    fn a_wall_cuts_the_light_of_a_flash() {
        let mut grid = Grid::new(9, 9);
        let open = FlashShape::cast(&grid, vec2(4.5, 4.5), 4.0);
        assert!(open.ends.iter().all(|end| *end >= 1.0));
        let wall = Obstacle { id: BarrierId(1), height_cm: 300, transparent: false, blocks_move: true, width_pct: 100 };
        grid.set_obstacle(ObstaclePosition::Edge(Edge::new(Cell::new(4, 4), CellSide::East)), Some(wall));
        let cut = FlashShape::cast(&grid, vec2(4.5, 4.5), 4.0);
        assert!((0.1..0.2).contains(&cut.ends[0]), "{}", cut.ends[0]);
        assert_eq!(cut.ends[RAYS / 2], open.ends[RAYS / 2]);
        let mut mesh = MeshBrush::default();
        cut.draw(&mut mesh, [1.0; 3], 1.0);
        assert!(!mesh.is_empty());
    }
}
