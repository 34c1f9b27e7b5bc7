//! Legend of the overlays that are shown.

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

/// Draws the legend in the lower left corner of the board.
pub(super) fn paint(canvas: &OverlayCanvas, entries: &[LegendEntry]) {
    let OverlayCanvas { brush, art, palette, .. } = *canvas;
    if entries.is_empty() {
        return;
    }
    let clip = brush.lens.clip;
    let font = FontId::proportional(scaled_in(brush.painter.ctx(), TEXT));
    let mut x = clip.left() + 10.0;
    let y = clip.bottom() - 13.0;
    let galleys: Vec<_> = entries
        .iter()
        .map(|entry| brush.painter.layout_no_wrap(entry.words.clone(), font.clone(), palette.dim))
        .collect();
    let whole: f32 = galleys.iter().map(|galley| SAMPLE + 5.0 + galley.size().x + 14.0).sum();
    let ground =
        Rect::from_min_max(pos2(clip.left() + 4.0, y - 10.0), pos2(clip.left() + whole + 4.0, y + 10.0));
    brush.painter.rect_filled(ground, 4.0, with_alpha(SHADE, 165));
    for (entry, galley) in entries.iter().zip(galleys) {
        let sample = Rect::from_center_size(pos2(x + SAMPLE * 0.5, y), Vec2::splat(SAMPLE));
        match entry.pattern {
            "" => _ = brush.painter.rect_filled(sample, 2.0, with_alpha(entry.colour, 110)),
            pattern => _ = brush.painter.add(art.shape(pattern, sample, 0.0, with_alpha(entry.colour, 200))),
        }
        let rim = if entry.colour == SHADE { palette.dim } else { entry.colour };
        brush.painter.rect_stroke(sample, 2.0, Stroke::new(1.0, with_alpha(rim, 220)), StrokeKind::Inside);
        let place = Align2::LEFT_CENTER.anchor_size(pos2(sample.right() + 5.0, y), galley.size()).min;
        x = sample.right() + 5.0 + galley.size().x + 14.0;
        brush.painter.galley(place + vec2(0.0, -0.5), galley, palette.dim);
    }
}
