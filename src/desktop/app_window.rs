//! The window: icon, close request, and the order in which a frame is drawn.

use bevy::ecs::message::MessageUpdateSystems;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowCloseRequested};
use bevy::winit::WINIT_WINDOWS;
use bevy_egui::EguiPrimaryContextPass;

use crate::app_commands::AppCommand;
use crate::lab::LabState;
use crate::picture_files::{PictureFiles, decode_png};
use crate::session::Screen;

/// Steps of drawing a frame in `EguiPrimaryContextPass`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DrawSystems {
    /// Applies palette and scale.
    Theme,
    /// Draws the board.
    Board,
    /// Draws the panels of a battle.
    Panels,
    /// Draws the cards of the AI.
    AiPlayers,
    /// Draws the controls of a replay.
    Replay,
    /// Draws the handover screen.
    Handover,
    /// Draws the panels of the Lab.
    Lab,
    /// Draws menus.
    Menus,
}

/// The window.
pub(crate) struct AppWindowPlugin;

impl Plugin for AppWindowPlugin {
    fn build(&self, app: &mut App) {
        app.init_state::<Screen>()
            .configure_sets(
                EguiPrimaryContextPass,
                (
                    DrawSystems::Theme,
                    DrawSystems::Board,
                    DrawSystems::Panels,
                    DrawSystems::AiPlayers,
                    DrawSystems::Replay,
                    DrawSystems::Handover,
                    DrawSystems::Lab,
                    DrawSystems::Menus,
                )
                    .chain(),
            )
            .add_systems(Startup, set_icon)
            .add_systems(First, handle_close_request.after(MessageUpdateSystems));
    }
}

/// Sets the icon for window lists, which the window system draws.
fn set_icon(
    windows: Query<Entity, With<PrimaryWindow>>,
    pictures: Res<PictureFiles>,
    _main_thread: NonSendMarker,
) {
    let Ok(window) = windows.single() else { return };
    let Some(icon) = read_icon(&pictures) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(window) {
            window.set_window_icon(Some(icon));
        }
    });
}

fn read_icon(pictures: &PictureFiles) -> Option<winit::window::Icon> {
    let image = decode_png(&pictures.read("icon.png")?).ok()?;
    let size = image.size();
    let pixels = image.try_into_dynamic().ok()?.into_rgba8().into_raw();
    winit::window::Icon::from_rgba(pixels, size.x, size.y).ok()
}

/// Closes the window, or asks first if the Lab has unsaved changes.
pub(crate) fn handle_close_request(
    mut close_requests: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    lab: Option<ResMut<LabState>>,
    mut commands: MessageWriter<AppCommand>,
) {
    if close_requests.read().count() == 0 {
        return;
    }
    match lab.filter(|_| *screen.get() == Screen::Lab) {
        Some(mut lab) => lab.request_close(&mut commands),
        None => _ = commands.write(AppCommand::Quit),
    }
}
