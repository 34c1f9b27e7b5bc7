//! The menu: going on, choosing a skirmish, saves, settings; and the pause menu of a fight.

mod key_bindings;
mod lab_scenes;
mod load_page;
mod map_preview;
mod pause_menu;
mod player_row;
mod roster;
mod rule_options;
mod rulebooks;
mod settings_page;
mod skirmish_setup;
mod squad_picker;
mod start_page;
mod widgets;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, CentralPanel, Frame, Margin, UiBuilder};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::input::{ActionInput, InputAction};
use super::panel::help;
use super::saves::SaveList;
use super::session::{Screen, Session};
use super::settings::{Settings, SettingsFile};
use crate::app_commands::AppCommands;
use crate::key_chord::KeyChord;
use battle::Side;
use content::paths;
use content::{FolderFingerprint, LoadedContent, SkirmishBundle, SkirmishOverrides, Squad};

/// Seconds between two looks at the content files.
const CONTENT_CHECK_SECONDS: f64 = 1.0;

/// Draws menus, in `EguiPrimaryContextPass`, after the panels of a fight.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MenuSystems;

/// Pages of the main menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MenuPage {
    #[default]
    Start,
    Skirmish,
    Load,
    Lab,
    Settings,
}

/// Pages of the pause menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PausePage {
    #[default]
    Top,
    SaveAs,
    Load,
    Players,
    Settings,
    Rules,
    Surrender,
}

/// What the menus remember.
#[derive(Resource, Debug, Default)]
pub(super) struct MenuState {
    page: MenuPage,
    pause: PausePage,
    /// What went wrong, in a sentence.
    pub problem: Option<String>,
    /// Seed of the next fight, as typed; empty for one from the clock.
    pub seed: String,
    chosen: Option<String>,
    overrides: SkirmishOverrides,
    /// The chosen skirmish with its switches, or why it cannot be fought.
    bundle: Option<Result<Arc<SkirmishBundle>, String>>,
    /// The squads in their folder, once they were looked for.
    squads: Option<Vec<self::squad_picker::SquadFile>>,
    /// The saves are to be looked through again.
    stale: bool,
    /// Search text of the list of keys.
    search: String,
    /// A key for this command is waited for.
    rebinding: Option<InputAction>,
    /// The key that it will replace.
    replaced: Option<KeyChord>,
    /// Name of the next copy of a fight.
    name: String,
    /// A save that is about to be deleted.
    deleting: Option<PathBuf>,
    /// The keys are shown.
    help: bool,
    /// A side that is about to give up.
    surrendering_side: Option<Side>,
}

impl MenuState {
    /// The saves on the disk have changed.
    pub fn mark_saves_stale(&mut self) {
        self.stale = true;
    }

    /// Another squad takes the place of a side, or none does; its book is the skirmish's then.
    fn take_squad(&mut self, squad: Option<Squad>) {
        if let Some(squad) = &squad {
            self.overrides.book = Some(squad.book);
        }
        self.overrides.squad = squad;
        self.bundle = None;
    }

    /// Chooses the next skirmish of a squad.
    pub fn continue_with_squad(&mut self, squad: Squad) {
        self.take_squad(Some(squad));
        self.page = MenuPage::Skirmish;
    }

    /// Looks everything up again: a fight has come to its end or was left.
    pub fn refresh_all(&mut self) {
        self.squads = None;
        self.stale = true;
        self.pause = PausePage::Top;
    }
}

/// The content as it was last read.
#[derive(Resource, Debug)]
pub(super) struct ContentLibrary {
    /// What was read.
    pub loaded: LoadedContent,
    dirs: Vec<PathBuf>,
    fingerprint: FolderFingerprint,
    last_check: f64,
}

impl ContentLibrary {
    /// Reads content folders, the shipped one first.
    pub fn read(dirs: Vec<PathBuf>) -> Self {
        let fingerprint = FolderFingerprint::take(&dirs);
        Self { loaded: content::load_content(&dirs), fingerprint, dirs, last_check: 0.0 }
    }

    /// Reads everything again if a file was written since; the menu takes it up once more when it comes.
    pub fn refresh(&mut self) {
        if content::changed_since(&self.fingerprint) {
            self.loaded = content::load_content(&self.dirs);
        }
    }

    /// The file of a scene of the player's own.
    pub fn own_scene_file(&self, id: &str) -> Option<PathBuf> {
        let own = self.dirs.iter().skip(1).map(|dir| dir.join("lab").join(format!("{id}.ron")));
        own.rev().find(|file| file.exists())
    }

