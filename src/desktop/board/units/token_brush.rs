//! Draws parts of tokens in map positions, with lengths in pixels at zoom 1.

use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::mesh_brush::MeshBrush;
use crate::board::viewport::{BoardViewport, CELL_SIZE};

/// Width over which edges fade, in points.
const FEATHER: f32 = 1.0;

/// Draws in one mesh of the glyphs' atlas.
pub(super) struct TokenBrush<'a> {
    art: &'a BoardAtlas,
    /// Side of a square in points.
    unit: f32,
    mesh: MeshBrush,
}

impl<'a> TokenBrush<'a> {
    /// A brush for a viewport.
    pub fn new(art: &'a BoardAtlas, lens: &BoardViewport) -> Self {
        let unit = lens.unit.max(1.0);
        Self { art, unit, mesh: MeshBrush::with_texture(art.glyph_white, FEATHER / unit) }
    }

    /// Returns what was drawn.
    pub fn into_mesh(self) -> MeshBrush {
        self.mesh
    }

    /// Returns the side of a square, in points.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// Converts a length in pixels at zoom 1 to squares.
    pub fn px(&self, pixels: f32) -> f32 {
        pixels / CELL_SIZE
    }

    /// Converts a length in pixels at zoom 1 to squares, with a minimum in points.
    pub fn px_min(&self, pixels: f32, least: f32) -> f32 {
        self.px(pixels).max(least / self.unit)
    }

    pub fn disc(&mut self, at: Vec2, radius: f32, colour: Color32) {
        self.mesh.disc(at, radius, colour);
    }

    /// Draws the line of a circle.
    pub fn circle(&mut self, at: Vec2, radius: f32, width: f32, colour: Color32) {
        self.arc(at, radius, [0.0, std::f32::consts::TAU], width, colour);
    }

    /// Draws a part of the line of a circle.
    pub fn arc(&mut self, at: Vec2, radius: f32, angles: [f32; 2], width: f32, colour: Color32) {
        self.mesh.arc(at, [radius - width * 0.5, radius + width * 0.5], angles, colour);
    }

    pub fn polygon(&mut self, corners: &[Vec2], colour: Color32) {
        self.mesh.polygon(corners, colour);
    }

    pub fn line(&mut self, [from, to]: [Vec2; 2], width: f32, colour: Color32) {
        self.mesh.bar(from, to, width * CELL_SIZE, colour);
    }

    pub fn rect(&mut self, rect: Rect, colour: Color32) {
        self.mesh.rect(rect, colour);
    }

    /// Draws brackets at the corners of a rectangle.
    pub fn brackets(&mut self, rect: Rect, arm: f32, width: f32, colour: Color32) {
        for (corner, x, y) in [
            (rect.left_top(), 1.0, 1.0),
            (rect.right_top(), -1.0, 1.0),
            (rect.right_bottom(), -1.0, -1.0),
            (rect.left_bottom(), 1.0, -1.0),
        ] {
            let (corner, half) = (corner.to_vec2(), width * 0.5);
            self.line([corner - vec2(half * x, 0.0), corner + vec2(arm * x, 0.0)], width, colour);
            self.line([corner, corner + vec2(0.0, arm * y)], width, colour);
        }
    }

    /// Draws a glyph around a place, in a square with this side.
    pub fn sprite(&mut self, name: &str, at: Vec2, side: f32, angle: f32, colour: Color32) {
        if let Some(picture) = self.art.sprite(name) {
            self.mesh.sprite(
                Rect::from_center_size(at.to_pos2(), Vec2::splat(side)),
                picture.uv,
                angle,
                colour,
            );
        }
    }
}
