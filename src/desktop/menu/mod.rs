//! Main menu (continue, skirmish set-up, saves, Lab, settings) and the pause menu.

mod balance_note;
mod campaign_page;
mod key_bindings;
mod lab_scenes;
mod lessons;
mod load_page;
mod log_page;
mod map_fit;
mod map_list;
mod map_preview;
mod pause_menu;
mod player_row;
mod roster;
mod rule_options;
mod rulebooks;
mod settings_page;
mod setup_changes;
mod skirmish_options;
mod skirmish_setup;
mod sound_card;
mod squad_picker;
mod start_page;
mod step_back;
pub(super) mod widgets;

use std::path::PathBuf;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, CentralPanel, Frame, Margin, UiBuilder};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass};

#[cfg(test)]
pub(super) use self::step_back::step_back;
use super::input::{InputAction, binding_text, suspend_input_actions, widget_key_text};
use super::panel::combat_log::export::LogExportError;
use super::panel::{PanelState, help};
use super::saves::SaveList;
use super::session::{Screen, Session};
use super::settings::{Settings, SettingsFile};
use crate::app_commands::AppCommand;
use crate::app_window::DrawSystems;
use crate::board::{BoardSystems, MapPictures};
use crate::content_library::{ContentLibrary, ContentSystems};
use crate::home_folder::HomeFolder;
use crate::key_chord::KeyChord;
use crate::lesson_progress::LessonProgress;
use crate::redraw::WindowWaker;
use crate::rulebook::OpenRulebook;
use crate::sound::Sounds;
use content::paths;
use content::{SkirmishBundle, SkirmishOverrides, Squad};
use model::Side;
use rules::Book;

/// Reads keys for menus, in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MenuInputSystems;

/// Pages of the main menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MenuPage {
    #[default]
    Start,
    Lessons,
    Campaign,
    Skirmish,
    SkirmishOptions,
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
    Folder,
    Log,
    Report,
}

/// A request to read the list of saves again.
#[derive(Message, Clone, Copy, Debug)]
pub(super) struct RefreshSaves;

/// State of the menus.
#[derive(Resource, Debug, Default)]
pub(super) struct MenuState {
    page: MenuPage,
    pause: PausePage,
    /// Error message to show.
    pub problem: Option<String>,
    /// The file of the last report of a problem, or why it could not be saved, in one sentence.
    pub report: Option<Result<PathBuf, String>>,
    /// What became of the last export of the log.
    exported_log: Option<self::log_page::LogExport>,
    /// Seed of the next battle, as typed; empty for a random one.
    pub seed: String,
    chosen: Option<String>,
    overrides: SkirmishOverrides,
    /// The chosen skirmish with its overrides, or why it cannot be played.
    bundle: Option<Result<Arc<SkirmishBundle>, String>>,
    /// The bundle is of an earlier choice. It is shown until the next frame builds the new one.
    is_outdated: bool,
    /// How AI players fared in the chosen skirmish as it is set up, if that was measured.
    balance: Option<self::balance_note::BalanceNote>,
    /// The skirmish of the battle that "Continue" resumes, for its picture; `None` inside if it is not in the content.
    continued: Option<(String, Option<Arc<SkirmishBundle>>)>,
    /// The finished battle from whose end screen the set-up was opened; it leads back there.
    left_result: Option<PathBuf>,
    /// Squad files; `None` until the folder was read.
    squads: Option<Vec<self::squad_picker::SquadFile>>,
    /// The maps whose pictures are to be prepared.
    picture_queue: self::map_preview::PictureQueue,
    /// How the maps suit the chosen rulebook.
    map_fits: self::map_fit::MapFits,
    /// Search text of the house rules.
    rule_search: String,
    /// Search text of the key table.
    search: String,
    /// The command whose key is being rebound.
    rebinding: Option<InputAction>,
    /// The key to replace; `None` adds a key.
    replaced: Option<KeyChord>,
    /// Name typed on the "Save as" page.
    name: String,
    /// The save whose deletion awaits confirmation.
    deleting: Option<PathBuf>,
    /// The pages of campaigns.
    campaign: self::campaign_page::CampaignPage,
    /// Whether the help overlay is open.
    help: bool,
    /// The side whose surrender awaits confirmation.
    surrendering_side: Option<Side>,
}

