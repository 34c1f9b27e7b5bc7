//! Knockback paths: a dashed arrow to a ghost for each path, with its chance and collisions.

use std::collections::BTreeMap;

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2};

use crate::attack_forecast::percent_text;
use crate::board::brush::{Brush, SHADE, draw_arc, draw_plate};
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use lab::overlay::{KnockbackForecast, KnockbackStop, KnockbackTrajectory};
use model::{Cell, ObstaclePosition, UnitId};

/// Paths less likely than this have no label.
const MIN_LABEL_CHANCE: f64 = 0.005;
/// Radius of a ghost in pixels at zoom 1.
const GHOST_RADIUS: f32 = 15.0;

/// Draws all paths, the unlikely first.
pub(crate) fn paint(brush: &Brush, field: &KnockbackForecast, palette: &Palette) {
    let mut all: Vec<(&KnockbackTrajectory, bool)> = Vec::new();
    collect_flights(&field.trajectories, false, &mut all);
    all.sort_by(|(one, _), (other, _)| one.probability.total_cmp(&other.probability));
    for (flight, onward) in &all {
        paint_flight(brush, flight, *onward, palette);
    }
    let mut ends: BTreeMap<(Cell, UnitId), (f64, u32)> = BTreeMap::new();
    for (flight, _) in &all {
        let end = ends.entry((flight.end(), flight.unit)).or_default();
        *end = (end.0 + flight.probability, end.1.max(flight.fell_cm));
    }
    for ((cell, _), (share, fell_cm)) in ends.into_iter().filter(|(_, (share, _))| *share >= MIN_LABEL_CHANCE)
    {
        let mut words = percent_text(share);
        if fell_cm > 0 {
            words.push_str(&format!(" \u{00b7} falls {} m", fell_cm / 100));
        }
        let at = brush.lens.cell_centre(cell) + Vec2::new(0.0, brush.lens.scaled_points(GHOST_RADIUS) + 3.0);
        draw_plate(
            brush.painter,
            at,
            Align2::CENTER_TOP,
            &words,
            11.5,
            palette.text,
            with_alpha(palette.forced, 190),
        );
    }
}

/// Collects every path with those of units hit on the way.
fn collect_flights<'a>(
    flights: &'a [KnockbackTrajectory],
    onward: bool,
    all: &mut Vec<(&'a KnockbackTrajectory, bool)>,
) {
    for flight in flights {
        all.push((flight, onward));
        collect_flights(&flight.onward, true, all);
    }
}

fn paint_flight(brush: &Brush, flight: &KnockbackTrajectory, onward: bool, palette: &Palette) {
    let (lens, painter) = (brush.lens, brush.painter);
    let likely = flight.probability.clamp(0.0, 1.0).sqrt() as f32;
    let colour = with_alpha(palette.forced, 110 + (145.0 * likely) as u8);
    let width = lens.scaled_points_min(if onward { 1.6 } else { 1.8 + 1.6 * likely }, 1.3);
    let from = lens.cell_centre(flight.from);
    let tip =
        flight.halt.map_or_else(|| lens.cell_centre(flight.end()), |halt| stop_position(brush, flight, halt));
    if from.distance(tip) > 1.0 {
        let dash = lens.scaled_points_min(7.0, 5.0);
        painter.line_segment([from, tip], Stroke::new(width + 2.4, with_alpha(SHADE, 150)));
        painter.extend(Shape::dashed_line(&[from, tip], Stroke::new(width, colour), dash, dash * 0.6));
        draw_arrow_head(brush, from, tip, colour);
    }
    if !flight.squares.is_empty() {
        draw_ghost(brush, lens.cell_centre(flight.end()), colour);
    }
    for place in &flight.broken {
        draw_impact(brush, lens.to_screen(viewport::place_middle(*place)), palette.caution, true);
    }
    if flight.halt.is_some() {
        draw_impact(brush, tip, palette.harm, false);
    }
}

/// Returns the point at which a flight is stopped.
fn stop_position(brush: &Brush, flight: &KnockbackTrajectory, halt: KnockbackStop) -> Pos2 {
    let lens = brush.lens;
    match halt {
        KnockbackStop::Barrier(ObstaclePosition::Edge(edge)) => {
            lens.to_screen(viewport::place_middle(ObstaclePosition::Edge(edge)))
        }
        KnockbackStop::Barrier(ObstaclePosition::Square(cell))
        | KnockbackStop::Ground(cell)
        | KnockbackStop::Unit(_, cell) => {
            let (end, into) = (lens.cell_centre(flight.end()), lens.cell_centre(cell));
            end + (into - end) * 0.55
        }
    }
}

fn draw_arrow_head(brush: &Brush, from: Pos2, tip: Pos2, colour: Color32) {
    let way = (tip - from).normalized();
    let (back, side) =
        (way * brush.lens.scaled_points_min(9.0, 7.0), way.rot90() * brush.lens.scaled_points_min(5.0, 4.0));
    let corners = vec![tip, tip - back + side, tip - back - side];
    brush.painter.add(Shape::convex_polygon(corners, colour, PathStroke::NONE));
}

/// Draws a broken ring where a unit would land.
fn draw_ghost(brush: &Brush, at: Pos2, colour: Color32) {
    let radius = brush.lens.scaled_points(GHOST_RADIUS);
    brush.painter.circle_filled(at, radius, with_alpha(SHADE, 90));
    let stroke = Stroke::new(brush.lens.scaled_points_min(1.8, 1.2), colour);
    for part in 0..8 {
        let start = part as f32 * std::f32::consts::FRAC_PI_4;
        draw_arc(brush.painter, at, radius, start, start + 0.5, stroke);
    }
}

/// Draws a star at an impact, with a boxed cross if the obstacle breaks.
fn draw_impact(brush: &Brush, at: Pos2, colour: Color32, breaks: bool) {
    let radius = brush.lens.scaled_points_min(7.0, 5.0);
    let width = brush.lens.scaled_points_min(2.0, 1.5);
    brush.painter.circle_filled(at, radius + 2.0, with_alpha(SHADE, 200));
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
