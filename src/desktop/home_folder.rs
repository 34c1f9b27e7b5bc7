//! The folder that everything is written to: its lock, whether saving works, and another folder in its place.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;
use bevy_egui::egui::{self, Frame, Id, Margin, Modal, RichText, Stroke, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::accessibility::Accessible;
use crate::app_commands::{self, AppCommand, notify};
use crate::app_window::DrawSystems;
use crate::menu::{self, RefreshSaves};
use crate::redraw::NextFrame;
use crate::replay::ReplayPlayback;
use crate::session::Screen;
use crate::settings::{Settings, SettingsFile};
use crate::theme::Palette;
use battle::Journal;
use battle::journal::JournalError;
use content::paths;
use storage::{FolderLock, FolderLockError, Rewritten};

/// How often orders that are missing in the file are written again, and the file is looked for.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Width of the dialog, in points.
const DIALOG_WIDTH: f32 = 460.0;

/// Why the folder cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HomeProblem {
    /// Another running Breachline uses it.
    InUse,
    /// It cannot be written; the reason.
    NotWritable(String),
}

/// The folder of saves, settings and own content.
#[derive(Resource, Debug)]
pub(crate) struct HomeFolder {
    lock: Option<FolderLock>,
    /// Why it cannot be used.
    pub problem: Option<HomeProblem>,
    /// Another folder, as typed.
    pub typed: String,
    /// Whether the player goes on although another program uses the folder.
    is_shared: bool,
}

/// Whether another running program may be writing the saves of the folder.
pub(crate) fn may_be_in_use(world: &World) -> bool {
    world.resource::<HomeFolder>().problem == Some(HomeProblem::InUse)
}

impl HomeFolder {
    /// Takes the folder that is in use.
    fn take() -> Self {
        let typed = paths::spare_data_dir().display().to_string();
        let (lock, problem) = match lock_folder(&paths::data_dir()) {
            Ok(lock) => (Some(lock), None),
            Err(problem) => (None, Some(problem)),
        };
        Self { lock, problem, typed, is_shared: false }
    }

    /// Why nothing is saved, in one sentence; `None` if saving works or another program uses the folder.
    pub fn write_problem(&self) -> Option<String> {
        match &self.problem {
            Some(HomeProblem::NotWritable(reason)) => {
                Some(format!("Breachline cannot write to {}: {reason}", paths::data_dir().display()))
            }
            _ => None,
        }
    }
}

/// Locks the folder, and deletes what a killed program left unfinished in it.
fn lock_folder(folder: &Path) -> Result<FolderLock, HomeProblem> {
    let lock = FolderLock::take(folder).map_err(|error| match error {
        FolderLockError::InUse => HomeProblem::InUse,
        FolderLockError::NotWritable { source, .. } => HomeProblem::NotWritable(source.to_string()),
    })?;
    let removed = storage::remove_unfinished_files(folder);
    if removed > 0 {
        info!("removed unfinished files in {}: {removed}", folder.display());
    }
    Ok(lock)
}

/// Watches over the folder and the file of the battle.
pub(crate) struct HomeFolderPlugin;

impl Plugin for HomeFolderPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(HomeFolder::take())
            .add_systems(Update, retake_lock.run_if(on_real_timer(CHECK_INTERVAL)))
            .add_systems(
                Update,
                (complete_journal, report_journal).chain().run_if(resource_exists::<Journal>),
            )
            .add_systems(EguiPrimaryContextPass, show_lock_dialog.in_set(DrawSystems::Menus));
    }
}

/// Takes the folder again if its lock was deleted, such as with the whole folder: another program could take it meanwhile.
fn retake_lock(mut home: ResMut<HomeFolder>) {
    if home.lock.as_ref().is_none_or(FolderLock::is_in_place) {
        return;
    }
    warn!("the lock of {} is gone; it is taken again", paths::data_dir().display());
    *home = HomeFolder { typed: std::mem::take(&mut home.typed), ..HomeFolder::take() };
}

/// Writes orders that are missing in the file of the battle, and the whole file if it is gone. While saving fails, an
/// idle window tries again as well.
fn complete_journal(
    mut journal: ResMut<Journal>,
    time: Res<Time<Real>>,
    mut next_frame: ResMut<NextFrame>,
    mut last_check: Local<Duration>,
) {
    let journal = journal.bypass_change_detection();
    if time.elapsed().saturating_sub(*last_check) >= CHECK_INTERVAL {
        *last_check = time.elapsed();
        journal.complete_file();
    }
    if journal.write_error().is_some() {
        next_frame.within(CHECK_INTERVAL);
    }
}

/// Says once on the command line that saving fails or works again, and in the window that the file was gone.
fn report_journal(world: &mut World, mut reported: Local<Option<String>>) {
    let mut journal = world.resource_mut::<Journal>();
    let rewritten = journal.bypass_change_detection().take_rewritten();
    let problem = journal.write_error();
    if *reported != problem {
        match &problem {
            Some(problem) => warn!("the battle is not saved: {problem}"),
            None => warn!("the battle is saved again, with all orders"),
        }
        *reported = problem;
    }
    if let Some(rewritten) = rewritten {
        let text = rewritten_text(&rewritten);
        warn!("{text}");
        notify(world, text);
    }
}

