//! Dice, rolls, their purpose, and the trace of a resolved rule.

use std::{borrow::Cow, fmt};

use serde::Serialize;

use super::{RuleText, Symbol, SymbolDie, SymbolPool, Symbols};
use model::UnitId;

/// Id of a clause in a rulebook's catalogue, such as `SS-ATK-08`.
pub type Clause = &'static str;

/// One contribution to a number: a value, its reason, and the clause that requires it.
///
/// The log, the forecast and the AI read the same list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Modifier {
    /// Value added to the number; may be negative.
    pub value: i32,
    /// Reason shown to the player.
    pub reason: Cow<'static, str>,
    /// Clause that requires it.
    pub clause: Clause,
}

/// Modifiers of one number, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Modifiers(pub Vec<Modifier>);

impl Modifiers {
    /// Parts for which the first one makes room; few numbers have more.
    const USUAL_PARTS: usize = 8;

    /// No modifiers.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a modifier; a value of 0 is left out.
    #[inline]
    pub fn add(&mut self, value: i32, reason: impl Into<Cow<'static, str>>, clause: Clause) {
        if value != 0 {
            if self.0.is_empty() {
                self.0.reserve(Self::USUAL_PARTS);
            }
            self.0.push(Modifier { value, reason: reason.into(), clause });
        }
    }

    /// Adds all modifiers of another number behind its own.
    pub fn append(&mut self, mut more: Self) {
        if self.0.is_empty() {
            *self = more;
        } else {
            self.0.append(&mut more.0);
        }
    }

    /// The sum of all values.
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|modifier| modifier.value).sum()
    }

    /// The sum as a number of dice, at least 0.
    pub fn pool(&self) -> u32 {
        self.sum().max(0).unsigned_abs()
    }
}

impl From<&Modifiers> for Modifiers {
    /// A copy.
    fn from(parts: &Modifiers) -> Self {
        parts.clone()
    }
}

/// How faces become a value; the rule sees nothing else of the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum RollMode {
    /// Dice that show at least this face are hits; `Roll::value` counts them.
    Hits(u8),
    /// As `Hits`; `Roll::glitch` is set if more than half of the dice show 1.
    HitsAndGlitch(u8),
    /// `Roll::value` counts dice that show at most this face, for rolls under a number of which only success matters.
    AtMost(u8),
    /// `Roll::value` is the sum of all faces.
    Sum,
    /// The sum of all faces in bands of this width, at least 1: `Roll::value` is the number of its band, from 1. For
    /// charts with rows of equal width.
    Bands(u8),
    /// A mixed pool of narrative dice: `Roll::symbols` are its net symbols, `Roll::value` its net successes, at least
    /// 0.
    Symbols(SymbolPool),
}

/// Dice rolled together: all alike, or a mixed pool of narrative dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Dice {
    /// Number of dice; 0 rolls nothing and counts 0.
    pub count: u32,
    /// Sides of each die, at least 2. In a mixed pool each die has the sides of its kind; this is the largest.
    pub sides: u8,
    /// How the faces are read.
    pub read: RollMode,
}

/// Dice of one kind within a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceGroup {
    /// Number of dice.
    pub count: u32,
    /// Sides of each die.
    pub sides: u8,
    /// Kind of narrative die; `None` for others.
    pub die: Option<SymbolDie>,
}

impl Dice {
    /// A mixed pool of narrative dice.
    pub fn symbols(pool: SymbolPool) -> Self {
        Self { count: pool.len(), sides: 12, read: RollMode::Symbols(pool) }
    }

    /// The dice of the roll by kind, in the order of the faces: one group, or one for each kind of narrative die.
    pub fn groups(&self) -> impl Iterator<Item = DiceGroup> + use<> {
        let mixed = if let RollMode::Symbols(pool) = self.read { Some(pool) } else { None };
        let alike = DiceGroup { count: self.count, sides: self.sides, die: None };
        let kinds = SymbolDie::ALL.into_iter().filter_map(move |die| {
            let count = u32::from(mixed?.get(die));
            (count > 0).then_some(DiceGroup { count, sides: die.sides(), die: Some(die) })
        });
        mixed.is_none().then_some(alike).into_iter().chain(kinds)
    }

