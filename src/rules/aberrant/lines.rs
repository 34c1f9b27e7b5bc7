//! All sentences of this book: typed notes, results, prompts and refusals.

mod notes;
mod prompts;
mod refusals;
mod results;

use std::fmt;

pub(crate) use self::notes::{
    AttackNote, AutomaticLevels, DamageNote, FateNote, HenchmenSum, KindLevels, MarginDice, ObjectNote,
    RollNote, RollVerdict, SizeNote, SoakTerm, UnitNote,
};
pub(crate) use self::prompts::{
    AnnouncementTime, AnswerDetail, AnswerLabel, AttackSuccesses, DefenceOffer, DefencePrice, DicePool,
    ObstacleOffset, Question, QueuedDistance,
};
pub(crate) use self::refusals::{AberrantRefusal, AnnouncedNames, DecidingAttack, LostAttack};
pub(crate) use self::results::{BlastHarm, Harm, ResultWords};
use crate::aberrant::DamageType;

/// A number with its noun: "1 level", "4 levels".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    Actions(u32),
    BashingDice(u32),
    Dice(u32),
    Henchmen(u32),
    Levels(u32),
    MoreRounds(u32),
    NetSuccesses(u32),
    RawDice(u32),
    Rounds(u32),
    Successes(u32),
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, one, many) = match *self {
            Self::Actions(count) => (count, "action", "actions"),
            Self::BashingDice(count) => (count, "bashing die", "bashing dice"),
            Self::Dice(count) => (count, "die", "dice"),
            Self::Henchmen(count) => (count, "henchman", "henchmen"),
            Self::Levels(count) => (count, "level", "levels"),
            Self::MoreRounds(count) => (count, "more round", "more rounds"),
            Self::NetSuccesses(count) => (count, "net success", "net successes"),
            Self::RawDice(count) => (count, "damage die", "damage dice"),
            Self::Rounds(count) => (count, "round", "rounds"),
            Self::Successes(count) => (count, "success", "successes"),
        };
        write!(f, "{count} {}", if count == 1 { one } else { many })
    }
}

/// One of several things of which it is spent: "1 of 3 Willpower points", "the last Willpower point".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneOf {
    ReservedDefences(u8),
    WillpowerPoints(u8),
}

impl fmt::Display for OneOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, one, many) = match *self {
            Self::ReservedDefences(count) => (count, "reserved defence", "reserved defences"),
            Self::WillpowerPoints(count) => (count, "Willpower point", "Willpower points"),
        };
        if count == 1 { write!(f, "the last {one}") } else { write!(f, "1 of {count} {many}") }
    }
}

/// What damage levels are levels of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelKind {
    /// A body's health.
    Health(DamageType),
    /// An object's structure, which knows no damage types. `AB-OBJ-09`.
    Structure,
}

impl fmt::Display for LevelKind {
    /// "lethal damage", "structure".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Health(kind) => write!(f, "{kind} damage"),
            Self::Structure => f.write_str("structure"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        let texts = [0, 1, 2].map(|count| Counted::RawDice(count).to_string());
        assert_eq!(texts, ["0 damage dice", "1 damage die", "2 damage dice"]);
        let texts = [1, 3].map(|count| OneOf::WillpowerPoints(count).to_string());
        assert_eq!(texts, ["the last Willpower point", "1 of 3 Willpower points"]);
    }
}
