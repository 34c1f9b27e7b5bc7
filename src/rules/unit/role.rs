//! The role of a unit in a battle: a character with a name, or one of many nameless opponents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Part of a unit in a battle. Books without rules for nameless opponents ignore it. `AB-EXTRA-01`, `AB-EXTRA-02`.
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
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum UnitRole {
    /// A character of its own.
    #[default]
    #[strum(serialize = "named")]
    Named,
    /// A nameless opponent with a short health track. Chapter GRITTY of Aberrant.
    #[serde(alias = "extra")]
    #[strum(serialize = "gritty extra")]
    GrittyExtra,
    /// A nameless opponent that any hit takes out of action. Chapter CINE of Aberrant.
    #[strum(serialize = "cinematic extra")]
    CinematicExtra,
}

impl UnitRole {
    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is a character of its own, as units of files without a role are.
    pub fn is_named(&self) -> bool {
        *self == Self::Named
    }
}
