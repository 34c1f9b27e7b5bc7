//! The window: icon, close request, and the order in which a frame is drawn.

use bevy::ecs::message::MessageUpdateSystems;
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{Monitor, PrimaryMonitor, PrimaryWindow, WindowCloseRequested};
use bevy::winit::WINIT_WINDOWS;
use bevy_egui::EguiPrimaryContextPass;

use crate::app_commands::AppCommand;
use crate::lab::LabState;
use crate::picture_files::{PictureFiles, decode_png};
use crate::redraw::FirstPicture;
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

/// Title of the window.
const TITLE: &str = "Breachline";
/// Title until the window shows something: nothing can be drawn in it before the graphics driver is ready, which takes
/// seconds on slow computers.
pub(crate) const LOADING_TITLE: &str = "Breachline: loading\u{2026}";

/// Room for the title bar and the bars of the desktop, in points.
const DESKTOP_BARS: f32 = 64.0;

/// The window.
pub(crate) struct AppWindowPlugin {
    /// The player asked for this size of the window.
    pub has_size: bool,
}

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
            .add_systems(Update, fit_to_screen.run_if(run_once_with_monitor(self.has_size)))
            .add_systems(First, handle_close_request.after(MessageUpdateSystems))
            .add_systems(Last, end_loading_title);
    }
}

/// Run condition: once, as soon as the monitor is known, unless the size is given.
fn run_once_with_monitor(has_size: bool) -> impl FnMut(Query<(), With<PrimaryMonitor>>) -> bool {
    let mut is_done = has_size;
    move |monitors| {
        let runs = !is_done && !monitors.is_empty();
        is_done |= runs;
        runs
    }
}

/// Gives the window its title once it has shown a picture.
fn end_loading_title(
    first: Res<FirstPicture>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut is_done: Local<bool>,
) {
    if *is_done || !first.is_shown() {
        return;
    }
    if let Ok(mut window) = windows.single_mut() {
        window.title = TITLE.to_owned();
        *is_done = true;
    }
}

/// Makes a window that is larger than the screen as large as the screen has room for.
fn fit_to_screen(
    monitors: Query<&Monitor, With<PrimaryMonitor>>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let (Ok(monitor), Ok(mut window)) = (monitors.single(), windows.single_mut()) else { return };
    let screen = (monitor.physical_width, monitor.physical_height);
    let size = (window.physical_width(), window.physical_height());
    if let Some((width, height)) = fitting_size(size, screen, window.scale_factor()) {
        window.resolution.set_physical_resolution(width, height);
    }
}

/// Returns the size of a window that does not fit the screen, in physical pixels; `None` if it fits.
fn fitting_size(size: (u32, u32), screen: (u32, u32), scale: f32) -> Option<(u32, u32)> {
    let fits = size.0 <= screen.0 && size.1 <= screen.1;
    let bars = (DESKTOP_BARS * scale) as u32;
    let room = (screen.0, screen.1.saturating_sub(bars));
    (!fits && room.0 > 0 && room.1 > 0).then_some((size.0.min(room.0), size.1.min(room.1)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_called_loading_until_it_shows_something() {
        let mut app = App::new();
        let first = FirstPicture::default();
        app.insert_resource(first.clone()).add_systems(Last, end_loading_title);
        let window = Window { title: LOADING_TITLE.to_owned(), ..default() };
        let window = app.world_mut().spawn((window, PrimaryWindow)).id();
        let title = |app: &App| app.world().get::<Window>(window).map(|window| window.title.clone());
        app.update();
        assert_eq!(title(&app).as_deref(), Some(LOADING_TITLE));
        assert!(first.note() && !first.note());
        app.update();
        assert_eq!(title(&app).as_deref(), Some(TITLE));
    }

    #[test]
    fn a_window_larger_than_the_screen_leaves_room_for_the_bars() {
        assert_eq!(fitting_size((1440, 900), (1920, 1080), 1.0), None);
        assert_eq!(fitting_size((1440, 900), (1440, 900), 1.0), None);
        assert_eq!(fitting_size((1440, 900), (1024, 768), 1.0), Some((1024, 704)));
        assert_eq!(fitting_size((1440, 900), (1366, 768), 1.0), Some((1366, 704)));
        assert_eq!(fitting_size((2880, 1800), (2560, 1600), 2.0), Some((2560, 1472)));
        assert_eq!(fitting_size((1440, 900), (0, 0), 1.0), None, "a monitor that says nothing");
    }
}
