//! Knockback paths: a dashed arrow to a ghost for each path, with its collisions, and one label for each unit with the chances.

use std::collections::BTreeMap;

use bevy_egui::egui::epaint::PathStroke;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2};

use super::{Overlay, OverlayCanvas};
use crate::attack_forecast::percent_text;
use crate::board::brush::{Brush, SHADE, draw_arc, draw_plate};
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use lab::overlay::{KnockbackForecast, KnockbackStop, KnockbackTrajectory};
use model::{Cell, ObstaclePosition, UnitId};

/// Paths less likely than this have no label.
const MIN_LABEL_CHANCE: f64 = 0.005;
/// Number of ends that a label names, the likeliest ones.
const MAX_ENDS: usize = 3;
/// Radius of a ghost in pixels at zoom 1, distance of a label from it and half the height of a label, in points.
const GHOST_RADIUS: f32 = 15.0;
const LABEL_GAP: f32 = 3.0;
const HALF_LABEL: f32 = 10.0;

/// The knockback of the attack being aimed.
#[derive(Default)]
pub(super) struct KnockbackPathsOverlay;

impl Overlay for KnockbackPathsOverlay {
    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let Some(forecast) = canvas.knockback else { return };
        let (brush, palette) = (canvas.brush, canvas.palette);
        paint_flights(brush, forecast, palette);
        let colours = (palette.text, with_alpha(palette.forced, 190));
        for label in throw_labels(forecast) {
            let below = |cell: &Cell| below_ghost(brush, *cell) + Vec2::new(0.0, HALF_LABEL);
            let places: Vec<Pos2> = label.cells.iter().map(below).collect();
            canvas.draw_free_label(&places, &label.texts, colours);
        }
    }
}

/// Draws all paths and their labels.
pub(crate) fn paint(brush: &Brush, field: &KnockbackForecast, palette: &Palette) {
    paint_flights(brush, field, palette);
    for label in throw_labels(field) {
        let (Some(cell), Some(text)) = (label.cells.first(), label.texts.first()) else { continue };
        let (at, rim) = (below_ghost(brush, *cell), with_alpha(palette.forced, 190));
        draw_plate(brush.painter, at, Align2::CENTER_TOP, text, 11.5, palette.text, rim);
    }
}

/// Draws all paths, the unlikely first.
fn paint_flights(brush: &Brush, field: &KnockbackForecast, palette: &Palette) {
    let mut all = all_flights(field);
    all.sort_by(|(one, _), (other, _)| one.probability.total_cmp(&other.probability));
    for (flight, onward) in all {
        paint_flight(brush, flight, onward, palette);
    }
}

/// Returns the point below the ghost in a square.
fn below_ghost(brush: &Brush, cell: Cell) -> Pos2 {
    brush.lens.cell_centre(cell) + Vec2::new(0.0, brush.lens.scaled_points(GHOST_RADIUS) + LABEL_GAP)
}

/// The label that says how likely a unit is thrown back, and how far.
#[derive(Clone, Debug, PartialEq)]
struct ThrowLabel {
    /// Where it may stand: the squares of the ends, the likeliest first.
    cells: Vec<Cell>,
    /// Its text, and a shorter one for where there is less room.
    texts: [String; 2],
}

/// An end of the paths of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ThrowEnd {
    share: f64,
    metres: u32,
    fell_cm: u32,
}

impl ThrowEnd {
    /// "3 m 41 %", "2 m 12 % (falls 4 m)", "stopped at once 9 %".
    fn text(self) -> String {
        let chance = percent_text(self.share);
        let way = match self.metres {
            0 => format!("stopped at once {chance}"),
            metres => format!("{metres} m {chance}"),
        };
        let fall =
            if self.fell_cm > 0 { format!(" (falls {} m)", self.fell_cm / 100) } else { String::new() };
        way + &fall
    }
}

/// Returns a label for each unit that may be thrown back.
fn throw_labels(field: &KnockbackForecast) -> Vec<ThrowLabel> {
    let mut units: BTreeMap<UnitId, BTreeMap<Cell, ThrowEnd>> = BTreeMap::new();
    for (flight, _) in all_flights(field) {
        let end = units.entry(flight.unit).or_default().entry(flight.end()).or_default();
        *end = ThrowEnd {
            share: end.share + flight.probability,
            metres: end.metres.max(flight.flown_metres()),
            fell_cm: end.fell_cm.max(flight.fell_cm),
        };
    }
    units.into_values().filter_map(throw_label).collect()
}

