//! Sight overlay: a line for each pair of units, and at each end how much of that unit is hidden from the other.

use bevy_egui::egui::{Align2, FontId, Stroke};

use crate::board::brush::{Brush, SHADE};
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use lab::overlay::SightMatrix;

/// Maximum number of pairs drawn with numbers.
const MAX_LABELLED_PAIRS: usize = 60;

/// Draws lines between enemies in full, between friends faintly; no line where a unit does not see the other.
pub(super) fn paint(brush: &Brush, sights: &SightMatrix, palette: &Palette) {
    let lens = brush.lens;
    let pairs: Vec<_> = sights.pairs().filter(|pair| pair.sees).collect();
    for pair in &pairs {
        let (one, other) = (lens.cell_centre(pair.cells.0), lens.cell_centre(pair.cells.1));
        let (colour, alpha) = if pair.enemies { (palette.walk, 170) } else { (palette.dim, 80) };
        let stroke = Stroke::new(lens.scaled_points_min(1.3, 1.0), with_alpha(colour, alpha));
        brush.painter.line_segment([one, other], stroke);
    }
    if lens.unit < 26.0 || pairs.len() > MAX_LABELLED_PAIRS {
        return;
    }
    let font = FontId::proportional(lens.scaled_points(10.0).clamp(9.5, 14.0));
    for pair in pairs.iter().filter(|pair| pair.enemies) {
        let (one, other) = (viewport::cell_centre(pair.cells.0), viewport::cell_centre(pair.cells.1));
        // The number at an end is the hidden share of that unit.
        for (near, far, hidden) in [(one, other, pair.hidden.1), (other, one, pair.hidden.0)] {
            if hidden == 0 {
                continue;
            }
            let way = (far - near).normalized();
            let at = lens.to_screen(near + way * 0.72_f32.min((far - near).length() * 0.4));
            brush.painter.circle_filled(at, lens.scaled_points(8.5).clamp(8.0, 14.0), with_alpha(SHADE, 215));
            brush.painter.text(at, Align2::CENTER_CENTER, hidden.to_string(), font.clone(), palette.text);
        }
    }
}
