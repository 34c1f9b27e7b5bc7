//! A scene of any book but Swan Song, in the terms that all books share.

use crate::dice::SymbolPool;
use crate::rules::engine::Action;
use crate::rules::{BarrierEngagement, BarrierOnLine, Book, Combatant, Engagement, Ground, RuleSet, Sight};

/// One test of the rules, ready to be resolved through `rules::play`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Shown to players.
    pub name: String,
    /// What it shows, in a sentence; may be empty.
    pub description: String,
    /// The rulebook and its switches.
    pub rules: RuleSet,
    /// Everybody in it; a unit's number is its place in this list, counted from 1.
    pub units: Vec<Combatant>,
    /// What stands about; a barrier's number is its place in the file, counted from 1.
    pub barriers: Vec<BarrierOnLine>,
    /// What happens.
    pub action: Play,
    /// Answers to questions, each given wherever it is offered.
    pub answers: Vec<String>,
}

/// What happens in an encounter. Units are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// An attack on a unit.
    Attack(Box<Engagement>),
    /// An attack on a barrier.
    Strike(Box<BarrierEngagement>),
    /// Something that only this book lets a unit do.
    Deed {
        /// Who does it.
        unit: u32,
        /// Key of the offer.
        key: String,
        /// To whom, and how far away in rings of squares.
        target: Option<(u32, u32)>,
        /// With which of what it holds.
        slot: Option<usize>,
        /// An enemy sees the unit.
        seen: bool,
        /// Height in centimetres of what is beside it to hide behind, 0 for nothing.
        cover_cm: u16,
    },
    /// The initiative of a round.
    Initiative(u32),
    /// The unit's place in the order has come.
    PhaseBegins(u32),
    /// The unit's phase is over.
    PhaseEnds(u32),
    /// The round is over for the unit.
    RoundEnds(u32),
    /// A sprint.
    Sprint(u32),
    /// A way over difficult ground. `CS-TER-03`.
    Footing {
        /// Who goes.
        unit: u32,
        /// How.
        action: Action,
        /// The squares it enters.
        path: Vec<Ground>,
    },
    /// A look for somebody who hides. `CS-UNA-06`.
    Notice {
        /// Who looks.
        unit: u32,
        /// Who hides.
        hidden: u32,
        /// How they see each other.
        sight: Sight,
        /// Nothing opaque lies between them.
        line_of_sight: bool,
    },
    /// Dice against a number, without units.
    Check(Check),
}

/// A roll of the book by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Dice that count, less those against them. `AB-BASE-01`, `AB-BASE-02`, `AB-BASE-03`, `AD-BASE-01`.
    Pool {
        /// Dice.
        dice: u32,
        /// What is taken from the successes.
        difficulty: u32,
        /// Dice of whoever resists.
        against: Option<u32>,
    },
    /// A d100 at or under a number. `CS-BASE-01` to `CS-BASE-04`.
    Under(i32),
    /// Narrative dice. Chapter DICE of Combat Checks.
    Symbols(SymbolPool),
    /// A Critical Injury. `CC-CRIT-03`, `CC-CRIT-07`, `CC-CRIT-08`.
    Injury {
        /// Injuries that the target has already.
        ongoing: u32,
        /// How often it was paid for.
        paid: u32,
    },
}

impl Encounter {
    /// The rulebook.
    pub fn book(&self) -> Book {
        self.rules.book()
    }

    /// A unit by its number.
    pub fn unit(&self, number: u32) -> Option<&Combatant> {
        self.units.iter().find(|unit| unit.id == number)
    }

    /// Name of a unit by its number.
    pub fn unit_name(&self, number: u32) -> Option<&str> {
        self.unit(number).map(|unit| &*unit.name)
    }

    /// Name of a barrier by its number.
    pub fn barrier_name(&self, number: u32) -> Option<&str> {
        self.barriers.iter().find(|barrier| barrier.id == number).map(|barrier| barrier.name.as_str())
    }
}
