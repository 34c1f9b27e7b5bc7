//! Builds meshes of the board in map positions: the drawing helpers of what Bevy draws.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};
use bevy::prelude::{Color, ColorToComponents, ColorToPacked, LinearRgba};
use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use super::viewport::CELL_SIZE;

/// Width over which the edges of shapes fade, in squares.
const FEATHER: f32 = 0.7 / CELL_SIZE;

/// Exponent between the opacity of tints in egui and in linear light.
const TINT_GAMMA: f32 = 1.8;
/// Corners of a whole circle.
const CIRCLE_CORNERS: f32 = 40.0;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeshCorner {
    /// Map position.
    pub at: Vec2,
    /// Place in the texture, from 0 to 1 on both axes.
    pub uv: Vec2,
    /// Linear colour, not multiplied by its opacity.
    pub colour: [f32; 4],
}

/// Collects triangles in map positions, with colours and parts of a texture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeshBrush {
    /// The white place of the texture, for shapes in plain colours.
    solid: Vec2,
    /// Width over which the edges of shapes fade, in squares.
    feather: f32,
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Default for MeshBrush {
    fn default() -> Self {
        Self::with_texture(Vec2::ZERO, FEATHER)
    }
}

impl MeshBrush {
    /// A brush for a texture with a white place, and edges that fade over a width in squares.
    pub fn with_texture(solid: Vec2, feather: f32) -> Self {
        let (positions, uvs, colours, indices) = Default::default();
        Self { solid, feather, positions, uvs, colours, indices }
    }

