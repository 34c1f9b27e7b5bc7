//! What is rolled, by whom, why, and what came of it.

use std::{borrow::Cow, fmt};

use serde::Serialize;

use super::{Symbol, SymbolDie, SymbolPool, Symbols};

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
pub enum RollMode {
    /// Dice showing at least this face are hits; `Roll::value` counts them.
    Hits(u8),
    /// As `Hits`, and `Roll::glitch` tells whether more than half of the dice show 1.
    HitsAndGlitch(u8),
    /// `Roll::value` counts dice showing at most this face: for rolls under a number of which only success matters.
    AtMost(u8),
    /// `Roll::value` is the sum of all faces.
    Sum,
    /// The sum of all faces in bands of so many, at least 1: `Roll::value` is the number of its band, 1 for the
    /// first. For charts whose rows are equally wide.
    Bands(u8),
    /// A mixed pool of narrative dice: `Roll::symbols` is what it comes to, `Roll::value` its net successes or 0.
    Symbols(SymbolPool),
}

/// Dice rolled together: equal ones, or a mixed pool of narrative dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// How many; 0 rolls nothing and counts 0.
    pub count: u32,
    /// Sides of each die, at least 2; of the largest in a mixed pool, whose dice have the sides of their kind.
    pub sides: u8,
    /// What of the roll matters.
    pub read: RollMode,
}

/// Equal dice within a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceGroup {
    /// How many.
    pub count: u32,
    /// Sides of each.
    pub sides: u8,
    /// Their kind, for narrative dice.
    pub die: Option<SymbolDie>,
}

impl Dice {
    /// A mixed pool of narrative dice.
    pub fn symbols(pool: SymbolPool) -> Self {
        Self { count: pool.len(), sides: 12, read: RollMode::Symbols(pool) }
    }

    /// The equal dice of the roll, in the order of the faces: one group, or one for each kind of narrative die.
    pub fn groups(&self) -> impl Iterator<Item = DiceGroup> + use<> {
        let mixed = if let RollMode::Symbols(pool) = self.read { Some(pool) } else { None };
        let alike = DiceGroup { count: self.count, sides: self.sides, die: None };
        let kinds = SymbolDie::ALL.into_iter().filter_map(move |die| {
            let count = u32::from(mixed?.get(die));
            (count > 0).then_some(DiceGroup { count, sides: die.sides(), die: Some(die) })
        });
        mixed.is_none().then_some(alike).into_iter().chain(kinds)
    }

    /// A pool of d6 counting 5 and 6.
    pub const fn d6_hits(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::Hits(5) }
    }

    /// A pool of d6 counting 5 and 6, with its glitch.
    pub const fn d6_hits_and_glitch(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::HitsAndGlitch(5) }
    }

    /// The sum of some d6.
    pub const fn d6_sum(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::Sum }
    }

    /// Faces written as numbers with spaces or commas between them, if these dice can show them.
    pub fn parse(&self, text: &str) -> Option<Vec<u8>> {
        let parts = text.split(|letter: char| letter.is_whitespace() || letter == ',');
        let faces: Option<Vec<u8>> =
            parts.filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
        let faces = faces?;
        let mut rest = faces.as_slice();
        for group in self.groups() {
            let (own, others) = rest.split_at_checked(group.count as usize)?;
            if !own.iter().all(|face| (1..=group.sides).contains(face)) {
                return None;
            }
            rest = others;
        }
        rest.is_empty().then_some(faces)
    }

    /// Reads given faces the way these dice are read.
    pub fn read(&self, faces: &[u8]) -> Roll {
        let count = |least: u8| faces.iter().map(|&face| u32::from(face >= least)).sum();
        match self.read {
            RollMode::Hits(least) => Roll::from_value(count(least)),
            RollMode::HitsAndGlitch(least) => {
                let ones = faces.iter().filter(|&&face| face == 1).count();
                Roll { glitch: 2 * ones > faces.len(), ..Roll::from_value(count(least)) }
            }
            RollMode::AtMost(most) => {
                Roll::from_value(faces.iter().map(|&face| u32::from(face <= most)).sum())
            }
            RollMode::Sum => Roll::from_value(faces.iter().map(|&face| u32::from(face)).sum()),
            RollMode::Bands(width) => Roll::from_value(
                faces.iter().map(|&face| u32::from(face)).sum::<u32>().div_ceil(u32::from(width)),
            ),
            RollMode::Symbols(pool) => Roll::from_symbols(pool.read(faces)),
        }
    }
}

/// "4d6", "1 ability, 2 proficiency".
impl fmt::Display for Dice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.read {
            RollMode::Symbols(pool) => pool.fmt(formatter),
            _ => write!(formatter, "{}d{}", self.count, self.sides),
        }
    }
}

/// What a rule learns of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Roll {
    /// Hits or other dice that count, the sum of the faces or its band, or net successes.
    pub value: u32,
    /// More than half of the dice show 1; only known where it was asked for.
    pub glitch: bool,
    /// What narrative dice come to.
    #[serde(skip_serializing_if = "Symbols::is_none")]
    pub symbols: Symbols,
}

impl Roll {
    /// A number and nothing else.
    pub const fn from_value(value: u32) -> Self {
        let symbols = Symbols { successes: 0, advantages: 0, triumphs: 0, despairs: 0 };
        Self { value, glitch: false, symbols }
    }

    /// What narrative dice come to.
    pub fn from_symbols(symbols: Symbols) -> Self {
        Self { symbols, ..Self::from_value(u32::from(symbols.successes.max(0).unsigned_abs())) }
    }
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

impl RollRecord {
    /// For narrative dice every face with its die and symbols, in the order rolled; nothing for other dice.
    pub fn symbol_faces(&self) -> impl Iterator<Item = SymbolFace> {
        let pool = if let RollMode::Symbols(pool) = self.dice.read { pool } else { SymbolPool::default() };
        let faces = pool.dice().zip(&self.faces);
        faces.map(|(die, &face)| SymbolFace { die, face, symbols: die.face(face) })
    }
}

/// One face of a narrative die as it was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolFace {
    /// The kind of die.
    pub die: SymbolDie,
    /// Number of the face, from 1.
    pub face: u8,
    /// What the face shows.
    pub symbols: &'static [Symbol],
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
