//! How well somebody judges.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Levels of judgement, the worst first. Dice are the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Any order that is allowed: the yardstick of the others.
    Random,
    /// Shoots at the nearest, walks straight on, and now and then does whatever comes to mind.
    #[serde(alias = "careless")]
    Easy,
    /// Weighs its attacks by their odds and goes where its side has to, and often misjudges.
    #[serde(alias = "steady")]
    Normal,
    /// Weighs squares by what it can do from there and what is done to it there, and sometimes misjudges.
    #[serde(alias = "sharp")]
    Hard,
    /// Misjudges nothing it can know: weighs where it ends and what comes next, answers by odds, and uses every means.
    #[serde(alias = "ruthless")]
    Brutal,
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no level; the levels are random, careless, steady, sharp and ruthless")]
pub struct UnknownDifficulty(String);

impl Difficulty {
    /// All of them, the worst first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Easy, Self::Normal, Self::Hard, Self::Brutal];

    /// As it is written in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "careless",
            Self::Normal => "steady",
            Self::Hard => "sharp",
            Self::Brutal => "ruthless",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key())
    }
}

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(word: &str) -> Result<Self, UnknownDifficulty> {
        let wanted = word.to_lowercase();
        Self::ALL
            .into_iter()
            .find(|level| level.key() == wanted)
            .ok_or_else(|| UnknownDifficulty(word.to_owned()))
    }
}
