//! The board: ground, walls, tokens, overlays, camera, pointer and keyboard cursor.
//!
//! The ground is a tilemap; marks, objects, light, tints of squares, walls, fog, tokens and effects are meshes above it
//! (`layers.rs`). Lines and text are drawn by egui's painter above those and underneath the panels. The board reads the battle and the session and sends orders; it decides nothing.

mod animation;
pub(super) mod atlas;
mod backward_search;
mod blending;
pub(super) mod brush;
mod camera;
mod effects;
mod fog_overlay;
pub mod interaction;
mod layers;
mod lighting;
mod map_picture;
mod mesh_brush;
pub(super) mod overlay;
mod rasteriser;
pub mod terrain;
pub(super) mod tints;
pub mod units;
pub(super) mod viewport;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::animation::AnimationPlugin;
use self::camera::CameraPlugin;
use self::effects::EffectsPlugin;
use self::fog_overlay::FogPlugin;
use self::interaction::InteractionPlugin;
use self::layers::LayersPlugin;
use self::lighting::LightingPlugin;
use self::overlay::OverlayPlugin;
use self::terrain::TerrainPlugin;
use self::tints::TintsPlugin;
use self::units::UnitsPlugin;
use super::session::Screen;
use crate::app_window::DrawSystems;
use crate::handover_screen::HandoverScreen;
use battle::BattleSetup;

pub(super) use self::animation::{BoardAnimation, KeptFacings};
pub(super) use self::camera::CameraView;
pub(super) use self::interaction::picking::BoardPointer;
pub(super) use self::map_picture::{MapPictureCache, MapPictures};
pub(super) use self::tints::{BoardTints, TintLayer};
pub(super) use self::viewport::BoardViewport;

/// The part of the screen that the panels leave to the board, in points. Updated by the panels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct BoardArea(pub Option<egui::Rect>);

/// System sets of the board, for ordering.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BoardSystems {
    /// Reads pointer and keys; in `Update`.
    Input,
    /// Prepares the drawing; in `Update`, after `Input`.
    Prepare,
    /// Draws, in `EguiPrimaryContextPass`; panels come after it.
    Paint,
}

/// Steps of `BoardSystems::Input`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum InputSystems {
    /// Reads the pointer.
    Pointer,
    /// Moves the view.
    Camera,
    /// Finds what is under the pointer.
    Hover,
    /// Acts on the board: cursor, selection, clicks.
    Board,
    /// Handles keys of panels.
    Panels,
    /// Handles keys and buttons of the AI.
    AiPlayers,
    /// Handles keys and tools of the Lab.
    Lab,
}

/// Steps of `BoardSystems::Prepare`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PrepareSystems {
    /// Ground.
    Terrain,
    /// Events since the last frame.
    Animation,
    /// Light that falls on the board.
    Light,
    /// Walls, objects and what else Bevy draws.
    Pieces,
    /// Squares in view.
    Fog,
    /// Overlays of battles and of the Lab.
    Overlays,
    /// Preview of knockback.
    Knockback,
    /// The camera that draws the ground.
    Camera,
}

/// Layers of the drawing, from the bottom up; chained in `BoardSystems::Paint`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PaintSystems {
    /// Ground and grid.
    Ground,
    /// Fog of war.
    Fog,
    /// Overlays of battles on the ground: tints of squares.
    Tints,
    /// Squares that an AI decision considered.
    Decision,
    /// Overlays of the Lab on the ground.
    Under,
    /// Objects, items and walls.
    Pieces,
    /// Overlays between walls and tokens.
    BelowTokens,
    /// Tokens.
    Tokens,
    /// Overlays above tokens.
    AboveTokens,
    /// Numbers and words.
    Particles,
    /// Legend of the overlays, collected for the panels.
    Legend,
    /// Overlays and tools of the Lab.
    Over,
}

/// Run condition: a board is on screen.
pub(super) fn is_board_shown(
    screen: Res<State<Screen>>,
    setup: Option<Res<BattleSetup>>,
    handover: Res<HandoverScreen>,
) -> bool {
    *screen.get() != Screen::Menu && setup.is_some() && !handover.is_active()
}

