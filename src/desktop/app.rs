//! The application: window, plugins and launch options.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::app::AppExit;
use bevy::asset::AssetPlugin;
use bevy::ecs::system::NonSendMarker;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowCloseRequested, WindowResizeConstraints};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use bevy_egui::egui::{self, Modifiers};
use bevy_egui::{
    EguiContexts, EguiInput, EguiPlugin, EguiPostUpdateSet, EguiPreUpdateSet, EguiPrimaryContextPass,
    EguiRenderOutput,
};
use thiserror::Error;

use super::menu::{ContentLibrary, MenuState};
use super::session::{Screen, Session};
use super::settings::Settings;
use super::{board, input, lab, menu, panel, replay, script, settings, theme};
use crate::ai_players;
use crate::ai_players::{SidePlayer, UnknownSide};
use crate::app_commands::{AppCommand, AppCommands};
use crate::{app_commands, display_check, handover_screen, knockback_preview};
use content::{ContentError, SceneFileError, SkirmishOverrides};
use rules::Book;

use content::paths;

/// Default and minimum size of the window.
const WINDOW_SIZE: (u32, u32) = (1440, 900);
const MIN_WINDOW_SIZE: (f32, f32) = (1024.0, 640.0);
/// How often an idle window redraws, to notice changed content files.
const IDLE_REDRAW: Duration = Duration::from_secs(1);

/// Options the program is started with.
#[derive(Clone, Debug, Default)]
pub struct LaunchOptions {
    /// Skirmish or Lab scene to start directly, by id or file.
    pub skirmish: Option<String>,
    /// Its rules, if not those of the file.
    pub book: Option<Book>,
    /// Sides that the AI plays, by name or number.
    pub machines: Vec<(String, SidePlayer)>,
    /// Squad that replaces a side.
    pub squad: Option<content::Squad>,
    /// Opens the Lab: with a scene by id or file, or with an empty scene.
    pub lab: Option<Option<String>>,
    /// Journal to replay.
    pub journal: Option<PathBuf>,
    /// Assets folder to use instead of the shipped one.
    pub assets: Option<PathBuf>,
    /// Random seed; taken from the clock if `None`.
    pub seed: Option<u64>,
    /// Takes a screenshot of the first settled frame and quits.
    pub screenshot: Option<PathBuf>,
    /// Script of input steps to play.
    pub script: Option<PathBuf>,
    /// Size of the window.
    pub size: Option<(u32, u32)>,
}

