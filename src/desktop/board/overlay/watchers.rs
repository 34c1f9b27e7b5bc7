//! Enemies that see the selected unit. Its cover against each is on its card.

use bevy_egui::egui::{Rect, Vec2, vec2};

use super::legend::LegendEntry;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::SHADE;
use crate::board::viewport;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use field::SightTable;
use model::{Cell, UnitId};

/// Observers of one unit. The sight table is reused, so that a move only updates the pairs of the moved unit.
#[derive(Default)]
pub(super) struct Watchers {
    /// Name of the watched unit, which may be an enemy.
    name: String,
    table: SightTable,
    ids: Vec<UnitId>,
    /// Positions of observers.
    open: Vec<Cell>,
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
            self.open.push(eye.cell());
        }
    }
}

impl Overlay for Watchers {
    fn update(&mut self, inputs: &OverlayInputs) {
        let watched = inputs.ready.filter(|_| !inputs.view.round().is_deploying());
        self.update_watchers(inputs.view, watched);
    }

    /// Draws an eye in a corner of the square of every observer. It says nothing about cover: shields do.
    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        if brush.lens.unit < 24.0 {
            return;
        }
        for cell in &self.open {
            let at = brush.lens.to_screen(viewport::cell_centre(*cell) + vec2(0.37, -0.37));
            let side = brush.lens.scaled_points(11.0).clamp(9.0, 20.0);
            brush.painter.circle_filled(at, side * 0.62, with_alpha(SHADE, 210));
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            brush.painter.add(art.shape("eye", rect, 0.0, palette.caution));
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        let shown = (!self.open.is_empty()).then(|| format!("sees {}", self.name));
        shown.map(|words| LegendEntry::new("eye", canvas.palette.caution, &words)).into_iter().collect()
    }
}
