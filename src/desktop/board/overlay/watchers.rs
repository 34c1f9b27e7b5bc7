//! Enemies that see the selected unit, and its cover against each.

use bevy_egui::egui::{Rect, Vec2, vec2};

use super::legend::LegendEntry;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::SHADE;
use crate::board::viewport;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use field::{CoverDegree, SightTable};
use model::{Cell, UnitId};

/// Observers of one unit. The sight table is reused, so that a move only updates the pairs of the moved unit.
#[derive(Default)]
pub(super) struct Watchers {
    /// Name of the watched unit, which may be an enemy.
    name: String,
    table: SightTable,
    ids: Vec<UnitId>,
    /// Positions of observers, with the unit's cover against each.
    open: Vec<(Cell, CoverDegree)>,
}

impl Watchers {
    /// Updates the observers of a unit; clears them if it is `None`.
    fn update_watchers(&mut self, view: &BattleView, watched: Option<&UnitDataItem>) {
        self.open.clear();
        let Some(watched) = watched.filter(|unit| unit.is_fighting()) else { return };
        self.name = watched.identity.name().to_owned();
        self.ids.clear();
        let bodies: Vec<_> = view
            .units()
            .map(|unit| {
                self.ids.push(*unit.id);
                unit.is_fighting().then(|| (unit.cell(), unit.body()))
            })
            .collect();
        self.table.update(view.field().grid(), &bodies);
        let Some(target) = self.ids.iter().position(|id| id == watched.id) else { return };
        for from in self.table.seen_by(target) {
            let Some(eye) = view.unit(self.ids[from]).filter(|eye| eye.side != watched.side) else {
                continue;
            };
            self.open.push((eye.cell(), self.table.cover(from, target)));
        }
    }
}

impl Overlay for Watchers {
    fn update(&mut self, inputs: &OverlayInputs) {
        let watched = inputs.ready.filter(|_| !inputs.view.round().is_deploying());
        self.update_watchers(inputs.view, watched);
    }

    /// Draws an eye next to every observer's token: red if the unit is in the open, yellow for partial and green for
    /// good cover.
    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        if brush.lens.unit < 24.0 {
            return;
        }
        for (cell, cover) in &self.open {
            let colour = match cover {
                CoverDegree::None => palette.harm,
                CoverDegree::Partial => palette.caution,
                CoverDegree::Good | CoverDegree::Total => palette.good,
            };
            let at = brush.lens.to_screen(viewport::cell_centre(*cell) + vec2(-0.36, 0.3));
            let side = brush.lens.scaled_points(13.0).clamp(10.0, 22.0);
            brush.painter.circle_filled(at, side * 0.62, with_alpha(SHADE, 210));
            brush.painter.add(art.shape("eye", Rect::from_center_size(at, Vec2::splat(side)), 0.0, colour));
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let palette = canvas.palette;
        let kinds = [
            (palette.harm, "in the open", &[CoverDegree::None][..]),
            (palette.caution, "in partial cover", &[CoverDegree::Partial]),
            (palette.good, "in good cover", &[CoverDegree::Good, CoverDegree::Total]),
        ];
        let is_shown = |degrees: &[CoverDegree]| self.open.iter().any(|(_, cover)| degrees.contains(cover));
        let shown = kinds.into_iter().filter(|(.., degrees)| is_shown(degrees));
        let entry =
            |colour, words: &str| LegendEntry::new("eye", colour, &format!("sees {} {words}", self.name));
        shown.map(|(colour, words, _)| entry(colour, words)).collect()
    }
}
