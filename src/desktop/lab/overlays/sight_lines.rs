//! Sight overlay: a line for each pair of units, and at each end how much of that unit is hidden from the other.

use bevy_egui::egui::{Align2, FontId, Grid, RichText, Stroke, Ui, vec2};

use super::tab::{MAX_TABLE_UNITS, unit_name};
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext};
use crate::board::brush::{Brush, SHADE};
use crate::board::viewport;
use crate::input::InputAction;
use crate::panel::widgets;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use content::LabOverlayKind;
use lab::overlay::SightMatrix;

/// Maximum number of pairs drawn with numbers.
const MAX_LABELLED_PAIRS: usize = 60;

/// Who sees whom.
#[derive(Default)]
pub(super) struct SightLinesOverlay(SightMatrix);

impl LabOverlay for SightLinesOverlay {
    fn name(&self) -> &'static str {
        "Who sees whom"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::SightLines
    }

    fn action(&self) -> InputAction {
        InputAction::OverlaySights
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        self.0.update(inputs.snapshot);
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn paint_above_tokens(&self, canvas: &LabCanvas) {
        paint(canvas.brush, &self.0, canvas.palette);
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        show_sight_table(ui, context.view, &self.0, context.palette);
        false
    }
}

/// Draws lines between enemies in full, between friends faintly; no line where a unit does not see the other.
fn paint(brush: &Brush, sights: &SightMatrix, palette: &Palette) {
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

/// Says how many pairs of enemies see each other.
fn pairs_text(pairs: usize) -> String {
    match pairs {
        0 => "No two enemies see each other.".to_owned(),
        1 => "1 pair of enemies sees each other.".to_owned(),
        pairs => format!("{pairs} pairs of enemies see each other."),
    }
}

/// Draws the sight table: rows see columns, with the hidden share of each.
fn show_sight_table(ui: &mut Ui, view: &BattleView, sights: &SightMatrix, palette: &Palette) {
    let units: Vec<_> = sights.units().collect();
    if units.len() > MAX_TABLE_UNITS {
        let pairs = sights.pairs().filter(|pair| pair.enemies && pair.sees).count();
        ui.label(RichText::new(pairs_text(pairs)).color(palette.dim));
        return;
    }
    let small = widgets::small_font(ui);
    Grid::new("sights").spacing(vec2(7.0, 3.0)).show(ui, |ui| {
        ui.label("");
        for (number, _) in units.iter().enumerate() {
            ui.label(RichText::new(format!("{}", number + 1)).color(palette.dim).font(small.clone()));
        }
        ui.end_row();
        for (row, unit) in units.iter().enumerate() {
            let text = format!("{} {}", row + 1, unit_name(view, *unit));
            ui.label(RichText::new(text).color(palette.text).font(small.clone()));
            for column in 0..units.len() {
                let hidden = sights.hidden(row, column);
                let (text, colour) = match hidden {
                    _ if row == column => ("\u{00b7}".to_owned(), palette.faint),
                    100 => ("-".to_owned(), palette.faint),
                    hidden => (hidden.to_string(), palette.text),
                };
                ui.label(RichText::new(text).color(colour).font(small.clone()));
            }
            ui.end_row();
        }
    });
    ui.label(
        RichText::new("Rows: observers. Numbers: % hidden; -: not seen.").color(palette.faint).font(small),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_enemies_are_counted_in_a_sentence() {
        let texts = [0, 1, 4].map(pairs_text);
        let expected = [
            "No two enemies see each other.",
            "1 pair of enemies sees each other.",
            "4 pairs of enemies see each other.",
        ];
        assert_eq!(texts, expected);
    }
}
