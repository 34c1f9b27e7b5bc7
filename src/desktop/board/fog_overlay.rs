//! Fog of war: squares out of view, and last known positions.

use bevy_egui::egui::{Color32, Mesh, Shape};

use super::brush::{Brush, SHADE};
use crate::theme::with_alpha;
use battle::{BattleView, CellSet, History};
use model::{Cell, Side};

/// Darkness of ground seen before, of 255.
const SEEN_BEFORE: u8 = 96;
/// Darkness of ground never seen, of 255.
const NEVER_SEEN: u8 = 172;

/// The squares in view, computed once per order.
#[derive(Default)]
pub(super) struct FogOverlay {
    of: Option<(Option<Side>, u32, usize, usize)>,
    view: Option<CellSet>,
}

impl FogOverlay {
    /// Recomputes visibility if the battle or the viewer has changed.
    pub fn update_visibility(&mut self, view: &BattleView, history: &History) {
        let chapters = history.records();
        let last = chapters.last().map_or(0, |last| last.events.len());
        let now = Some((view.viewer(), history.rewinds(), chapters.len(), last));
        if self.of != now {
            self.of = now;
            self.view = view.cells_in_view();
        }
    }

    /// Darkens the squares out of view.
    pub fn paint(&self, brush: &Brush, view: &BattleView) {
        let (Some(known), Some(seen)) = (view.viewer_knowledge(), &self.view) else { return };
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let mut mesh = Mesh::default();
        for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
            if let Some(shade) = fog_shade(seen.contains(cell), known.has_explored(cell)) {
                mesh.add_colored_rect(brush.lens.cell_rect(cell), shade);
            }
        }
        if !mesh.is_empty() {
            brush.painter.add(Shape::mesh(mesh));
        }
    }
}

/// Returns the shade of a square.
fn fog_shade(in_view: bool, explored: bool) -> Option<Color32> {
    match (in_view, explored) {
        (true, _) => None,
        (false, true) => Some(with_alpha(SHADE, SEEN_BEFORE)),
        (false, false) => Some(with_alpha(SHADE, NEVER_SEEN)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_never_seen_is_darker() {
        let alpha = |in_view, explored| fog_shade(in_view, explored).map(|shade| shade.a());
        assert_eq!(alpha(true, true), None);
        assert!(alpha(false, false) > alpha(false, true));
    }
}
