//! What a sort of fighter likes, when nobody's hand leads it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A temperament: what a unit likes, whatever its judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Personality {
    /// Neither the one nor the other.
    #[default]
    Even,
    /// Likes to be near, and minds danger less.
    Aggressive,
    /// Likes cover and distance, and retreats early.
    Careful,
    /// Likes the side from which its target has no cover.
    Flanker,
}

impl Personality {
    /// Neither the one nor the other: what files leave out.
    pub fn is_even(&self) -> bool {
        *self == Self::Even
    }
}

/// A word that names no temperament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no temper; the tempers are even, aggressive, careful and flanker")]
pub struct UnknownPersonality(String);

impl Personality {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Even, Self::Aggressive, Self::Careful, Self::Flanker];

    /// As it is written in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Aggressive => "aggressive",
            Self::Careful => "careful",
            Self::Flanker => "flanker",
        }
    }
}

impl fmt::Display for Personality {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key())
    }
}

impl FromStr for Personality {
    type Err = UnknownPersonality;

    fn from_str(word: &str) -> Result<Self, UnknownPersonality> {
        let wanted = word.to_lowercase();
        Self::ALL
            .into_iter()
            .find(|temper| temper.key() == wanted)
            .ok_or_else(|| UnknownPersonality(word.to_owned()))
    }
}
