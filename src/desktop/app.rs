//! The application: window, plugins and launch options.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use bevy::app::{AppExit, PluginGroupBuilder, TerminalCtrlCHandlerPlugin};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::window::WindowResizeConstraints;
use bevy_egui::EguiPlugin;
use thiserror::Error;

use crate::accessibility::AccessibilityPlugin;
use crate::ai_players::{self, AiPlayerPlugin, SidePlayer, UnknownSide};
use crate::app_commands::{self, AppCommand, AppCommandPlugin};
use crate::app_window::{AppWindowPlugin, LOADING_TITLE};
use crate::attack_forecast::ForecastPlugin;
use crate::board::BoardPlugin;
use crate::board_access::BoardAccessPlugin;
use crate::content_library::{ContentLibrary, ContentLibraryPlugin};
use crate::crash_notice::CrashNoticePlugin;
use crate::display_check;
use crate::fast_forward::FastForwardPlugin;
use crate::handover_screen::HandoverPlugin;
use crate::home_folder::HomeFolderPlugin;
use crate::hovered_attack::HoveredAttackPlugin;
use crate::input::InputPlugin;
use crate::knockback_preview::KnockbackPreviewPlugin;
use crate::lab::{self, LabPlugin};
use crate::lesson_progress::LessonProgressPlugin;
use crate::menu::MenuPlugin;
use crate::panel::PanelPlugin;
use crate::picture_files::PictureFiles;
use crate::player_input::PlayerInputPlugin;
use crate::redraw::RedrawPlugin;
use crate::replay::ReplayPlugin;
use crate::rulebook::RulebookPlugin;
use crate::script::{Script, ScriptPlugin};
use crate::settings::SettingsPlugin;
use crate::sound::SoundPlugin;
use crate::stop_signals::StopSignalPlugin;
use crate::theme::ThemePlugin;
use crate::window_picture::WindowPicturePlugin;
use content::{ContentError, ContentFolder, SceneFileError, SkirmishOverrides, paths};
use rules::Book;

/// Default and minimum size of the window.
const WINDOW_SIZE: (u32, u32) = (1440, 900);
const MIN_WINDOW_SIZE: (f32, f32) = (1024.0, 640.0);

/// Options the program is started with.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Skirmish or Lab scene to start directly, by id or file.
    pub skirmish: Option<String>,
    /// Its rules, if not those of the file.
    pub book: Option<Book>,
    /// Sides that the AI plays, by name or number.
    pub machines: Vec<(String, SidePlayer)>,
    /// Squad that replaces a side.
    pub squad: Option<content::Squad>,
    /// Campaign whose map is shown, by id.
    pub campaign: Option<String>,
    /// Opens the Lab: with a scene by id or file, or with an empty scene.
    pub lab: Option<Option<String>>,
    /// Journal to replay.
    pub journal: Option<PathBuf>,
    /// The shipped content.
    pub assets: ContentFolder,
    /// Random seed; taken from the clock if `None`.
    pub seed: Option<u64>,
    /// Takes a screenshot of the first settled frame and quits.
    pub screenshot: Option<PathBuf>,
    /// Script of input steps to play.
    pub script: Option<Script>,
    /// Size of the window.
    pub size: Option<(u32, u32)>,
    /// Names of the tests of each clause, for the rulebook.
    pub clause_tests: BTreeMap<String, Vec<String>>,
}

