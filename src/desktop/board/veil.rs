//! What a side does not see: squares out of view, and whom it remembers there.

use bevy_egui::egui::{Color32, Mesh, Shape};

use super::super::theme::faded;
use super::strokes::{Brush, SHADE};
use battle::{BattleView, Ground, History, Side};
use field::Cell;

/// How dark ground is that was seen before, of 255.
const SEEN_BEFORE: u8 = 96;
/// How dark ground is that nobody has seen.
const NEVER_SEEN: u8 = 172;

/// The squares in view, worked out once per order.
#[derive(Default)]
pub(super) struct Veil {
    of: Option<(Option<Side>, u32, usize, usize)>,
    view: Option<Ground>,
}

impl Veil {
    /// Looks again if something has happened, or another side looks.
    pub fn renew(&mut self, view: &BattleView, history: &History) {
        let chapters = history.chapters();
        let last = chapters.last().map_or(0, |last| last.happenings.len());
        let now = Some((view.viewer(), history.rewinds(), chapters.len(), last));
        if self.of != now {
            self.of = now;
            self.view = view.in_view();
        }
    }

    /// Darkens what is not in view.
    pub fn paint(&self, brush: &Brush, view: &BattleView) {
        let (Some(known), Some(seen)) = (view.known(), &self.view) else { return };
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.window(grid.width(), grid.height());
        let mut mesh = Mesh::default();
        for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y))) {
            if let Some(shade) = shade(seen.has(cell), known.explored(cell)) {
                mesh.add_colored_rect(brush.lens.rect(cell), shade);
            }
        }
        if !mesh.is_empty() {
            brush.painter.add(Shape::mesh(mesh));
        }
    }
}

/// The shade over a square.
fn shade(in_view: bool, explored: bool) -> Option<Color32> {
    match (in_view, explored) {
        (true, _) => None,
        (false, true) => Some(faded(SHADE, SEEN_BEFORE)),
        (false, false) => Some(faded(SHADE, NEVER_SEEN)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_seen_is_darker() {
        let alpha = |in_view, explored| shade(in_view, explored).map(|shade| shade.a());
        assert_eq!(alpha(true, true), None);
        assert!(alpha(false, false) > alpha(false, true));
    }
}
