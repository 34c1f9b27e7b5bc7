//! Legend of the overlays that are shown.

use std::ops::Range;

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::OverlayCanvas;
use crate::board::brush::SHADE;
use crate::input::{InputAction, binding_text};
use crate::theme::scaled_in;
use crate::theme::with_alpha;

/// Side of a colour sample, in points.
const SAMPLE: f32 = 12.0;
/// Size of the text, in points.
const TEXT: f32 = 11.5;

/// One line of the legend.
pub(in crate::board) struct LegendEntry {
    pattern: &'static str,
    colour: Color32,
    words: String,
}

impl LegendEntry {
    /// Explains a colour and a pattern; "" is plain.
    pub fn new(pattern: &'static str, colour: Color32, words: &str) -> Self {
        Self { pattern, colour, words: words.to_owned() }
    }

    /// Explains a colour and a pattern, and names the key that switches them off.
    pub fn with_key(
        pattern: &'static str,
        colour: Color32,
        words: &str,
        key: InputAction,
        canvas: &OverlayCanvas,
    ) -> Self {
        Self { pattern, colour, words: format!("{words} ({})", binding_text(key, canvas.settings)) }
    }
}

/// Draws the legend in the lower left corner of the board, in as many rows as its width needs.
pub(super) fn paint(canvas: &OverlayCanvas, entries: &[LegendEntry]) {
    let OverlayCanvas { brush, art, palette, .. } = *canvas;
    if entries.is_empty() {
        return;
    }
    let clip = brush.lens.clip;
    let size = scaled_in(brush.painter.ctx(), TEXT);
    let font = FontId::proportional(size);
    let galleys: Vec<_> = entries
        .iter()
        .map(|entry| brush.painter.layout_no_wrap(entry.words.clone(), font.clone(), palette.dim))
        .collect();
    let widths: Vec<f32> = galleys.iter().map(|galley| SAMPLE + 5.0 + galley.size().x + 14.0).collect();
    let rows = split_into_rows(&widths, clip.width() - 8.0);
    let row_height = (size + 8.5).max(20.0);
    let top = clip.bottom() - 3.0 - row_height * rows.len() as f32;
    for (number, row) in rows.into_iter().enumerate() {
        let y = top + row_height * (number as f32 + 0.5);
        let whole: f32 = widths[row.clone()].iter().sum();
        let half = row_height / 2.0;
        let ground =
            Rect::from_min_max(pos2(clip.left() + 4.0, y - half), pos2(clip.left() + whole + 4.0, y + half));
        brush.painter.rect_filled(ground, 4.0, with_alpha(SHADE, 165));
        let mut x = clip.left() + 10.0;
        for (entry, galley) in entries[row.clone()].iter().zip(&galleys[row]) {
            let sample = Rect::from_center_size(pos2(x + SAMPLE * 0.5, y), Vec2::splat(SAMPLE));
            match entry.pattern {
                "" => _ = brush.painter.rect_filled(sample, 2.0, with_alpha(entry.colour, 110)),
                pattern => {
                    _ = brush.painter.add(art.shape(pattern, sample, 0.0, with_alpha(entry.colour, 200)))
                }
            }
            let rim = if entry.colour == SHADE { palette.dim } else { entry.colour };
            brush.painter.rect_stroke(
                sample,
                2.0,
                Stroke::new(1.0, with_alpha(rim, 220)),
                StrokeKind::Inside,
            );
            let place = Align2::LEFT_CENTER.anchor_size(pos2(sample.right() + 5.0, y), galley.size()).min;
            x = sample.right() + 5.0 + galley.size().x + 14.0;
            brush.painter.galley(place + vec2(0.0, -0.5), galley.clone(), palette.dim);
        }
    }
}

/// Divides entries of these widths into rows that are no wider than `room`; a wider entry has a row of its own.
fn split_into_rows(widths: &[f32], room: f32) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    let mut filled = 0.0;
    for (number, width) in widths.iter().enumerate() {
        match rows.last_mut().filter(|_| filled + width <= room) {
            Some(row) => {
                row.end = number + 1;
                filled += width;
            }
            None => {
                rows.push(number..number + 1);
                filled = *width;
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_do_not_fit_start_another_row() {
        assert_eq!(split_into_rows(&[40.0, 50.0, 20.0, 120.0, 30.0], 100.0), [0..2, 2..3, 3..4, 4..5]);
        let whole = 0..2;
        assert_eq!(split_into_rows(&[40.0, 50.0], 400.0), std::slice::from_ref(&whole));
        assert!(split_into_rows(&[], 400.0).is_empty());
    }
}
