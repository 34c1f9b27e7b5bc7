//! Fog of war: squares out of view, and last known positions.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::Color32;

use super::brush::{Brush, SHADE};
use super::overlay::cell_fill;
use super::{BoardPainter, PaintSystems, PrepareSystems, TintLayer, is_board_shown};
use crate::battle_revision::battle_changed;
use crate::theme::with_alpha;
use battle::{BattleView, CellSet};
use model::Cell;

/// Darkness of ground seen before, of 255.
const SEEN_BEFORE: u8 = 96;
/// Darkness of ground never seen, of 255.
const NEVER_SEEN: u8 = 160;

/// Darkens the squares out of view.
pub(super) struct FogPlugin;

impl Plugin for FogPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FogOverlay>()
            .add_systems(
                Update,
                update_visibility.in_set(PrepareSystems::Fog).run_if(is_board_shown.and_then(battle_changed)),
            )
            .add_systems(EguiPrimaryContextPass, paint_fog.in_set(PaintSystems::Fog));
    }
}

/// The squares in view.
#[derive(Resource, Default)]
struct FogOverlay(Option<CellSet>);

/// Recomputes visibility; runs when the battle or the viewer has changed.
fn update_visibility(mut fog: ResMut<FogOverlay>, view: BattleView) {
    fog.0 = view.cells_in_view();
}

fn paint_fog(mut board: BoardPainter, fog: Res<FogOverlay>, view: BattleView) -> Result {
    board.paint_below(TintLayer::Fog, |brush| fog.paint(brush, &view))
}

impl FogOverlay {
    /// Darkens the squares out of view.
    fn paint(&self, brush: &Brush, view: &BattleView) {
        let (Some(known), Some(seen)) = (view.viewer_knowledge(), &self.0) else { return };
        let grid = view.field().grid();
        let [left, right, top, bottom] = brush.lens.visible_range(grid.width(), grid.height());
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        for (in_view, explored) in [(false, true), (false, false)] {
            let Some(shade) = fog_shade(in_view, explored) else { continue };
            let of_shade =
                |cell: &Cell| seen.contains(*cell) == in_view && known.has_explored(*cell) == explored;
            cell_fill::fill_plain(brush, cells.clone().filter(of_shade), shade);
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
    use crate::board::mesh_brush::linear;

    #[test]
    fn ground_never_seen_is_darker() {
        let alpha = |in_view, explored| fog_shade(in_view, explored).map(|shade| shade.a());
        assert_eq!(alpha(true, true), None);
        assert!(alpha(false, false) > alpha(false, true));
    }

    #[test]
    fn fog_leaves_unlit_ground_in_sight() {
        // The luminance of asphalt in the dark, and of the ground around the map.
        let unlit = 0.0082_f32;
        let [red, green, blue, _] = linear(SHADE);
        let around = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let below_fog = |explored| {
            let alpha = f32::from(fog_shade(false, explored).expect("not in view").a()) / 255.0;
            unlit * (1.0 - alpha) + around * alpha
        };
        assert!(below_fog(true) > 1.5 * around, "{} and {around}", below_fog(true));
        assert!(below_fog(false) > 1.25 * around, "{} and {around}", below_fog(false));
        assert!(below_fog(true) < 0.9 * unlit, "it is darker than what is in view");
    }
}
