//! All sentences of this book: typed notes, results, prompts and refusals.

mod notes;
mod prompts;
mod refusals;
mod results;

use std::fmt;

pub(crate) use self::notes::{AttackNote, DamageNote, FateNote, KindLevels, RollNote, RollVerdict, UnitNote};
pub(crate) use self::prompts::{
    AnswerDetail, AnswerLabel, DefenceOffer, DefencePrice, DicePool, ObstacleOffset, Question,
};
pub(crate) use self::refusals::AberrantRefusal;
pub(crate) use self::results::{BlastHarm, Harm, ResultWords};

/// A number with its noun: "1 level", "4 levels".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    Dice(u32),
    Levels(u32),
    Successes(u32),
    NetSuccesses(u32),
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, one, many) = match *self {
            Self::Dice(count) => (count, "die", "dice"),
            Self::Levels(count) => (count, "level", "levels"),
            Self::Successes(count) => (count, "success", "successes"),
            Self::NetSuccesses(count) => (count, "net success", "net successes"),
        };
        write!(f, "{count} {}", if count == 1 { one } else { many })
    }
}
