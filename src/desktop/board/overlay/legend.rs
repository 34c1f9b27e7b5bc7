//! Legend of the overlays that are shown.

use bevy_egui::egui::{Align2, Color32, FontId, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::super::super::input::{InputAction, binding_text};
use super::super::super::settings::Settings;
use super::super::super::theme::{Palette, with_alpha};
use super::BoardOverlays;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE};

/// Side of a colour sample, in points.
const SAMPLE: f32 = 12.0;
/// Size of the text, in points.
const TEXT: f32 = 11.5;

/// One line of the legend.
struct LegendEntry {
    pattern: &'static str,
    colour: Color32,
    words: String,
}

/// Draws the legend in the lower left corner of the board.
pub(in super::super) fn paint(
    brush: &Brush,
    overlays: &BoardOverlays,
    settings: &Settings,
    art: &BoardAtlas,
    palette: &Palette,
) {
    let entries = legend_entries(overlays, settings, palette);
    if entries.is_empty() {
        return;
    }
    let clip = brush.lens.clip;
    let font = FontId::proportional(TEXT);
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

fn legend_entries(overlays: &BoardOverlays, settings: &Settings, palette: &Palette) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let mut entry = |pattern, colour, words: String| entries.push(LegendEntry { pattern, colour, words });
    if let Some(bands) = &overlays.move_range {
        let [walk, run, sprint] = bands.paces_in_range();
        if walk {
            entry("", palette.walk, "walk".to_owned());
        }
        if run {
            entry("", palette.run, "run".to_owned());
        }
        if sprint {
            entry("hatch", palette.run, "sprint".to_owned());
        }
    }
    let keyed = |words: String, command| format!("{words} ({})", binding_text(command, settings));
    if let Some(sight) = &overlays.sight {
        entry("", SHADE, keyed(format!("not seen by {}", sight.name), InputAction::LineOfSight));
    }
    if overlays.threat.is_some() {
        let words = "enemies can shoot here; crosshatched: two or more".to_owned();
        entry("hatch_back", palette.harm, keyed(words, InputAction::Threat));
    }
    entries
}
