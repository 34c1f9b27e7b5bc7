//! Why a journal cannot be read, written or replayed.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::{FORMAT_VERSION, OLDEST_FORMAT};
use crate::validate::order_error::OrderError;
use content::BundleError;

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
    #[error("cannot write {path}: {source}")]
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
    /// The battle of the header cannot be set up.
    #[error("{path} cannot be played: {source}")]
    Unplayable {
        /// The file.
        path: PathBuf,
        /// What is wrong with the battle.
        source: BundleError,
    },
    /// The header is one of an older format that this program cannot read.
    #[error(
        "{path} was written by version {program} in journal format {format}, and cannot be read any more ({what}); version \
         {program} plays it"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Version of its format.
        format: u32,
        /// Version of the program that wrote it.
        program: String,
        /// What cannot be read.
        what: String,
    },
    /// The journal has a format version that this program does not know.
    #[error(
        "{path} has journal format {found}, and this version of the program reads formats {OLDEST_FORMAT} to {FORMAT_VERSION}; a \
         newer version of the program wrote it and plays it"
    )]
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
