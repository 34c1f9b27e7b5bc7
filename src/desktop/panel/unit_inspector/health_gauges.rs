//! Health gauges in the form that the rulebook uses: bars, box tracks or words.

use bevy_egui::egui::{
    Color32, CornerRadius, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::panel::widgets::{PanelContext, show_bar, show_clause_detail, show_explanation, show_fact_line};
use crate::theme::Palette;
use battle::UnitDataItem;
use rules::{Gauge, GaugeShape, GaugeTone, TrackBox, join_counted, play};

/// Size of a box of a track, in points.
const BOX: f32 = 18.0;
/// Space between boxes, in points.
const GAP: f32 = 3.0;
/// The marks of the boxes of a track, from that of the lightest damage on.
const BOX_MARKS: [&str; 3] = ["Slash", "Cross", "Cross on red"];

/// Draws all health gauges of a unit.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, unit: &UnitDataItem, unfolded: bool) {
    for gauge in play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules()) {
        let response = draw_gauge(ui, context.palette, &gauge);
        show_explanation(ui, response, unfolded, |ui| {
            if let Some(suffered) = suffered_text(&gauge) {
                ui.label(suffered);
            }
            if !gauge.note.is_empty() {
                ui.label(&gauge.note);
            }
            if matches!(gauge.shape, GaugeShape::Boxes(_)) {
                let words = play::box_words(context.view.rules().book());
                ui.colored_label(context.palette.dim, box_marks_text(words));
            }
            show_clause_detail(ui, context, gauge.clause);
        });
    }
}

/// Says what the marks of a box track mean, in the words of the book: "Filled: not damaged. Slash: stun. Cross: bashing."
fn box_marks_text(words: [&str; 3]) -> String {
    let named = BOX_MARKS.into_iter().zip(words).filter(|(_, word)| !word.is_empty());
    let marks = named.map(|(mark, word)| format!(" {mark}: {word}."));
    std::iter::once("Filled: not damaged.".to_owned()).chain(marks).collect()
}

/// What a gauge that rises has counted, and whether the unit still fights at the limit: "9 suffered, limit 12."; `None` for
/// others.
fn suffered_text(gauge: &Gauge) -> Option<String> {
    let GaugeShape::Rising { now, max, falls_beyond } = gauge.shape else { return None };
    let fights = if falls_beyond {
        " The unit falls only beyond the limit, and still fights with 0 left."
    } else {
        ""
    };
    Some(format!("{now} suffered, limit {max}.{fights}"))
}

fn draw_gauge(ui: &mut Ui, palette: &Palette, gauge: &Gauge) -> Response {
    let label = gauge.label.as_ref();
    let left = gauge.left().unwrap_or(0.0);
    let colour = remaining_colour(palette, gauge.tone, left);
    match &gauge.shape {
        GaugeShape::Bar { .. } | GaugeShape::Rising { .. } => {
            show_bar(ui, palette, (label, &gauge.text()), (left, colour))
        }
        GaugeShape::Boxes(marks) => draw_box_track(ui, palette, (label, &gauge.text(), colour), marks),
        GaugeShape::Words(words) if words.is_empty() => {
            show_fact_line(ui, (label, palette.dim), ("none", palette.faint))
        }
        GaugeShape::Words(words) => {
            show_fact_line(ui, (label, palette.dim), (&join_counted(words), palette.caution))
        }
    }
}

/// Colour of a gauge of which a share is left: body gauges change with it, others have a fixed colour.
fn remaining_colour(palette: &Palette, tone: GaugeTone, left: f32) -> Color32 {
    match tone {
        GaugeTone::Shield | GaugeTone::Reserve => palette.side_colour(1),
        GaugeTone::Plating => palette.concrete,
        GaugeTone::Strain => palette.forced,
        GaugeTone::Body if left <= 0.25 => palette.harm,
        GaugeTone::Body if left <= 0.5 => palette.caution,
        GaugeTone::Body => palette.good,
    }
}

