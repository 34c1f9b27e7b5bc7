//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use crate::rules::engine::Budget;

/// What a unit can still pay: the engine's budget, and the book's count of attacks. `AD-BASE-07`, `AD-BASE-19`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// Points, Free Action and walk as the engine counts them.
    pub budget: Budget,
    /// Attacks of the present phase.
    pub attacks: u8,
}
