//! The journal: a battle as a list of orders. Save, load, undo, replays and bug reports all use it.
//!
//! It is a text file of JSON lines: a header with the whole skirmish, then one line for each order with its state hash
//! or for each undo.

mod error;
mod format;
mod schema;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::Serialize;
use thiserror::Error;

use self::format::UndoLine;
use super::setup;
use super::submit;
use super::view_access::with_view;
use crate::state::order::Order;
use crate::state::resources::{BattleSetup, History};
use crate::validate::order_error::OrderError;
use content::SkirmishBundle;
use storage::{LineFile, Rewritten};

pub use self::error::JournalError;
pub use self::format::{JournalEntry, JournalHeader, MAX_SAVE_NUMBER};
pub use self::schema::journal_schema;

/// Version of the format of journals that are written. `tests/content/formats.rs` tests that what has been written
/// in this format and in all older ones can be read.
pub const FORMAT_VERSION: u32 = 2;
/// Oldest version of the format that is read.
pub const OLDEST_FORMAT: u32 = 1;
/// Version of this program, as headers name it.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");
/// With so few units, state hashes never have digests of coin tosses, and headers need not say whether they do.
const MOST_UNITS_WITHOUT_DIGESTS: usize = 32;
/// Largest journal file that is read, in bytes. A battle of 100,000 orders has 20 MiB.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// Bytes of a file in which the number of the save is looked for.
const MAX_NUMBER_BYTES: u64 = 4096;

/// Why the last order cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// No order was given.
    #[error("There is nothing to undo.")]
    Nothing,
    /// Dice were rolled or hidden information was revealed.
    #[error("Dice rolls cannot be undone in this skirmish.")]
    Revealed,
}

/// The end of a damaged journal, which is not part of the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedLines {
    /// The first line that was dropped, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
    /// Whether it is the last one and its end is missing, as after a crash.
    pub is_unfinished: bool,
    /// The older program that wrote the file, if its orders can be read but have other results today; such as `version 0.1.0 in
    /// format 1`.
    pub older_program: Option<String>,
}

impl fmt::Display for DroppedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, reason, is_unfinished, older_program } = self;
        match older_program {
            _ if *is_unfinished => write!(f, "the last order, in line {line}, is incomplete and was dropped"),
            None => {
                write!(f, "the file is damaged from line {line} on, the orders before it are kept: {reason}")
            }
            Some(older) => write!(
                f,
                "{older} wrote the file, and from line {line} on its rules are not those of this version; the orders before it \
                 are kept: {reason}"
            ),
        }
    }
}

/// The journal of the current battle.
#[derive(Resource, Debug)]
pub struct Journal {
    header: JournalHeader,
    entries: Vec<JournalEntry>,
    /// Line of each entry in the file that was read; empty once the battle is restored.
    entry_lines: Vec<usize>,
    /// Version of the format of the file that was read.
    read_format: u32,
    file: Option<LineFile>,
    dropped: Option<DroppedLines>,
}

impl Journal {
    /// Creates the journal of a new battle, in memory only.
    pub fn new(bundle: Arc<SkirmishBundle>, seed: u64) -> Self {
        Self::with_header(JournalHeader {
            breachline: FORMAT_VERSION,
            program: PROGRAM_VERSION.to_owned(),
            save: 0,
            seed,
            slots: true,
            digests: bundle.skirmish.units.len() > MOST_UNITS_WITHOUT_DIGESTS,
            free_lines: true,
            bundle,
        })
    }

    fn with_header(header: JournalHeader) -> Self {
        let (entries, entry_lines) = (Vec::new(), Vec::new());
        Self { header, entries, entry_lines, read_format: FORMAT_VERSION, file: None, dropped: None }
    }

    /// Returns the header.
    pub fn header(&self) -> &JournalHeader {
        &self.header
    }

