//! The unit that an open question is about, and the targets among which it chooses.

use bevy_egui::egui::{Align2, Stroke, vec2};

use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::answer_aims::AnswerAims;
use crate::board::brush::{SHADE, draw_brackets, draw_plate};
use crate::theme::with_alpha;
use model::{Cell, UnitId};

/// Radius of the ring around the unit, in squares.
const RING: f32 = 0.56;

/// A target that an answer names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MarkedTarget {
    unit: UnitId,
    cell: Cell,
    /// Whether any attack on it is possible already.
    is_possible: bool,
}

/// The asked unit and its possible targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AskedUnit {
    cell: Option<Cell>,
    targets: Vec<MarkedTarget>,
}

impl Overlay for AskedUnit {
    fn update(&mut self, inputs: &OverlayInputs) {
        *self = Self::default();
        let Some(open) = inputs.view.open_prompt().filter(|_| !inputs.is_ai_turn) else { return };
        self.cell = inputs.view.unit(open.prompt().who).map(|unit| unit.cell());
        for aim in AnswerAims::of_open_prompt(inputs.view).by_key.values() {
            let Some(target) = inputs.view.unit(aim.target) else { continue };
            let is_possible = aim.attack.is_some();
            match self.targets.iter_mut().find(|known| known.unit == aim.target) {
                Some(known) => known.is_possible |= is_possible,
                None => {
                    let (unit, cell) = (aim.target, target.cell());
                    self.targets.push(MarkedTarget { unit, cell, is_possible });
                }
            }
        }
    }

    /// Draws a ring around the unit, brackets around its targets, and a line to the chosen target and that of the answer under the
    /// pointer.
    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let (Some(asked), OverlayCanvas { brush, palette, .. }) = (self.cell, canvas) else { return };
        let (lens, painter) = (brush.lens, brush.painter);
        let meant = [canvas.session.highlighted_unit, canvas.session.selected];
        let lit = |target: &MarkedTarget| meant.contains(&Some(target.unit));
        if let Some(target) = self.targets.iter().find(|target| lit(target)) {
            let ends = [lens.cell_centre(asked), lens.cell_centre(target.cell)];
            let rim = (ends[1] - ends[0]).normalized() * lens.unit * RING;
            let ends = [ends[0] + rim, ends[1] - rim];
            painter.line_segment(ends, Stroke::new(lens.scaled_points_min(4.0, 3.5), with_alpha(SHADE, 150)));
            painter.line_segment(ends, Stroke::new(lens.scaled_points_min(2.0, 1.5), palette.harm));
        }
        let arm = lens.scaled_points(9.0);
        for target in &self.targets {
            let rect = lens.cell_rect(target.cell).shrink(lens.scaled_points(1.0));
            let colour = if target.is_possible { palette.harm } else { palette.dim };
            let width = if lit(target) { 3.4 } else { 2.0 };
            let dark = Stroke::new(lens.scaled_points_min(width + 2.2, width + 1.5), with_alpha(SHADE, 190));
            draw_brackets(painter, rect, arm, dark);
            draw_brackets(
                painter,
                rect,
                arm,
                Stroke::new(lens.scaled_points_min(width, width - 0.6), colour),
            );
        }
        let (centre, radius) = (lens.cell_centre(asked), lens.unit * RING);
        painter.circle_stroke(
            centre,
            radius,
            Stroke::new(lens.scaled_points_min(4.6, 3.6), with_alpha(SHADE, 170)),
        );
        painter.circle_stroke(centre, radius, Stroke::new(lens.scaled_points_min(2.6, 2.0), palette.text));
        let corner = centre + vec2(radius, -radius) * 0.72;
        draw_plate(painter, corner, Align2::CENTER_CENTER, "?", 13.0, palette.text, palette.text);
    }
}
