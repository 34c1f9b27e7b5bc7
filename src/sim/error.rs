//! Why a series of fights cannot be run, or its results not written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use content::{ContentError, OverrideError};

/// Error of a series of fights or of its output.
#[derive(Debug, Error)]
pub enum SimError {
    /// The skirmish is invalid.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Chart(#[from] chart::ChartError),
    /// The shard cannot be parsed.
    #[error("`{given}` is not a shard: write 2/8 for the second of eight")]
    InvalidShard {
        /// The text given.
        given: String,
    },
    /// The variation cannot be parsed.
    #[error("`{given}` is not a variation: write field=value,value")]
    InvalidSweep {
        /// The text given.
        given: String,
    },
    /// There is no such field.
    #[error("unknown field `{field}`; the closest names are {}", list_names(.nearest))]
    UnknownField {
        /// The name given.
        field: String,
        /// The closest names, best first.
        nearest: Vec<String>,
    },
    /// The field does not take this value.
    #[error("`{field}` cannot be `{value}`: expected {expected}")]
    InvalidValue {
        /// The field.
        field: String,
        /// The value given.
        value: String,
        /// The values it takes.
        expected: String,
    },
    /// The number of a sheet or weapon cannot be changed like this.
    #[error("`{thing}`: {error}")]
    InvalidNumber {
        /// The archetype or weapon.
        thing: String,
        /// The reason.
        error: OverrideError,
    },
    /// Neither one setting for all sides nor one per side.
    #[error("{given} {what} for {sides} sides: give one for all or one per side")]
    WrongSideCount {
        /// "difficulties" or "personalities".
        what: &'static str,
        /// Number of values given.
        given: usize,
        /// Number of sides.
        sides: usize,
    },
    /// The series has no such fight.
    #[error("there is no fight {fight}: the series has the fights 1 to {runs}")]
    NoSuchFight {
        /// The number given.
        fight: u64,
        /// Number of fights.
        runs: u64,
    },
    /// A file with positions of fights has a line that is none.
    #[error(
        "line {line} has no position with the columns of this version: delete the file to play the fights again"
    )]
    InvalidPositions {
        /// Number of the line, from 1.
        line: usize,
    },
    /// Too many variants.
    #[error("the grid has {variants} variants, more than {most}")]
    TooManyVariants {
        /// Number of variants.
        variants: usize,
        /// Maximum.
        most: usize,
    },
    /// Mirrored fights need two sides.
    #[error("`{skirmish}` has {sides} sides: mirrored fights need two")]
    NotTwoSided {
        /// Id of the skirmish.
        skirmish: String,
        /// Number of its sides.
        sides: usize,
    },
    /// This build has no Parquet support.
    #[error("this build cannot write Parquet files; rebuild it with the feature `parquet`")]
    ParquetDisabled,
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
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