    /// The shipped content.
    pub fn root(&self) -> &Path {
        self.dirs.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(MenuState { stale: true, ..default() })
        .init_resource::<SaveList>()
        .configure_sets(EguiPrimaryContextPass, MenuSystems.after(super::board::BoardSystems::Paint))
        .add_systems(
            PreUpdate,
            reserve_board_keys.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(
            Update,
            (step_back, self::key_bindings::listen_for_key, reload_changed_content, refresh_saves),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (show.run_if(in_state(Screen::Menu)), self::pause_menu::show.run_if(in_state(Screen::Battle)))
                .in_set(MenuSystems),
        );
}

/// Tab and the arrows move between units and squares in a fight, not between buttons.
fn reserve_board_keys(
    mut inputs: Query<(&mut EguiInput, &mut bevy_egui::EguiContext)>,
    screen: Res<State<Screen>>,
    session: Res<Session>,
) {
    use egui::Key;
    if *screen.get() == Screen::Menu || session.paused {
        return;
    }
    for (mut input, mut context) in &mut inputs {
        if context.get_mut().egui_wants_keyboard_input() {
            continue;
        }
        let boards = |key: &Key| {
            matches!(key, Key::Tab | Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight)
        };
        input.events.retain(|event| !matches!(event, egui::Event::Key { key, .. } if boards(key)));
    }
}

/// One step back: out of a page, out of a mark, into the pause menu. Never two at once.
fn step_back(
    keys: ActionInput,
    mut state: ResMut<MenuState>,
    mut session: ResMut<Session>,
    screen: Res<State<Screen>>,
) {
    if keys.just_pressed(InputAction::Help) && *screen.get() == Screen::Menu {
        state.help = !state.help;
    }
    if !keys.just_pressed(InputAction::Back) {
        return;
    }
    if *screen.get() == Screen::Lab {
        // The Lab takes its own steps.
    } else if state.help {
        state.help = false;
    } else if *screen.get() == Screen::Menu {
        state.page = MenuPage::Start;
    } else if session.paused {
        if state.pause == PausePage::Top {
            session.paused = false;
        }
        state.pause = PausePage::Top;
        state.surrendering_side = None;
    } else if session.help {
        session.help = false;
    } else if session.open_menu.is_some() {
        session.open_menu = None;
    } else if session.can_cancel() {
        session.cancel_last_choice();
    } else {
        session.paused = true;
    }
}

/// Takes up content files that were changed while the menu is open.
fn reload_changed_content(
    mut library: ResMut<ContentLibrary>,
    mut state: ResMut<MenuState>,
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed_secs_f64();
    if *screen.get() != Screen::Menu || now - library.last_check < CONTENT_CHECK_SECONDS {
        return;
    }
    library.bypass_change_detection().last_check = now;
    if content::changed_since(&library.fingerprint) {
        let looked = library.last_check;
        *library = ContentLibrary { last_check: looked, ..ContentLibrary::read(library.dirs.clone()) };
        state.bundle = None;
        redraw.write(RequestRedraw);
    }
}

fn refresh_saves(
    mut saves: ResMut<SaveList>,
    mut state: ResMut<MenuState>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if state.stale {
        state.stale = false;
        saves.refresh(&paths::saves_dir());
    }
    if saves.is_reading() {
        saves.poll();
        redraw.write(RequestRedraw);
    }
}

/// What a page of the main menu works with.
struct MenuContext<'a> {
    palette: &'static super::theme::Palette,
    state: &'a mut MenuState,
    requests: &'a mut AppCommands,
    library: &'a ContentLibrary,
    saves: &'a SaveList,
    settings: &'a mut Settings,
    trouble: Option<&'a str>,
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<MenuState>,
    mut requests: ResMut<AppCommands>,
    mut settings: ResMut<Settings>,
    library: Res<ContentLibrary>,
    saves: Res<SaveList>,
    file: Res<SettingsFile>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut edited = settings.clone();
    let palette = settings.palette();
    let area = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "menu".into(), area);
    let frame = Frame::new().fill(palette.ink).inner_margin(Margin::symmetric(32, 24));
    CentralPanel::default().frame(frame).show(&mut root, |ui| {
        let mut desk = MenuContext {
            palette,
            state: &mut state,
            requests: &mut requests,
            library: &library,
            saves: &saves,
            settings: &mut edited,
            trouble: file.problem.as_deref(),
        };
        match desk.state.page {
            MenuPage::Start => self::start_page::show(ui, &mut desk),
            MenuPage::Skirmish => self::skirmish_setup::show(ui, &mut desk),
            MenuPage::Load => self::load_page::show(ui, &mut desk),
            MenuPage::Lab => self::lab_scenes::show(ui, &mut desk),
            MenuPage::Settings => self::settings_page::show(ui, &mut desk),
        }
    });
    if state.help {
        let doing = "Choose with the arrow keys or Tab, take with Enter, go back with Esc.";
        state.help = help::show_help_overlay(context, &settings, doing, &[]);
    }
    settings.set_if_neq(edited);
    Ok(())
}
