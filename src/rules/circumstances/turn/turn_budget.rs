//! What a unit has used of its turn, for the shared turn engine.

use serde::{Deserialize, Serialize};

use super::phase::PhaseBudget;
use crate::circumstances::{CoverShape, HitLocations};
use crate::turn_engine::PhaseTiming;

/// What a unit can still pay, how far it has paid to walk, and what it named for its cover. `CS-BASE-17`, `CS-COV-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnBudget {
    /// AP spent, Free Action, attacks, Reaction.
    pub phase: PhaseBudget,
    /// Where the unit stands in the order of the pass.
    pub turn: PhaseTiming,
    /// Locations it keeps behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: HitLocations,
    /// What the object can shield that they were named for. Table CS-T3.
    pub cover: CoverShape,
    /// The move it is on.
    pub way: PaidMove,
    /// The Charge it is on.
    pub charge: ChargeState,
    /// Did something strenuous in this round, before its present phase. `CS-SUFF-02`.
    pub exerted: bool,
    /// What was used when its present phase, or else the round, began. `CS-SUFF-02`.
    pub stood: PhaseBudget,
}

impl TurnBudget {
    /// A Half or Full Action, or the Reaction, was used in this round. `CS-SUFF-02`.
    pub const fn is_strenuous(self) -> bool {
        self.exerted || self.phase.spent > self.stood.spent || (self.stood.reaction && !self.phase.reaction)
    }
}

/// A move that is paid for, and may be walked in several goes while nothing else is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PaidMove {
    /// Half metres paid for; 0 on no move.
    pub bought: u32,
    /// Half metres the unit had walked in the round before.
    pub from: u32,
}

/// How a Charge stands. Table CS-T2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    /// None.
    #[default]
    No,
    /// On its way; the blow is paid for.
    Coming,
    /// The blow has fallen.
    Struck,
}

impl PaidMove {
    /// Half metres left of it for a unit that has walked so many in the round.
    pub const fn half_metres_left(self, walked: u32) -> u32 {
        self.bought.saturating_sub(walked.saturating_sub(self.from))
    }

    /// Half metres of it that are behind the unit.
    pub const fn half_metres_gone(self, walked: u32) -> u32 {
        if self.bought == 0 { 0 } else { walked.saturating_sub(self.from) }
    }
}
