//! Save files: a folder for each battle, with its journal and copies of it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::SystemTime;

use bevy::prelude::*;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::ai_players::PLAYERS_FILE;
use crate::campaign_battle::LINK_FILE;
use crate::fault_guard::guard_computation;
use crate::panel::ANSWERS_FILE;
use crate::redraw::{WakeOnDrop, WindowWaker};
use battle::journal;
use battle::journal::{Journal, PROGRAM_VERSION};
use battle::{EndReason, RoundState};
use battle_log::log_text::{ending_text, surrendered_side};

/// The journal that a battle is written to.
const MAIN_FILE: &str = "fight.jsonl";
/// The copy made by a quick save.
pub(super) const QUICK_SAVE_FILE: &str = "quick.jsonl";
/// Stack of the thread that replays saves, in bytes, as of those that play.
const STACK_BYTES: usize = 32 << 20;
/// Extension of all journals.
const EXTENSION: &str = "jsonl";

/// A journal in the saves folder.
#[derive(Clone, Debug)]
pub(super) struct SaveFile {
    /// The file.
    pub path: PathBuf,
    /// Number of the save; the last one has the highest.
    pub number: u64,
    /// When it was last written.
    pub modified: SystemTime,
    /// What is in it.
    pub state: SaveState,
}

/// State of a journal in the list.
#[derive(Clone, Debug)]
pub(super) enum SaveState {
    /// Not read yet.
    Reading,
    /// It can be played.
    Fine(SaveSummary),
    /// It cannot be read; the reason.
    Broken(String),
}

/// Summary of a battle for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaveSummary {
    /// Name of the skirmish.
    pub skirmish: String,
    /// Key of the skirmish in the content it was started from.
    pub id: String,
    /// Name of the rulebook.
    pub book: &'static str,
    /// Names and colours of the sides.
    pub sides: Vec<(String, u8)>,
    /// Current round; 0 during deployment.
    pub round: u32,
    /// Number of orders.
    pub orders: usize,
    /// How the battle ended; `None` if it has not.
    pub outcome: Option<String>,
    /// What is not as it was saved, in one sentence each.
    pub warnings: Vec<String>,
}

impl SaveFile {
    /// Returns the name of a copy; `None` for the battle itself.
    pub fn copy_name(&self) -> Option<&str> {
        match self.path.file_name().and_then(|name| name.to_str())? {
            MAIN_FILE => None,
            QUICK_SAVE_FILE => Some("quick save"),
            name => Some(name.trim_end_matches(EXTENSION).trim_end_matches('.')),
        }
    }

    /// Returns the name shown to the player.
    pub fn label(&self) -> String {
        let folder = self.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        match self.path.file_name().and_then(|name| name.to_str()) {
            Some(MAIN_FILE) | None => folder.into_owned(),
            Some(QUICK_SAVE_FILE) => format!("{folder}, quick save"),
            Some(name) => format!("{folder}, {}", name.trim_end_matches(EXTENSION).trim_end_matches('.')),
        }
    }
}

/// Whether this is the main file of a battle, not a copy.
pub(super) fn is_main(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MAIN_FILE)
}

/// Returns the file of a new battle, in an unused folder. `skirmish` only takes part in the name of the folder.
pub(super) fn new_battle_file(root: &Path, skirmish: &str) -> PathBuf {
    let stem = storage::file_stem(skirmish, "battle");
    storage::unused_file(root, |number| format!("{stem}-{number:03}")).join(MAIN_FILE)
}

/// Returns an unused file for a squad of this name.
pub(super) fn new_squad_file(root: &Path, name: &str) -> PathBuf {
    let stem = storage::file_stem(name, "squad");
    storage::unused_file(root, |number| format!("{stem}-{number:03}.ron"))
}

/// Returns the file name of a copy; `None` if the name has no usable letters.
pub(super) fn save_file_name(name: &str) -> Option<String> {
    let stem = storage::file_stem(name, "");
    if stem.is_empty() {
        return None;
    }
    let file = format!("{stem}.{EXTENSION}");
    let is_taken = [MAIN_FILE, QUICK_SAVE_FILE].iter().any(|own| file.eq_ignore_ascii_case(own));
    Some(if is_taken { format!("{stem} copy.{EXTENSION}") } else { file })
}

/// Most letters of the name of a map in the name of a replay: with the longest rulebook and the date it is a whole file name.
const MAX_MAP_CHARS: usize = 26;

