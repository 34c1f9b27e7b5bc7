//! Terrain of the board: tilemap, walls, objects, markings and lighting.

pub mod ground_markings;
pub mod lighting_overlay;
pub mod objects;
pub mod tilemap;
pub mod walls;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::objects::CarFootprints;
use super::atlas::BoardAtlas;
use super::{BoardPainter, PaintSystems, PrepareSystems};
use crate::session::Screen;
use crate::settings::Settings;
use battle::BattleView;

/// Spawns and draws the terrain.
pub(super) struct TerrainPlugin;

impl Plugin for TerrainPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, tilemap::spawn_tilemap.in_set(PrepareSystems::Terrain))
            .add_systems(OnExit(Screen::Battle), tilemap::despawn_tilemap)
            .add_systems(OnExit(Screen::Lab), tilemap::despawn_tilemap)
            .add_systems(
                EguiPrimaryContextPass,
                (paint_ground.in_set(PaintSystems::Ground), paint_pieces.in_set(PaintSystems::Pieces)),
            );
    }
}

/// Draws lighting, grid and heights.
fn paint_ground(mut board: BoardPainter, view: BattleView, settings: Res<Settings>) -> Result {
    let palette = settings.palette();
    board.paint(|brush| {
        lighting_overlay::paint(brush, &view, palette);
        ground_markings::paint_grid(brush, &view);
        ground_markings::paint_heights(brush, &view, palette);
    })
}

/// Draws objects, items and walls.
fn paint_pieces(
    mut board: BoardPainter,
    view: BattleView,
    art: Res<BoardAtlas>,
    settings: Res<Settings>,
    mut cars: Local<CarFootprints>,
) -> Result {
    let palette = settings.palette();
    cars.update_cars(&view);
    board.paint(|brush| {
        objects::paint(brush, &view, &art, palette, &cars);
        ground_markings::paint_items(brush, &view, &art, palette);
        walls::paint(brush, &view, palette);
    })
}
