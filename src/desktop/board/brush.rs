//! Drawing helpers shared by several parts of the board.

use std::sync::{Mutex, PoisonError};

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::mesh_brush::{MeshBrush, as_in_egui};
use super::viewport::BoardViewport;
use crate::theme::scaled_in;

/// Darker than anything on the board: outlines and under-strokes.
pub(crate) const SHADE: Color32 = Color32::from_rgb(10, 14, 19);

/// Draws in map positions instead of points.
pub(crate) struct Brush<'a> {
    /// Draws in points.
    pub painter: &'a Painter,
    /// Maps the board to the screen.
    pub lens: &'a BoardViewport,
    /// The mesh below tokens that takes filled squares and polygons; without one, the painter does.
    pub below: Option<&'a Mutex<MeshBrush>>,
}

impl Brush<'_> {
    /// Fills a polygon without an outline.
    pub fn fill_polygon(&self, corners: &[Vec2], colour: Color32) {
        if self.draw_below(|mesh| mesh.polygon(corners, as_in_egui(colour))) {
            return;
        }
        let corners = corners.iter().map(|corner| self.lens.to_screen(*corner)).collect();
        self.painter.add(Shape::convex_polygon(corners, colour, PathStroke::NONE));
    }
}

impl Brush<'_> {
    /// Draws in the mesh below tokens; returns whether there is one.
    pub fn draw_below(&self, draw: impl FnOnce(&mut MeshBrush)) -> bool {
        let Some(mesh) = self.below else { return false };
        draw(&mut mesh.lock().unwrap_or_else(PoisonError::into_inner));
        true
    }
}

/// Makes a colour darker (below 1) or brighter (above 1).
pub(crate) fn scale_brightness(colour: Color32, factor: f32) -> Color32 {
    let part = |value: u8| (f32::from(value) * factor).clamp(0.0, 255.0) as u8;
    Color32::from_rgba_unmultiplied(part(colour.r()), part(colour.g()), part(colour.b()), colour.a())
}

/// Mixes two colours.
pub(crate) fn mix_colours(one: Color32, other: Color32, share: f32) -> Color32 {
    let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share) as u8;
    Color32::from_rgb(part(one.r(), other.r()), part(one.g(), other.g()), part(one.b(), other.b()))
}

/// Draws brackets at the corners of a rectangle.
pub(crate) fn draw_brackets(painter: &Painter, rect: Rect, arm: f32, stroke: Stroke) {
    for (corner, x, y) in [
        (rect.left_top(), 1.0, 1.0),
        (rect.right_top(), -1.0, 1.0),
        (rect.right_bottom(), -1.0, -1.0),
        (rect.left_bottom(), 1.0, -1.0),
    ] {
        let points = vec![corner + vec2(arm * x, 0.0), corner, corner + vec2(0.0, arm * y)];
        painter.add(Shape::line(points, PathStroke::new(stroke.width, stroke.color)));
    }
}

/// Draws an arc between two angles.
pub(crate) fn draw_arc(painter: &Painter, centre: Pos2, radius: f32, from: f32, to: f32, stroke: Stroke) {
    let steps = ((to - from).abs() / 0.2).ceil().max(2.0) as usize;
    let point = |step: usize| {
        let angle = from + (to - from) * step as f32 / steps as f32;
        centre + Vec2::angled(angle) * radius
    };
    let points = (0..=steps).map(point).collect();
    painter.add(Shape::line(points, PathStroke::new(stroke.width, stroke.color)));
}

/// Space around the text of a plate.
fn plate_margin(size: f32) -> Vec2 {
    vec2(6.0, 2.5) * (size / 13.0)
}

/// Returns the size of a label on a plate.
pub(crate) fn plate_size(painter: &Painter, text: &str, size: f32) -> Vec2 {
    let size = scaled_in(painter.ctx(), size);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER);
    galley.size() + plate_margin(size) * 2.0
}

/// Draws a label on a dark plate, kept within the board; returns the plate.
pub(crate) fn draw_plate(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    text: &str,
    size: f32,
    colour: Color32,
    rim: Color32,
) -> Rect {
    let size = scaled_in(painter.ctx(), size);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), colour);
    let margin = plate_margin(size);
    let mut rect = anchor.anchor_size(at, galley.size() + margin * 2.0);
    let clip = painter.clip_rect().shrink(2.0);
    if clip.expand(rect.height()).contains(at) {
        // A label of a visible square is kept fully on screen.
        rect = rect.translate((clip.min - rect.min).max(Vec2::ZERO) + (clip.max - rect.max).min(Vec2::ZERO));
    }
    let ground = Color32::from_rgba_unmultiplied(12, 17, 23, 232);
    painter.rect(rect, 4.0, ground, Stroke::new(1.0, rim), bevy_egui::egui::StrokeKind::Inside);
    painter.galley(rect.min + margin, galley, colour);
    rect
}

/// Draws a number in a dark disc.
pub(crate) fn draw_number(
    painter: &Painter,
    at: Pos2,
    radius: f32,
    text: &str,
    rim: Color32,
    colour: Color32,
) {
    painter.circle_filled(at, radius + 1.5, SHADE);
    painter.circle(at, radius, Color32::from_rgb(14, 20, 27), Stroke::new(1.6, rim));
    painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(radius * 1.45), colour);
}