    /// Returns all orders with their hashes.
    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }

    /// Returns the file of the journal, even if it could not be written; `None` if it is in memory only.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(LineFile::path)
    }

    /// Returns the end of the file that was dropped because it is damaged.
    pub fn dropped(&self) -> Option<&DroppedLines> {
        self.dropped.as_ref()
    }

    /// Returns why orders are missing in the file, in one sentence; `None` if it is complete or there is none.
    pub fn write_error(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        let source = file.problem()?;
        Some(format!("cannot write {}: {source}", file.path().display()))
    }

    /// Makes it the last save of a numbered series, in the next file that is written as a whole. Names this program as
    /// the one that wrote it.
    pub fn set_save_number(&mut self, number: u64) {
        self.header.save = number;
        self.header.program = PROGRAM_VERSION.to_owned();
    }

    /// Writes the journal to a file, replacing it, and appends further lines to it from now on. If that fails, every
    /// further order and [`Journal::complete_file`] tries again.
    ///
    /// # Errors
    /// Returns `JournalError::Write` if the file cannot be written.
    pub fn save_to(&mut self, path: &Path) -> Result<(), JournalError> {
        let text = self.to_text();
        let file = self.file.insert(LineFile::create(path, &text));
        match file.problem() {
            None => Ok(()),
            Some(problem) => {
                let source = std::io::Error::new(problem.kind(), problem.to_string());
                Err(JournalError::Write { path: path.to_owned(), source })
            }
        }
    }

    /// Writes orders that are missing in the file, and the whole file if it was deleted or replaced.
    pub fn complete_file(&mut self) {
        let Some(mut file) = self.file.take() else { return };
        file.complete(|| self.to_text());
        self.file = Some(file);
    }

    /// Returns once that the file was found deleted or replaced, and has been written again.
    pub fn take_rewritten(&mut self) -> Option<Rewritten> {
        self.file.as_mut()?.take_rewritten()
    }

    /// Returns the whole journal as text.
    pub fn to_text(&self) -> String {
        let mut text = to_line(&self.header);
        for entry in &self.entries {
            text.push_str(&to_line(entry));
        }
        text
    }

    /// Reads a journal file. What follows a damaged line is dropped, see [`Journal::dropped`].
    ///
    /// # Errors
    /// Returns an error if the file is missing or too large, its header is damaged or of another version, or its battle
    /// cannot be set up.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let bytes = storage::read_regular_file(path, MAX_FILE_BYTES)
            .map_err(|source| JournalError::Read { path: path.to_owned(), source })?;
        Self::from_bytes(path, &bytes)
    }

    /// Reads a journal from the contents of a file. The path only appears in error messages.
    ///
    /// # Errors
    /// Returns an error if the header is damaged or of another version, or its battle cannot be set up.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, JournalError> {
        self::format::read_journal(path, bytes)
    }

    /// Appends a line to the file, if there is one. The entries already are those after it.
    fn append<T: Serialize>(&mut self, line: &T) {
        let Some(mut file) = self.file.take() else { return };
        file.append(&to_line(line), || self.to_text());
        self.file = Some(file);
    }

    /// Names the older program that wrote the file; `None` if it was this version.
    fn older_program(&self) -> Option<String> {
        let (program, format) = (&self.header.program, self.read_format);
        let is_older = program != PROGRAM_VERSION || format != FORMAT_VERSION;
        is_older.then(|| format!("version {program} in format {format}"))
    }

    /// Drops an entry and all after it. `number` counts from 1.
    fn drop_from(&mut self, number: usize, reason: String) {
        let line = self.entry_lines.get(number - 1).copied().unwrap_or(number + 1);
        self.entries.truncate(number - 1);
        let older_program = self.older_program();
        self.dropped = Some(DroppedLines { line, reason, is_unfinished: false, older_program });
    }
}

/// Returns the number of a save, from the beginning of its file; 0 if it has none or cannot be read.
pub fn read_save_number(path: &Path) -> u64 {
    let beginning = storage::read_beginning(path, MAX_NUMBER_BYTES);
    beginning.map_or(0, |beginning| self::format::find_save_number(&beginning))
}

fn to_line<T: Serialize>(value: &T) -> String {
    let mut line = serde_json::to_string(value).expect("journals hold plain data");
    line.push('\n');
    line
}

/// Sets up a new battle and its journal.
pub fn begin_battle(world: &mut World, bundle: Arc<SkirmishBundle>, seed: u64) {
    setup::spawn_battle(world, bundle.clone(), seed);
    world.insert_resource(Journal::new(bundle, seed));
}

/// Validates and resolves an order, then writes it to the journal. Returns the hash of the new state.
///
/// # Errors
/// Returns the reason if the order is rejected; the state is unchanged then.
pub fn submit_order(world: &mut World, order: Order) -> Result<u64, OrderError> {
    match submit::submit(world, &order) {
        Ok(hash) => {
            let mut journal = world.resource_mut::<Journal>();
            let entry = JournalEntry { order, hash };
            journal.entries.push(entry.clone());
            journal.append(&entry);
            Ok(hash)
        }
        Err(refusal @ OrderError::ResolutionLimit(_)) => {
            let orders: Vec<Order> = journal_orders(world);
            submit::rebuild_from_orders(world, &orders).expect("accepted orders are accepted again");
            Err(refusal)
        }
        Err(refusal) => Err(refusal),
    }
}

