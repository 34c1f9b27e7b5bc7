//! Cursor: outline of the hovered square, with brackets for the keyboard cursor.

use bevy_egui::egui::{Color32, Stroke, StrokeKind};

use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::draw_brackets;
use crate::theme::with_alpha;
use model::Cell;

/// The hovered square.
#[derive(Default)]
pub(super) struct CellCursor {
    cell: Option<Cell>,
    /// The keyboard cursor is visible.
    keyboard: bool,
}

impl Overlay for CellCursor {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        *self = Self { cell: inputs.hovered_cell(), keyboard: inputs.session.cursor.is_some() };
    }

    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        let Some(cell) = self.cell else { return };
        let (brush, palette) = (canvas.brush, canvas.palette);
        let rect = brush.lens.cell_rect(cell).shrink(brush.lens.scaled_points(1.5));
        let strong = canvas.plan.reaches(cell) || self.keyboard;
        let colour = if strong { Color32::WHITE } else { with_alpha(palette.text, 90) };
        let width = brush.lens.scaled_points_min(if strong { 2.0 } else { 1.2 }, 1.0);
        let round = brush.lens.scaled_points(4.0);
        brush.painter.rect_stroke(rect, round, Stroke::new(width, colour), StrokeKind::Inside);
        if self.keyboard {
            let arm = brush.lens.scaled_points(7.0);
            let stroke = Stroke::new(brush.lens.scaled_points_min(3.0, 2.0), palette.caution);
            draw_brackets(brush.painter, rect.expand(brush.lens.scaled_points(3.0)), arm, stroke);
        }
    }
}
