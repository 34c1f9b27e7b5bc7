//! Cover of the squares in reach: a shield on each square that gives cover, once taken, against all enemies in sight.

use bevy_egui::egui::{Rect, Vec2, vec2};

use super::legend::LegendEntry;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::SHADE;
use crate::board::viewport;
use crate::session::Intent;
use crate::square_cover::{CoverStrength, body_on, cover_phrase, least_hidden, visible_enemies};
use crate::theme::with_alpha;
use model::Cell;

/// Side of a square below which the shields are left out, in points.
const SMALL: f32 = 26.0;

/// The squares in reach with cover.
#[derive(Default)]
pub(super) struct CellCover {
    cells: Vec<(Cell, CoverStrength)>,
}

impl CellCover {
    /// Whether the shields are shown: while a square is chosen to go to.
    fn is_shown(&self, canvas: &OverlayCanvas) -> bool {
        canvas.session.intent == Intent::Move && canvas.brush.lens.unit >= SMALL && !self.cells.is_empty()
    }
}

impl Overlay for CellCover {
    fn update(&mut self, inputs: &OverlayInputs) {
        self.cells.clear();
        let Some((range, unit)) = inputs.plan.range.as_ref().zip(inputs.fighter()) else { return };
        let (view, grid) = (inputs.view, inputs.view.field().grid());
        let (book, enemies) = (view.rules().book(), visible_enemies(view, unit));
        // A shield beside a body would seem to be about the body.
        let is_empty = |cell: &Cell| view.unit_at(*cell).is_none() && view.body_at(*cell).is_none();
        for cell in range.cells().filter(is_empty) {
            let hidden = least_hidden(grid, cell, body_on(unit, cell), &enemies);
            let strength = hidden.and_then(|hidden| CoverStrength::of_hidden(book, hidden));
            self.cells.extend(strength.map(|strength| (cell, strength)));
        }
    }

    /// Draws a small shield in a corner of each square, but not on the hovered one, which shows its sides.
    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if !self.is_shown(canvas) {
            return;
        }
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        let hovered = canvas.session.hover.map(|hover| hover.cell);
        let side = brush.lens.scaled_points(11.0).clamp(8.0, 20.0);
        for (cell, strength) in self.cells.iter().filter(|(cell, _)| Some(*cell) != hovered) {
            let at = brush.lens.to_screen(viewport::cell_centre(*cell) + vec2(0.3, 0.3));
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            let name = strength.picture();
            brush.painter.add(art.shape(name, rect.expand(1.2), 0.0, with_alpha(SHADE, 200)));
            brush.painter.add(art.shape(name, rect, 0.0, with_alpha(palette.sides[1], 215)));
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        if !self.is_shown(canvas) {
            return Vec::new();
        }
        let book = canvas.view.rules().book();
        let words = |strength: CoverStrength| {
            let hidden = if strength == CoverStrength::Partial { 40 } else { 60 };
            format!("{} if taken", cover_phrase(book, hidden))
        };
        let is_shown = |strength: &CoverStrength| self.cells.iter().any(|(_, shown)| shown == strength);
        let entry = |strength: CoverStrength| {
            LegendEntry::new(strength.picture(), canvas.palette.sides[1], &words(strength))
        };
        [CoverStrength::Partial, CoverStrength::Good].into_iter().filter(is_shown).map(entry).collect()
    }
}
