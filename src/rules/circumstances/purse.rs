//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::Locations;
use super::phase::Phase;
use crate::rules::engine::Turn;

/// What a unit can still pay, and what it named for its cover. `CS-BASE-17`, `CS-COV-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// AP spent, Free Action, attacks, Reaction.
    pub phase: Phase,
    /// Where the unit stands in the order of the pass.
    pub turn: Turn,
    /// Locations it keeps behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: Locations,
}
