//! The board: ground, walls, tokens, overlays, camera, pointer and keyboard cursor.
//!
//! The ground is a tilemap; everything above it is drawn by egui's painter underneath the panels, so that lines stay
//! crisp at every zoom. The board reads the battle and the session and sends orders; it decides nothing.

mod animation;
pub(super) mod atlas;
pub(super) mod brush;
mod camera;
mod fog_overlay;
pub mod interaction;
pub(super) mod overlay;
mod paint;
mod particles;
pub mod terrain;
pub mod units;
pub(super) mod viewport;

use bevy::prelude::*;
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::session::Screen;
use crate::battle_revision::battle_changed;
use crate::handover_screen;
use battle::BattleSetup;

pub(super) use self::animation::BoardAnimation;
pub(super) use self::interaction::picking::{BoardPointer, update_hover};
pub(super) use self::viewport::BoardViewport;

/// The part of the screen that the panels leave to the board, in points. Updated by the panels.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
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

/// Layers of the drawing, for systems that draw between them; chained in `BoardSystems::Paint`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PaintSystems {
    /// Ground and grid.
    Ground,
    /// Overlays on the ground: heat maps, areas.
    Under,
    /// Objects, walls, tokens.
    Pieces,
    /// Overlays on top: lines, numbers, tools.
    Over,
}

pub(super) fn plugin(app: &mut App) {
    let shown = not(in_state(Screen::Menu))
        .and_then(resource_exists::<BattleSetup>)
        .and_then(not(handover_screen::is_handover_active));
    let fighting = in_state(Screen::Battle);
    app.add_plugins(TilemapPlugin)
        .insert_resource(BoardArea(None))
        .init_resource::<camera::CameraView>()
        .init_resource::<self::viewport::BoardViewport>()
        .init_resource::<self::interaction::picking::BoardPointer>()
        .init_resource::<self::animation::BoardAnimation>()
        .init_resource::<fog_overlay::FogOverlay>()
        .init_resource::<overlay::OverlayToggles>()
        .init_resource::<overlay::BoardOverlays>()
        .init_resource::<self::atlas::BoardAtlas>()
        .configure_sets(Update, (BoardSystems::Input, BoardSystems::Prepare).chain().run_if(shown.clone()))
        .configure_sets(EguiPrimaryContextPass, BoardSystems::Paint.run_if(shown.clone()))
        .configure_sets(
            EguiPrimaryContextPass,
            (PaintSystems::Ground, PaintSystems::Under, PaintSystems::Pieces, PaintSystems::Over)
                .chain()
                .in_set(BoardSystems::Paint),
        )
        .add_systems(
            OnExit(Screen::Battle),
            (self::terrain::tilemap::despawn_tilemap, overlay::clear_overlays),
        )
        .add_systems(OnExit(Screen::Lab), self::terrain::tilemap::despawn_tilemap)
        .add_systems(
            Update,
            (
                (
                    self::interaction::picking::track_pointer,
                    camera::frame_new_battle,
                    camera::handle_camera_input,
                    camera::follow_show_requests,
                    camera::glide_camera,
                    camera::update_viewport,
                    self::interaction::picking::update_hover,
                    self::interaction::keyboard::move_cursor_by_keys,
                    (self::interaction::keyboard::handle_board_keys, self::interaction::mouse::handle_mouse)
                        .chain()
                        .run_if(fighting.clone()),
                )
                    .chain()
                    .in_set(BoardSystems::Input),
                (
                    self::terrain::tilemap::spawn_tilemap,
                    self::animation::sync_animation.run_if(shown.clone().and_then(battle_changed)),
                    fog_overlay::update_visibility.run_if(shown.clone().and_then(battle_changed)),
                    self::animation::advance_animation,
                    overlay::update_overlays.run_if(fighting),
                    camera::place_camera,
                )
                    .chain()
                    .in_set(BoardSystems::Prepare),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                paint::paint_ground.in_set(PaintSystems::Ground),
                paint::paint_pieces.in_set(PaintSystems::Pieces),
            ),
        )
        .add_systems(Last, camera::request_redraw);
}