/// Returns the boxes of a track as they are drawn: those without damage first, so that it empties from its right end, as
/// bars do.
fn boxes_as_drawn(marks: &[TrackBox]) -> Vec<TrackBox> {
    marks.iter().rev().copied().collect()
}

/// Draws a box track in as many rows as needed.
fn draw_box_track(
    ui: &mut Ui,
    palette: &Palette,
    (label, text, left): (&str, &str, Color32),
    marks: &[TrackBox],
) -> Response {
    let line = show_fact_line(ui, (label, palette.dim), (text, palette.text));
    let width = ui.available_width();
    let per_row = (((width + GAP) / (BOX + GAP)) as usize).max(1);
    let rows = marks.len().div_ceil(per_row).max(1);
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, rows as f32 * (BOX + GAP) - GAP), Sense::hover());
    for (at, mark) in boxes_as_drawn(marks).into_iter().enumerate() {
        let (column, row) = ((at % per_row) as f32, (at / per_row) as f32);
        let corner = rect.min + vec2(column, row) * (BOX + GAP);
        draw_box(ui.painter(), palette, Rect::from_min_size(corner, vec2(BOX, BOX)), (mark, left));
    }
    line.union(response)
}

/// Draws a box: filled if it is not damaged, else with its mark, a slash or a cross, so that colour is not needed.
fn draw_box(painter: &Painter, palette: &Palette, rect: Rect, (mark, left): (TrackBox, Color32)) {
    let (fill, colour) = match mark {
        TrackBox::Free => (left, left),
        TrackBox::Light => (palette.ink, palette.caution),
        TrackBox::Grave => (palette.ink, palette.forced),
        TrackBox::Worst => (palette.harm.gamma_multiply(0.35), palette.harm),
    };
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.2, colour), StrokeKind::Inside);
    let inner = rect.shrink(4.0);
    let slash = [inner.left_bottom(), inner.right_top()];
    let back = [inner.left_top(), pos2(inner.right(), inner.bottom())];
    let ink = Stroke::new(2.0, colour);
    if mark != TrackBox::Free {
        painter.line_segment(slash, ink);
    }
    if matches!(mark, TrackBox::Grave | TrackBox::Worst) {
        painter.line_segment(back, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(shape: GaugeShape) -> Gauge {
        let (label, note) = ("Wounds".into(), String::new());
        Gauge { label, shape, tone: GaugeTone::Body, note, clause: "CC-THR-01" }
    }

    #[test]
    fn a_gauge_that_counts_damage_says_how_much_on_hover() {
        let suffered = suffered_text(&gauge(GaugeShape::Rising { now: 9, max: 12, falls_beyond: false }));
        assert_eq!(suffered.as_deref(), Some("9 suffered, limit 12."));
        let beyond = suffered_text(&gauge(GaugeShape::Rising { now: 12, max: 12, falls_beyond: true }));
        let fights =
            "12 suffered, limit 12. The unit falls only beyond the limit, and still fights with 0 left.";
        assert_eq!(beyond.as_deref(), Some(fights));
        assert_eq!(suffered_text(&gauge(GaugeShape::Bar { now: 9, max: 12 })), None);
    }

    #[test]
    fn the_marks_of_a_track_are_named_by_kinds_of_damage() {
        let text = box_marks_text(["stun", "bashing", "lethal"]);
        assert_eq!(text, "Filled: not damaged. Slash: stun. Cross: bashing. Cross on red: lethal.");
        assert_eq!(
            box_marks_text(["light", "", "critical"]),
            "Filled: not damaged. Slash: light. Cross on red: critical."
        );
    }

    #[test]
    fn a_track_empties_from_its_right_end() {
        let marks = [TrackBox::Worst, TrackBox::Light, TrackBox::Free];
        assert_eq!(boxes_as_drawn(&marks), [TrackBox::Free, TrackBox::Light, TrackBox::Worst]);
    }
}