/// Returns the name under which a battle is saved as a replay: "Warehouse - Aberrant - 2026-11-30".
pub(super) fn replay_name(map: &str, book: &str, time: SystemTime, zone: &TimeZone) -> String {
    let map: String = map.chars().take(MAX_MAP_CHARS).collect();
    let date = date_text(time, zone);
    let day = date.split(' ').next().unwrap_or_default();
    format!("{} - {book} - {day}", map.trim())
}

/// Deletes a journal, and its folder if no other journal is in it.
pub(super) fn delete_journal(path: &Path) -> io::Result<()> {
    std::fs::remove_file(path)?;
    if let Some(folder) = path.parent() {
        let mut files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let is_journal =
            |file: std::fs::DirEntry| file.path().extension().is_some_and(|end| end == EXTENSION);
        if !files.any(is_journal) {
            for beside in [PLAYERS_FILE, ANSWERS_FILE, LINK_FILE] {
                let beside = folder.join(beside);
                let _ = std::fs::remove_file(&beside); // not every battle has them
                storage::remove_damaged_copies(&beside);
            }
        }
        let _ = std::fs::remove_dir(folder); // fails while another copy is in it
    }
    Ok(())
}

/// Returns a number above those of all saves, and the highest one if a save has it already; then the clock decides.
pub(super) fn next_number(roots: &[PathBuf]) -> u64 {
    let last = find_journals(roots).iter().map(|save| save.number).max().unwrap_or(0);
    last.saturating_add(1).min(journal::MAX_SAVE_NUMBER)
}

/// Returns what is not as it was saved, in one sentence each.
pub(super) fn journal_warnings(journal: &Journal) -> Vec<String> {
    let (program, orders) = (&journal.header().program, journal.entries().len());
    let version = (program != PROGRAM_VERSION).then(|| {
        let replays = match journal.dropped() {
            None => format!("all {orders} orders replay with the same results"),
            Some(_) => {
                format!("{orders} orders replay with the same results, the rest may not fit its rules")
            }
        };
        format!(
            "version {program} of the program saved this battle, this is version {PROGRAM_VERSION}: {replays}"
        )
    });
    journal.dropped().map(ToString::to_string).into_iter().chain(version).collect()
}

/// The journals in the folders of saves, the last save first.
#[derive(Resource, Default)]
pub(super) struct SaveList {
    list: Vec<SaveFile>,
    known: BTreeMap<(PathBuf, SystemTime), SaveState>,
    answers: Option<Mutex<Receiver<(PathBuf, SystemTime, SaveState)>>>,
}

impl SaveList {
    /// Returns all journals.
    pub fn list(&self) -> &[SaveFile] {
        &self.list
    }

    /// Whether some journals are still being read.
    pub fn is_reading(&self) -> bool {
        self.answers.is_some()
    }

    /// Returns the newest battle that is not over.
    pub fn latest_unfinished(&self) -> Option<(&SaveFile, &SaveSummary)> {
        self.list.iter().filter(|save| is_main(&save.path)).find_map(|save| match &save.state {
            SaveState::Fine(summary) if summary.outcome.is_none() => Some((save, summary)),
            _ => None,
        })
    }

    /// Scans the folders again. Changed files are read on another thread, as every order is replayed; it wakes the
    /// window after each.
    pub fn refresh(&mut self, roots: &[PathBuf], waker: &WindowWaker) {
        self.list = find_journals(roots);
        let mut unread = Vec::new();
        for save in &mut self.list {
            match self.known.get(&(save.path.clone(), save.modified)) {
                Some(state) => save.state = state.clone(),
                None => unread.push((save.path.clone(), save.modified)),
            }
        }
        if unread.is_empty() {
            self.answers = None;
            return;
        }
        let (teller, answers) = channel();
        self.answers = Some(Mutex::new(answers));
        let wake = WakeOnDrop(waker.clone());
        let thread = std::thread::Builder::new().name("saves".to_owned()).stack_size(STACK_BYTES);
        let started = thread.spawn(move || {
            // Dropped after the sender, whose end tells that all is read.
            let wake = wake;
            let teller = teller;
            for (path, modified) in unread {
                // A save that makes the program fail must not hide those after it.
                let state = guard_computation("The state of a save", || read_save(&path));
                let state = state.unwrap_or_else(|_| {
                    SaveState::Broken("the program failed while it read this save".to_owned())
                });
                if teller.send((path, modified, state)).is_err() {
                    return; // the receiver is gone
                }
                wake.0.wake();
            }
        });
        if let Err(error) = started {
            // Tried again with the next look at the folders.
            for save in self.list.iter_mut().filter(|save| matches!(save.state, SaveState::Reading)) {
                save.state = SaveState::Broken(format!("no thread can be started to read it: {error}"));
            }
            self.answers = None;
        }
    }