    /// Returns whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Returns the triangles in the order in which they were drawn.
    pub fn triangles(&self) -> impl Iterator<Item = [MeshCorner; 3]> + '_ {
        let corner = |index: u32| {
            let at = index as usize;
            let ([x, y, _], uv) = (self.positions[at], self.uvs[at]);
            MeshCorner { at: vec2(x, y), uv: uv.into(), colour: self.colours[at] }
        };
        self.indices
            .chunks_exact(3)
            .map(move |corners| [0, 1, 2].map(|number: usize| corner(corners[number])))
    }

    /// Adds a corner; its colour is linear.
    pub fn vertex(&mut self, at: Vec2, uv: Vec2, colour: [f32; 4]) -> u32 {
        self.positions.push([at.x, at.y, 0.0]);
        self.uvs.push([uv.x, uv.y]);
        self.colours.push(colour);
        self.positions.len() as u32 - 1
    }

    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [u32; 3]) {
        self.indices.extend(corners);
    }

    /// Adds a quadrilateral whose corners have their own colours.
    pub fn shaded_quad(&mut self, corners: [Vec2; 4], colours: [[f32; 4]; 4]) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| self.vertex(corners[at], self.solid, colours[at]));
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Fills a convex polygon with soft edges.
    pub fn polygon(&mut self, corners: &[Vec2], colour: Color32) {
        let (solid, feather) = (linear(colour), self.feather);
        let clear = [solid[0], solid[1], solid[2], 0.0];
        let middle =
            corners.iter().fold(Vec2::ZERO, |sum, corner| sum + *corner) / corners.len().max(1) as f32;
        let spread = |corner: Vec2, width: f32| corner + (corner - middle).normalized() * width;
        let inner: Vec<_> = corners
            .iter()
            .map(|corner| self.vertex(spread(*corner, -feather * 0.5), self.solid, solid))
            .collect();
        let outer: Vec<_> = corners
            .iter()
            .map(|corner| self.vertex(spread(*corner, feather * 0.5), self.solid, clear))
            .collect();
        for at in 1..corners.len().saturating_sub(1) {
            self.triangle([inner[0], inner[at], inner[at + 1]]);
        }
        for (at, next) in (0..corners.len()).map(|at| (at, (at + 1) % corners.len())) {
            self.triangle([inner[at], outer[at], outer[next]]);
            self.triangle([inner[at], outer[next], inner[next]]);
        }
    }

    /// Draws a straight bar with square ends; its width is in pixels at zoom 1.
    pub fn bar(&mut self, from: Vec2, to: Vec2, pixels: f32, colour: Color32) {
        self.shaded_bar((from, to), pixels, [colour, colour]);
    }

    /// Draws a straight bar that fades from one colour to another.
    pub fn shaded_bar(&mut self, (from, to): (Vec2, Vec2), pixels: f32, [start, end]: [Color32; 2]) {
        let along = (to - from).normalized();
        let across = vec2(-along.y, along.x) * (pixels / (2.0 * CELL_SIZE));
        let feather = across.normalized() * (self.feather * 0.5);
        let (start, end) = (linear(start), linear(end));
        let clear = |colour: [f32; 4]| [colour[0], colour[1], colour[2], 0.0];
        let (inner, outer) = (across - feather, across + feather);
        self.shaded_quad([from + inner, to + inner, to - inner, from - inner], [start, end, end, start]);
        for side in [1.0, -1.0] {
            let (near, far) = (inner * side, outer * side);
            self.shaded_quad(
                [from + near, to + near, to + far, from + far],
                [start, end, clear(end), clear(start)],
            );
        }
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, rect: Rect, colour: Color32) {
        let [a, b, c, d] = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        self.shaded_quad([a, b, c, d].map(|corner| corner.to_vec2()), [linear(colour); 4]);
    }

    /// Draws a small rotated square.
    pub fn stone(&mut self, at: Vec2, pixels: f32, angle: f32, colour: Color32) {
        let half = pixels / (2.0 * CELL_SIZE);
        let (sin, cos) = angle.sin_cos();
        let turn = |x: f32, y: f32| at + vec2(x * cos - y * sin, x * sin + y * cos) * half;
        self.polygon(&[turn(-1.0, -1.0), turn(1.0, -1.0), turn(1.0, 1.0), turn(-1.0, 1.0)], colour);
    }

    /// Fills a circle; its radius is in pixels at zoom 1.
    pub fn circle(&mut self, at: Vec2, pixels: f32, colour: Color32) {
        let radius = pixels / CELL_SIZE;
        let corners: Vec<_> = (0..14)
            .map(|step| at + Vec2::angled(step as f32 * std::f32::consts::TAU / 14.0) * radius)
            .collect();
        self.polygon(&corners, colour);
    }

    /// Fills the part of a ring between two angles; the radii are in squares.
    pub fn arc(&mut self, at: Vec2, [inner, outer]: [f32; 2], [from, to]: [f32; 2], colour: Color32) {
        let solid = linear(colour);
        let clear = [solid[0], solid[1], solid[2], 0.0];
        let half = self.feather * 0.5;
        let rows =
            [(inner - half, clear), (inner + half, solid), (outer - half, solid), (outer + half, clear)];
        let share = (to - from).abs() / std::f32::consts::TAU;
        let steps = (share * CIRCLE_CORNERS).ceil().max(2.0) as usize;
        let mut before: Option<[u32; 4]> = None;
        for step in 0..=steps {
            let way = Vec2::angled(from + (to - from) * step as f32 / steps as f32);
            let next =
                rows.map(|(radius, colour)| self.vertex(at + way * radius.max(0.0), self.solid, colour));
            if let Some(last) = before {
                for row in 0..3 {
                    self.triangle([last[row], last[row + 1], next[row + 1]]);
                    self.triangle([last[row], next[row + 1], next[row]]);
                }
            }
            before = Some(next);
        }
    }

    /// Fills a disc; its radius is in squares.
    pub fn disc(&mut self, at: Vec2, radius: f32, colour: Color32) {
        let solid = linear(colour);
        let half = self.feather * 0.5;
        let centre = self.vertex(at, self.solid, solid);
        let steps = CIRCLE_CORNERS as u32;
        let first = centre + 1;
        for step in 0..steps {
            let way = Vec2::angled(step as f32 * std::f32::consts::TAU / CIRCLE_CORNERS);
            self.vertex(at + way * (radius - half).max(0.0), self.solid, solid);
            self.vertex(at + way * (radius + half), self.solid, [solid[0], solid[1], solid[2], 0.0]);
        }
        for (step, next) in (0..steps).map(|step| (first + 2 * step, first + 2 * ((step + 1) % steps))) {
            self.triangle([centre, step, next]);
            self.triangle([step, step + 1, next + 1]);
            self.triangle([step, next + 1, next]);
        }
    }

    /// Draws a part of the texture in a rectangle, rotated around its centre.
    pub fn sprite(&mut self, rect: Rect, uv: Rect, angle: f32, tint: Color32) {
        let (sin, cos) = angle.sin_cos();
        let middle = rect.center().to_vec2();
        let turn = |corner: Vec2| {
            let off = corner - middle;
            middle + vec2(off.x * cos - off.y * sin, off.x * sin + off.y * cos)
        };
        let tint = linear(tint);
        let corners = [Rect::left_top, Rect::right_top, Rect::right_bottom, Rect::left_bottom];
        let [a, b, c, d] =
            corners.map(|corner| self.vertex(turn(corner(&rect).to_vec2()), corner(&uv).to_vec2(), tint));
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Returns the mesh.
    pub fn build(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Returns the colour that, laid over others in linear light, looks as a translucent one does in egui: tints of the same
/// opacity are far brighter in linear light, and shades weaker.
pub(crate) fn as_in_egui(colour: Color32) -> Color32 {
    let [red, green, blue, alpha] = linear(colour);
    if alpha <= 0.0 || alpha >= 1.0 {
        return colour;
    }
    let cover = 1.0 - (1.0 - alpha).powf(TINT_GAMMA);
    let strength = alpha.powf(TINT_GAMMA) / cover;
    let mixed = LinearRgba::new(red * strength, green * strength, blue * strength, cover);
    let [red, green, blue, alpha] = Color::from(mixed).to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Converts a colour to linear light.
pub(crate) fn linear(colour: Color32) -> [f32; 4] {
    let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
    LinearRgba::from(Color::srgba_u8(red, green, blue, alpha)).to_f32_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tints_on_black_are_as_dark_as_in_egui() {
        let tint = Color32::from_rgba_unmultiplied(200, 200, 200, 64);
        let seen = |colour: Color32| {
            let [red, .., alpha] = linear(colour);
            red * alpha
        };
        assert!(seen(as_in_egui(tint)) < 0.4 * seen(tint), "{} {}", seen(as_in_egui(tint)), seen(tint));
        // A shade takes more light away than its opacity says.
        assert!(as_in_egui(Color32::from_black_alpha(128)).a() > 150);
        assert_eq!(as_in_egui(Color32::WHITE), Color32::WHITE);
    }

    #[test]
    fn shapes_have_valid_triangles() {
        let mut brush = MeshBrush::default();
        assert!(brush.is_empty());
        brush.disc(vec2(2.0, 2.0), 0.4, Color32::WHITE);
        brush.arc(vec2(2.0, 2.0), [0.3, 0.4], [0.0, 1.0], Color32::WHITE);
        brush.bar(Vec2::ZERO, vec2(1.0, 0.0), 4.0, Color32::WHITE);
        brush.circle(vec2(2.0, 2.0), 5.0, Color32::RED);
        brush.sprite(Rect::EVERYTHING, Rect::EVERYTHING, 0.0, Color32::WHITE);
        assert!(brush.indices.iter().all(|index| (*index as usize) < brush.positions.len()));
        assert_eq!(brush.indices.len() % 3, 0);
        assert_eq!((brush.positions.len(), brush.colours.len()), (brush.uvs.len(), brush.uvs.len()));
    }
}
