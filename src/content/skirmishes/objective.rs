//! Objectives of sides, and what happens when the rounds are over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An objective. The first that is achieved ends the battle. `S` is a side: its number, or its name in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Objective<S = u8> {
    /// All units of the other sides are out of action.
    Eliminate {
        /// The winning side.
        side: S,
    },
    /// Only this side has active units in the zone at the end of this many consecutive rounds.
    Hold {
        /// The winning side.
        side: S,
        /// The zone.
        zone: String,
        /// Number of rounds.
        rounds: u32,
    },
    /// This many of its units have left the map from the zone.
    Escape {
        /// The winning side.
        side: S,
        /// The exit zone.
        zone: String,
        /// Number of units.
        units: u32,
    },
    /// A unit is in the zone at the end of a round.
    Reach {
        /// The winning side.
        side: S,
        /// The zone.
        zone: String,
    },
    /// No active unit of another side is left in the zone. A building without crew counts as taken. `AB-OBJ-16`.
    Clear {
        /// The winning side.
        side: S,
        /// The zone.
        zone: String,
    },
    /// A unit of another side is out of action or cannot move on: a disabled vehicle, or one without a driver.
    /// `SS-CALL-108`.
    Stop {
        /// The winning side.
        side: S,
        /// Name of the unit.
        unit: String,
    },
    /// The unit is alive and not held, and no other unit of another side is active.
    Rescue {
        /// The winning side.
        side: S,
        /// Name of the unit.
        unit: String,
    },
    /// The unit is dead.
    Slay {
        /// The winning side.
        side: S,
        /// Name of the unit.
        unit: String,
    },
}

/// What happens when the rounds are over without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeUp<S = u8> {
    /// A draw.
    Draw,
    /// The side with the most active units wins; equal numbers are a draw.
    MostStanding,
    /// This side wins.
    Wins(S),
}

/// Borrows the side of an objective, mutably or not.
macro_rules! side_of {
    ($objective:expr) => {
        match $objective {
            Objective::Eliminate { side }
            | Objective::Hold { side, .. }
            | Objective::Escape { side, .. }
            | Objective::Reach { side, .. }
            | Objective::Clear { side, .. }
            | Objective::Stop { side, .. }
            | Objective::Rescue { side, .. }
            | Objective::Slay { side, .. } => side,
        }
    };
}

impl Objective {
    /// The side that wins by it.
    pub fn side(&self) -> u8 {
        *self.named_side()
    }
}

impl<S> Objective<S> {
    /// The side that wins by it, by reference.
    pub fn named_side(&self) -> &S {
        side_of!(self)
    }

    /// The side that wins by it, to change.
    pub fn side_mut(&mut self) -> &mut S {
        side_of!(self)
    }

    /// The same objective of a side that is named in another way.
    #[must_use]
    pub fn with_side<T>(&self, side: T) -> Objective<T> {
        match self {
            Self::Eliminate { .. } => Objective::Eliminate { side },
            Self::Hold { zone, rounds, .. } => Objective::Hold { side, zone: zone.clone(), rounds: *rounds },
            Self::Escape { zone, units, .. } => Objective::Escape { side, zone: zone.clone(), units: *units },
            Self::Reach { zone, .. } => Objective::Reach { side, zone: zone.clone() },
            Self::Clear { zone, .. } => Objective::Clear { side, zone: zone.clone() },
            Self::Stop { unit, .. } => Objective::Stop { side, unit: unit.clone() },
            Self::Rescue { unit, .. } => Objective::Rescue { side, unit: unit.clone() },
            Self::Slay { unit, .. } => Objective::Slay { side, unit: unit.clone() },
        }
    }

    /// The unit it names, to change.
    pub fn unit_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Stop { unit, .. } | Self::Rescue { unit, .. } | Self::Slay { unit, .. } => Some(unit),
            _ => None,
        }
    }

    /// The zone it names.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Self::Eliminate { .. } | Self::Stop { .. } | Self::Rescue { .. } | Self::Slay { .. } => None,
            Self::Hold { zone, .. }
            | Self::Escape { zone, .. }
            | Self::Reach { zone, .. }
            | Self::Clear { zone, .. } => Some(zone),
        }
    }

    /// The unit it names.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Stop { unit, .. } | Self::Rescue { unit, .. } | Self::Slay { unit, .. } => Some(unit),
            _ => None,
        }
    }
}
