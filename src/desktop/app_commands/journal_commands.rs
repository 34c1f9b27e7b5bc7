//! Commands about journals: saves, loads, replays and branches.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{
    enter_battle_screen, frame_battle_anew, last_seats, leave_battle, notify, report_problem, start_battle,
    to_sentence,
};
use crate::ai_players;
use crate::ai_players::AiController;
use crate::campaign_battle;
use crate::home_folder;
use crate::menu::RefreshSaves;
use crate::own_file::DamagedFile;
use crate::panel;
use crate::rematch;
use crate::replay;
use crate::replay::{ReplayPlayback, ShownBoard};
use crate::saves;
use battle::BattleSetup;
use battle::journal;
use battle::journal::{Journal, JournalError};
use content::paths;

/// Saves the current battle in a folder of its own, and its further orders as well.
///
/// # Errors
/// Returns `JournalError::Write` if the folder cannot be written.
pub(crate) fn save_as_new_battle(world: &mut World) -> Result<(), JournalError> {
    let mut journal = world.resource_mut::<Journal>();
    let file = saves::new_battle_file(&paths::saves_dir(), &journal.header().bundle.id);
    save_battle(&mut journal, &file)
}

/// Writes the current battle to a file, as the last one that was played.
fn save_battle(journal: &mut Journal, file: &Path) -> Result<(), JournalError> {
    journal.set_save_number(saves::next_number(&paths::all_saves_dirs()));
    journal.save_to(file)
}

/// Resumes a battle. Its main file is continued; any other file, a damaged one, and one that another program may be
/// playing start a new battle folder.
pub(crate) fn open_journal(world: &mut World, path: &Path) -> Result<(), JournalError> {
    let journal = Journal::read(path)?;
    let skirmish = journal.header().bundle.id.clone();
    let mut damaged: Vec<DamagedFile> = Vec::new();
    let seats = ai_players::read_players(path).unwrap_or_else(|file| {
        damaged.push(file);
        None
    });
    let seats = seats.unwrap_or_else(|| last_seats(world, &skirmish));
    world.resource_mut::<AiController>().assign_players(seats);
    damaged.extend(panel::restore_answers(world, Some(path)));
    let mut notes = restore_battle(world, journal);
    frame_battle_anew(world);
    let is_shared = home_folder::may_be_in_use(world);
    let mut journal = world.resource_mut::<Journal>();
    let is_damaged = journal.dropped().is_some_and(|dropped| !dropped.is_unfinished);
    let file = if saves::is_main(path) && !is_damaged && !is_shared {
        path.to_owned()
    } else {
        saves::new_battle_file(&paths::saves_dir(), &skirmish)
    };
    let saved = save_battle(&mut journal, &file);
    damaged.extend(campaign_battle::restore_stage(world, path));
    // Another folder gets files of its own, and those of another program stay as they are.
    let writes_them = file == path;
    notes.extend(damaged.iter().map(|file| if writes_them { file.keep() } else { file.problem() }));
    notify_all(world, &notes);
    saved
}

/// Restores the valid part of a journal; returns what is not as it was saved.
fn restore_battle(world: &mut World, journal: Journal) -> Vec<String> {
    world.remove_resource::<ReplayPlayback>();
    let warnings = restore_with_warnings(world, journal);
    enter_battle_screen(world);
    warnings
}

/// Restores the valid part of a journal; returns what is to be said about it.
fn restore_with_warnings(world: &mut World, journal: Journal) -> Vec<String> {
    journal::restore_valid_part(world, journal);
    saves::journal_warnings(world.resource::<Journal>())
}

/// Shows one notice with all of these sentences, if there are any.
fn notify_all(world: &mut World, notes: &[String]) {
    if !notes.is_empty() {
        notify(world, notes.iter().map(|note| to_sentence(note)).collect::<Vec<_>>().join(" "));
    }
}

pub(super) fn quick_load(world: &mut World) -> Result<(), JournalError> {
    let Some(battle_file) = current_battle_file(world) else { return Ok(()) };
    let quick = battle_file.with_file_name(saves::QUICK_SAVE_FILE);
    if !quick.exists() {
        notify(world, "This battle has no quick save yet.");
        return Ok(());
    }
    let journal = Journal::read(&quick)?;
    let is_damaged = journal.dropped().is_some();
    let mut notes = restore_battle(world, journal);
    if !is_damaged {
        notes = vec!["Quick save loaded.".to_owned()];
    }
    let saved = save_battle(&mut world.resource_mut::<Journal>(), &battle_file);
    notes.extend(campaign_battle::restore_stage(world, &battle_file).map(|damaged| damaged.keep()));
    notify_all(world, &notes);
    saved
}

