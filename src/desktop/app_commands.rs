//! Application commands: gives orders, undoes them, and starts, saves and loads battles.

mod battle_preparation;
mod journal_commands;
mod player_orders;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy_egui::{EguiPreUpdateSet, EguiPrimaryContextPass};
use leafwing_input_manager::plugin::InputManagerSystem;

use self::battle_preparation::{BattlePreparation, is_preparing, show_preparation};
use self::journal_commands::{branch_from_replay, delete_save, quick_load, save_as, save_copy, watch_replay};
pub(super) use self::journal_commands::{current_battle_file, open_journal, save_as_new_battle};
pub(super) use self::player_orders::give_orders;
use crate::ai_players;
use crate::ai_players::{AiController, SidePlayer};
use crate::app::ExitReport;
use crate::app_window::DrawSystems;
use crate::board::CameraView;
use crate::campaign_battle;
use crate::campaign_battle::CampaignBattle;
use crate::content_library::ContentLibrary;
use crate::handover_screen::HandoverScreen;
use crate::home_folder;
use crate::input::{ActionInput, InputAction};
use crate::lab;
use crate::lesson_progress;
use crate::menu::{MenuState, RefreshSaves};
use crate::panel;
use crate::panel::combat_log::export::{self, LogFormat};
use crate::player_input::{self, replace_session};
use crate::problem_report;
use crate::redraw::FirstPicture;
use crate::rematch;
use crate::replay;
use crate::replay::ReplayPlayback;
use crate::saves;
use crate::session::{Screen, Session};
use crate::settings::Settings;
use crate::sound::PlaySound;
use crate::suspended_screen::{self, SuspendedScreen};
use ::sound::SoundEffect;
use battle::journal;
use battle::journal::{Journal, JournalError};
use battle::{BattleSetup, RoundState};
use content::paths;
use content::{ContentFile, SkirmishBundle, StageLink};
use model::Side;

/// A command that concerns a whole battle.
#[derive(Message, Clone, Debug)]
pub(super) enum AppCommand {
    /// Start a battle.
    Start {
        /// The skirmish.
        bundle: Arc<SkirmishBundle>,
        /// Random seed.
        seed: u64,
        /// The player of each side.
        seats: Vec<SidePlayer>,
    },
    /// Resume a saved battle.
    Open(PathBuf),
    /// Replay a journal.
    Watch(PathBuf),
    /// Replay some orders of a journal; the last one stays on the board.
    WatchClip {
        /// The journal.
        path: PathBuf,
        /// The orders.
        orders: Range<usize>,
        /// What they show.
        title: String,
    },
    /// Start the battle again with the same players and other dice.
    Rematch,
    /// Start the battle again with these players and other dice.
    RematchWith(Vec<SidePlayer>),
    /// Start a lesson, by id.
    StartLesson(String),
    /// Leave the battle, and show the set-up of another map under the same rulebook.
    ChooseMap(String),
    /// Start a stage of a campaign.
    StartStage(StageLink),
    /// Show the map of a campaign.
    ShowCampaign(String),
    /// Record the result of the stage that is played, and show the campaign.
    FinishStage,
    /// Replay a journal to open one of its positions in the Lab.
    ShowPosition(PathBuf),
    /// End the replay: back to the end screen from which it was opened, else to the main menu.
    ExitReplay,
    /// Replay the journal given at launch; a failure quits the program.
    OpenReplay(PathBuf),
    /// Start a new battle from the current position of the replay.
    BranchFromReplay,
    /// Save a copy under this name.
    SaveAs(String),
    /// Delete a saved journal.
    Delete(PathBuf),
    /// Save a report of the battle in a file, for those who look into a problem.
    ReportProblem,
    /// Save the whole combat log in a file of this format.
    ExportLog(LogFormat),
    /// Save a picture of the board at the beginning of each round of the replay, and at its end.
    SaveRoundPictures,
    /// Save a copy as the quick save.
    QuickSave,
    /// Load the quick save.
    QuickLoad,
    /// Save the survivors of a side as a squad, and continue with its next skirmish.
    SaveSquad {
        /// The side.
        side: Side,
        /// Go to the menu with the squad.
        go_on: bool,
    },
    /// Open a scene in the Lab.
    Lab(Box<lab::OpenedScene>),
    /// Show a scene of the gallery in the Lab; the present screen waits.
    ShowScene(ContentFile),
    /// Return from a scene of the gallery to what waits.
    ReturnFromScene,
    /// Open the current position of the battle or replay in the Lab.
    WhatIf,
    /// Save everything in another folder from now on.
    UseFolder(PathBuf),
    /// Try again to use the folder that could not be used.
    RetryFolder,
    /// Use the folder although another program does.
    ShareFolder,
    /// Open the page of the pause menu on which another folder is chosen.
    ShowFolderPage,
    /// Go to the main menu.
    Leave,
    /// Quit the program.
    Quit,
}

