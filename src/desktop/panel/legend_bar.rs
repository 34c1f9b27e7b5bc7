//! Line below the board with the legend of its overlays. It has its place beside the board, so that it hides no square.

use std::sync::Arc;

use bevy_egui::egui::{
    Color32, FontId, Frame, Galley, Margin, Panel, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::widgets::{PanelContext, small_font};
use crate::accessibility::Accessible;
use crate::board::brush::SHADE;
use crate::board::overlay::{BoardLegend, LegendEntry};
use crate::theme::{scaled, with_alpha};

/// Height of the line, in points.
pub(super) const HEIGHT: f32 = 22.0;
/// Side of a colour sample, in points.
const SAMPLE: f32 = 12.0;
/// Space between a sample and its words, and after the words, in points.
const GAPS: (f32, f32) = (5.0, 14.0);
/// Space for the count of what does not fit, in points.
const COUNT: f32 = 34.0;

/// Draws the line. It is always there, so that the board keeps its size.
pub(super) fn show(root: &mut Ui, context: &PanelContext, legend: Option<&BoardLegend>) {
    let frame = Frame::new().fill(context.palette.ink).inner_margin(Margin::symmetric(8, 0));
    let height = scaled(root, HEIGHT);
    let panel = Panel::bottom("legend").exact_size(height).frame(frame).resizable(false);
    panel.show_separator_line(false).show(root, |ui| {
        let entries = legend.map(|legend| legend.0.as_slice()).unwrap_or_default();
        if !entries.is_empty() {
            show_entries(ui, context, entries);
        }
    });
}

/// Draws as many entries as fit, and counts the others; the tooltip has all of them.
fn show_entries(ui: &mut Ui, context: &PanelContext, entries: &[LegendEntry]) {
    let font = small_font(ui);
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let galleys: Vec<_> = entries.iter().map(|entry| layout_words(ui, context, entry, &font)).collect();
    let widths: Vec<f32> = galleys.iter().map(|words| SAMPLE + GAPS.0 + words.size().x + GAPS.1).collect();
    let chosen: Vec<bool> = entries.iter().map(|entry| entry.is_chosen).collect();
    let shown = fitting_entries(&widths, &chosen, rect.width() - scaled(ui, COUNT));
    let mut left = rect.left();
    for number in shown.iter().copied() {
        let row = Rect::from_min_size(pos2(left, rect.top()), vec2(widths[number], rect.height()));
        draw_entry(ui, context, row, &entries[number], galleys[number].clone());
        left = row.right();
    }
    let rest = entries.len() - shown.len();
    if rest > 0 {
        let count = ui.painter().layout_no_wrap(format!("+{rest}"), font.clone(), context.palette.text);
        let at = pos2(left, rect.center().y - count.size().y / 2.0);
        ui.painter().galley(at, count, context.palette.text);
    }
    let words = || entries.iter().map(|entry| entry.words.as_str()).collect::<Vec<_>>().join(", ");
    let response = response.named_text(|| format!("Legend: {}", words()));
    if rest > 0 {
        response.on_hover_ui(|ui| {
            for entry in entries {
                let words = layout_words(ui, context, entry, &font);
                let size = vec2(SAMPLE + GAPS.0 + words.size().x, words.size().y.max(SAMPLE + 4.0));
                let (row, _) = ui.allocate_exact_size(size, Sense::hover());
                draw_entry(ui, context, row, entry, words);
            }
        });
    }
}

fn layout_words(ui: &Ui, context: &PanelContext, entry: &LegendEntry, font: &FontId) -> Arc<Galley> {
    ui.painter().layout_no_wrap(entry.words.clone(), font.clone(), context.palette.dim)
}

/// Returns the entries that a line has room for, in their order. Those of overlays that the player has switched on go
/// before the others.
fn fitting_entries(widths: &[f32], chosen: &[bool], room: f32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..widths.len()).collect();
    order.sort_by_key(|number| !chosen[*number]);
    let mut left = room;
    let mut shown: Vec<usize> = order
        .into_iter()
        .take_while(|number| {
            left -= widths[*number];
            left >= 0.0
        })
        .collect();
    shown.sort_unstable();
    shown
}

/// Draws a sample and its words at the left end of a row.
fn draw_entry(ui: &Ui, context: &PanelContext, row: Rect, entry: &LegendEntry, words: Arc<Galley>) {
    let (painter, palette) = (ui.painter(), context.palette);
    let middle = row.center().y;
    let sample = Rect::from_center_size(pos2(row.left() + SAMPLE * 0.5, middle), Vec2::splat(SAMPLE));
    match (entry.pattern, context.art) {
        ("", _) => _ = painter.rect_filled(sample, 2.0, with_alpha(entry.colour, 110)),
        (pattern, Some(art)) => {
            _ = painter.add(art.shape(pattern, sample, 0.0, with_alpha(entry.colour, 200)));
        }
        (_, None) => {}
    }
    let rim: Color32 = if entry.colour == SHADE { palette.dim } else { entry.colour };
    painter.rect_stroke(sample, 2.0, Stroke::new(1.0, with_alpha(rim, 220)), StrokeKind::Inside);
    let at = pos2(sample.right() + GAPS.0, middle - words.size().y / 2.0 - 0.5);
    painter.galley(at, words, palette.dim);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_player_has_switched_on_is_explained_before_what_is_always_there() {
        let widths = [40.0, 50.0, 60.0, 70.0];
        let chosen = [false, false, true, true];
        assert_eq!(fitting_entries(&widths, &chosen, 220.0), [0, 1, 2, 3]);
        assert_eq!(fitting_entries(&widths, &chosen, 219.0), [0, 2, 3]);
        assert_eq!(fitting_entries(&widths, &chosen, 100.0), [2]);
        assert!(fitting_entries(&widths, &chosen, 30.0).is_empty());
    }
}