/// Returns the file of the battle on the screen.
pub(crate) fn current_battle_file(world: &World) -> Option<PathBuf> {
    world.get_resource::<Journal>()?.path().map(Path::to_owned)
}

pub(super) fn save_as(world: &mut World, name: &str) -> Result<(), JournalError> {
    let Some(file) = saves::save_file_name(name) else {
        notify(world, "The name needs at least one letter or digit.");
        return Ok(());
    };
    if save_copy(world, &file)? {
        notify(world, format!("Saved as \u{201c}{}\u{201d}.", name.trim()));
    }
    Ok(())
}

/// Copies the journal into the folder of the battle. Returns `false` if there is none.
pub(super) fn save_copy(world: &mut World, file: &str) -> Result<bool, JournalError> {
    let Some(journal) = world.get_resource::<Journal>() else { return Ok(false) };
    let folder = match journal.path().and_then(Path::parent) {
        Some(folder) => folder.to_owned(),
        None => paths::saves_dir(),
    };
    let path = folder.join(file);
    let text = journal.to_text();
    storage::replace_file(&path, &text).map_err(|source| JournalError::Write { path, source })?;
    world.write_message(RefreshSaves);
    Ok(true)
}

/// Deletes a saved journal, but never that of the battle being played.
pub(super) fn delete_save(world: &mut World, path: &Path) {
    let played = !world.contains_resource::<ReplayPlayback>()
        && current_battle_file(world).is_some_and(|file| file == path);
    if played {
        notify(world, "You cannot delete the battle you are playing.");
    } else if let Err(error) = saves::delete_journal(path) {
        report_problem(world, &format!("cannot delete {}: {error}", path.display()));
    }
    world.write_message(RefreshSaves);
}

pub(super) fn watch_replay(world: &mut World, path: &Path) -> Result<(), JournalError> {
    // Only the end screen replays the battle that it belongs to.
    let finished = replay::finished_battle_file(world).filter(|file| file == path);
    // Watching another moment does not make the replay what is come back to.
    let shown = match world.get_resource::<ReplayPlayback>() {
        Some(replay) => replay.shown_before().cloned(),
        None => ShownBoard::of_world(world),
    };
    let journal = match Journal::read(path) {
        Ok(journal) => journal,
        Err(error) => {
            leave_battle(world);
            return Err(error);
        }
    };
    let decisions = world.resource_mut::<AiController>().take_decisions();
    let mut warnings = restore_with_warnings(world, journal);
    enter_battle_screen(world);
    let mut ai_players = world.resource_mut::<AiController>();
    ai_players.assign_players(Vec::new());
    if finished.is_some() {
        ai_players.set_decisions_aside(decisions); // the end screen explains them again
    }
    // The log says which were given without asking. A replay writes neither file, so that a damaged one stays.
    let damaged = [panel::restore_answers(world, Some(path)), ai_players::read_players(path).err()];
    warnings.extend(damaged.iter().flatten().map(DamagedFile::problem));
    let mut replay = ReplayPlayback::from_world(world, path);
    replay.set_finished_battle(finished, shown);
    world.insert_resource(replay);
    replay::show_position(world, 0);
    notify_all(world, &warnings);
    Ok(())
}

/// Starts a battle from the position of the replay.
pub(super) fn branch_from_replay(world: &mut World) -> Result<(), JournalError> {
    let Some(replay) = world.get_resource::<ReplayPlayback>() else { return Ok(()) };
    let orders = replay.orders_so_far();
    let setup = world.resource::<BattleSetup>();
    let (bundle, seed) = (setup.bundle().clone(), setup.seed());
    let seats = rematch::players_of_battle(world, &bundle.id, bundle.skirmish.sides.len());
    start_battle(world, bundle, seed, seats)?;
    for (number, order) in (1..).zip(orders) {
        journal::submit_order(world, order).map_err(|refusal| JournalError::Refused { number, refusal })?;
    }
    notify(world, "New battle started from this position.");
    Ok(())
}