/// Systems that change the battle, in `PreUpdate`, chained.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum OrderSystems {
    /// Commands, orders of the player, orders of the AI.
    Give,
    /// Playback of a replay.
    Replay,
    /// Whose view is shown.
    Handover,
}

/// Runs commands and gives orders.
pub(super) struct AppCommandPlugin;

impl Plugin for AppCommandPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<AppCommand>()
            .init_resource::<CampaignBattle>()
            .init_resource::<BattlePreparation>()
            .add_systems(Update, campaign_battle::save_link.run_if(in_state(Screen::Battle)))
            .configure_sets(
                PreUpdate,
                (OrderSystems::Give, OrderSystems::Replay, OrderSystems::Handover)
                    .chain()
                    .after(InputManagerSystem::ManualControl)
                    .after(EguiPreUpdateSet::BeginPass),
            )
            .add_systems(
                PreUpdate,
                (
                    request_quick_save_or_load.run_if(in_state(Screen::Battle)),
                    run_app_commands,
                    give_orders,
                    ai_players::run_ai_players,
                )
                    .chain()
                    .in_set(OrderSystems::Give),
            )
            .add_systems(
                EguiPrimaryContextPass,
                show_preparation.after(DrawSystems::Menus).run_if(is_preparing),
            );
    }
}

/// Returns the seed of a new battle: that of its lesson, else a random one.
pub(super) fn battle_seed(bundle: &SkirmishBundle) -> u64 {
    let lesson = bundle.skirmish.lesson.as_ref();
    lesson.and_then(|lesson| lesson.seed).unwrap_or_else(clock_seed)
}

/// Returns a random seed from the clock.
pub(super) fn clock_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 & 0xFFFF_FFFF // short enough to read aloud
}

fn request_quick_save_or_load(keys: ActionInput, mut requests: MessageWriter<AppCommand>) {
    if keys.just_pressed(InputAction::QuickSave) {
        requests.write(AppCommand::QuickSave);
    }
    if keys.just_pressed(InputAction::QuickLoad) {
        requests.write(AppCommand::QuickLoad);
    }
}

/// Shows a notice.
pub(super) fn notify(world: &mut World, text: impl Into<String>) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().notice = Some((text.into(), now));
}

/// Shows why something is not possible, with its sound.
fn refuse(world: &mut World, why: impl Into<String>) {
    notify(world, why);
    world.write_message(PlaySound::interface(SoundEffect::Refusal));
}

fn run_app_commands(world: &mut World) {
    let mut commands = player_input::take_messages::<AppCommand>(world);
    // Before the first picture the title of the window says that it loads.
    if world.resource::<FirstPicture>().is_shown() {
        commands = world.resource_mut::<BattlePreparation>().due_commands(commands);
    }
    for command in commands {
        if let Err(problem) = run_app_command(world, command) {
            report_problem(world, &problem.to_string());
        }
    }
}

