//! Where a blow may throw somebody: a dashed arrow to a ghost for each path, with its chance and what it meets.

use std::collections::BTreeMap;

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2};

use super::super::super::odds::percent;
use super::super::super::theme::{Palette, faded};
use super::super::lens;
use super::super::strokes::{Brush, SHADE, arc, plate};
use field::{Cell, Place};
use lab::overlay::{Flight, Halt, KnockField};

/// Paths less likely than this have no label of their own.
const TOLD: f64 = 0.005;
/// Radius of a ghost in pixels at zoom 1.
const GHOST: f32 = 15.0;

/// Draws all of it, the unlikely first.
pub(crate) fn paint(brush: &Brush, field: &KnockField, palette: &Palette) {
    let mut all: Vec<(&Flight, bool)> = Vec::new();
    gather(&field.flights, false, &mut all);
    all.sort_by(|(one, _), (other, _)| one.share.total_cmp(&other.share));
    for (flight, onward) in &all {
        path(brush, flight, *onward, palette);
    }
    let mut ends: BTreeMap<(Cell, u32), (f64, u32)> = BTreeMap::new();
    for (flight, _) in &all {
        let end = ends.entry((flight.end(), flight.unit)).or_default();
        *end = (end.0 + flight.share, end.1.max(flight.fell_cm));
    }
    for ((cell, _), (share, fell_cm)) in ends.into_iter().filter(|(_, (share, _))| *share >= TOLD) {
        let mut words = percent(share);
        if fell_cm > 0 {
            words.push_str(&format!(" \u{00b7} falls {} m", fell_cm / 100));
        }
        let at = brush.lens.centre(cell) + Vec2::new(0.0, brush.lens.px(GHOST) + 3.0);
        plate(brush.painter, at, Align2::CENTER_TOP, &words, 11.5, palette.text, faded(palette.forced, 190));
    }
}

/// Every path with those of whoever is struck.
fn gather<'a>(flights: &'a [Flight], onward: bool, all: &mut Vec<(&'a Flight, bool)>) {
    for flight in flights {
        all.push((flight, onward));
        gather(&flight.onward, true, all);
    }
}

fn path(brush: &Brush, flight: &Flight, onward: bool, palette: &Palette) {
    let (lens, painter) = (brush.lens, brush.painter);
    let likely = flight.share.clamp(0.0, 1.0).sqrt() as f32;
    let colour = faded(palette.forced, 110 + (145.0 * likely) as u8);
    let width = lens.px_min(if onward { 1.6 } else { 1.8 + 1.6 * likely }, 1.3);
    let from = lens.centre(flight.from);
    let tip = flight.halt.map_or_else(|| lens.centre(flight.end()), |halt| mark(brush, flight, halt));
    if from.distance(tip) > 1.0 {
        let dash = lens.px_min(7.0, 5.0);
        painter.line_segment([from, tip], Stroke::new(width + 2.4, faded(SHADE, 150)));
        painter.extend(Shape::dashed_line(&[from, tip], Stroke::new(width, colour), dash, dash * 0.6));
        head(brush, from, tip, colour);
    }
    if !flight.squares.is_empty() {
        ghost(brush, lens.centre(flight.end()), colour);
    }
    for place in &flight.broken {
        impact(brush, lens.at(lens::middle(*place)), palette.caution, true);
    }
    if flight.halt.is_some() {
        impact(brush, tip, palette.harm, false);
    }
}

/// Where on its way a flight is stopped.
fn mark(brush: &Brush, flight: &Flight, halt: Halt) -> Pos2 {
    let lens = brush.lens;
    match halt {
        Halt::Barrier(Place::Edge(edge)) => lens.at(lens::middle(Place::Edge(edge))),
        Halt::Barrier(Place::Square(cell)) | Halt::Ground(cell) | Halt::Unit(_, cell) => {
            let (end, into) = (lens.centre(flight.end()), lens.centre(cell));
            end + (into - end) * 0.55
        }
    }
}

fn head(brush: &Brush, from: Pos2, tip: Pos2, colour: Color32) {
    let way = (tip - from).normalized();
    let (back, side) = (way * brush.lens.px_min(9.0, 7.0), way.rot90() * brush.lens.px_min(5.0, 4.0));
    let corners = vec![tip, tip - back + side, tip - back - side];
    brush.painter.add(Shape::convex_polygon(corners, colour, PathStroke::NONE));
}

/// A broken ring: somebody would be here.
fn ghost(brush: &Brush, at: Pos2, colour: Color32) {
    let radius = brush.lens.px(GHOST);
    brush.painter.circle_filled(at, radius, faded(SHADE, 90));
    let stroke = Stroke::new(brush.lens.px_min(1.8, 1.2), colour);
    for part in 0..8 {
        let start = part as f32 * std::f32::consts::FRAC_PI_4;
        arc(brush.painter, at, radius, start, start + 0.5, stroke);
    }
}

/// A star where something is struck; a cross in a box where it breaks.
fn impact(brush: &Brush, at: Pos2, colour: Color32, breaks: bool) {
    let radius = brush.lens.px_min(7.0, 5.0);
    let width = brush.lens.px_min(2.0, 1.5);
    brush.painter.circle_filled(at, radius + 2.0, faded(SHADE, 200));
    let rays: u8 = if breaks { 2 } else { 4 };
    for ray in 0..rays {
        let turn = f32::from(ray) * std::f32::consts::PI / f32::from(rays) + std::f32::consts::FRAC_PI_4;
        let arm = Vec2::angled(turn) * radius;
        brush.painter.line_segment([at - arm, at + arm], Stroke::new(width, colour));
    }
    if breaks {
        let rect = Rect::from_center_size(at, Vec2::splat(radius * 2.0));
        let stroke = Stroke::new(1.0, colour);
        brush.painter.rect_stroke(rect, 1.0, stroke, bevy_egui::egui::StrokeKind::Outside);
    }
}
