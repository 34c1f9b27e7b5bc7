//! Lines of a journal, and reading them. What follows the first damaged line is dropped.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::JournalError;
use super::{DroppedLines, FORMAT_VERSION, Journal, OLDEST_FORMAT};
use crate::state::order::Order;
use content::{SkirmishBundle, is_visible, shorten_message};

/// Longest header, in bytes.
const MAX_HEADER_BYTES: usize = 64 << 20;
/// Longest line of an order, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest version of a program, in characters.
const MAX_PROGRAM_CHARS: usize = 60;
/// Highest number of a save. A higher one was not counted by this program, and would leave none for later saves.
pub const MAX_SAVE_NUMBER: u64 = 1 << 53;
/// Mark of the byte order that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// First line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JournalHeader {
    /// Version of the format.
    pub breachline: u32,
    /// Version of the program that wrote it.
    pub program: String,
    /// Number of the save: higher than that of all saves before it, whatever the clock says; 0 outside of saves.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub save: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Whether orders name weapons by slot. Journals of older programs name them by their place among the items that
    /// the unit carries at the time, in the order in which it came by them.
    #[serde(default)]
    pub slots: bool,
    /// Whether state hashes of battles with many units have digests of the coin tosses. Those of older programs have all
    /// tosses.
    #[serde(default, skip_serializing_if = "is_false")]
    pub digests: bool,
    /// Whether melee attacks need a free line to their target. In battles of older programs it is enough to see it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub free_lines: bool,
    /// Skirmish, book and all content it uses.
    pub bundle: Arc<SkirmishBundle>,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An accepted order with the hash of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JournalEntry {
    /// The order.
    pub order: Order,
    /// Hash of the state after it.
    #[serde(with = "hex")]
    #[schemars(with = "String")]
    pub hash: u64,
}

/// A line that undoes orders.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoLine {
    /// Number of orders.
    pub undo: usize,
}

/// A line after the header.
enum JournalLine {
    Entry(JournalEntry),
    Undo(UndoLine),
}

impl JournalLine {
    fn parse(text: &str) -> serde_json::Result<Self> {
        let value: Value = serde_json::from_str(text)?;
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

/// The versions in a header, whatever else it holds.
#[derive(Deserialize)]
struct HeaderVersion {
    breachline: Option<u64>,
    #[serde(default)]
    program: Value,
}

/// Returns the parts of a file that are lines, with their numbers from 1 and whether a line break ends them. Blank lines
/// are passed over.
fn numbered_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8], bool)> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let lines = (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n'));
    lines
        .map(|(number, line)| (number, line.trim_ascii(), line.ends_with(b"\n")))
        .filter(|(_, line, _)| !line.is_empty())
}

/// Reads a line of at most this many bytes as text.
fn line_text(line: &[u8], longest: usize) -> Result<&str, String> {
    if line.len() > longest {
        return Err(format!("it has {} bytes, more than {longest}", line.len()));
    }
    str::from_utf8(line).map_err(|_| "it is not text".to_owned())
}

/// The message of a parser that saw one line alone.
fn error_in_line(error: &serde_json::Error) -> String {
    shorten_message(&error.to_string().replace(" at line 1 column ", ", column "))
}

/// Reads a header. Returns the version of the format in which it is written, too.
fn read_header(path: &Path, line: &[u8]) -> Result<(JournalHeader, u32), JournalError> {
    let wrong =
        |what: String| JournalError::Format { path: path.to_owned(), line: 1, what: shorten_message(&what) };
    let text = line_text(line, MAX_HEADER_BYTES).map_err(wrong)?;
    let version: HeaderVersion = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let found = version.breachline.ok_or_else(|| wrong("the header is missing".to_owned()))?;
    let readable =
        u32::try_from(found).ok().filter(|format| (OLDEST_FORMAT..=FORMAT_VERSION).contains(format));
    let format = readable.ok_or_else(|| JournalError::Version { path: path.to_owned(), found })?;
    let header = match format {
        FORMAT_VERSION => serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?,
        older => read_older_header(older, text).map_err(|error| match version.program.as_str() {
            Some(program) => JournalError::Older {
                path: path.to_owned(),
                format: older,
                program: shorten_message(program),
                what: shorten_message(&error.to_string()),
            },
            None => wrong(error.to_string()),
        })?,
    };
    let program = &header.program;
    if program.chars().count() > MAX_PROGRAM_CHARS || !program.chars().all(is_visible) {
        let expected = format!("expected at most {MAX_PROGRAM_CHARS} printable characters");
        return Err(wrong(format!("`program` is no version; {expected}")));
    }
    let unplayable = |source| JournalError::Unplayable { path: path.to_owned(), source };
    header.bundle.check().map_err(unplayable)?;
    Ok((header, format))
}

/// Reads the header of an older format as one of this format.
fn read_older_header(format: u32, text: &str) -> serde_json::Result<JournalHeader> {
    let mut header: Value = serde_json::from_str(text)?;
    if let Some(bundle) = header.get_mut("bundle") {
        content::migrate_bundle(format, bundle);
    }
    if let Some(fields) = header.as_object_mut() {
        fields.insert("breachline".to_owned(), FORMAT_VERSION.into());
    }
    serde_json::from_value(header)
}

/// Notes the number in a header. Reading ends there, before the battle.
struct SaveNumber<'n>(&'n mut u64);

impl<'de> Visitor<'de> for SaveNumber<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the header of a journal")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut header: A) -> Result<(), A::Error> {
        while let Some(field) = header.next_key::<String>()? {
            match field.as_str() {
                "save" => {
                    *self.0 = header.next_value()?;
                    break;
                }
                "bundle" => break,
                _ => drop(header.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// Reads the number of a save from the beginning of its file. See [`super::read_save_number`].
pub(super) fn find_save_number(beginning: &[u8]) -> u64 {
    let beginning = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning);
    let mut found = 0;
    // The rest of the header is not read, which the parser reports as an error once the number is noted.
    let _ = serde_json::Deserializer::from_slice(beginning).deserialize_map(SaveNumber(&mut found));
    if found <= MAX_SAVE_NUMBER { found } else { 0 }
}

/// Reads a journal. See [`Journal::from_bytes`].
pub(super) fn read_journal(path: &Path, bytes: &[u8]) -> Result<Journal, JournalError> {
    let mut lines = numbered_lines(bytes);
    let Some((_, first, _)) = lines.next() else {
        let what = "the file is empty".to_owned();
        return Err(JournalError::Format { path: path.to_owned(), line: 1, what });
    };
    let (header, read_format) = read_header(path, first)?;
    let mut journal = Journal { read_format, ..Journal::with_header(header) };
    for (number, line, is_ended) in lines {
        let read = line_text(line, MAX_LINE_BYTES)
            .and_then(|text| JournalLine::parse(text).map_err(|error| error_in_line(&error)));
        let reason = match read {
            Ok(JournalLine::Entry(entry)) => {
                journal.entries.push(entry);
                journal.entry_lines.push(number);
                continue;
            }
            Ok(JournalLine::Undo(UndoLine { undo })) => match journal.entries.len().checked_sub(undo) {
                Some(left) => {
                    journal.entries.truncate(left);
                    journal.entry_lines.truncate(left);
                    continue;
                }
                None => format!("it undoes {undo} of {} orders", journal.entries.len()),
            },
            Err(reason) => reason,
        };
        // Only the last part of a file has no line break.
        journal.dropped =
            Some(DroppedLines { line: number, reason, is_unfinished: !is_ended, older_program: None });
        break;
    }
    Ok(journal)
}