fn run_app_command(world: &mut World, command: AppCommand) -> Result<(), JournalError> {
    match command {
        AppCommand::Start { bundle, seed, seats } => start_battle(world, bundle, seed, seats)?,
        AppCommand::Open(path) => open_journal(world, &path)?,
        AppCommand::Watch(path) => watch_replay(world, &path)?,
        AppCommand::WatchClip { path, orders, title } => {
            watch_replay(world, &path)?;
            replay::play_clip(world, orders, title);
        }
        AppCommand::Rematch => rematch::start_rematch(world, None)?,
        AppCommand::RematchWith(seats) => rematch::start_rematch(world, Some(seats))?,
        AppCommand::StartLesson(id) => start_lesson(world, &id)?,
        AppCommand::ChooseMap(map) => choose_map(world, &map),
        AppCommand::StartStage(link) => campaign_battle::start_stage(world, link)?,
        AppCommand::ShowCampaign(campaign) => {
            world.resource_mut::<MenuState>().open_campaign(&campaign, Vec::new());
        }
        AppCommand::FinishStage => campaign_battle::finish_stage(world),
        AppCommand::ShowPosition(path) => {
            watch_replay(world, &path)?;
            notify(world, "Go to a position, then choose \u{201c}Open in Lab\u{201d}.");
        }
        AppCommand::OpenReplay(path) => open_replay_or_quit(world, &path)?,
        AppCommand::ExitReplay => replay::exit_replay(world)?,
        AppCommand::BranchFromReplay => branch_from_replay(world)?,
        AppCommand::SaveAs(name) => save_as(world, &name)?,
        AppCommand::Delete(path) => delete_save(world, &path),
        AppCommand::QuickSave => {
            save_copy(world, saves::QUICK_SAVE_FILE)?;
            notify(world, "Saved.");
        }
        AppCommand::QuickLoad => quick_load(world)?,
        AppCommand::ReportProblem => save_problem_report(world),
        AppCommand::ExportLog(format) => export_log(world, format),
        AppCommand::SaveRoundPictures => replay::round_pictures::begin(world),
        AppCommand::SaveSquad { side, go_on } => save_squad(world, side, go_on),
        AppCommand::Lab(opening) => open_in_lab(world, *opening),
        AppCommand::ShowScene(file) => show_scene(world, &file),
        AppCommand::ReturnFromScene => suspended_screen::resume(world)?,
        AppCommand::WhatIf => open_position_in_lab(world),
        AppCommand::UseFolder(folder) => home_folder::use_folder(world, folder)?,
        AppCommand::RetryFolder => home_folder::retry(world),
        AppCommand::ShareFolder => home_folder::share_folder(world),
        AppCommand::ShowFolderPage => {
            world.resource_mut::<MenuState>().open_folder_page();
            world.resource_mut::<Session>().paused = true;
        }
        AppCommand::Leave => {
            leave_battle(world);
            world.resource_mut::<MenuState>().open_start();
        }
        AppCommand::Quit => {
            world.write_message(AppExit::Success);
        }
    }
    Ok(())
}

/// Leaves the battle, and shows the set-up of a map under the rulebook of the battle. If it is that of the map, maps that are
/// chosen after it have their own.
fn choose_map(world: &mut World, map: &str) {
    let battle = world.get_resource::<BattleSetup>().map(BattleSetup::bundle);
    let book = battle.zip(world.get_resource::<ContentLibrary>()).and_then(|(bundle, library)| {
        let played = (bundle.id.as_str(), bundle.skirmish.rules.book());
        lesson_progress::kept_book(&library.loaded.content, played, map)
    });
    let result = replay::finished_battle_file(world);
    leave_battle(world);
    let mut menu = world.resource_mut::<MenuState>();
    menu.choose_map(map, book);
    menu.offer_way_back(result);
}

/// Replays a journal; if it cannot be read, the program quits with the error.
///
/// # Errors
/// Returns a `JournalError` if the journal cannot be read.
fn open_replay_or_quit(world: &mut World, path: &Path) -> Result<(), JournalError> {
    watch_replay(world, path).inspect_err(|error| {
        let exit = world.resource::<ExitReport>().fail(error.to_string());
        world.write_message(exit);
    })
}

/// Saves a report of the battle, and shows where it is or why there is none.
fn save_problem_report(world: &mut World) {
    let saved = problem_report::save_report(world).map_err(|error| to_sentence(&error.to_string()));
    world.resource_mut::<MenuState>().report = Some(saved);
}

/// Saves the combat log, and says where it is or why there is none.
fn export_log(world: &mut World, format: LogFormat) {
    let saved = export::save_log(world, format, &paths::logs_dir());
    notify(world, export::result_text(&saved));
    world.resource_mut::<MenuState>().note_log_export(saved);
}

/// Shows a scene of the gallery in the Lab, or why it cannot be shown.
fn show_scene(world: &mut World, file: &ContentFile) {
    if let Err(problem) = suspended_screen::show_scene(world, file) {
        report_problem(world, &problem.to_string());
    }
}

