//! Health and harm, drawn by the shape that the book gives them.

use bevy_egui::egui::{
    Color32, CornerRadius, Painter, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::kit::{See, bar, explained, fact_line};
use crate::theme::Palette;
use battle::UnitDataItem;
use rules::{Gauge, GaugeShape, Mark, Tone, play, together};

/// Widest box of a track.
const BOX: f32 = 18.0;
/// Space between boxes.
const GAP: f32 = 3.0;

/// Everything that the book measures of a unit's health.
pub(super) fn show(ui: &mut Ui, see: &See, unit: &UnitDataItem, unfolded: bool) {
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), see.view.rules()) {
        let response = draw(ui, see.look, &gauge);
        explained(ui, response, unfolded, |ui| {
            if !gauge.note.is_empty() {
                ui.label(&gauge.note);
            }
            if matches!(gauge.shape, GaugeShape::Boxes(_)) {
                ui.colored_label(see.look.dim, "Slash: light. Cross: grave. Filled: the worst.");
            }
            ui.colored_label(see.look.faint, RichText::new(gauge.clause).monospace());
        });
    }
}

/// A gauge in words: a track says that its marks are harm, lest an empty one looks like no health at all.
pub(super) fn told(gauge: &Gauge) -> String {
    match &gauge.shape {
        GaugeShape::Boxes(marks) => marked(marks),
        _ => gauge.value(),
    }
}

/// "3 of 8 marked".
fn marked(marks: &[Mark]) -> String {
    let marked = marks.iter().filter(|mark| **mark != Mark::Free).count();
    format!("{marked} of {} marked", marks.len())
}

fn draw(ui: &mut Ui, look: &Palette, gauge: &Gauge) -> Response {
    let label = gauge.label.as_ref();
    match &gauge.shape {
        GaugeShape::Bar { now, max } => {
            bar(ui, look, label, (*now, *max), left_colour(look, gauge.tone, *now, *max))
        }
        GaugeShape::Rising { now, max } => {
            bar(ui, look, label, (*now, *max), risen_colour(look, gauge.tone, *now, *max))
        }
        GaugeShape::Boxes(marks) => boxes(ui, look, label, marks),
        GaugeShape::Words(words) if words.is_empty() => {
            fact_line(ui, (label, look.dim), ("none", look.faint))
        }
        GaugeShape::Words(words) => fact_line(ui, (label, look.dim), (&together(words), look.caution)),
    }
}

/// What is left of the body itself warns as it shrinks; what stands before it or beside it keeps its colour.
fn left_colour(look: &Palette, tone: Tone, now: i32, max: i32) -> Color32 {
    match tone {
        Tone::Shield | Tone::Reserve => look.side(1),
        Tone::Plating => look.concrete,
        _ if 4 * now <= max => look.harm,
        _ if 2 * now <= max => look.caution,
        _ => look.good,
    }
}

fn risen_colour(look: &Palette, tone: Tone, now: i32, max: i32) -> Color32 {
    match tone {
        Tone::Strain => look.forced,
        _ if 2 * now >= max => look.harm,
        _ => look.caution,
    }
}

/// A track of boxes, in as many rows as it needs.
fn boxes(ui: &mut Ui, look: &Palette, label: &str, marks: &[Mark]) -> Response {
    let line = fact_line(ui, (label, look.dim), (&marked(marks), look.text));
    let width = ui.available_width();
    let per_row = (((width + GAP) / (BOX + GAP)) as usize).max(1);
    let rows = marks.len().div_ceil(per_row).max(1);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, rows as f32 * (BOX + GAP) - GAP), Sense::hover());
    for (at, mark) in marks.iter().enumerate() {
        let (column, row) = ((at % per_row) as f32, (at / per_row) as f32);
        let corner = rect.min + vec2(column, row) * (BOX + GAP);
        one_box(ui.painter(), look, Rect::from_min_size(corner, vec2(BOX, BOX)), *mark);
    }
    line.union(response)
}

/// A box with its mark: a slash, a cross, a cross in a filled box. Nobody needs colour to tell them apart.
fn one_box(painter: &Painter, look: &Palette, rect: Rect, mark: Mark) {
    let (fill, colour) = match mark {
        Mark::Free => (look.ink, look.line),
        Mark::Light => (look.ink, look.caution),
        Mark::Grave => (look.ink, look.forced),
        Mark::Worst => (look.harm, look.harm),
    };
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.2, colour), StrokeKind::Inside);
    let inner = rect.shrink(4.0);
    let slash = [inner.left_bottom(), inner.right_top()];
    let back = [inner.left_top(), pos2(inner.right(), inner.bottom())];
    let ink = Stroke::new(2.0, if mark == Mark::Worst { look.ink } else { colour });
    if mark != Mark::Free {
        painter.line_segment(slash, ink);
    }
    if matches!(mark, Mark::Grave | Mark::Worst) {
        painter.line_segment(back, ink);
    }
}