impl LaunchOptions {
    /// The game's menu, with this shipped content.
    pub fn new(assets: ContentFolder) -> Self {
        Self {
            skirmish: None,
            book: None,
            machines: Vec::new(),
            squad: None,
            campaign: None,
            lab: None,
            journal: None,
            assets,
            seed: None,
            screenshot: None,
            script: None,
            size: None,
            clause_tests: BTreeMap::new(),
        }
    }
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
    let mut library = ContentLibrary::read(vec![launch.assets.clone(), paths::user_content_dir().into()]);
    let mut commands = Vec::new();
    if let Some(named) = &launch.skirmish {
        let id = &content::add_scene_file(&mut library.loaded.content, &launch.assets, named)?;
        let squad = launch.squad.clone();
        let book = launch.book.or(squad.as_ref().map(|squad| squad.book));
        let overrides = SkirmishOverrides { book, squad, ..SkirmishOverrides::default() };
        let bundle = content::bundle_skirmish(&library.loaded.content, id, &overrides)?;
        let seed = launch.seed.unwrap_or_else(|| app_commands::battle_seed(&bundle));
        let machines = launch.machines.iter().map(|(side, player)| (side.as_str(), *player));
        let seats = ai_players::assign_players(&bundle, machines)?;
        commands.push(AppCommand::Start { bundle: Arc::new(bundle), seed, seats });
    }
    if let Some(scene) = &launch.lab {
        let opening = lab::OpenedScene::from_argument(&library, scene.as_deref())?;
        commands.push(AppCommand::Lab(Box::new(opening)));
    }
    if let Some(campaign) = &launch.campaign {
        let known = &library.loaded.content.campaigns;
        if !known.contains_key(campaign) {
            let list = known.keys().cloned().collect::<Vec<_>>().join(", ");
            return Err(DesktopError::Failed(format!("unknown campaign `{campaign}`; known: {list}")));
        }
        commands.push(AppCommand::ShowCampaign(campaign.clone()));
    }
    commands.extend(launch.journal.clone().map(AppCommand::OpenReplay));
    display_check::reachable()?;
    let report = ExitReport::default();
    let report_in_app = report.clone();
    let exit = display_check::run_guarded(move || {
        let mut app = App::new();
        let seed = launch.seed.map(|seed| seed.to_string()).unwrap_or_default();
        app.add_plugins(window_plugins(&launch))
            .insert_resource(report_in_app)
            .insert_resource(PictureFiles::find(&launch.assets))
            .insert_resource(library)
            .add_plugins(DesktopPlugins {
                settings: paths::settings_file(),
                has_size: launch.size.is_some(),
                assets: launch.assets.disk_path().map(PathBuf::from),
                seed,
                clause_tests: launch.clause_tests.clone(),
            });
        if launch.script.is_some() || launch.screenshot.is_some() {
            let script = launch.script.unwrap_or_default();
            app.add_plugins(ScriptPlugin { script, picture: launch.screenshot });
        }
        app.add_plugins(battle::BattlePlugin);
        for command in commands {
            app.world_mut().write_message(command);
        }
        app.run()
    })?;
    match (report.take_message(), exit) {
        (Some(message), _) => Err(DesktopError::Failed(message)),
        (None, AppExit::Success) => Ok(()),
        (None, AppExit::Error(_)) => Err(DesktopError::Failed("the window closed with an error".to_owned())),
    }
}

fn window_plugins(launch: &LaunchOptions) -> impl PluginGroup {
    let (width, height) = launch.size.unwrap_or(WINDOW_SIZE);
    let window = Window {
        title: LOADING_TITLE.to_owned(),
        name: Some("breachline".to_owned()),
        resolution: (width, height).into(),
        resize_constraints: WindowResizeConstraints {
            min_width: MIN_WINDOW_SIZE.0.min(width as f32),
            min_height: MIN_WINDOW_SIZE.1.min(height as f32),
            ..default()
        },
        ..default()
    };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(ImagePlugin::default_linear())
        // The command line starts the log.
        .disable::<LogPlugin>()
        // `StopSignalPlugin` wakes the window as well.
        .disable::<TerminalCtrlCHandlerPlugin>()
}

/// The plugins of the window, each for one subject.
struct DesktopPlugins {
    settings: PathBuf,
    /// The player asked for a size of the window.
    has_size: bool,
    /// The assets folder, unless the assets are those in the program.
    assets: Option<PathBuf>,
    /// Seed of the next battle, as typed; empty for a random one.
    seed: String,
    /// Names of the tests of each clause.
    clause_tests: BTreeMap<String, Vec<String>>,
}

impl PluginGroup for DesktopPlugins {
    fn build(self) -> PluginGroupBuilder {
        let plugins = PluginGroupBuilder::start::<Self>()
            .add(AppWindowPlugin { has_size: self.has_size })
            .add(ContentLibraryPlugin)
            .add(EguiPlugin::default())
            .add(RedrawPlugin)
            .add(StopSignalPlugin)
            .add(AccessibilityPlugin)
            .add(SettingsPlugin { file: self.settings })
            .add(SoundPlugin { assets: self.assets })
            .add(ThemePlugin)
            .add(InputPlugin)
            .add(PlayerInputPlugin)
            .add(AppCommandPlugin)
            .add(CrashNoticePlugin)
            .add(FastForwardPlugin)
            .add(WindowPicturePlugin)
            .add(HomeFolderPlugin)
            .add(ReplayPlugin)
            .add(HandoverPlugin)
            .add(MenuPlugin { seed: self.seed })
            .add(BoardPlugin)
            .add(BoardAccessPlugin)
            .add(PanelPlugin)
            .add(ForecastPlugin)
            .add(HoveredAttackPlugin)
            .add(KnockbackPreviewPlugin)
            .add(LabPlugin)
            .add(LessonProgressPlugin)
            .add(RulebookPlugin { tests: self.clause_tests })
            .add(AiPlayerPlugin);
        #[cfg(feature = "gamepad")]
        let plugins = plugins.add(crate::gamepad::GamepadPlugin);
        plugins
    }
}
