//! Who sees whom: a line for each pair, and at each end how much of that one is hidden from the other.

use bevy_egui::egui::{Align2, FontId, Stroke};

use crate::board::lens;
use crate::board::strokes::{Brush, SHADE};
use crate::theme::{Palette, faded};
use lab::overlay::Sights;

/// More pairs than this are drawn without numbers.
const TOLD: usize = 60;

/// Enemies in full, friends faintly; whoever does not see the other has no line.
pub(super) fn paint(brush: &Brush, sights: &Sights, palette: &Palette) {
    let lens = brush.lens;
    let pairs: Vec<_> = sights.pairs().filter(|pair| pair.sees).collect();
    for pair in &pairs {
        let (one, other) = (lens.centre(pair.cells.0), lens.centre(pair.cells.1));
        let (colour, alpha) = if pair.enemies { (palette.walk, 170) } else { (palette.dim, 80) };
        let stroke = Stroke::new(lens.px_min(1.3, 1.0), faded(colour, alpha));
        brush.painter.line_segment([one, other], stroke);
    }
    if lens.unit < 26.0 || pairs.len() > TOLD {
        return;
    }
    let font = FontId::proportional(lens.px(10.0).clamp(9.5, 14.0));
    for pair in pairs.iter().filter(|pair| pair.enemies) {
        let (one, other) = (lens::centre(pair.cells.0), lens::centre(pair.cells.1));
        // The number at an end is how much of that one is hidden.
        for (near, far, hidden) in [(one, other, pair.hidden.1), (other, one, pair.hidden.0)] {
            if hidden == 0 {
                continue;
            }
            let way = (far - near).normalized();
            let at = lens.at(near + way * 0.72_f32.min((far - near).length() * 0.4));
            brush.painter.circle_filled(at, lens.px(8.5).clamp(8.0, 14.0), faded(SHADE, 215));
            brush.painter.text(at, Align2::CENTER_CENTER, hidden.to_string(), font.clone(), palette.text);
        }
    }
}