impl MenuState {
    /// Has the bundle built again before the next page is drawn.
    fn rebuild_bundle(&mut self) {
        self.is_outdated = true;
    }

    /// Sets or removes the squad that replaces a side; the skirmish then uses the squad's book.
    fn take_squad(&mut self, squad: Option<Squad>) {
        if let Some(squad) = &squad {
            self.overrides.book = Some(squad.book);
        }
        self.overrides.squad = squad;
        self.rebuild_bundle();
    }

    /// Opens the skirmish page with a squad chosen.
    pub fn continue_with_squad(&mut self, squad: Squad) {
        self.take_squad(Some(squad));
        self.page = MenuPage::Skirmish;
    }

    /// Offers the way back to the end screen of a battle, which the set-up was opened from.
    pub fn offer_way_back(&mut self, battle: Option<PathBuf>) {
        self.left_result = battle;
    }

    /// Goes back to the usual options of the chosen map.
    fn reset_options(&mut self) {
        self.overrides = SkirmishOverrides::default();
        self.seed.clear();
        self.rebuild_bundle();
    }

    /// Goes back to the usual map with its usual options.
    fn reset_map(&mut self) {
        self.chosen = None;
        self.overrides = SkirmishOverrides::default();
        self.rebuild_bundle();
    }

    /// Opens the set-up of a skirmish, under a rulebook if one is given.
    pub fn choose_map(&mut self, skirmish: &str, book: Option<Book>) {
        self.chosen = Some(skirmish.to_owned());
        self.overrides = SkirmishOverrides { book, ..SkirmishOverrides::default() };
        self.rebuild_bundle();
        self.page = MenuPage::Skirmish;
    }

    /// Opens the first page.
    pub fn open_start(&mut self) {
        self.page = MenuPage::Start;
    }

    /// Opens the map of a campaign with what the last battle has changed, in sentences.
    pub fn open_campaign(&mut self, campaign: &str, report: Vec<String>) {
        self.campaign.open(campaign);
        self.campaign.report = report;
        self.page = MenuPage::Campaign;
    }

    /// Keeps what became of an export of the log, for its page.
    pub fn note_log_export(&mut self, saved: Result<PathBuf, LogExportError>) {
        self.exported_log = Some(self::log_page::LogExport(saved));
    }

    /// Opens the page of the pause menu on which another folder for saves is chosen.
    pub fn open_folder_page(&mut self) {
        self.pause = PausePage::Folder;
    }

    /// Forgets the squads and the page of the pause menu when a battle begins or was left.
    pub fn reset_for_battle(&mut self) {
        self.squads = None;
        self.left_result = None;
        self.pause = PausePage::Top;
    }
}

/// The main menu and the pause menu.
pub(super) struct MenuPlugin {
    /// Seed of the next battle, as typed; empty for a random one.
    pub seed: String,
}

impl Plugin for MenuPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<RefreshSaves>().world_mut().write_message(RefreshSaves);
        app.insert_resource(MenuState { seed: self.seed.clone(), ..default() })
            .init_resource::<SaveList>()
            .add_systems(
                PreUpdate,
                reserve_board_keys
                    .after(EguiPreUpdateSet::ProcessInput)
                    .after(suspend_input_actions)
                    .before(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(
                Update,
                (
                    self::step_back::step_back,
                    self::key_bindings::listen_for_key,
                    forget_outdated_bundle.after(ContentSystems).run_if(in_state(Screen::Menu)),
                    refresh_saves,
                )
                    .chain()
                    .in_set(MenuInputSystems)
                    .before(BoardSystems::Input),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (
                    show.run_if(in_state(Screen::Menu)),
                    self::pause_menu::show.run_if(in_state(Screen::Battle)),
                )
                    .chain()
                    .in_set(DrawSystems::Menus),
            );
    }
}

