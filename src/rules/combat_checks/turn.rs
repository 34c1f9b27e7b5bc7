//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::Economy;
use crate::rules::engine::Turn;

/// What a unit can still do in its turn, and what it has lost of its gear. `CC-ECON-03`, `CC-ADV-25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Purse {
    /// Action, maneuvers, free act.
    pub economy: Economy,
    /// Where the unit stands in the order of the pass.
    pub turn: Turn,
    /// Maneuvers that are paid and not carried out yet: bought with Strain, given by an advantage, or the action
    /// given up. `CC-ECON-05`, `CC-ECON-06`, `CC-ADV-11`.
    pub credit: u8,
    /// Gear of the sheet that is gone or broken, a bit for each place.
    pub lost_gear: u32,
}
