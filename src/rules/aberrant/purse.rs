//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::actions::Effort;
use crate::rules::engine::Turn;

/// What a unit can still pay. `AB-BASE-07`, `AB-BASE-08`, `AB-LIMIT-01`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// Points, actions and reserved defences.
    pub effort: Effort,
    /// Where the unit stands in the order of the pass.
    pub turn: Turn,
}