/// Run condition: the board of a battle is on screen.
pub(super) fn is_battle_shown(
    screen: Res<State<Screen>>,
    setup: Option<Res<BattleSetup>>,
    handover: Res<HandoverScreen>,
) -> bool {
    *screen.get() == Screen::Battle && is_board_shown(screen, setup, handover)
}

/// What systems draw on the board with.
#[derive(SystemParam)]
pub(super) struct BoardPainter<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    tints: Res<'w, BoardTints>,
    /// Maps the board to the screen.
    pub lens: Res<'w, BoardViewport>,
}

impl BoardPainter<'_, '_> {
    /// Calls `paint` with a brush for the board, above everything that Bevy draws and below the panels.
    pub fn paint(&mut self, paint: impl FnOnce(&brush::Brush)) -> Result {
        self.paint_in(None, paint)
    }

    /// Calls `paint` with a brush whose filled squares and polygons are in a mesh below tokens.
    pub fn paint_below(&mut self, layer: TintLayer, paint: impl FnOnce(&brush::Brush)) -> Result {
        self.paint_in(Some(layer), paint)
    }

    fn paint_in(&mut self, layer: Option<TintLayer>, paint: impl FnOnce(&brush::Brush)) -> Result {
        let context = self.contexts.ctx_mut()?.clone();
        let painter = egui::Painter::new(context, egui::LayerId::background(), self.lens.clip);
        let below = layer.map(|layer| self.tints.mesh(layer));
        paint(&brush::Brush { painter: &painter, lens: &self.lens, below });
        Ok(())
    }
}

/// The board with everything on it.
pub(super) struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        use InputSystems::{AiPlayers, Board, Hover, Lab, Panels, Pointer};
        app.init_resource::<BoardArea>()
            .init_resource::<BoardViewport>()
            .init_resource::<self::atlas::BoardAtlas>()
            .init_resource::<self::map_picture::MapPictureCache>()
            .add_plugins(TilemapPlugin)
            .add_plugins((
                TerrainPlugin,
                FogPlugin,
                LayersPlugin,
                LightingPlugin,
                UnitsPlugin,
                AnimationPlugin,
                EffectsPlugin,
                CameraPlugin,
                InteractionPlugin,
                OverlayPlugin,
                TintsPlugin,
            ))
            .configure_sets(
                Update,
                (BoardSystems::Input, BoardSystems::Prepare).chain().run_if(is_board_shown),
            )
            .configure_sets(
                Update,
                (Pointer, InputSystems::Camera, Hover, Board, Panels, AiPlayers, Lab)
                    .chain()
                    .in_set(BoardSystems::Input),
            )
            .configure_sets(
                Update,
                (
                    PrepareSystems::Terrain,
                    PrepareSystems::Animation,
                    PrepareSystems::Light,
                    PrepareSystems::Pieces,
                    PrepareSystems::Fog,
                    PrepareSystems::Overlays,
                    PrepareSystems::Knockback,
                    PrepareSystems::Camera,
                )
                    .chain()
                    .in_set(BoardSystems::Prepare),
            )
            .configure_sets(
                EguiPrimaryContextPass,
                BoardSystems::Paint.in_set(DrawSystems::Board).run_if(is_board_shown),
            )
            .configure_sets(
                EguiPrimaryContextPass,
                (
                    PaintSystems::Ground,
                    PaintSystems::Fog,
                    PaintSystems::Tints,
                    PaintSystems::Decision,
                    PaintSystems::Under,
                    PaintSystems::Pieces,
                    PaintSystems::BelowTokens,
                    PaintSystems::Tokens,
                    PaintSystems::AboveTokens,
                    PaintSystems::Particles,
                    PaintSystems::Legend,
                    PaintSystems::Over,
                )
                    .chain()
                    .in_set(BoardSystems::Paint),
            );
    }
}