fn rewritten_text(rewritten: &Rewritten) -> String {
    match rewritten {
        Rewritten::Deleted => {
            "The file of this battle was deleted while it was played. It has been written again in full."
                .to_owned()
        }
        Rewritten::Replaced { kept } => format!(
            "Another program changed the file of this battle. It has been written again in full; the other file is \
             kept as {}.",
            kept.display()
        ),
    }
}

/// Tries to take the folder again, and to write what is missing.
pub(crate) fn retry(world: &mut World) {
    let mut home = world.resource_mut::<HomeFolder>();
    if home.problem.is_some() {
        let typed = std::mem::take(&mut home.typed);
        *home = HomeFolder { typed, ..HomeFolder::take() };
    }
    if let Some(mut journal) = world.get_resource_mut::<Journal>() {
        journal.complete_file();
    }
    world.resource_mut::<SettingsFile>().forget_saved();
    world.resource_mut::<Settings>().set_changed();
    world.write_message(RefreshSaves);
}

/// Uses another folder from now on and saves the current battle there.
///
/// # Errors
/// The battle cannot be written.
pub(crate) fn use_folder(world: &mut World, folder: PathBuf) -> Result<(), JournalError> {
    let lock = match lock_folder(&folder) {
        Ok(lock) => lock,
        Err(problem) => {
            let folder = folder.display();
            app_commands::report_problem(
                world,
                &match problem {
                    HomeProblem::InUse => format!("another Breachline uses {folder}; choose another folder"),
                    HomeProblem::NotWritable(reason) => format!("cannot write to {folder}: {reason}"),
                },
            );
            return Ok(());
        }
    };
    paths::choose_home(folder.clone());
    let mut home = world.resource_mut::<HomeFolder>();
    (home.lock, home.problem) = (Some(lock), None);
    world.resource_mut::<SettingsFile>().move_to(paths::settings_file());
    world.resource_mut::<Settings>().set_changed();
    world.write_message(RefreshSaves);
    if world.contains_resource::<Journal>() && !world.contains_resource::<ReplayPlayback>() {
        app_commands::save_as_new_battle(world)?;
        notify(world, format!("This battle and all further ones are saved in {}.", folder.display()));
    }
    Ok(())
}

/// Goes on in a folder that another program uses.
pub(crate) fn share_folder(world: &mut World) {
    world.resource_mut::<HomeFolder>().is_shared = true;
}

/// Draws a choice of another folder; returns the command of the button that was clicked.
pub(crate) fn show_folder_choice(ui: &mut Ui, palette: &Palette, typed: &mut String) -> Option<AppCommand> {
    let mut command = None;
    if menu::widgets::wide_button(ui, palette, "Try again", "", true).clicked() {
        command = Some(AppCommand::RetryFolder);
    }
    ui.label(RichText::new("Or save in another folder from now on:").color(palette.dim));
    ui.add(menu::widgets::text_field(typed, "folder", f32::INFINITY)).named("Folder");
    let folder = PathBuf::from(typed.trim());
    // A relative path would depend on where the program was started.
    let is_usable = folder.is_absolute();
    let more = if is_usable { "" } else { "type the whole path" };
    if menu::widgets::wide_button(ui, palette, "Use this folder", more, is_usable).clicked() {
        command = Some(AppCommand::UseFolder(folder));
    }
    command
}

/// Asks what to do while another program uses the folder.
fn show_lock_dialog(
    mut contexts: EguiContexts,
    mut home: ResMut<HomeFolder>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    mut commands: MessageWriter<AppCommand>,
) -> Result {
    if home.problem != Some(HomeProblem::InUse) || home.is_shared {
        return Ok(());
    }
    let palette = settings.palette();
    let context = contexts.ctx_mut()?;
    let frame = Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(10)
        .inner_margin(Margin::same(20));
    let backdrop = egui::Color32::from_black_alpha(150);
    Modal::new(Id::new("folder in use")).frame(frame).backdrop_color(backdrop).show(context, |ui| {
        ui.set_width(DIALOG_WIDTH.min(ui.ctx().viewport_rect().width() - 80.0));
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.heading("Breachline is already running");
        let folder = paths::data_dir();
        ui.label(format!(
            "Another window of Breachline uses the folder {}. Close it and try again, or use another folder.",
            folder.display()
        ));
        let command = show_folder_choice(ui, palette, &mut home.typed);
        commands.write_batch(command);
        let text = "Play in the same folder";
        if menu::widgets::wide_button(ui, palette, text, "resumed battles are copied", true).clicked() {
            commands.write(AppCommand::ShareFolder);
        }
        if *screen.get() == Screen::Menu
            && menu::widgets::wide_button(ui, palette, "Quit", "", true).clicked()
        {
            commands.write(AppCommand::Quit);
        }
    });
    Ok(())
}
