//! Tints of squares and fog of war: meshes below walls and below tokens.
//!
//! Overlays fill squares while egui's pass runs. What they fill is collected here and shown from the next frame on; a
//! frame in which it has changed asks for that one.

use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::atlas::BoardAtlas;
use super::layers::{BoardLayer, LayerPainter};
use super::mesh_brush::MeshBrush;
use super::viewport::CELL_SIZE;
use super::{PrepareSystems, is_board_shown};

/// Width over which edges fade, in squares.
const FEATHER: f32 = 0.7 / CELL_SIZE;

/// Where filled squares are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TintLayer {
    /// Above the ground and objects, below walls.
    Ground,
    /// Above walls, below tokens.
    Fog,
}

/// What was filled in this frame.
#[derive(Resource, Default)]
pub(crate) struct BoardTints {
    ground: Mutex<MeshBrush>,
    fog: Mutex<MeshBrush>,
}

impl BoardTints {
    /// Returns the mesh of a layer.
    pub fn mesh(&self, layer: TintLayer) -> &Mutex<MeshBrush> {
        match layer {
            TintLayer::Ground => &self.ground,
            TintLayer::Fog => &self.fog,
        }
    }

    /// Takes what was filled, and begins again.
    fn take(&mut self, white: bevy_egui::egui::Vec2) -> [MeshBrush; 2] {
        [&mut self.ground, &mut self.fog].map(|mesh| {
            let mesh = mesh.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(mesh, MeshBrush::with_texture(white, FEATHER))
        })
    }
}

/// Shows what was filled.
pub(super) struct TintsPlugin;

impl Plugin for TintsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoardTints>()
            .add_systems(Update, show_tints.in_set(PrepareSystems::Camera))
            .add_systems(Last, redraw_for_new_tints.run_if(is_board_shown));
    }
}

/// The meshes that are shown.
#[derive(Resource, Default)]
struct ShownTints([MeshBrush; 2]);

/// Shows what was filled in the last frame.
fn show_tints(
    mut tints: ResMut<BoardTints>,
    art: Res<BoardAtlas>,
    mut painter: LayerPainter,
    mut commands: Commands,
    shown: Option<ResMut<ShownTints>>,
) {
    let filled = tints.take(art.tile_white);
    let layers = [BoardLayer::Tints, BoardLayer::Fog];
    let Some(mut shown) = shown else { return commands.insert_resource(ShownTints::default()) };
    for ((before, mesh), layer) in shown.0.iter_mut().zip(filled).zip(layers) {
        if *before != mesh {
            painter.show(layer, mesh.clone());
            *before = mesh;
        }
    }
}

/// Asks for the next frame if it will show something new.
fn redraw_for_new_tints(
    mut tints: ResMut<BoardTints>,
    shown: Option<Res<ShownTints>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(shown) = shown else { return };
    let tints = tints.bypass_change_detection();
    let is_new = |mesh: &mut Mutex<MeshBrush>, before: &MeshBrush| {
        mesh.get_mut().unwrap_or_else(PoisonError::into_inner) != before
    };
    if is_new(&mut tints.ground, &shown.0[0]) || is_new(&mut tints.fog, &shown.0[1]) {
        redraw.write(RequestRedraw);
    }
}
