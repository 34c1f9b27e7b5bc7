//! Fog of war: squares out of view, and last known positions.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::Color32;

use super::brush::Brush;
use super::overlay::cell_fill;
use super::{BoardPainter, PaintSystems, PrepareSystems, TintLayer, is_board_shown};
use crate::battle_revision::battle_changed;
use crate::settings::Settings;
use crate::theme::with_alpha;
use battle::{BattleView, CellSet};
use model::{Cell, CellSide};

/// Colour and thickness, of 255, of the fog over ground seen before and over ground never seen. It is brighter than the
/// deepest dark, so that it hides no more of unlit ground than of lit ground.
const SEEN_BEFORE: (Color32, u8) = (Color32::from_rgb(30, 41, 54), 106);
const NEVER_SEEN: (Color32, u8) = (Color32::from_rgb(19, 26, 35), 145);
/// Width, in pixels at zoom 1, and strength, of 255, of the line around what is in view: darkness has none.
const RIM: (f32, u8) = (1.4, 44);

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

/// The squares in view, and their sides towards squares that are not.
#[derive(Resource, Default)]
struct FogOverlay {
    seen: Option<CellSet>,
    rim: Vec<(Cell, CellSide)>,
}

/// Recomputes visibility; runs when the battle or the viewer has changed.
fn update_visibility(mut fog: ResMut<FogOverlay>, view: BattleView) {
    fog.seen = view.cells_in_view();
    let grid = view.field().grid();
    let is_seen = |cell: &Cell| fog.seen.as_ref().is_some_and(|seen| seen.contains(*cell));
    let seen: BTreeSet<Cell> = grid.cells().filter(is_seen).collect();
    let rim = cell_fill::border_edges(&seen);
    fog.rim = rim.into_iter().filter(|(cell, side)| grid.contains(cell.neighbour(*side))).collect();
}

fn paint_fog(
    mut board: BoardPainter,
    fog: Res<FogOverlay>,
    view: BattleView,
    settings: Res<Settings>,
) -> Result {
    board.paint_below(TintLayer::Fog, |brush| {
        fog.paint(brush, &view);
        let (pixels, strength) = RIM;
        let colour = with_alpha(settings.palette().text, strength);
        cell_fill::draw_outline(brush, &fog.rim, pixels, colour, false);
    })
}

impl FogOverlay {
    /// Darkens the squares out of view.
    fn paint(&self, brush: &Brush, view: &BattleView) {
        let (Some(known), Some(seen)) = (view.viewer_knowledge(), &self.seen) else { return };
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
    let (colour, thickness) = match (in_view, explored) {
        (true, _) => return None,
        (false, true) => SEEN_BEFORE,
        (false, false) => NEVER_SEEN,
    };
    Some(with_alpha(colour, thickness))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::brush::SHADE;
    use crate::board::mesh_brush::{as_in_egui, linear};

    #[test]
    fn ground_never_seen_is_darker() {
        let alpha = |in_view, explored| fog_shade(in_view, explored).map(|shade| shade.a());
        assert_eq!(alpha(true, true), None);
        assert!(alpha(false, false) > alpha(false, true));
    }

    #[test]
    fn fog_leaves_unlit_ground_in_sight_and_lit_ground_darker_than_in_view() {
        let luminance = |red: f32, green: f32, blue: f32| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        // Asphalt in the shade of the dark, and by day without lamps.
        let (unlit, lit) = (0.0082, 0.0262);
        let [red, green, blue, _] = linear(SHADE);
        let around = luminance(red, green, blue);
        let below_fog = |ground: f32, explored| {
            let shade = as_in_egui(fog_shade(false, explored).expect("not in view"));
            let [red, green, blue, alpha] = linear(shade);
            ground * (1.0 - alpha) + luminance(red, green, blue) * alpha
        };
        let [before, never] = [true, false].map(|explored| below_fog(unlit, explored));
        assert!(before > 1.6 * around && never > 1.2 * around, "{before}, {never} beside {around}");
        assert!(never < before && before < 0.95 * unlit, "{before}, {never}");
        let [before, never] = [true, false].map(|explored| below_fog(lit, explored));
        assert!(before < 0.65 * lit && never < 0.75 * before, "{before}, {never}");
    }
}
