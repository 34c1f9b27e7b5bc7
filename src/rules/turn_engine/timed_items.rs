//! Timed items: grenades, charges, traps. Chapter TIMED of the catalogue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use dice::Clause;
use model::UnitId;

/// What makes an item explode. Table SS-T4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DetonationTrigger {
    /// A preset interval. `SS-TIMED-01`.
    Preset,
    /// A timer set on activation. `SS-TIMED-03`.
    Timer,
    /// As `Timer`, but setting it is an Extended Action. `SS-ACT-57`.
    Charge,
    /// A radio signal of its owner. `SS-TIMED-09`.
    Radio,
}

/// The time declared when an item is activated. `SS-TIMED-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// In this many rounds, at the owner's score of that round. `SS-TIMED-03`.
    Rounds(u8),
    /// In this many rounds, in the owner's own phase of this pass. `SS-TIMED-05`.
    Pass {
        /// Rounds from now.
        rounds: u8,
        /// Pass of that round, from 1.
        pass: u8,
    },
    /// At the start of the round that comes in this many rounds. `SS-TIMED-06`.
    RoundStart(u8),
    /// At the end of the round that comes in this many rounds; 0 is the present one. `SS-TIMED-07`.
    RoundEnd(u8),
    /// On the owner's signal, for charges. `SS-TIMED-09`.
    Signal,
}

/// Maximum time of a timer, in rounds: one minute.
pub const MAX_TIMER_ROUNDS: u8 = 12;

/// Why an item cannot be activated with this timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum TimerError {
    /// `SS-TIMED-04`.
    #[error("set the timer when you activate it")]
    Undeclared,
    /// `SS-TIMED-01`.
    #[error("its delay is fixed and cannot be set")]
    Preset,
    /// `SS-TIMED-09`.
    #[error("radio-controlled items have no timer")]
    Radio,
    /// `SS-TIMED-03`.
    #[error("the time is past, or more than {MAX_TIMER_ROUNDS} rounds away")]
    InvalidTime,
}

impl TimerError {
    /// The clause behind it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Undeclared => "SS-TIMED-04",
            Self::Preset => "SS-TIMED-01",
            Self::Radio => "SS-TIMED-09",
            Self::InvalidTime => "SS-TIMED-03",
        }
    }
}

/// When a fuse ends within its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FuseTiming {
    /// When the count of this pass reaches its owner's score.
    Score {
        /// Pass, from 1.
        pass: u8,
    },
    /// Before the first phase.
    Start,
    /// After the last phase.
    End,
    /// On its owner's signal, in any round.
    Signal,
}

/// The fuse of an activated item, which cannot be changed. `SS-TIMED-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fuse {
    /// Id of the unit that activated it.
    pub owner: UnitId,
    /// The round in which the item explodes.
    pub round: u32,
    /// Time within that round.
    pub when: FuseTiming,
    /// The owner's score at the activation. `SS-TIMED-01`.
    pub score: i32,
}

/// Sets the fuse of an item that a unit with this score activates in a round and pass.
///
/// # Errors
/// Returns a `TimerError` if the trigger does not allow this timer.
pub fn set_fuse(
    trigger: DetonationTrigger,
    timer: Option<Timer>,
    (round, pass): (u32, u32),
    (owner, score): (UnitId, i32),
) -> Result<Fuse, TimerError> {
    let (after, when) = match (trigger, timer) {
        (DetonationTrigger::Preset, None) => (1, FuseTiming::Score { pass: 1 }),
        (DetonationTrigger::Preset, Some(_)) => return Err(TimerError::Preset),
        (DetonationTrigger::Radio, None) => (0, FuseTiming::Signal),
        (DetonationTrigger::Radio, Some(_)) => return Err(TimerError::Radio),
        (DetonationTrigger::Charge, Some(Timer::Signal)) => (0, FuseTiming::Signal),
        (DetonationTrigger::Timer | DetonationTrigger::Charge, None) => return Err(TimerError::Undeclared),
        (_, Some(Timer::Rounds(rounds @ 1..=MAX_TIMER_ROUNDS))) => (rounds, FuseTiming::Score { pass: 1 }),
        (_, Some(Timer::Pass { rounds: rounds @ 0..=MAX_TIMER_ROUNDS, pass: at @ 1.. }))
            if rounds > 0 || u32::from(at) > pass =>
        {
            (rounds, FuseTiming::Score { pass: at })
        }
        (_, Some(Timer::RoundStart(rounds @ 1..=MAX_TIMER_ROUNDS))) => (rounds, FuseTiming::Start),
        (_, Some(Timer::RoundEnd(rounds @ 0..=MAX_TIMER_ROUNDS))) => (rounds, FuseTiming::End),
        (_, Some(_)) => return Err(TimerError::InvalidTime),
    };
    Ok(Fuse { owner, round: round + u32::from(after), when, score })
}

/// A moment of a round at which items may explode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundTiming {
    /// After the initiative rolls, before all phases.
    RoundStart,
    /// Before the next phase of the pass, at its score; `None` if no phase is left.
    ScoreCount {
        /// Pass of the round.
        pass: u32,
        /// Score of the next phase.
        next: Option<i32>,
    },
    /// After all phases of the pass.
    PassEnd {
        /// Pass of the round.
        pass: u32,
    },
    /// After all passes.
    RoundEnd,
}

/// Score at which a fuse ends in a pass: its owner's present one, or that of the activation. `SS-TIMED-01`,
/// `SS-RULING-42`.
pub fn fuse_score(fuse: &Fuse, owner: Option<i32>) -> i32 {
    let earlier = if let FuseTiming::Score { pass } = fuse.when { i32::from(pass) - 1 } else { 0 };
    owner.unwrap_or(fuse.score - earlier * super::initiative::SCORE_PER_PASS)
}

/// Whether an item explodes now; `owner` is its owner's present score, `None` if the owner has left the battle.
/// `SS-TIMED-01`, `SS-TIMED-05` to `SS-TIMED-08`.
pub fn is_due(fuse: &Fuse, round: u32, moment: RoundTiming, owner: Option<i32>) -> bool {
    if fuse.when == FuseTiming::Signal || round < fuse.round {
        return false;
    }
    match (fuse.when, moment) {
        _ if round > fuse.round => true,
        (FuseTiming::Start, _) | (_, RoundTiming::RoundEnd) => true,
        (FuseTiming::Score { pass: at }, RoundTiming::ScoreCount { pass, next }) => {
            let score = fuse_score(fuse, owner);
            let last_of_ties = next.is_none_or(|next| next < score);
            u32::from(at) == pass && score > 0 && last_of_ties
        }
        (FuseTiming::Score { pass: at }, RoundTiming::PassEnd { pass }) => u32::from(at) <= pass,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