/// Why the window cannot be opened or closed with a failure.
#[derive(Debug, Error)]
pub enum DesktopError {
    /// There is no display to open a window on.
    #[error("there is no display to open a window on: {0}; `replay` and `check` work without one")]
    NoDisplay(String),
    /// There is no usable graphics device.
    #[error("no usable graphics device; a driver for Vulkan or OpenGL ES 3 is needed")]
    NoAdapter,
    /// The skirmish cannot be started.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// The scene file cannot be opened.
    #[error(transparent)]
    Scene(#[from] SceneFileError),
    /// The AI was assigned to an unknown side.
    #[error(transparent)]
    Side(#[from] UnknownSide),
    /// The Lab scene cannot be opened.
    #[error(transparent)]
    Lab(#[from] lab::LabError),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] script::ScriptFileError),
    /// The script failed, the screenshot could not be taken, or a journal could not be shown.
    #[error("{0}")]
    Failed(String),
}

/// The failure to report after the window has closed.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct ExitReport(Arc<Mutex<Option<String>>>);

impl ExitReport {
    /// Returns the exit with code 1 and records its message; the first message is kept.
    pub fn fail(&self, message: String) -> AppExit {
        let mut report = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        report.get_or_insert(message);
        AppExit::Error(NonZero::<u8>::MIN)
    }

    fn take_message(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// Returns `DesktopError` if there is no display or graphics device, if the skirmish or journal cannot be used, or if
/// the script failed.
pub fn run(launch: LaunchOptions) -> Result<(), DesktopError> {
    let assets = paths::asset_root(launch.assets.as_deref());
    let mut library = ContentLibrary::read(vec![assets.clone(), paths::user_content_dir()]);
    let mut commands = AppCommands::default();
    if let Some(named) = &launch.skirmish {
        let id = &content::add_scene_file(&mut library.loaded.content, named)?;
        let squad = launch.squad.clone();
        let book = launch.book.or(squad.as_ref().map(|squad| squad.book));
        let overrides = SkirmishOverrides { book, squad, ..SkirmishOverrides::default() };
        let bundle = content::bundle_skirmish(&library.loaded.content, id, &overrides)?;
        let seed = launch.seed.unwrap_or_else(app_commands::clock_seed);
        let machines = launch.machines.iter().map(|(side, player)| (side.as_str(), *player));
        let seats = ai_players::assign_players(&bundle, machines)?;
        commands.0.push(AppCommand::Start { bundle: Arc::new(bundle), seed, seats });
    }
    if let Some(scene) = &launch.lab {
        let opening = lab::OpenedScene::from_argument(&library.loaded.content, scene.as_deref())?;
        commands.0.push(AppCommand::Lab(Box::new(opening)));
    }
    commands.0.extend(launch.journal.clone().map(AppCommand::OpenReplay));
    let script = launch.script.as_deref().map(script::read_script).transpose()?;
    display_check::reachable()?;
    let report = ExitReport::default();
    let report_in_app = report.clone();
    let exit = display_check::run_guarded(move || {
        let mut app = App::new();
        app.add_plugins(window_plugins(&launch, &assets))
            .insert_resource(report_in_app)
            .insert_resource(library);
        app.insert_resource(commands);
        plugin(&mut app, launch, script);
        app.run()
    })?;
    match (report.take_message(), exit) {
        (Some(message), _) => Err(DesktopError::Failed(message)),
        (None, AppExit::Success) => Ok(()),
        (None, AppExit::Error(_)) => Err(DesktopError::Failed("the window closed with an error".to_owned())),
    }
}

fn window_plugins(launch: &LaunchOptions, assets: &std::path::Path) -> impl PluginGroup {
    let (width, height) = launch.size.unwrap_or(WINDOW_SIZE);
    let window = Window {
        title: "Breachline".to_owned(),
        name: Some("breachline".to_owned()),
        resolution: (width, height).into(),
        resize_constraints: WindowResizeConstraints {
            min_width: MIN_WINDOW_SIZE.0.min(width as f32),
            min_height: MIN_WINDOW_SIZE.1.min(height as f32),
            ..default()
        },
        ..default()
    };
    // Relative paths would be resolved next to the executable.
    let file_path = assets.canonicalize().unwrap_or_else(|_| assets.to_owned()).display().to_string();
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(ImagePlugin::default_linear())
        .set(AssetPlugin { file_path, ..default() })
        .set(LogPlugin {
            level: Level::WARN,
            // A software renderer is slow, not wrong; winit warns about displays without a size, wgpu
            // about missing drivers.
            filter: "wgpu=off,naga=error,bevy_render=error,bevy_egui=error,bevy_winit=error,winit=error"
                .to_owned(),
            ..default()
        })
}

fn plugin(app: &mut App, launch: LaunchOptions, script: Option<script::Script>) {
    let idle = UpdateMode::Reactive {
        wait: IDLE_REDRAW,
        react_to_device_events: false,
        react_to_user_events: true,
        react_to_window_events: true,
    };
    app.insert_resource(WinitSettings { focused_mode: idle, unfocused_mode: idle })
        .insert_resource(ClearColor(theme::to_bevy_colour(theme::Palette::by_name(default()).ink)))
        .init_resource::<Session>()
        .init_state::<Screen>()
        .add_plugins(EguiPlugin::default())
        .add_plugins(move |app: &mut App| settings::plugin(app, paths::settings_file()))
        .add_plugins((
            input::plugin,
            app_commands::plugin,
            replay::plugin,
            handover_screen::plugin,
            menu::plugin,
        ))
        .add_plugins((
            board::plugin,
            panel::plugin,
            knockback_preview::plugin,
            lab::plugin,
            ai_players::plugin,
        ))
        .add_systems(Startup, (spawn_camera, set_icon))
        .add_systems(
            PreUpdate,
            drop_stale_modifier_events
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(EguiPrimaryContextPass, apply_theme.before(menu::MenuSystems))
        .add_systems(First, handle_close_request)
        .add_systems(
            PostUpdate,
            redraw_for_new_glyphs
                .after(EguiPostUpdateSet::ProcessOutput)
                .before(EguiPostUpdateSet::PostProcessOutput),
        )
        .add_systems(Last, redraw_for_pending_work);
    if launch.script.is_some() || launch.screenshot.is_some() {
        script::plugin(app, script.unwrap_or_default(), launch.screenshot);
    }
    app.add_plugins(battle::BattlePlugin);
    app.world_mut().resource_mut::<MenuState>().seed =
        launch.seed.map(|seed| seed.to_string()).unwrap_or_default();
}

/// Spawns the only camera: the board moves it, egui draws on it.
fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, Msaa::Off));
}

/// Sets the icon for window lists, which the window system draws.
fn set_icon(
    windows: Query<Entity, With<PrimaryWindow>>,
    assets: Res<ContentLibrary>,
    _main_thread: NonSendMarker,
) {
    let file = assets.root().join("atlas/icon.png");
    let Ok(window) = windows.single() else { return };
    let Some(icon) = read_icon(&file) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(window) {
            window.set_window_icon(Some(icon));
        }
    });
}

fn read_icon(file: &std::path::Path) -> Option<winit::window::Icon> {
    let bytes = std::fs::read(file).ok()?;
    let image = Image::from_buffer(
        &bytes,
        bevy::image::ImageType::Extension("png"),
        bevy::image::CompressedImageFormats::NONE,
        true,
        bevy::image::ImageSampler::Default,
        bevy::asset::RenderAssetUsages::MAIN_WORLD,
    )
    .ok()?;
    let size = image.size();
    let pixels = image.try_into_dynamic().ok()?.into_rgba8().into_raw();
    winit::window::Icon::from_rgba(pixels, size.x, size.y).ok()
}

/// Applies palette and UI scale.
fn apply_theme(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    mut clear: ResMut<ClearColor>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut applied_scale: Local<Option<f32>>,
) -> Result {
    let size = windows.single().map_or(Vec2::MAX, |window| window.resolution.size());
    let scale = settings.scale_within(size.x, size.y);
    if *applied_scale == Some(scale) && !settings.is_changed() {
        return Ok(());
    }
    *applied_scale = Some(scale);
    let context = contexts.ctx_mut()?;
    theme::style_egui(context, settings.palette(), settings.animation_seconds(1.0).is_none());
    context.set_zoom_factor(scale);
    clear.0 = theme::to_bevy_colour(settings.palette().ink);
    Ok(())
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
fn handle_close_request(
    mut close_requests: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    lab: Option<ResMut<lab::LabState>>,
    mut commands: ResMut<AppCommands>,
) {
    if close_requests.read().count() == 0 {
        return;
    }
    match lab.filter(|_| *screen.get() == Screen::Lab) {
        Some(mut lab) => lab.request_close(&mut commands),
        None => commands.0.push(AppCommand::Quit),
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
    session: Res<Session>,
    commands: Res<AppCommands>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !session.orders.is_empty() || session.undo || !commands.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}
