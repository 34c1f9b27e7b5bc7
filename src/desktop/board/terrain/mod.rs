//! Terrain of the board: tilemap, walls, objects, markings and lighting.

pub mod ground_markings;
pub(super) mod ground_mesh;
pub mod lighting_overlay;
pub mod objects;
pub mod space;
pub mod tilemap;
pub mod walls;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::objects::{CarFootprints, ObjectPainter};
use super::animation::BoardAnimation;
use super::atlas::BoardAtlas;
use super::layers::{BoardLayer, LayerPainter};
use super::lighting::BoardLight;
use super::mesh_brush::MeshBrush;
use super::{BoardPainter, PaintSystems, PrepareSystems, TintLayer};
use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::session::Screen;
use crate::settings::Settings;
use crate::theme::PaletteName;
use battle::BattleView;

/// Spawns and draws the terrain.
pub(super) struct TerrainPlugin;

impl Plugin for TerrainPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, tilemap::spawn_tilemap.in_set(PrepareSystems::Terrain))
            .add_systems(Update, (draw_space, draw_pieces).chain().in_set(PrepareSystems::Pieces))
            .add_systems(OnExit(Screen::Battle), tilemap::despawn_tilemap)
            .add_systems(OnExit(Screen::Lab), tilemap::despawn_tilemap)
            .add_systems(
                EguiPrimaryContextPass,
                (paint_ground.in_set(PaintSystems::Ground), paint_fuses.in_set(PaintSystems::Pieces)),
            );
    }
}

/// Draws light levels, heights and what the rules know of squares.
fn paint_ground(mut board: BoardPainter, view: BattleView, settings: Res<Settings>) -> Result {
    let palette = settings.palette();
    board.paint_below(TintLayer::Ground, |brush| {
        lighting_overlay::paint(brush, &view, palette, settings.flat_light);
        ground_markings::paint_heights(brush, &view, palette);
        ground_markings::paint_ladders(brush, &view, palette);
    })
}

/// Draws when armed items detonate.
fn paint_fuses(mut board: BoardPainter, view: BattleView, settings: Res<Settings>) -> Result {
    board.paint(|brush| ground_markings::paint_fuses(brush, &view, settings.palette()))
}

/// The size of the ship that is drawn, in squares; `None` where the map is no ship.
type DrawnShip = Option<(u16, u16)>;

/// Draws what is around a ship when the battle has another map.
fn draw_space(
    view: BattleView,
    revision: RevisionReader,
    mut painter: LayerPainter,
    mut known: Local<Option<(BattleRevision, DrawnShip)>>,
) {
    let current = revision.current();
    let drawn = known.as_ref().map(|(_, ship)| *ship);
    if known.as_ref().is_some_and(|(revision, _)| *revision == current) {
        return;
    }
    let ship = space::ship_size(&view);
    *known = Some((current, ship));
    if drawn != Some(ship) {
        painter.show(BoardLayer::Space, space::draw_backdrop(&view));
    }
}

/// What the pieces on the board were drawn for.
#[derive(Clone, Debug, PartialEq)]
struct PiecesKey {
    revision: BattleRevision,
    palette: PaletteName,
    light: u32,
    /// Version of what the animation has shown.
    shown: u32,
}

/// Draws ground, objects and walls when the battle, the light or the palette has changed.
fn draw_pieces(
    view: BattleView,
    revision: RevisionReader,
    (art, light, settings): (Res<BoardAtlas>, Res<BoardLight>, Res<Settings>),
    stage: Res<BoardAnimation>,
    mut painter: LayerPainter,
    mut cars: Local<CarFootprints>,
    mut known: Local<Option<PiecesKey>>,
) {
    let key = PiecesKey {
        revision: revision.current(),
        palette: settings.palette,
        light: light.version(),
        shown: stage.pieces_version(),
    };
    if known.as_ref() == Some(&key) {
        return;
    }
    let palette = settings.palette();
    cars.update_cars(&view);
    let mut walls = MeshBrush::default();
    walls::draw(&mut walls, &view, &light, &stage, palette);
    painter.show(BoardLayer::Walls, walls);
    let mut objects = ObjectPainter::new(&view, &art, palette, &cars, &stage);
    objects.draw();
    let ObjectPainter { pictures, shapes, canopies, .. } = objects;
    painter.show(BoardLayer::Objects, pictures);
    painter.show(BoardLayer::Shapes, shapes);
    painter.show(BoardLayer::Canopies, canopies);
    if known.as_ref().is_none_or(|known| known.revision != key.revision || known.palette != key.palette) {
        painter.show(BoardLayer::Ground, ground_mesh::draw(&view, palette));
        painter.show(BoardLayer::Wear, ground_mesh::draw_wear(&view, &art));
    }
    *known = Some(key);
}