/// Returns the label of the ends of one unit; `None` if all of them are too unlikely.
fn throw_label(ends: BTreeMap<Cell, ThrowEnd>) -> Option<ThrowLabel> {
    let total: f64 = ends.values().map(|end| end.share).sum();
    let mut ends: Vec<(Cell, ThrowEnd)> = ends.into_iter().collect();
    ends.retain(|(_, end)| end.share >= MIN_LABEL_CHANCE);
    ends.sort_by(|(_, one), (_, other)| other.share.total_cmp(&one.share));
    let cells: Vec<Cell> = ends.iter().map(|(cell, _)| *cell).collect();
    ends.truncate(MAX_ENDS);
    ends.sort_by_key(|(_, end)| end.metres);
    let words: Vec<String> = ends.into_iter().map(|(_, end)| end.text()).collect();
    let texts =
        [format!("thrown back: {}", words.join(", ")), format!("thrown back: {}", percent_text(total))];
    (!cells.is_empty()).then_some(ThrowLabel { cells, texts })
}

/// Returns every path with those of units hit on the way, and whether it is one of the latter.
fn all_flights(field: &KnockbackForecast) -> Vec<(&KnockbackTrajectory, bool)> {
    let mut all = Vec::new();
    collect_flights(&field.trajectories, false, &mut all);
    all
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A flight to the east of so many squares.
    fn flight(unit: u32, metres: u32, probability: f64) -> KnockbackTrajectory {
        let squares = (1..=metres).map(|x| Cell::new(10 + x.cast_signed(), 5)).collect();
        KnockbackTrajectory {
            unit: UnitId(unit),
            metres,
            probability,
            from: Cell::new(10, 5),
            squares,
            broken: Vec::new(),
            halt: None,
            fell_cm: 0,
            damage: 0.0,
            prone: 0.0,
            out: 0.0,
            collision: None,
            onward: Vec::new(),
        }
    }

    fn texts(trajectories: Vec<KnockbackTrajectory>) -> Vec<[String; 2]> {
        let field = KnockbackForecast { trajectories };
        throw_labels(&field).into_iter().map(|label| label.texts).collect()
    }

    #[test]
    fn one_label_says_how_far_a_unit_may_be_thrown_back() {
        let all = vec![flight(1, 4, 0.41), flight(1, 3, 0.5), flight(1, 5, 0.04), flight(1, 9, 0.001)];
        let full = "thrown back: 3 m 50 %, 4 m 41 %, 5 m 4 %".to_owned();
        assert_eq!(texts(all), [[full, "thrown back: 95 %".to_owned()]]);
    }

    #[test]
    fn a_label_names_falls_and_units_that_are_stopped_at_once() {
        let stopped = KnockbackTrajectory {
            metres: 3,
            halt: Some(KnockbackStop::Ground(Cell::new(9, 5))),
            ..flight(1, 0, 0.09)
        };
        let falls = KnockbackTrajectory { fell_cm: 400, ..flight(2, 2, 0.12) };
        let full = texts(vec![stopped, falls]).into_iter().map(|[full, _]| full).collect::<Vec<_>>();
        assert_eq!(full, ["thrown back: stopped at once 9 %", "thrown back: 2 m 12 % (falls 4 m)"]);
        assert!(texts(vec![flight(1, 2, 0.001)]).is_empty(), "too unlikely");
    }

    #[test]
    fn ab_knock_02_a_label_counts_metres_and_not_squares() {
        let diagonal = |squares: i32, halt| KnockbackTrajectory {
            squares: (1..=squares).map(|at| Cell::new(10 + at, 5 + at)).collect(),
            halt,
            ..flight(1, 5, 0.5)
        };
        let wall = Some(KnockbackStop::Ground(Cell::new(13, 8)));
        let full = |flight| texts(vec![flight]).into_iter().map(|[full, _]| full).collect::<Vec<_>>();
        assert_eq!(full(diagonal(2, wall)), ["thrown back: 3 m 50 %"], "2 squares on the diagonal");
        assert_eq!(
            full(diagonal(4, None)),
            ["thrown back: 6 m 50 %"],
            "to the nearest square, as the log says"
        );
    }
}
