//! Armour: soak and defence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Armour worn; the default is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Armour {
    /// Shown to players.
    pub name: String,
    /// Added to Soak. `CC-DMG-08`.
    pub soak: u8,
    /// Added to melee defence. `CC-DEF-04`.
    pub melee_defence: u8,
    /// Added to ranged defence. `CC-DEF-04`.
    pub ranged_defence: u8,
}