fn journal_orders(world: &World) -> Vec<Order> {
    world.resource::<Journal>().entries.iter().map(|entry| entry.order.clone()).collect()
}

/// Checks whether the last order can be undone.
///
/// # Errors
/// Returns `UndoError::Nothing` if there is no order, `UndoError::Revealed` if dice or hidden information are known and
/// the skirmish has no unlimited undo.
pub fn check_undo(setup: &BattleSetup, history: &History) -> Result<(), UndoError> {
    let last = history.records().last().ok_or(UndoError::Nothing)?;
    if last.revealed && !setup.bundle().skirmish.options.free_undo {
        return Err(UndoError::Revealed);
    }
    Ok(())
}

/// Undoes the last order, including its dice rolls. Returns the order.
///
/// # Errors
/// Returns the same errors as [`check_undo`].
pub fn undo_last_order(world: &mut World) -> Result<Order, UndoError> {
    check_undo(world.resource::<BattleSetup>(), world.resource::<History>())?;
    let mut journal = world.resource_mut::<Journal>();
    let entry = journal.entries.pop().ok_or(UndoError::Nothing)?;
    journal.append(&UndoLine { undo: 1 });
    let orders = journal_orders(world);
    submit::rebuild_from_orders(world, &orders).expect("accepted orders are accepted again");
    Ok(entry.order)
}

/// Sets up the battle of a journal and replays all orders, comparing every hash. Orders of older journals name weapons by
/// slot afterwards.
///
/// # Errors
/// Returns an error at the first order that is rejected or leads to a different state. The battle then is in the state
/// before a rejected order, or after an order whose hash differs.
pub fn restore_battle(world: &mut World, mut journal: Journal) -> Result<(), JournalError> {
    spawn_battle_of(world, &journal.header);
    let result = replay_journal(world, &mut journal);
    journal.entry_lines.clear();
    world.insert_resource(journal);
    result
}

/// Sets up the battle of a journal and replays the orders up to the first that is rejected or leads to a different state;
/// that order and all after it are dropped, see [`Journal::dropped`].
pub fn restore_valid_part(world: &mut World, mut journal: Journal) {
    spawn_battle_of(world, &journal.header);
    let result = replay_journal(world, &mut journal);
    if let Err(error @ (JournalError::Refused { number, .. } | JournalError::Mismatch { number, .. })) =
        &result
    {
        journal.drop_from(*number, content::shorten_message(&error.to_string()));
        journal.header.slots = true;
        let orders: Vec<Order> = journal.entries.iter().map(|entry| entry.order.clone()).collect();
        submit::rebuild_from_orders(world, &orders).expect("accepted orders are accepted again");
    }
    journal.entry_lines.clear();
    world.insert_resource(journal);
}

/// Sets up the battle of a header, with the hashes and the melee attacks of the program that wrote it.
fn spawn_battle_of(world: &mut World, header: &JournalHeader) {
    setup::spawn_battle(world, header.bundle.clone(), header.seed);
    let mut battle = world.resource_mut::<BattleSetup>();
    (battle.digests_coins, battle.blows_need_free_line) = (header.digests, header.free_lines);
}

fn replay_journal(world: &mut World, journal: &mut Journal) -> Result<(), JournalError> {
    let by_place = !journal.header.slots;
    let result = replay_entries(world, &mut journal.entries, by_place);
    journal.header.slots |= result.is_ok();
    result
}

fn replay_entries(
    world: &mut World,
    entries: &mut [JournalEntry],
    by_place: bool,
) -> Result<(), JournalError> {
    for (number, entry) in (1..).zip(entries) {
        if by_place {
            name_weapons_by_slot(world, &mut entry.order);
        }
        let found = submit::submit(world, &entry.order)
            .map_err(|refusal| JournalError::Refused { number, refusal })?;
        if found != entry.hash {
            return Err(JournalError::Mismatch { number, expected: entry.hash, found });
        }
    }
    Ok(())
}

/// Replaces the places of weapons among the items that the unit carries now by their slots.
fn name_weapons_by_slot(world: &mut World, order: &mut Order) {
    let Some(unit) = order.unit() else { return };
    let slots: Vec<usize> = with_view(world, |view| {
        view.unit_ignoring_fog(unit)
            .map_or_else(Vec::new, |unit| unit.inventory.slots().map(|(slot, _)| slot).collect())
    });
    for weapon in order.weapons_mut() {
        *weapon = slots.get(*weapon).copied().unwrap_or(usize::MAX);
    }
}
