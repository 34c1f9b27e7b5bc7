//! The turn budget of a unit: its phase, its move or Charge, and the locations that it shields.

use serde::{Deserialize, Serialize};

use super::phase::PhaseBudget;
use crate::circumstances::{CoverShape, HitLocations};
use crate::turn_engine::{ActionBudget, PhaseTiming};

/// What a unit has used of its turn, its paid movement, and the locations it shields behind cover.
/// `CS-BASE-17`, `CS-COV-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TurnBudget {
    /// AP spent, Free Action, attacks, Reaction.
    pub phase: PhaseBudget,
    /// The unit's position in the order of the pass.
    pub turn: PhaseTiming,
    /// Locations that it shields behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: HitLocations,
    /// Shape of the cover they were chosen for. Table CS-T3.
    pub cover: CoverShape,
    /// Its current move.
    #[serde(rename = "way")]
    pub paid_move: PaidMove,
    /// Its current Charge.
    pub charge: ChargeState,
    /// Did something strenuous in this round before its current phase. `CS-SUFF-02`.
    pub exerted: bool,
    /// Its budget at the start of its current phase or of the round. `CS-SUFF-02`.
    #[serde(rename = "stood")]
    pub phase_at_start: PhaseBudget,
}

impl ActionBudget for TurnBudget {
    fn phase_timing(&self) -> PhaseTiming {
        self.turn
    }

    fn set_phase_timing(&mut self, timing: PhaseTiming) {
        self.turn = timing;
    }

    fn action_points(&self) -> u8 {
        self.phase.points_left()
    }

    fn spend_points(&mut self, points: u8) {
        self.phase.spent += points;
    }

    fn reset_phase(&mut self) {
        self.phase.attacks = 0;
        self.paid_move = PaidMove::default();
        self.charge = ChargeState::default();
    }
}

impl TurnBudget {
    /// Whether a Half or Full Action or the Reaction was used in this round. `CS-SUFF-02`.
    pub const fn is_strenuous(self) -> bool {
        self.exerted
            || self.phase.spent > self.phase_at_start.spent
            || (self.phase_at_start.reaction && !self.phase.reaction)
    }
}

/// A paid move, which may be walked in parts until another action is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PaidMove {
    /// Half metres paid for; 0 without a move.
    pub bought: u32,
    /// Half metres that the unit had already walked in the round.
    pub from: u32,
}

/// The state of a Charge. Table CS-T2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    /// No Charge.
    #[default]
    No,
    /// Under way; the melee attack is paid for.
    Coming,
    /// The melee attack has been made.
    Struck,
}

impl PaidMove {
    /// Half metres left for a unit that has walked `walked` half metres in the round.
    pub const fn half_metres_left(self, walked: u32) -> u32 {
        self.bought.saturating_sub(walked.saturating_sub(self.from))
    }

    /// Half metres already walked.
    pub const fn half_metres_gone(self, walked: u32) -> u32 {
        if self.bought == 0 { 0 } else { walked.saturating_sub(self.from) }
    }
}
