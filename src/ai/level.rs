//! How well somebody judges.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Levels of judgement, the worst first. Dice are the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any order that is allowed: the yardstick of the others.
    Random,
    /// Shoots at the nearest and walks straight on.
    Careless,
    /// Weighs its attacks exactly and likes cover.
    Steady,
    /// Weighs what it does against what is done to it, and heeds the objective.
    Sharp,
    /// Weighs whole phases: where to strike from, where to be afterwards, what the others will do.
    Ruthless,
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no level; the levels are random, careless, steady, sharp and ruthless")]
pub struct NoSuchLevel(String);

impl Level {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Careless, Self::Steady, Self::Sharp, Self::Ruthless];

    /// As it is written in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Careless => "careless",
            Self::Steady => "steady",
            Self::Sharp => "sharp",
            Self::Ruthless => "ruthless",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key())
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(word: &str) -> Result<Self, NoSuchLevel> {
        let wanted = word.to_lowercase();
        Self::ALL.into_iter().find(|level| level.key() == wanted).ok_or_else(|| NoSuchLevel(word.to_owned()))
    }
}