/// Reports a problem as a notice in a battle, else in the menu.
pub(super) fn report_problem(world: &mut World, problem: &str) {
    let text = to_sentence(problem);
    if battle::is_set_up(world) {
        notify(world, text);
    } else {
        world.resource_mut::<MenuState>().problem = Some(text);
    }
}

/// Capitalises the first letter and adds a full stop.
pub(crate) fn to_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}

/// Starts a battle and saves it from its first order on.
///
/// # Errors
/// Returns `JournalError::Write` if the folder cannot be written.
pub(super) fn start_battle(
    world: &mut World,
    bundle: Arc<SkirmishBundle>,
    seed: u64,
    seats: Vec<SidePlayer>,
) -> Result<(), JournalError> {
    world.remove_resource::<ReplayPlayback>();
    world.remove_resource::<lab::LabState>();
    journal::begin_battle(world, bundle, seed);
    panel::restore_answers(world, None);
    enter_battle_screen(world);
    frame_battle_anew(world);
    world.resource_mut::<AiController>().assign_players(seats);
    save_as_new_battle(world)
}

/// Starts a lesson with its own players and dice.
fn start_lesson(world: &mut World, id: &str) -> Result<(), JournalError> {
    match lesson_progress::prepare_lesson(&world.resource::<ContentLibrary>().loaded.content, id) {
        Ok(lesson) => start_battle(world, lesson.bundle, lesson.seed, lesson.seats),
        Err(problem) => {
            report_problem(world, &problem.to_string());
            Ok(())
        }
    }
}

/// Returns the last players of a skirmish.
pub(super) fn last_seats(world: &World, skirmish: &str) -> Vec<SidePlayer> {
    world.resource::<Settings>().players.get(skirmish).cloned().unwrap_or_default()
}

/// Saves a side as a squad under an unused name, and continues with it if `go_on`.
fn save_squad(world: &mut World, side: Side, go_on: bool) {
    let Some(squad) = battle::with_view(world, |view| battle::surviving_squad(view, side)) else { return };
    let file = saves::new_squad_file(&paths::squads_dir(), &squad.name);
    if let Err(error) = squad.write(&file) {
        return report_problem(world, &error.to_string());
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    notify(world, format!("Squad saved as \u{201c}{name}\u{201d}."));
    if go_on {
        let result = replay::finished_battle_file(world);
        leave_battle(world);
        let mut menu = world.resource_mut::<MenuState>();
        menu.continue_with_squad(squad);
        menu.offer_way_back(result);
    }
}

fn enter_battle_screen(world: &mut World) {
    world.resource_mut::<SuspendedScreen>().clear();
    let acting = world.resource::<RoundState>().acting();
    replace_session(world, Session { selected: acting, ..Session::default() });
    world.insert_resource(HandoverScreen::default());
    world.resource_mut::<AiController>().reset();
    world.resource_mut::<MenuState>().reset_for_battle();
    world.insert_resource(CampaignBattle::default());
    world.write_message(RefreshSaves);
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
}

/// Shows the battle as at its start, whatever part of its map was shown before.
fn frame_battle_anew(world: &mut World) {
    if let Some(mut camera) = world.get_resource_mut::<CameraView>() {
        camera.frame_anew();
    }
}

/// Opens a copy of the current position in the Lab; the saved battle is unchanged.
fn open_position_in_lab(world: &mut World) {
    if battle::is_set_up(world) {
        let scene = battle::with_view(world, ::lab::scene_from_battle);
        open_in_lab(world, lab::OpenedScene { scene, file: None });
    }
}

/// Opens a scene in the Lab, or reports why it cannot be opened.
fn open_in_lab(world: &mut World, opening: lab::OpenedScene) {
    if let Err(problem) = lab::open_lab(world, opening) {
        report_problem(world, &problem.to_string());
    }
}

/// Ends the battle on the screen, and shows the main menu.
pub(super) fn leave_battle(world: &mut World) {
    world.resource_mut::<SuspendedScreen>().clear();
    world.remove_resource::<lab::LabState>();
    world.remove_resource::<ReplayPlayback>();
    world.remove_resource::<Journal>();
    replace_session(world, Session::default());
    world.resource_mut::<AiController>().reset();
    battle::despawn_battle(world);
    world.resource_mut::<MenuState>().reset_for_battle();
    world.write_message(RefreshSaves);
    world.resource_mut::<NextState<Screen>>().set(Screen::Menu);
}
