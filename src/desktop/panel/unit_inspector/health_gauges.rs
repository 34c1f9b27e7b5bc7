//! Health and harm, drawn by the shape that the book gives them.

use bevy_egui::egui::{
    Color32, CornerRadius, Painter, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::panel::widgets::{PanelContext, show_bar, show_explanation, show_fact_line};
use crate::theme::Palette;
use battle::UnitDataItem;
use rules::{Gauge, GaugeShape, GaugeTone, TrackBox, join_counted, play};

/// Widest box of a track.
const BOX: f32 = 18.0;
/// Space between boxes.
const GAP: f32 = 3.0;

/// Everything that the book measures of a unit's health.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), see.view.rules()) {
        let response = draw_gauge(ui, see.palette, &gauge);
        show_explanation(ui, response, unfolded, |ui| {
            if !gauge.note.is_empty() {
                ui.label(&gauge.note);
            }
            if matches!(gauge.shape, GaugeShape::Boxes(_)) {
                ui.colored_label(see.palette.dim, "Slash: light. Cross: grave. Filled: the worst.");
            }
            ui.colored_label(see.palette.faint, RichText::new(gauge.clause).monospace());
        });
    }
}

/// A gauge in words: a track says that its marks are harm, lest an empty one looks like no health at all.
pub(crate) fn gauge_text(gauge: &Gauge) -> String {
    match &gauge.shape {
        GaugeShape::Boxes(marks) => marks_text(marks),
        _ => gauge.value(),
    }
}

/// "3 of 8 marked".
fn marks_text(marks: &[TrackBox]) -> String {
    let marked = marks.iter().filter(|mark| **mark != TrackBox::Free).count();
    format!("{marked} of {} marked", marks.len())
}

fn draw_gauge(ui: &mut Ui, look: &Palette, gauge: &Gauge) -> Response {
    let label = gauge.label.as_ref();
    match &gauge.shape {
        GaugeShape::Bar { now, max } => {
            show_bar(ui, look, label, (*now, *max), remaining_colour(look, gauge.tone, *now, *max))
        }
        GaugeShape::Rising { now, max } => {
            show_bar(ui, look, label, (*now, *max), accumulated_colour(look, gauge.tone, *now, *max))
        }
        GaugeShape::Boxes(marks) => draw_box_track(ui, look, label, marks),
        GaugeShape::Words(words) if words.is_empty() => {
            show_fact_line(ui, (label, look.dim), ("none", look.faint))
        }
        GaugeShape::Words(words) => {
            show_fact_line(ui, (label, look.dim), (&join_counted(words), look.caution))
        }
    }
}

/// What is left of the body itself warns as it shrinks; what stands before it or beside it keeps its colour.
fn remaining_colour(look: &Palette, tone: GaugeTone, now: i32, max: i32) -> Color32 {
    match tone {
        GaugeTone::Shield | GaugeTone::Reserve => look.side_colour(1),
        GaugeTone::Plating => look.concrete,
        _ if 4 * now <= max => look.harm,
        _ if 2 * now <= max => look.caution,
        _ => look.good,
    }
}

fn accumulated_colour(look: &Palette, tone: GaugeTone, now: i32, max: i32) -> Color32 {
    match tone {
        GaugeTone::Strain => look.forced,
        _ if 2 * now >= max => look.harm,
        _ => look.caution,
    }
}

/// A track of boxes, in as many rows as it needs.
fn draw_box_track(ui: &mut Ui, look: &Palette, label: &str, marks: &[TrackBox]) -> Response {
    let line = show_fact_line(ui, (label, look.dim), (&marks_text(marks), look.text));
    let width = ui.available_width();
    let per_row = (((width + GAP) / (BOX + GAP)) as usize).max(1);
    let rows = marks.len().div_ceil(per_row).max(1);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, rows as f32 * (BOX + GAP) - GAP), Sense::hover());
    for (at, mark) in marks.iter().enumerate() {
        let (column, row) = ((at % per_row) as f32, (at / per_row) as f32);
        let corner = rect.min + vec2(column, row) * (BOX + GAP);
        draw_box(ui.painter(), look, Rect::from_min_size(corner, vec2(BOX, BOX)), *mark);
    }
    line.union(response)
}

/// A box with its mark: a slash, a cross, a cross in a filled box. Nobody needs colour to tell them apart.
fn draw_box(painter: &Painter, look: &Palette, rect: Rect, mark: TrackBox) {
    let (fill, colour) = match mark {
        TrackBox::Free => (look.ink, look.line),
        TrackBox::Light => (look.ink, look.caution),
        TrackBox::Grave => (look.ink, look.forced),
        TrackBox::Worst => (look.harm, look.harm),
    };
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.2, colour), StrokeKind::Inside);
    let inner = rect.shrink(4.0);
    let slash = [inner.left_bottom(), inner.right_top()];
    let back = [inner.left_top(), pos2(inner.right(), inner.bottom())];
    let ink = Stroke::new(2.0, if mark == TrackBox::Worst { look.ink } else { colour });
    if mark != TrackBox::Free {
        painter.line_segment(slash, ink);
    }
    if matches!(mark, TrackBox::Grave | TrackBox::Worst) {
        painter.line_segment(back, ink);
    }
}
