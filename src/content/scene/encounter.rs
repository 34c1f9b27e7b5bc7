//! A scene of any book, in the terms that all books share.

use std::sync::Arc;

use super::moment::Moment;
use super::plays::Set;
use super::raw_play::RawPlay;
use crate::check::Entry as Judged;
use crate::problem::Problem;
use crate::source::Source;
use crate::tree::Node;
use dice::SymbolPool;
use rules::engine::turn_order::Entry;
use rules::engine::{Action, Initiative};
use rules::swan_song::{DamageType, PoolKind};
use rules::{BarrierEngagement, Book, Combatant, Engagement, Ground, RuleSet, Sight};

/// One or several tests of the rules, ready to be resolved through `rules::play`.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Shown to players.
    pub name: String,
    /// What it shows, in a sentence; may be empty.
    pub description: String,
    /// What happens, in order; never empty.
    pub(super) acts: Vec<Act>,
    /// Everything as it is before the first action.
    pub(super) set: Set,
    pub(super) source: Arc<Source>,
}

/// One action as the file has it.
#[derive(Clone, Debug)]
pub(super) struct Act {
    pub raw: RawPlay,
    /// Where it stands in the file.
    pub path: Vec<String>,
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
        /// Boost dice that wait for its side, givers named. `CC-ADV-08`.
        boosts: Vec<u32>,
    },
    /// The initiative of a round.
    Initiative(u32),
    /// A new round: everybody has its turn again.
    RoundBegins,
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
    /// A single rule of the book.
    Check(Check),
    /// What no die decides.
    Show(Shown),
}

/// Something that is only looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A unit as it is now.
    Unit(u32),
    /// A barrier as it is now.
    Barrier(u32),
    /// Everything that goes into an attack.
    Attack(Box<Engagement>),
    /// Everything that goes into an attack on a barrier.
    Strike(Box<BarrierEngagement>),
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
    /// Initiative with what only Swan Song adds. `SS-INIT-01` to `SS-INIT-07`.
    Initiative {
        /// Who rolls.
        unit: u32,
        /// Dice that effects add.
        change: i32,
        /// Karma was paid for five dice.
        karma: bool,
        /// Passes over before the unit came. `SS-INIT-25`.
        passes: u32,
    },
    /// An Initiative attribute or number of dice that changes within a round. `SS-INIT-15` to `SS-INIT-20`.
    InitiativeChange {
        /// Number of the unit.
        unit: u32,
        /// Its initiative so far.
        before: Initiative,
        /// The attribute from now on.
        attribute: i32,
        /// The dice from now on.
        dice: u8,
    },
    /// Who acts before whom. `SS-INIT-08` to `SS-INIT-11`.
    TurnOrder(Vec<Entry>),
    /// Damage that is left after soak. Chapters DMG, WND and KNOCK of Swan Song.
    Harm {
        /// Who takes it.
        unit: u32,
        /// Points.
        damage: u32,
        /// Health or Strain.
        pool: PoolKind,
        /// Damage type.
        damage_type: DamageType,
        /// Of gel rounds. `SS-KNOCK-06`.
        gel: bool,
    },
    /// A dying unit that nobody helps. `SS-DMG-23`, `SS-DMG-24`.
    Bleed {
        /// Who.
        unit: u32,
        /// Rounds since it went down.
        rounds: u32,
    },
    /// What the end of the fight and days of rest make of a unit. `AD-BASE-21`, `CC-HEAL-07`.
    Rest {
        /// Who.
        unit: u32,
        /// Days.
        days: u32,
    },
}

impl Act {
    fn node<'s>(&self, source: &'s Source) -> &'s Node {
        let mut node = &source.root;
        for label in &self.path {
            node = node.get(label).unwrap_or(node);
        }
        node
    }
}

impl Encounter {
    /// The rulebook and its switches.
    pub fn rules(&self) -> &RuleSet {
        &self.set.rules
    }

    /// The rulebook.
    pub fn book(&self) -> Book {
        self.rules().book()
    }

    /// How many actions there are, at least 1.
    pub fn acts(&self) -> usize {
        self.acts.len()
    }

    /// Whether it is a list of actions; one by itself may be stated as it could never be paid.
    pub fn is_course(&self) -> bool {
        self.set.is_course
    }

    /// Word for the action of this number, from 0, as files have it.
    pub fn kind(&self, number: usize) -> &'static str {
        self.acts[number].raw.kind()
    }

    /// Answers that the file gives in the action of this number, from 0.
    pub fn answers(&self, number: usize) -> &[String] {
        self.acts.get(number).map_or(&[], |act| &act.answers)
    }

    /// Everything as it is before the first action.
    pub fn opening(&self) -> Moment {
        Moment::of(&self.set)
    }

    /// What the action of this number, from 0, comes to at a moment, and the moment with its price paid.
    ///
    /// # Errors
    /// Why it cannot be done now, in words.
    pub fn play(&self, number: usize, moment: &Moment) -> Result<(Play, Moment), String> {
        let act = &self.acts[number];
        let mut set = moment.set(&self.set);
        if let Some(name) = act.raw.acts().filter(|_| number > 0)
            && set.muster.units.iter().any(|unit| *unit.name == *name && unit.down.is_some())
        {
            return Err(format!("{name} is out of the fight"));
        }
        match set.judge(&self.source, act) {
            (Some(play), _) => Ok((play, moment.paid(set))),
            (None, problems) => {
                Err(problems.into_iter().next().map(|problem| problem.what).unwrap_or_default())
            }
        }
    }

    /// A unit by its number, as it is before the first action.
    pub fn unit(&self, number: u32) -> Option<&Combatant> {
        self.set.muster.units.iter().find(|unit| unit.id == number)
    }

    /// Everybody in it, as they are before the first action; a unit's number is its place in this list, counted from 1.
    pub fn units(&self) -> &[Combatant] {
        &self.set.muster.units
    }

    /// Name of a unit by its number.
    pub fn unit_name(&self, number: u32) -> Option<&str> {
        self.unit(number).map(|unit| &*unit.name)
    }

    /// Name of a barrier by its number.
    pub fn barrier_name(&self, number: u32) -> Option<&str> {
        let barrier = self.set.barriers.list.iter().find(|barrier| barrier.id == number);
        barrier.map(|barrier| barrier.name.as_str())
    }
}

impl Set {
    /// What an action comes to, and what is wrong with it: what makes no sense first, then what is refused.
    pub(super) fn judge(&mut self, source: &Source, act: &Act) -> (Option<Play>, Vec<Problem>) {
        let mut entry = Judged::new(source, act.node(source));
        let play = self.play(&mut entry, &act.raw);
        let mut problems = entry.problems;
        problems.append(&mut self.refused);
        (play, problems)
    }

    /// What makes no sense in an action, whatever is refused as things stand.
    pub(super) fn nonsense(mut self, source: &Source, act: &Act) -> Vec<Problem> {
        let mut entry = Judged::new(source, act.node(source));
        self.play(&mut entry, &act.raw);
        entry.problems
    }
}
