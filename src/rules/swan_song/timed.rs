//! Items that go off by themselves: grenades, charges, traps. Chapter TIMED of the catalogue.

use serde::{Deserialize, Serialize};

use super::Weapon;
use dice::Clause;

/// What sets an item off. Table SS-T4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// A preset interval: thrown and forgotten. `SS-TIMED-01`.
    Preset,
    /// A timer that whoever activates it sets. `SS-TIMED-03`.
    Timer,
    /// As `Timer`, but it takes an Extended Action to set. `SS-ACT-57`.
    Charge,
    /// A radio signal of its owner. `SS-TIMED-09`.
    Radio,
}

/// The time that is declared when an item is activated. `SS-TIMED-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timer {
    /// In so many rounds, at the setter's score of that round. `SS-TIMED-03`.
    Rounds(u8),
    /// In so many rounds, in the setter's own phase of this pass. `SS-TIMED-05`.
    Pass {
        /// Rounds from now.
        rounds: u8,
        /// Pass of that round, from 1.
        pass: u8,
    },
    /// At the beginning of the round that comes in so many rounds. `SS-TIMED-06`.
    RoundStart(u8),
    /// At the end of the round that comes in so many rounds; 0 is the present one. `SS-TIMED-07`.
    RoundEnd(u8),
    /// On the setter's signal; for charges. `SS-TIMED-09`.
    Signal,
}

/// Longest time that a timer takes, in rounds: a minute.
pub const LONGEST: u8 = 12;

/// Why an item cannot be activated like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoTimer {
    /// `SS-TIMED-04`.
    #[error("its time has to be declared as it is activated")]
    Undeclared,
    /// `SS-TIMED-01`.
    #[error("its interval is preset")]
    Preset,
    /// `SS-TIMED-09`.
    #[error("it waits for the signal of its owner and has no timer")]
    Radio,
    /// `SS-TIMED-03`.
    #[error("that moment is past, or more than {LONGEST} rounds away")]
    Moment,
}

impl NoTimer {
    /// The clause that says so.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Undeclared => "SS-TIMED-04",
            Self::Preset => "SS-TIMED-01",
            Self::Radio => "SS-TIMED-09",
            Self::Moment => "SS-TIMED-03",
        }
    }
}

/// When a fuse burns down within its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum When {
    /// When the count of this pass comes down to its owner's score.
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

/// An activated item: when it goes off. It cannot be changed afterwards. `SS-TIMED-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fuse {
    /// Who activated it.
    pub owner: u32,
    /// The round in which it goes off.
    pub round: u32,
    /// When in that round.
    pub when: When,
    /// The owner's score as it activated the item. `SS-TIMED-01`.
    pub score: i32,
}

/// Sets the fuse of an item that is activated in a round and pass by a unit of this score.
///
/// # Errors
/// The item wants another time.
pub fn set(
    trigger: Trigger,
    timer: Option<Timer>,
    (round, pass): (u32, u32),
    (owner, score): (u32, i32),
) -> Result<Fuse, NoTimer> {
    let (after, when) = match (trigger, timer) {
        (Trigger::Preset, None) => (1, When::Score { pass: 1 }),
        (Trigger::Preset, Some(_)) => return Err(NoTimer::Preset),
        (Trigger::Radio, None) => (0, When::Signal),
        (Trigger::Radio, Some(_)) => return Err(NoTimer::Radio),
        (Trigger::Charge, Some(Timer::Signal)) => (0, When::Signal),
        (Trigger::Timer | Trigger::Charge, None) => return Err(NoTimer::Undeclared),
        (_, Some(Timer::Rounds(rounds @ 1..=LONGEST))) => (rounds, When::Score { pass: 1 }),
        (_, Some(Timer::Pass { rounds: rounds @ 0..=LONGEST, pass: at @ 1.. }))
            if rounds > 0 || u32::from(at) > pass =>
        {
            (rounds, When::Score { pass: at })
        }
        (_, Some(Timer::RoundStart(rounds @ 1..=LONGEST))) => (rounds, When::Start),
        (_, Some(Timer::RoundEnd(rounds @ 0..=LONGEST))) => (rounds, When::End),
        (_, Some(_)) => return Err(NoTimer::Moment),
    };
    Ok(Fuse { owner, round: round + u32::from(after), when, score })
}

/// A moment of a round at which items may go off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Initiative is rolled, nobody has acted.
    Start,
    /// The next phase of the pass comes at this score; nothing if no phase is left.
    Count {
        /// Pass of the round.
        pass: u32,
        /// Score of the phase that comes next.
        next: Option<i32>,
    },
    /// All phases of the pass are over.
    PassEnd {
        /// Pass of the round.
        pass: u32,
    },
    /// All passes are over.
    End,
}

/// Score at which a fuse burns down in a pass: its owner's, or the one it had as it activated the item.
/// `SS-TIMED-01`, `SS-RULING-42`.
pub fn score(fuse: &Fuse, owner: Option<i32>) -> i32 {
    let earlier = if let When::Score { pass } = fuse.when { i32::from(pass) - 1 } else { 0 };
    owner.unwrap_or(fuse.score - earlier * super::initiative::SCORE_PER_PASS)
}

/// Whether an item goes off now; `owner` is the present score of whoever activated it, while it is in the fight.
/// `SS-TIMED-01`, `SS-TIMED-05` to `SS-TIMED-08`.
pub fn is_due(fuse: &Fuse, round: u32, moment: Moment, owner: Option<i32>) -> bool {
    if fuse.when == When::Signal || round < fuse.round {
        return false;
    }
    match (fuse.when, moment) {
        _ if round > fuse.round => true,
        (When::Start, _) | (_, Moment::End) => true,
        (When::Score { pass: at }, Moment::Count { pass, next }) => {
            let score = score(fuse, owner);
            let last_of_ties = next.is_none_or(|next| next < score);
            u32::from(at) == pass && score > 0 && last_of_ties
        }
        (When::Score { pass: at }, Moment::PassEnd { pass }) => u32::from(at) <= pass,
        _ => false,
    }
}

/// An item that goes off, in words.
pub fn goes_off(item: &Weapon) -> String {
    format!("The {} goes off", item.name)
}

#[cfg(test)]
mod tests;