/// Keeps Tab and the arrow keys from egui during a battle: there they move between units and squares. The end screen has
/// them as menus do.
fn reserve_board_keys(
    mut inputs: Query<(&mut EguiInput, &mut bevy_egui::EguiContext)>,
    screen: Res<State<Screen>>,
    (session, panels): (Res<Session>, Option<Res<PanelState>>),
) {
    use egui::Key;
    let has_end_screen = panels.is_some_and(|panels| panels.is_end_screen_open());
    if *screen.get() == Screen::Menu || session.paused || has_end_screen {
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

/// Forgets the chosen skirmish if its content has changed.
fn forget_outdated_bundle(library: Res<ContentLibrary>, mut state: ResMut<MenuState>) {
    if library.is_changed() {
        state.rebuild_bundle();
    }
}

fn refresh_saves(
    mut saves: ResMut<SaveList>,
    mut requests: MessageReader<RefreshSaves>,
    waker: Res<WindowWaker>,
) {
    if requests.read().count() > 0 {
        saves.refresh(&paths::all_saves_dirs(), &waker);
    }
    if saves.is_reading() {
        saves.poll();
    }
}

/// What the main menu requests, and the pictures of maps.
#[derive(SystemParam)]
struct MenuRequests<'w> {
    pictures: MapPictures<'w>,
    commands: MessageWriter<'w, AppCommand>,
    refresh_saves: MessageWriter<'w, RefreshSaves>,
    rulebook: MessageWriter<'w, OpenRulebook>,
}

/// Files that the program writes, their problems, and the sound output.
#[derive(SystemParam)]
struct SystemState<'w> {
    settings: Res<'w, SettingsFile>,
    home: ResMut<'w, HomeFolder>,
    sounds: ResMut<'w, Sounds>,
}

/// State shared by the pages of the main menu.
struct MenuContext<'a, 'w> {
    palette: &'static super::theme::Palette,
    state: &'a mut MenuState,
    requests: &'a mut MenuRequests<'w>,
    library: &'a ContentLibrary,
    saves: &'a SaveList,
    lessons: &'a LessonProgress,
    settings: &'a mut Settings,
    trouble: Option<&'a str>,
    home: &'a mut HomeFolder,
    sounds: &'a mut Sounds,
}

fn show(
    mut contexts: EguiContexts,
    mut state: ResMut<MenuState>,
    mut requests: MenuRequests,
    mut settings: ResMut<Settings>,
    library: Res<ContentLibrary>,
    (saves, lessons): (Res<SaveList>, Res<LessonProgress>),
    mut system: SystemState,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut edited = settings.clone();
    let palette = settings.palette();
    let area = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "menu".into(), area);
    let frame = Frame::new().fill(palette.ink).inner_margin(Margin::symmetric(32, 24));
    CentralPanel::default().frame(frame).show(&mut root, |ui| {
        let mut menu = MenuContext {
            palette,
            state: &mut state,
            requests: &mut requests,
            library: &library,
            saves: &saves,
            lessons: &lessons,
            settings: &mut edited,
            trouble: system.settings.problem.as_deref(),
            home: system.home.bypass_change_detection(),
            sounds: system.sounds.bypass_change_detection(),
        };
        match menu.state.page {
            MenuPage::Start => self::start_page::show(ui, &mut menu),
            MenuPage::Lessons => self::lessons::show(ui, &mut menu),
            MenuPage::Campaign => self::campaign_page::show(ui, &mut menu),
            MenuPage::Skirmish => self::skirmish_setup::show(ui, &mut menu),
            MenuPage::SkirmishOptions => self::skirmish_options::show(ui, &mut menu),
            MenuPage::Load => self::load_page::show(ui, &mut menu),
            MenuPage::Lab => self::lab_scenes::show(ui, &mut menu),
            MenuPage::Settings => self::settings_page::show(ui, &mut menu),
        }
    });
    if state.help {
        let enter = widget_key_text(InputAction::Confirm, "Enter", &settings);
        let back = binding_text(InputAction::Back, &settings);
        let now = format!("Arrow keys or Tab to move, {enter} to select, {back} to go back.");
        let words = help::HelpWords { now, ..Default::default() };
        let screen = help::HelpScreen::outside_battle(help::HelpMoment::Menu);
        state.help = help::show_help_overlay(context, &settings, (screen, &words), &[]);
    }
    settings.set_if_neq(edited);
    Ok(())
}