    /// A pool of d6 that counts 5 and 6.
    pub const fn d6_hits(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::Hits(5) }
    }

    /// A pool of d6 that counts 5 and 6 and detects glitches.
    pub const fn d6_hits_and_glitch(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::HitsAndGlitch(5) }
    }

    /// The sum of some d6.
    pub const fn d6_sum(count: u32) -> Self {
        Self { count, sides: 6, read: RollMode::Sum }
    }

    /// Parses faces separated by spaces or commas; `None` if these dice cannot show them.
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

    /// Evaluates given faces.
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

/// What a rule sees of a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Roll {
    /// Number of hits or other dice that count, sum of the faces, number of its band, or net successes.
    pub value: u32,
    /// Whether more than half of the dice show 1; only set for `RollMode::HitsAndGlitch`.
    pub glitch: bool,
    /// Net symbols of narrative dice.
    #[serde(skip_serializing_if = "Symbols::is_none")]
    pub symbols: Symbols,
}

impl Roll {
    /// A roll with this value, no glitch and no symbols.
    pub const fn from_value(value: u32) -> Self {
        let symbols = Symbols { successes: 0, advantages: 0, triumphs: 0, despairs: 0 };
        Self { value, glitch: false, symbols }
    }

    /// The roll of narrative dice with these net symbols.
    pub fn from_symbols(symbols: Symbols) -> Self {
        Self { symbols, ..Self::from_value(u32::from(symbols.successes.max(0).unsigned_abs())) }
    }
}

/// Who rolls, why, under which clause, and how the number of dice comes about.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// Id of the unit that rolls; `None` for walls and coins.
    pub who: Option<UnitId>,
    /// Name of the roll shown to the player: "attack", "soak".
    pub why: &'static str,
    /// Clause that requires the roll.
    pub clause: Clause,
    /// Parts of the number of dice.
    pub parts: &'a [Modifier],
    /// Hits above this do not count, and the rule must not distinguish them. A table may return more, so the rule
    /// applies the limit itself; the enumerated table may return the limit for everything above it.
    pub limit: Option<u32>,
}

/// A recorded roll, for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollRecord {
    /// Id of the unit that rolled.
    pub who: Option<UnitId>,
    /// Name of the roll.
    pub why: &'static str,
    /// Clause that required it.
    pub clause: Clause,
    /// Parts of the number of dice.
    pub parts: Vec<Modifier>,
    /// Hits above this did not count.
    pub limit: Option<u32>,
    /// Dice rolled.
    pub dice: Dice,
    /// All faces, in the order rolled.
    pub faces: Vec<u8>,
    /// What the rule saw.
    pub roll: Roll,
}

impl RollRecord {
    /// The faces of narrative dice with their dice and symbols, in the order rolled; empty for other dice.
    pub fn symbol_faces(&self) -> impl Iterator<Item = SymbolFace> {
        let pool = if let RollMode::Symbols(pool) = self.dice.read { pool } else { SymbolPool::default() };
        let faces = pool.dice().zip(&self.faces);
        faces.map(|(die, &face)| SymbolFace { die, face, symbols: die.face(face) })
    }
}

/// One rolled face of a narrative die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SymbolFace {
    /// Kind of die.
    pub die: SymbolDie,
    /// Number of the face, from 1.
    pub face: u8,
    /// Symbols on the face.
    pub symbols: &'static [Symbol],
}

/// An explanation between rolls, for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Clause that applies.
    pub clause: Clause,
    /// Text shown to the player.
    pub text: RuleText,
    /// Parts of the number in the text, if any.
    pub parts: Vec<Modifier>,
}

impl Note {
    /// Creates a note without parts.
    pub fn new(clause: Clause, text: impl Into<RuleText>) -> Self {
        Self { clause, text: text.into(), parts: Vec::new() }
    }

    /// Returns the note with the parts of the number in its text.
    #[must_use]
    pub fn with_parts(mut self, parts: &[Modifier]) -> Self {
        parts.clone_into(&mut self.parts);
        self
    }
}

/// One step of a resolved rule, kept for the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Trace {
    /// Dice were rolled.
    Rolled(RollRecord),
    /// A player decided.
    Decided {
        /// Id of the unit whose player decided.
        who: UnitId,
        /// Text of the prompt.
        question: RuleText,
        /// Label of the answer.
        answer: RuleText,
        /// Clause of the prompt.
        clause: Clause,
    },
    /// A number was calculated.
    Noted(Note),
}
