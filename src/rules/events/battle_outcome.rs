//! The outcome of a battle: the winner, and why it ended.

use model::Side;
use serde::Serialize;
use strum::IntoStaticStr;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// All enemies are out of action.
    Eliminated,
    /// The objective was held long enough.
    Held,
    /// Enough units left by the exit.
    Escaped,
    /// The objective was reached.
    Reached,
    /// The objective area has no other side's units left.
    Taken,
    /// The last round is over.
    TimeUp,
    /// The other side surrendered.
    Surrender,
    /// The unit to be stopped is out of action.
    Stopped,
    /// The captive is free.
    Rescued,
    /// The unit to be protected is dead.
    Slain,
}

/// Result of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BattleOutcome {
    /// Winning side; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: EndReason,
}
