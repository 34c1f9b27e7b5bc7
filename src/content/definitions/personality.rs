//! Personalities of AI-controlled units.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

/// What an AI-controlled unit prefers, at any difficulty.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[derive(Display, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", ascii_case_insensitive)]
#[strum(parse_err_ty = UnknownPersonality, parse_err_fn = UnknownPersonality::new)]
pub enum Personality {
    /// No preference.
    #[default]
    Even,
    /// Closes in and weighs danger less.
    Aggressive,
    /// Prefers cover and distance, and retreats early.
    Careful,
    /// Prefers cells from which its target has no cover.
    Flanker,
    /// Shoots from afar, and leaves the neighbourhood of enemies.
    Marksman,
    /// Uses explosives first.
    Grenadier,
}

/// A word that is no personality.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown personality `{0}`; expected even, aggressive, careful, flanker, marksman or grenadier")]
pub struct UnknownPersonality(String);

impl UnknownPersonality {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

impl Personality {
    /// All personalities.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Whether it is the default, which files leave out.
    pub fn is_even(&self) -> bool {
        *self == Self::Even
    }

    /// What a unit with this personality does, for the unit panel; empty for the default.
    pub fn habits(self) -> &'static str {
        match self {
            Self::Even => "",
            Self::Aggressive => "closes in and takes risks",
            Self::Careful => "stays in cover and keeps back",
            Self::Flanker => "goes around cover",
            Self::Marksman => "shoots from afar and keeps its distance",
            Self::Grenadier => "uses explosives first",
        }
    }

    /// Key in files and on the command line.
    pub fn key(self) -> &'static str {
        self.into()
    }
}
