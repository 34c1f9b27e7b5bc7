//! Viewport: converts between map positions and screen points.

use bevy::prelude::Resource;
use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};

use model::{Cell, CellSide, Edge, ObstaclePosition};

/// Side of a square in logical pixels at zoom 1.
pub(crate) const CELL_SIZE: f32 = 44.0;

/// Half of the thickness of what stands on an edge, in squares.
const EDGE_HALF: f32 = 0.12;

/// Where the map is on the screen. Map positions count squares, x east and y south from the north-west corner.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardViewport {
    /// Screen position of the map's north-west corner.
    pub origin: Pos2,
    /// Side of a square in points.
    pub unit: f32,
    /// The part of the screen that shows the board.
    pub clip: Rect,
}

impl Default for BoardViewport {
    fn default() -> Self {
        Self { origin: Pos2::ZERO, unit: CELL_SIZE, clip: Rect::NOTHING }
    }
}

impl BoardViewport {
    /// Converts a map position to a screen position.
    pub fn to_screen(self, map: Vec2) -> Pos2 {
        self.origin + map * self.unit
    }

    /// Converts a screen position to a map position.
    pub fn to_map(self, screen: Pos2) -> Vec2 {
        (screen - self.origin) / self.unit
    }

    /// Returns the square under a screen position.
    pub fn cell_at(&self, screen: Pos2) -> Cell {
        let map = self.to_map(screen);
        Cell::new(map.x.floor() as i32, map.y.floor() as i32)
    }

    /// Returns a square's rectangle on the screen.
    pub fn cell_rect(&self, cell: Cell) -> Rect {
        Rect::from_min_size(self.to_screen(cell_corner(cell)), Vec2::splat(self.unit))
    }

    /// Returns the rectangle of a place on the screen: of an edge, with the thickness of a wall.
    pub fn place_rect(&self, place: ObstaclePosition) -> Rect {
        match place {
            ObstaclePosition::Square(cell) => self.cell_rect(cell),
            ObstaclePosition::Edge(edge) => {
                let [one, other] = edge_ends(edge).map(|end| self.to_screen(end));
                Rect::from_two_pos(one, other).expand(EDGE_HALF * self.unit)
            }
        }
    }

    /// Returns the centre of a square on the screen.
    pub fn cell_centre(&self, cell: Cell) -> Pos2 {
        self.to_screen(cell_centre(cell))
    }

    /// Converts a length in pixels at zoom 1 to points.
    pub fn scaled_points(&self, pixels: f32) -> f32 {
        pixels * self.unit / CELL_SIZE
    }

    /// Converts a length in pixels at zoom 1 to points, with a minimum in points.
    pub fn scaled_points_min(&self, pixels: f32, least: f32) -> f32 {
        self.scaled_points(pixels).max(least)
    }

    /// Whether anything within one and a half squares of a map position is visible.
    pub fn is_visible(&self, map: Vec2) -> bool {
        self.clip.expand(1.5 * self.unit).contains(self.to_screen(map))
    }

    /// Returns the squares in view of a map of that size: first and last column, first and last row.
    pub fn visible_range(&self, width: u16, height: u16) -> [i32; 4] {
        let (first, last) = (self.cell_at(self.clip.min), self.cell_at(self.clip.max));
        [first.x.max(0), last.x.min(i32::from(width) - 1), first.y.max(0), last.y.min(i32::from(height) - 1)]
    }
}

/// Returns the map position of a square's north-west corner.
pub(crate) fn cell_corner(cell: Cell) -> Vec2 {
    vec2(cell.x as f32, cell.y as f32)
}

/// Returns the map position of a square's centre.
pub(crate) fn cell_centre(cell: Cell) -> Vec2 {
    cell_corner(cell) + Vec2::splat(0.5)
}

/// Returns both ends of an edge as map positions, west or north first.
pub(crate) fn edge_ends(edge: Edge) -> [Vec2; 2] {
    let start = cell_corner(edge.cell());
    match edge.side() {
        CellSide::North | CellSide::South => [start, start + vec2(1.0, 0.0)],
        CellSide::West | CellSide::East => [start, start + vec2(0.0, 1.0)],
    }
}

/// Returns the centre of a place as a map position.
pub(crate) fn place_middle(place: ObstaclePosition) -> Vec2 {
    match place {
        ObstaclePosition::Square(cell) => cell_centre(cell),
        ObstaclePosition::Edge(edge) => {
            let [one, other] = edge_ends(edge);
            (one + other) * 0.5
        }
    }
}

/// Hashes a square and a salt: picks variants, scatters rubble.
pub(crate) fn cell_hash(cell: Cell, salt: u32) -> u32 {
    let mut value = (cell.x as u32).wrapping_mul(0x9E37_79B1)
        ^ (cell.y as u32).wrapping_mul(0x85EB_CA77)
        ^ salt.wrapping_mul(0xC2B2_AE3D);
    value ^= value >> 15;
    value = value.wrapping_mul(0x2C1B_3C6D);
    value ^= value >> 12;
    value = value.wrapping_mul(0x297A_2D39);
    value ^ (value >> 15)
}

/// Hashes a square and a salt to a fraction from 0 to 1.
pub(crate) fn cell_fraction(cell: Cell, salt: u32) -> f32 {
    (cell_hash(cell, salt) & 0xFFFF) as f32 / 65535.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    #[test]
    fn screen_and_map_are_inverse() {
        let lens = BoardViewport { origin: pos2(13.0, -7.0), unit: 31.0, clip: Rect::EVERYTHING };
        for cell in [Cell::new(0, 0), Cell::new(4, 9), Cell::new(-3, 2)] {
            assert_eq!(lens.cell_at(lens.cell_centre(cell)), cell);
            assert!((lens.to_map(lens.to_screen(cell_centre(cell))) - cell_centre(cell)).length() < 1e-4);
        }
    }

    #[test]
    fn a_wall_on_an_edge_is_as_long_as_a_square_and_has_a_thickness() {
        let lens = BoardViewport { origin: pos2(0.0, 0.0), unit: 100.0, clip: Rect::EVERYTHING };
        let wall = lens.place_rect(ObstaclePosition::Edge(Edge::new(Cell::new(2, 3), CellSide::North)));
        let expected = Rect::from_min_max(pos2(188.0, 288.0), pos2(312.0, 312.0));
        assert!(
            (wall.min - expected.min).length() < 0.01 && (wall.max - expected.max).length() < 0.01,
            "{wall}"
        );
        assert_eq!(
            lens.place_rect(ObstaclePosition::Square(Cell::new(2, 3))),
            lens.cell_rect(Cell::new(2, 3))
        );
    }

    #[test]
    fn only_squares_in_view_are_listed() {
        let lens = BoardViewport {
            origin: pos2(0.0, 0.0),
            unit: 10.0,
            clip: Rect::from_min_max(pos2(25.0, 5.0), pos2(48.0, 400.0)),
        };
        assert_eq!(lens.visible_range(100, 20), [2, 4, 0, 19]);
    }
}
