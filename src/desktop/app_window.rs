//! The window: icon, close request, and when an idle window is redrawn.

use std::time::Duration;

use bevy::ecs::message::MessageUpdateSystems;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowCloseRequested};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use bevy_egui::egui::{self, Modifiers};
use bevy_egui::{EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass, EguiRenderOutput};

use crate::app_commands::AppCommand;
use crate::lab::LabState;
use crate::picture_files::{PictureFiles, decode_png};
use crate::player_input::{GiveOrder, UndoOrder};
use crate::session::Screen;

/// How often an idle window redraws, to notice changed content files.
const IDLE_REDRAW: Duration = Duration::from_secs(1);

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

/// The window and its redraws.
pub(crate) struct AppWindowPlugin;

impl Plugin for AppWindowPlugin {
    fn build(&self, app: &mut App) {
        let idle = UpdateMode::Reactive {
            wait: IDLE_REDRAW,
            react_to_device_events: false,
            react_to_user_events: true,
            react_to_window_events: true,
        };
        app.insert_resource(WinitSettings { focused_mode: idle, unfocused_mode: idle })
            .init_state::<Screen>()
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
            .add_systems(First, handle_close_request.after(MessageUpdateSystems))
            .add_systems(
                PreUpdate,
                drop_stale_modifier_events
                    .after(EguiPreUpdateSet::ProcessInput)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(
                PostUpdate,
                redraw_for_new_glyphs
                    .after(EguiPostUpdateSet::ProcessOutput)
                    .before(EguiPostUpdateSet::PostProcessOutput),
            )
            .add_systems(Last, redraw_for_pending_work);
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

/// Drops repeated modifier events: egui is sent the modifier keys every frame and requests a repaint for any event.
fn drop_stale_modifier_events(
    mut inputs: Query<(Entity, &mut EguiInput)>,
    mut known: Local<Vec<(Entity, Modifiers)>>,
) {
    for (context, mut input) in &mut inputs {
        input.events.retain(|event| {
            let egui::Event::ModifiersChanged(now) = event else { return true };
            let last = known.iter_mut().find(|(other, _)| *other == context);
            match last {
                Some((_, last)) if *last == *now => false,
                Some((_, last)) => {
                    *last = *now;
                    true
                }
                None => {
                    known.push((context, *now));
                    true
                }
            }
        });
    }
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

/// Redraws when new glyphs were uploaded: they appear a frame late, and an idle window would not draw that frame.
fn redraw_for_new_glyphs(outputs: Query<&EguiRenderOutput>, mut redraw: MessageWriter<RequestRedraw>) {
    if outputs.iter().any(|output| !output.textures_delta.set.is_empty()) {
        redraw.write(RequestRedraw);
    }
}

/// Redraws while orders or commands are pending.
fn redraw_for_pending_work(
    orders: Res<Messages<GiveOrder>>,
    undo: Res<Messages<UndoOrder>>,
    commands: Res<Messages<AppCommand>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !orders.is_empty() || !undo.is_empty() || !commands.is_empty() {
        redraw.write(RequestRedraw);
    }
}
