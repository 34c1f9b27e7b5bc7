//! Why nothing can be simulated.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use content::{ContentError, OverrideError};

/// Why a series of fights cannot be played or its results not be written.
#[derive(Debug, Error)]
pub enum SimError {
    /// The skirmish cannot be put together.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A word that is no part of a series.
    #[error("`{given}` is no shard: write it like 2/8, the second of eight")]
    InvalidShard {
        /// What was given.
        given: String,
    },
    /// A variation that cannot be read.
    #[error("`{given}` varies nothing: write it like field=one,other")]
    InvalidSweep {
        /// What was given.
        given: String,
    },
    /// Nothing that can be varied has this name.
    #[error("nothing of this skirmish is called `{field}`; the nearest names are {}", list_names(.nearest))]
    UnknownField {
        /// What was given.
        field: String,
        /// The names that look most like it, the nearest first.
        nearest: Vec<String>,
    },
    /// A field does not take this value.
    #[error("`{field}` cannot be `{value}`: expected {expected}")]
    InvalidValue {
        /// What is varied.
        field: String,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A number of a sheet or weapon cannot be changed so.
    #[error("`{thing}`: {error}")]
    InvalidNumber {
        /// The archetype or weapon.
        thing: String,
        /// Why not.
        error: OverrideError,
    },
    /// More levels or tempers than sides.
    #[error("there are {given} {what}s and {sides} sides: give one for all or one for each")]
    WrongSideCount {
        /// Levels or tempers.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// Sides of the skirmish.
        sides: usize,
    },
    /// A fight that is not part of the series.
    #[error("there is no fight {fight}: the series has the fights 1 to {runs}")]
    NoSuchFight {
        /// What was given.
        fight: u64,
        /// Fights of the series.
        runs: u64,
    },
    /// Too many variants.
    #[error("the grid has {variants} variants, more than {most}")]
    TooManyVariants {
        /// How many.
        variants: usize,
        /// Most.
        most: usize,
    },
    /// Mirrored fights take two sides.
    #[error("`{skirmish}` has {sides} sides: mirrored fights are for two")]
    NotTwoSided {
        /// The skirmish.
        skirmish: String,
        /// Its sides.
        sides: usize,
    },
    /// Parquet was asked for and is not built in.
    #[error("this build writes no Parquet files; build it with the feature `parquet`")]
    ParquetDisabled,
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

fn list_names(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
