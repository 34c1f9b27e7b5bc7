//! Health gauges in the form that the rulebook uses: bars, box tracks or words.

use bevy_egui::egui::{
    Color32, CornerRadius, Painter, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::panel::widgets::{PanelContext, show_bar, show_explanation, show_fact_line};
use crate::theme::Palette;
use battle::UnitDataItem;
use rules::{Gauge, GaugeShape, GaugeTone, TrackBox, join_counted, play};

/// Size of a box of a track, in points.
const BOX: f32 = 18.0;
/// Space between boxes, in points.
const GAP: f32 = 3.0;

/// Draws all health gauges of a unit.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules()) {
        let response = draw_gauge(ui, context.palette, &gauge);
        show_explanation(ui, response, unfolded, |ui| {
            if !gauge.note.is_empty() {
                ui.label(&gauge.note);
            }
            if matches!(gauge.shape, GaugeShape::Boxes(_)) {
                ui.colored_label(context.palette.dim, "Slash: light. Cross: grave. Filled: worst.");
            }
            ui.colored_label(context.palette.faint, RichText::new(gauge.clause).monospace());
        });
    }
}

/// Text of a gauge; a box track counts damage, so that an empty one does not read as no health.
pub(crate) fn gauge_text(gauge: &Gauge) -> String {
    match &gauge.shape {
        GaugeShape::Boxes(marks) => marks_text(marks),
        _ => gauge.value(),
    }
}

/// Formats the damage of a box track: "3/8 damage".
fn marks_text(marks: &[TrackBox]) -> String {
    let marked = marks.iter().filter(|mark| **mark != TrackBox::Free).count();
    format!("{marked}/{} damage", marks.len())
}

fn draw_gauge(ui: &mut Ui, palette: &Palette, gauge: &Gauge) -> Response {
    let label = gauge.label.as_ref();
    match &gauge.shape {
        GaugeShape::Bar { now, max } => {
            show_bar(ui, palette, label, (*now, *max), remaining_colour(palette, gauge.tone, *now, *max))
        }
        GaugeShape::Rising { now, max } => {
            show_bar(ui, palette, label, (*now, *max), accumulated_colour(palette, gauge.tone, *now, *max))
        }
        GaugeShape::Boxes(marks) => draw_box_track(ui, palette, label, marks),
        GaugeShape::Words(words) if words.is_empty() => {
            show_fact_line(ui, (label, palette.dim), ("none", palette.faint))
        }
        GaugeShape::Words(words) => {
            show_fact_line(ui, (label, palette.dim), (&join_counted(words), palette.caution))
        }
    }
}

/// Colour of a gauge that counts down: body gauges change with the share left, others have a fixed colour.
fn remaining_colour(palette: &Palette, tone: GaugeTone, now: i32, max: i32) -> Color32 {
    match tone {
        GaugeTone::Shield | GaugeTone::Reserve => palette.side_colour(1),
        GaugeTone::Plating => palette.concrete,
        _ if 4 * now <= max => palette.harm,
        _ if 2 * now <= max => palette.caution,
        _ => palette.good,
    }
}

fn accumulated_colour(palette: &Palette, tone: GaugeTone, now: i32, max: i32) -> Color32 {
    match tone {
        GaugeTone::Strain => palette.forced,
        _ if 2 * now >= max => palette.harm,
        _ => palette.caution,
    }
}

/// Draws a box track in as many rows as needed.
fn draw_box_track(ui: &mut Ui, palette: &Palette, label: &str, marks: &[TrackBox]) -> Response {
    let line = show_fact_line(ui, (label, palette.dim), (&marks_text(marks), palette.text));
    let width = ui.available_width();
    let per_row = (((width + GAP) / (BOX + GAP)) as usize).max(1);
    let rows = marks.len().div_ceil(per_row).max(1);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, rows as f32 * (BOX + GAP) - GAP), Sense::hover());
    for (at, mark) in marks.iter().enumerate() {
        let (column, row) = ((at % per_row) as f32, (at / per_row) as f32);
        let corner = rect.min + vec2(column, row) * (BOX + GAP);
        draw_box(ui.painter(), palette, Rect::from_min_size(corner, vec2(BOX, BOX)), *mark);
    }
    line.union(response)
}

/// Draws a box with its mark: slash, cross, or cross in a filled box, so that colour is not needed.
fn draw_box(painter: &Painter, palette: &Palette, rect: Rect, mark: TrackBox) {
    let (fill, colour) = match mark {
        TrackBox::Free => (palette.ink, palette.line),
        TrackBox::Light => (palette.ink, palette.caution),
        TrackBox::Grave => (palette.ink, palette.forced),
        TrackBox::Worst => (palette.harm, palette.harm),
    };
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.2, colour), StrokeKind::Inside);
    let inner = rect.shrink(4.0);
    let slash = [inner.left_bottom(), inner.right_top()];
    let back = [inner.left_top(), pos2(inner.right(), inner.bottom())];
    let ink = Stroke::new(2.0, if mark == TrackBox::Worst { palette.ink } else { colour });
    if mark != TrackBox::Free {
        painter.line_segment(slash, ink);
    }
    if matches!(mark, TrackBox::Grave | TrackBox::Worst) {
        painter.line_segment(back, ink);
    }
}
