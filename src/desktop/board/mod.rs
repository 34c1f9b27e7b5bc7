//! The board: ground, walls, tokens, overlays, camera, pointer and keyboard cursor.
//!
//! The ground is a tilemap; all above it is drawn by egui's painter underneath the panels, so that lines stay
//! crisp at every zoom. The board reads the fight and the session and sends orders; it decides nothing.

mod act;
pub(super) mod art;
mod camera;
mod clicks;
mod effects;
pub(super) mod gloom;
mod ground;
mod keyboard;
pub(super) mod lens;
mod objects;
pub(super) mod overlay;
mod paint;
mod pick;
mod places;
mod seats;
mod stage;
pub(super) mod strokes;
mod tokens;
mod veil;
mod vigour;
mod walls;

use bevy::prelude::*;
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::curtain;
use super::session::Screen;
use battle::Setup;

pub(super) use lens::Lens;
pub(super) use pick::{Pointer, hover};
pub(super) use stage::Stage;

/// The part of the screen that the panels leave to the board, in points. The panels keep it up to date.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(super) struct BoardArea(pub Option<egui::Rect>);

/// When the board works, for whoever has to come before or after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BoardSystems {
    /// Looks at the pointer and keys; in `Update`.
    Input,
    /// Prepares what is drawn; in `Update`, after `Input`.
    Prepare,
    /// Draws, in `EguiPrimaryContextPass`; panels come after it.
    Paint,
}

/// The layers of the picture, for whoever draws between them; in `BoardSystems::Paint`, in turn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PaintSystems {
    /// Ground and grid.
    Ground,
    /// What lies on the ground: heat maps, areas.
    Under,
    /// Things, walls, tokens.
    Pieces,
    /// What lies over everything: lines, numbers, tools.
    Over,
}

pub(super) fn plugin(app: &mut App) {
    let shown = not(in_state(Screen::Menu)).and_then(resource_exists::<Setup>).and_then(not(curtain::is_up));
    let fighting = in_state(Screen::Battle);
    app.add_plugins(TilemapPlugin)
        .insert_resource(BoardArea(None))
        .init_resource::<camera::View>()
        .init_resource::<lens::Lens>()
        .init_resource::<pick::Pointer>()
        .init_resource::<stage::Stage>()
        .init_resource::<overlay::Toggles>()
        .init_resource::<overlay::Overlays>()
        .init_resource::<art::Art>()
        .configure_sets(Update, (BoardSystems::Input, BoardSystems::Prepare).chain().run_if(shown.clone()))
        .configure_sets(EguiPrimaryContextPass, BoardSystems::Paint.run_if(shown))
        .configure_sets(
            EguiPrimaryContextPass,
            (PaintSystems::Ground, PaintSystems::Under, PaintSystems::Pieces, PaintSystems::Over)
                .chain()
                .in_set(BoardSystems::Paint),
        )
        .add_systems(OnExit(Screen::Battle), (ground::clear, overlay::forget))
        .add_systems(OnExit(Screen::Lab), ground::clear)
        .add_systems(
            Update,
            (
                (
                    pick::track,
                    camera::find_fight,
                    camera::steer,
                    camera::aim,
                    pick::hover,
                    keyboard::roam,
                    (keyboard::obey, clicks::obey).chain().run_if(fighting.clone()),
                )
                    .chain()
                    .in_set(BoardSystems::Input),
                (ground::lay, stage::follow, stage::play, overlay::prepare.run_if(fighting), camera::place)
                    .chain()
                    .in_set(BoardSystems::Prepare),
            ),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (paint::ground.in_set(PaintSystems::Ground), paint::pieces.in_set(PaintSystems::Pieces)),
        )
        .add_systems(Last, camera::wake);
}
