//! Ground that harms whoever is on it, with no attack.

use serde::{Deserialize, Serialize};

use crate::{Effect, Fall};
use dice::Clause;

/// What about a square does harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HazardKind {
    /// Flames.
    Fire,
    /// Something that eats flesh.
    Acid,
    /// A live current.
    Current,
    /// Wire, spikes, splinters.
    Wire,
}

impl HazardKind {
    /// Shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Acid => "acid",
            Self::Current => "live current",
            Self::Wire => "barbed wire",
        }
    }
}

/// Ground that harms whoever enters it or begins a phase on it; each book reads it in its own measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// What does it.
    pub peril: HazardKind,
    /// How bad it is, 1 to 20: about what an attack of so much damage would do that hits and no better.
    pub severity: u8,
    /// It reaches vital parts, and is not superficial.
    #[serde(default)]
    pub deadly: bool,
}

/// What ground did to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HazardExposure {
    /// In the book's words: "fire: 3 Light".
    pub words: String,
    /// The clause that ruled.
    pub clause: Clause,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

impl HazardExposure {
    /// A fall that did nothing to whoever fell.
    pub fn unhurt_by_fall(fall: Fall, clause: Clause) -> Self {
        Self { words: format!("{}: unhurt", fall.name()), clause, effects: Vec::new() }
    }
}