    /// Accepts the journals read in the meantime.
    pub fn poll(&mut self) {
        use std::sync::mpsc::TryRecvError;
        let Some(answers) = self.answers.take() else { return };
        let over = {
            let receiver = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            loop {
                match receiver.try_recv() {
                    Ok((path, modified, state)) => {
                        if let Some(save) = self.list.iter_mut().find(|save| save.path == path) {
                            save.state = state.clone();
                        }
                        self.known.insert((path, modified), state);
                    }
                    Err(TryRecvError::Empty) => break false,
                    Err(TryRecvError::Disconnected) => break true,
                }
            }
        };
        if !over {
            self.answers = Some(answers);
        }
    }
}

fn find_journals(roots: &[PathBuf]) -> Vec<SaveFile> {
    let files = |folder: &Path| {
        let listing = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        listing.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut saves: Vec<SaveFile> = roots
        .iter()
        .flat_map(|root| files(root))
        .filter(|path| path.is_dir())
        .flat_map(|folder| files(&folder))
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .filter_map(|path| {
            // What is no file, such as a link, is listed with the reason why it cannot be read.
            let modified = std::fs::symlink_metadata(&path).and_then(|found| found.modified()).ok()?;
            let number = journal::read_save_number(&path);
            Some(SaveFile { path, number, modified, state: SaveState::Reading })
        })
        .collect();
    saves.sort_by(|one, other| {
        // Saves of older programs have no number.
        let newest = (other.number, other.modified).cmp(&(one.number, one.modified));
        newest.then_with(|| one.path.cmp(&other.path))
    });
    saves.dedup_by(|one, other| one.path == other.path);
    saves
}

fn read_save(path: &Path) -> SaveState {
    let mut world = battle::new_battle_world();
    let journal = match Journal::read(path) {
        Ok(journal) => journal,
        Err(error) => return SaveState::Broken(content::shorten_message(&error.to_string())),
    };
    let bundle = journal.header().bundle.clone();
    journal::restore_valid_part(&mut world, journal);
    let journal = world.resource::<Journal>();
    let (orders, warnings) = (journal.entries().len(), journal_warnings(journal));
    let round = world.resource::<RoundState>();
    let outcome = round.outcome().map(|outcome| {
        let surrendered = surrendered_side(journal.entries().iter().map(|entry| &entry.order))
            .filter(|_| outcome.ending == EndReason::Surrender)
            .and_then(|side| bundle.skirmish.sides.get(usize::from(side.0)));
        let how = match surrendered {
            Some(side) => format!("{} surrendered", side.name),
            None => ending_text(outcome, &bundle.skirmish.sides),
        };
        match outcome.winner.and_then(|side| bundle.skirmish.sides.get(usize::from(side.0))) {
            Some(side) => format!("{} won: {how}", side.name),
            None => format!("Draw: {how}"),
        }
    });
    SaveState::Fine(SaveSummary {
        skirmish: bundle.skirmish.name.clone(),
        id: bundle.id.clone(),
        book: bundle.skirmish.rules.book().name(),
        sides: bundle.skirmish.sides.iter().map(|side| (side.name.clone(), side.colour)).collect(),
        round: round.number(),
        orders,
        outcome,
        warnings,
    })
}

/// Formats how long ago something was.
pub(super) fn age_text(modified: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(modified).unwrap_or_default().as_secs();
    let count =
        |number: u64, unit: &str| format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" });
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => count(seconds / 60, "minute"),
        3600..86_400 => count(seconds / 3600, "hour"),
        _ => count(seconds / 86_400, "day"),
    }
}

/// Formats the date and time of day in a time zone.
pub(super) fn date_text(time: SystemTime, zone: &TimeZone) -> String {
    let moment = Timestamp::try_from(time).unwrap_or_default().to_zoned(zone.clone());
    moment.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests;
