//! Hazardous ground: harms units on it without an attack.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::lines::FlightLine;
use crate::{Fall, RuleStep};
use dice::{Clause, RuleText};

/// Source of a hazard's harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum HazardKind {
    /// Flames.
    Fire,
    /// A corrosive substance.
    Acid,
    /// Exposed electricity.
    #[strum(serialize = "live current")]
    Current,
    /// Barbed wire, spikes, splinters.
    #[strum(serialize = "barbed wire")]
    Wire,
}

impl HazardKind {
    /// Name shown to the player.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Ground that harms units that enter it or begin a phase on it; each book converts the severity to its own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// Kind of hazard.
    pub peril: HazardKind,
    /// Severity, 1 to 20: roughly the damage of an attack that just hits.
    pub severity: u8,
    /// Whether it reaches vital parts instead of being superficial.
    #[serde(default)]
    pub deadly: bool,
}

/// What the ground did to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HazardExposure {
    /// Result in the book's terms: "fire: 3 Light".
    pub words: RuleText,
    /// Clause that applied.
    pub clause: Clause,
    /// Effects, in order.
    pub effects: Vec<RuleStep>,
}

impl HazardExposure {
    /// The result of a fall that did no damage.
    pub fn unhurt_by_fall(fall: Fall, clause: Clause) -> Self {
        Self { words: FlightLine::UnhurtByFall { fall }.into(), clause, effects: Vec::new() }
    }
}
