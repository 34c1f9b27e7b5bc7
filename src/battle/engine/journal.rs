//! The journal: a battle as a list of orders. Save, load, undo, replays and bug reports all use it.
//!
//! It is a text file of JSON lines: a header with the whole skirmish, then one line for each order with its state hash
//! or for each undo.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::setup;
use super::submit;
use super::view_access::with_view;
use crate::state::order::Order;
use crate::state::resources::{BattleSetup, History};
use crate::validate::order_error::OrderError;
use content::SkirmishBundle;

/// Version of the journal format. Other versions are rejected.
pub const FORMAT_VERSION: u32 = 1;
/// Largest journal file that is read, in bytes. A battle of 100,000 orders has 20 MiB.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// First line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalHeader {
    /// Version of the format.
    pub breachline: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Seed of the dice.
    pub seed: u64,
    /// Whether orders name weapons by slot. Journals of older programs name them by their place among the items that
    /// the unit carries at the time, in the order in which it came by them.
    #[serde(default)]
    pub slots: bool,
    /// Skirmish, book and all content it uses.
    pub bundle: Arc<SkirmishBundle>,
}

/// An accepted order with the hash of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The order.
    pub order: Order,
    /// Hash of the state after it.
    #[serde(with = "hex")]
    pub hash: u64,
}

/// A line that undoes orders.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UndoLine {
    undo: usize,
}

/// A line after the header.
enum JournalLine {
    Entry(JournalEntry),
    Undo(UndoLine),
}

impl JournalLine {
    fn parse(text: &str) -> serde_json::Result<Self> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        if value.get("undo").is_some() {
            return serde_json::from_value(value).map(Self::Undo);
        }
        serde_json::from_value(value).map(Self::Entry)
    }
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(hash: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{hash:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("a hash has 16 hexadecimal digits"))
    }
}

/// Why a journal cannot be read, written or replayed.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be opened or read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {path}: {source}; the battle continues, but is not saved")]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not a journal.
    #[error("{path} is not a journal: line {line}: {what}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The journal has another format version.
    #[error("{path} has journal format {found}; this program reads format {FORMAT_VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u64,
    },
    /// An order of the journal is rejected.
    #[error("order {number} of the journal is rejected: {refusal}")]
    Refused {
        /// Order, counted from 1.
        number: usize,
        /// Reason for the rejection.
        refusal: OrderError,
    },
    /// The replay leads to a different state.
    #[error("after order {number} the state hash is {found:016x}, the journal says {expected:016x}")]
    Mismatch {
        /// Order, counted from 1.
        number: usize,
        /// Hash in the journal.
        expected: u64,
        /// Hash of the replay.
        found: u64,
    },
}

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

/// The journal of the current battle.
#[derive(Resource, Debug)]
pub struct Journal {
    header: JournalHeader,
    entries: Vec<JournalEntry>,
    file: Option<(PathBuf, File)>,
    /// Whether the last line of the file was incomplete and ignored.
    is_truncated: bool,
    write_error: Option<String>,
}

impl Journal {
    /// Creates the journal of a new battle, in memory only.
    pub fn new(bundle: Arc<SkirmishBundle>, seed: u64) -> Self {
        let header = JournalHeader {
            breachline: FORMAT_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            slots: true,
            bundle,
        };
        Self { header, entries: Vec::new(), file: None, is_truncated: false, write_error: None }
    }

    /// Returns the header.
    pub fn header(&self) -> &JournalHeader {
        &self.header
    }

    /// Returns all orders with their hashes.
    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }

    /// Returns the file of the journal; `None` if it is in memory only.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Returns whether the last line of the file was incomplete and ignored.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns why the last write failed, in one sentence; `None` if it succeeded.
    pub fn write_error(&self) -> Option<&str> {
        self.write_error.as_deref()
    }

    /// Writes the journal to a file, replacing it, and appends further lines to it from now on.
    ///
    /// # Errors
    /// Returns `JournalError::Write` if the file cannot be written.
    pub fn save_to(&mut self, path: &Path) -> Result<(), JournalError> {
        let wrong = |source| JournalError::Write { path: path.to_owned(), source };
        content::write_atomically(path, self.to_text()).map_err(wrong)?;
        let file = OpenOptions::new().append(true).open(path).map_err(wrong)?;
        self.file = Some((path.to_owned(), file));
        Ok(())
    }

    /// Returns the whole journal as text.
    pub fn to_text(&self) -> String {
        let mut text = to_line(&self.header);
        for entry in &self.entries {
            text.push_str(&to_line(entry));
        }
        text
    }

    /// Reads a journal file. An incomplete last line is ignored.
    ///
    /// # Errors
    /// Returns an error if the file is missing, too large, not a journal or of another version.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let wrong = |source| JournalError::Read { path: path.to_owned(), source };
        let size = std::fs::metadata(path).map_err(wrong)?.len();
        if size > MAX_FILE_BYTES {
            return Err(format_error(path, 1, format!("it has {size} bytes, more than {MAX_FILE_BYTES}")));
        }
        let bytes = std::fs::read(path).map_err(wrong)?;
        let text =
            String::from_utf8(bytes).map_err(|_| format_error(path, 1, "it is not text".to_owned()))?;
        Self::from_text(path, &text)
    }

    /// Reads a journal from text. The path only appears in error messages.
    ///
    /// # Errors
    /// Returns an error if the text is not a journal or is of another version.
    pub fn from_text(path: &Path, text: &str) -> Result<Self, JournalError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let value: serde_json::Value =
            serde_json::from_str(first).map_err(|error| format_error(path, 1, error.to_string()))?;
        match value.get("breachline").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(FORMAT_VERSION) => {}
            Some(found) => return Err(JournalError::Version { path: path.to_owned(), found }),
            None => return Err(format_error(path, 1, "the header is missing".to_owned())),
        }
        let header: JournalHeader =
            serde_json::from_value(value).map_err(|error| format_error(path, 1, error.to_string()))?;
        let mut journal =
            Self { header, entries: Vec::new(), file: None, is_truncated: false, write_error: None };
        while let Some((number, line)) = lines.next() {
            match JournalLine::parse(line) {
                Ok(JournalLine::Entry(entry)) => journal.entries.push(entry),
                Ok(JournalLine::Undo(UndoLine { undo })) => {
                    let left = journal.entries.len().saturating_sub(undo);
                    journal.entries.truncate(left);
                }
                Err(_) if lines.next().is_none() && !text.ends_with('\n') => journal.is_truncated = true,
                Err(error) => return Err(format_error(path, number + 1, error.to_string())),
            }
        }
        Ok(journal)
    }

    /// Appends a line to the file, if there is one.
    fn write<T: Serialize>(&mut self, line: &T) {
        let Some((path, file)) = &mut self.file else { return };
        let written = file.write_all(to_line(line).as_bytes()).and_then(|()| file.sync_data());
        self.write_error =
            written.err().map(|source| JournalError::Write { path: path.clone(), source }.to_string());
    }
}

fn format_error(path: &Path, line: usize, what: String) -> JournalError {
    JournalError::Format { path: path.to_owned(), line, what }
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
            journal.write(&entry);
            journal.entries.push(entry);
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
    journal.write(&UndoLine { undo: 1 });
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
    setup::spawn_battle(world, journal.header.bundle.clone(), journal.header.seed);
    let by_place = !journal.header.slots;
    let result = replay_entries(world, &mut journal.entries, by_place);
    journal.header.slots |= result.is_ok();
    world.insert_resource(journal);
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
