//! The menu: going on, choosing a skirmish, saves, settings; and the pause menu of a fight.

mod bindings;
mod books;
mod lab;
mod load;
mod options;
mod pause;
mod players;
mod preview;
mod roster;
mod setup;
mod squads;
mod start;
mod switches;
mod widgets;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, CentralPanel, Frame, Margin, UiBuilder};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass};

use super::fight::Requests;
use super::input::{Command, Keys};
use super::keys::Chord;
use super::panel::help;
use super::saves::Saves;
use super::session::{Screen, Session};
use super::settings::{Settings, SettingsFile};
use battle::Side;
use content::paths;
use content::{Fingerprint, Loaded, Overrides, SkirmishBundle, Squad};

/// Seconds between two looks at the content files.
const WATCH: f64 = 1.0;

/// Draws menus, in `EguiPrimaryContextPass`, after the panels of a fight.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MenuSystems;

/// Pages of the main menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Start,
    Skirmish,
    Load,
    Lab,
    Settings,
}

/// Pages of the pause menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pause {
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
    page: Page,
    pause: Pause,
    /// What went wrong, in a sentence.
    pub problem: Option<String>,
    /// Seed of the next fight, as typed; empty for one from the clock.
    pub seed: String,
    chosen: Option<String>,
    overrides: Overrides,
    /// The chosen skirmish with its switches, or why it cannot be fought.
    bundle: Option<Result<Arc<SkirmishBundle>, String>>,
    /// The squads in their folder, once they were looked for.
    squads: Option<Vec<squads::Found>>,
    /// The saves are to be looked through again.
    stale: bool,
    /// Search text of the list of keys.
    search: String,
    /// A key for this command is waited for.
    binding: Option<Command>,
    /// The key that it will replace.
    replaced: Option<Chord>,
    /// Name of the next copy of a fight.
    name: String,
    /// A save that is about to be deleted.
    deleting: Option<PathBuf>,
    /// The keys are shown.
    help: bool,
    /// A side that is about to give up.
    giving_up: Option<Side>,
}

impl MenuState {
    /// The saves on the disk have changed.
    pub fn look_again(&mut self) {
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
    pub fn go_on_with(&mut self, squad: Squad) {
        self.take_squad(Some(squad));
        self.page = Page::Skirmish;
    }

    /// Looks everything up again: a fight has come to its end or was left.
    pub fn refresh(&mut self) {
        self.squads = None;
        self.stale = true;
        self.pause = Pause::Top;
    }
}

/// The content as it was last read.
#[derive(Resource, Debug)]
pub(super) struct Library {
    /// What was read.
    pub loaded: Loaded,
    dirs: Vec<PathBuf>,
    fingerprint: Fingerprint,
    looked: f64,
}

impl Library {
    /// Reads content folders, the shipped one first.
    pub fn read(dirs: Vec<PathBuf>) -> Self {
        let fingerprint = Fingerprint::of(&dirs);
        Self { loaded: content::load(&dirs), fingerprint, dirs, looked: 0.0 }
    }

    /// Reads everything again if a file was written since; the menu takes it up once more when it comes.
    pub fn refresh(&mut self) {
        if content::changed_since(&self.fingerprint) {
            self.loaded = content::load(&self.dirs);
        }
    }

    /// The file of a scene of the player's own.
    pub fn own_lab(&self, id: &str) -> Option<PathBuf> {
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
        .init_resource::<Saves>()
        .configure_sets(EguiPrimaryContextPass, MenuSystems.after(super::board::BoardSystems::Paint))
        .add_systems(
            PreUpdate,
            keep_keys_for_the_board.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(Update, (step_back, bindings::listen, watch_content, look_for_saves))
        .add_systems(
            EguiPrimaryContextPass,
            (show.run_if(in_state(Screen::Menu)), pause::show.run_if(in_state(Screen::Battle)))
                .in_set(MenuSystems),
        );
}

/// Tab and the arrows move between units and squares in a fight, not between buttons.
fn keep_keys_for_the_board(
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
    keys: Keys,
    mut state: ResMut<MenuState>,
    mut session: ResMut<Session>,
    screen: Res<State<Screen>>,
) {
    if keys.just(Command::Help) && *screen.get() == Screen::Menu {
        state.help = !state.help;
    }
    if !keys.just(Command::Back) {
        return;
    }
    if *screen.get() == Screen::Lab {
        // The Lab takes its own steps.
    } else if state.help {
        state.help = false;
    } else if *screen.get() == Screen::Menu {
        state.page = Page::Start;
    } else if session.paused {
        if state.pause == Pause::Top {
            session.paused = false;
        }
        state.pause = Pause::Top;
        state.giving_up = None;
    } else if session.help {
        session.help = false;
    } else if session.unfolded.is_some() {
        session.unfolded = None;
    } else if session.can_withdraw() {
        session.withdraw();
    } else {
        session.paused = true;
    }
}

/// Takes up content files that were changed while the menu is open.
fn watch_content(
    mut library: ResMut<Library>,
    mut state: ResMut<MenuState>,
    time: Res<Time<Real>>,
    screen: Res<State<Screen>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed_secs_f64();
    if *screen.get() != Screen::Menu || now - library.looked < WATCH {
        return;
    }
    library.bypass_change_detection().looked = now;
    if content::changed_since(&library.fingerprint) {
        let looked = library.looked;
        *library = Library { looked, ..Library::read(library.dirs.clone()) };
        state.bundle = None;
        redraw.write(RequestRedraw);
    }
}

fn look_for_saves(
    mut saves: ResMut<Saves>,
    mut state: ResMut<MenuState>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if state.stale {
        state.stale = false;
        saves.refresh(&paths::saves());
    }
    if saves.reading() {
        saves.poll();
        redraw.write(RequestRedraw);
    }
}

/// What a page of the main menu works with.
struct Desk<'a> {
    palette: &'static super::theme::Palette,
    state: &'a mut MenuState,
    requests: &'a mut Requests,
    library: &'a Library,
    saves: &'a Saves,
    settings: &'a mut Settings,
    trouble: Option<&'a str>,
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<MenuState>,
    mut requests: ResMut<Requests>,
    mut settings: ResMut<Settings>,
    library: Res<Library>,
    saves: Res<Saves>,
    file: Res<SettingsFile>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut edited = settings.clone();
    let palette = settings.palette();
    let area = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "menu".into(), area);
    let frame = Frame::new().fill(palette.ink).inner_margin(Margin::symmetric(32, 24));
    CentralPanel::default().frame(frame).show(&mut root, |ui| {
        let mut desk = Desk {
            palette,
            state: &mut state,
            requests: &mut requests,
            library: &library,
            saves: &saves,
            settings: &mut edited,
            trouble: file.problem.as_deref(),
        };
        match desk.state.page {
            Page::Start => start::show(ui, &mut desk),
            Page::Skirmish => setup::show(ui, &mut desk),
            Page::Load => load::page(ui, &mut desk),
            Page::Lab => lab::page(ui, &mut desk),
            Page::Settings => options::page(ui, &mut desk),
        }
    });
    if state.help {
        let doing = "Choose with the arrow keys or Tab, take with Enter, go back with Esc.";
        state.help = help::overlay(context, &settings, doing, &[]);
    }
    settings.set_if_neq(edited);
    Ok(())
}
