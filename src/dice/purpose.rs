//! What is rolled, by whom, why, and what came of it.

use std::borrow::Cow;

use serde::Serialize;

/// The id of a clause in a catalogue, such as `SS-ATK-08`.
pub type Clause = &'static str;

/// One reason why a number is not what it was: a value, why, and the clause that says so.
///
/// The log, the preview and an opponent's judgement read the same list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Modifier {
    /// Added to the number; may be negative.
    pub value: i32,
    /// In words a player understands.
    pub reason: Cow<'static, str>,
    /// The clause that rules it.
    pub clause: Clause,
}

/// Modifiers of one number, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    /// No modifiers.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a modifier; a value of 0 says nothing and is left out.
    #[inline]
    pub fn add(&mut self, value: i32, reason: impl Into<Cow<'static, str>>, clause: Clause) {
        if value != 0 {
            self.0.push(Modifier { value, reason: reason.into(), clause });
        }
    }

    /// The sum of all values.
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|modifier| modifier.value).sum()
    }

    /// The sum as a pool of dice: never below 0.
    pub fn pool(&self) -> u32 {
        self.sum().max(0).unsigned_abs()
    }
}

/// What of a roll matters to the rule; nothing else reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Read {
    /// Dice showing at least this face are hits; `Roll::value` counts them.
    Hits(u8),
    /// As `Hits`, and `Roll::glitch` tells whether more than half of the dice show 1.
    HitsAndGlitch(u8),
    /// `Roll::value` is the sum of all faces.
    Sum,
}

/// Equal dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// How many; 0 rolls nothing and counts 0.
    pub count: u32,
    /// Sides of each die, at least 2.
    pub sides: u8,
    /// What of the roll matters.
    pub read: Read,
}

impl Dice {
    /// A pool of d6 counting 5 and 6.
    pub const fn d6_hits(count: u32) -> Self {
        Self { count, sides: 6, read: Read::Hits(5) }
    }

    /// A pool of d6 counting 5 and 6, with its glitch.
    pub const fn d6_hits_and_glitch(count: u32) -> Self {
        Self { count, sides: 6, read: Read::HitsAndGlitch(5) }
    }

    /// The sum of some d6.
    pub const fn d6_sum(count: u32) -> Self {
        Self { count, sides: 6, read: Read::Sum }
    }

    /// Reads given faces the way these dice are read.
    pub fn read(&self, faces: &[u8]) -> Roll {
        let count = |least: u8| faces.iter().map(|&face| u32::from(face >= least)).sum();
        match self.read {
            Read::Hits(least) => Roll { value: count(least), glitch: false },
            Read::HitsAndGlitch(least) => {
                let ones = faces.iter().filter(|&&face| face == 1).count();
                Roll { value: count(least), glitch: 2 * ones > faces.len() }
            }
            Read::Sum => Roll { value: faces.iter().map(|&face| u32::from(face)).sum(), glitch: false },
        }
    }
}

/// What a rule learns of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Roll {
    /// Hits, or the sum of the faces.
    pub value: u32,
    /// More than half of the dice show 1; only known where it was asked for.
    pub glitch: bool,
}

/// Who rolls, why, under which clause, and what the number of dice is made of.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// Number of the unit that rolls; `None` for walls and coins.
    pub who: Option<u32>,
    /// Name of the roll in words a player understands: "attack", "soak".
    pub why: &'static str,
    /// The clause that asks for the roll.
    pub clause: Clause,
    /// What the number of dice is made of.
    pub parts: &'a [Modifier],
    /// Hits above this are lost by the rule: it must not tell them apart. The faces do not know the limit, so the
    /// rule applies it to what it learns; odds may answer with the limit for everything above it.
    pub limit: Option<u32>,
}

/// A roll as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollRecord {
    /// Number of the unit that rolled.
    pub who: Option<u32>,
    /// Name of the roll.
    pub why: &'static str,
    /// The clause that asked for it.
    pub clause: Clause,
    /// What the number of dice is made of.
    pub parts: Vec<Modifier>,
    /// Hits above this were lost.
    pub limit: Option<u32>,
    /// The dice.
    pub dice: Dice,
    /// Every face, in the order rolled.
    pub faces: Vec<u8>,
    /// What the rule learned.
    pub roll: Roll,
}

/// A line of explanation between rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The clause that ruled.
    pub clause: Clause,
    /// In words a player understands.
    pub text: String,
    /// What the number in the text is made of, if it is made of something.
    pub parts: Vec<Modifier>,
}

/// One step of a resolved rule, kept for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Trace {
    /// Dice were rolled.
    Rolled(RollRecord),
    /// A player decided: the question and the answer's label.
    Decided {
        /// Number of the unit that was asked.
        who: u32,
        /// What was asked.
        question: String,
        /// What was answered.
        answer: String,
        /// The clause that asks.
        clause: Clause,
    },
    /// A number was worked out.
    Noted(Note),
}
