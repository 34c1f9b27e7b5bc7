//! A scene of any book, in the terms that all books share.

use std::sync::Arc;

use super::actions::SceneContents;
use super::raw_action::RawAction;
use super::scene_state::SceneState;
use crate::definitions::validate::EntryValidator as Judged;
use crate::diagnostic::Diagnostic;
use crate::files::source::SourceFile;
use crate::files::syntax_tree::SyntaxNode;
use dice::SymbolPool;
use rules::swan_song::{DamageType, PoolKind};
use rules::turn_engine::turn_order::InitiativeEntry;
use rules::turn_engine::{Action, InitiativeScore};
use rules::{
    AttackRequest, BarrierAttackRequest, Book, GroundConditions, RuleSet, TargetSight, UnitSnapshot,
};

/// One or several tests of the rules, ready to be resolved through `rules::play`.
#[derive(Clone, Debug)]
pub struct RuleScene {
    /// Shown to players.
    pub name: String,
    /// What it shows, in a sentence; may be empty.
    pub description: String,
    /// What happens, in order; never empty.
    pub(super) actions: Vec<SceneAction>,
    /// Everything as it is before the first action.
    pub(super) contents: SceneContents,
    pub(super) source: Arc<SourceFile>,
}

/// One action as the file has it.
#[derive(Clone, Debug)]
pub(super) struct SceneAction {
    pub raw: RawAction,
    /// Where it stands in the file.
    pub path: Vec<String>,
    /// Answers to questions, each given wherever it is offered.
    pub answers: Vec<String>,
}

/// What happens in an encounter. Units are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolvedAction {
    /// An attack on a unit.
    Attack(Box<AttackRequest>),
    /// An attack on a barrier.
    BarrierAttack(Box<BarrierAttackRequest>),
    /// Something that only this book lets a unit do.
    SpecialAction {
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
    DifficultGround {
        /// Who goes.
        unit: u32,
        /// How.
        action: Action,
        /// The squares it enters.
        path: Vec<GroundConditions>,
    },
    /// A look for somebody who hides. `CS-UNA-06`.
    Notice {
        /// Who looks.
        unit: u32,
        /// Who hides.
        hidden: u32,
        /// How they see each other.
        sight: TargetSight,
        /// Nothing opaque lies between them.
        line_of_sight: bool,
    },
    /// A single rule of the book.
    Check(SingleCheck),
    /// What no die decides.
    Lookup(SceneLookup),
}

/// Something that is only looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneLookup {
    /// A unit as it is now.
    Unit(u32),
    /// A barrier as it is now.
    Barrier(u32),
    /// Everything that goes into an attack.
    Attack(Box<AttackRequest>),
    /// Everything that goes into an attack on a barrier.
    BarrierAttack(Box<BarrierAttackRequest>),
}

/// A roll of the book by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SingleCheck {
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
    PercentileTest(i32),
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
        before: InitiativeScore,
        /// The attribute from now on.
        attribute: i32,
        /// The dice from now on.
        dice: u8,
    },
    /// Who acts before whom. `SS-INIT-08` to `SS-INIT-11`.
    TurnOrder(Vec<InitiativeEntry>),
    /// Damage that is left after soak. Chapters DMG, WND and KNOCK of Swan Song.
    PlainDamage {
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

impl SceneAction {
    fn syntax_node<'s>(&self, source: &'s SourceFile) -> &'s SyntaxNode {
        let mut node = &source.root;
        for label in &self.path {
            node = node.get(label).unwrap_or(node);
        }
        node
    }
}

impl RuleScene {
    /// The rulebook and its switches.
    pub fn rules(&self) -> &RuleSet {
        &self.contents.rules
    }

    /// The rulebook.
    pub fn book(&self) -> Book {
        self.rules().book()
    }

    /// How many actions there are, at least 1.
    pub fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Whether it is a list of actions; one by itself may be stated as it could never be paid.
    pub fn is_sequence(&self) -> bool {
        self.contents.is_sequence
    }

    /// Word for the action of this number, from 0, as files have it.
    pub fn action_kind(&self, number: usize) -> &'static str {
        self.actions[number].raw.action_kind()
    }

    /// Answers that the file gives in the action of this number, from 0.
    pub fn answers(&self, number: usize) -> &[String] {
        self.actions.get(number).map_or(&[], |act| &act.answers)
    }

    /// Everything as it is before the first action.
    pub fn initial_state(&self) -> SceneState {
        SceneState::from_contents(&self.contents)
    }

    /// What the action of this number, from 0, comes to at a moment, and the moment with its price paid.
    ///
    /// # Errors
    /// Why it cannot be done now, in words.
    pub fn resolve_action(
        &self,
        number: usize,
        moment: &SceneState,
    ) -> Result<(ResolvedAction, SceneState), String> {
        let act = &self.actions[number];
        let mut set = moment.contents_at(&self.contents);
        if let Some(name) = act.raw.acting_unit().filter(|_| number > 0)
            && set.units.units.iter().any(|unit| *unit.name == *name && unit.down.is_some())
        {
            return Err(format!("{name} is out of the fight"));
        }
        match set.validate_action(&self.source, act) {
            (Some(play), _) => Ok((play, moment.after_payment(set))),
            (None, problems) => {
                Err(problems.into_iter().next().map(|problem| problem.what).unwrap_or_default())
            }
        }
    }

    /// A unit by its number, as it is before the first action.
    pub fn unit(&self, number: u32) -> Option<&UnitSnapshot> {
        self.contents.units.units.iter().find(|unit| unit.id == number)
    }

    /// Everybody in it, as they are before the first action; a unit's number is its place in this list, counted from 1.
    pub fn units(&self) -> &[UnitSnapshot] {
        &self.contents.units.units
    }

    /// Name of a unit by its number.
    pub fn unit_name(&self, number: u32) -> Option<&str> {
        self.unit(number).map(|unit| &*unit.name)
    }

    /// Name of a barrier by its number.
    pub fn barrier_name(&self, number: u32) -> Option<&str> {
        let barrier = self.contents.barriers.list.iter().find(|barrier| barrier.id == number);
        barrier.map(|barrier| barrier.name.as_str())
    }
}

impl SceneContents {
    /// What an action comes to, and what is wrong with it: what makes no sense first, then what is refused.
    pub(super) fn validate_action(
        &mut self,
        source: &SourceFile,
        act: &SceneAction,
    ) -> (Option<ResolvedAction>, Vec<Diagnostic>) {
        let mut entry = Judged::new(source, act.syntax_node(source));
        let play = self.resolve_action(&mut entry, &act.raw);
        let mut problems = entry.diagnostics;
        problems.append(&mut self.refused);
        (play, problems)
    }

    /// What makes no sense in an action, whatever is refused as things stand.
    pub(super) fn find_errors(mut self, source: &SourceFile, act: &SceneAction) -> Vec<Diagnostic> {
        let mut entry = Judged::new(source, act.syntax_node(source));
        self.resolve_action(&mut entry, &act.raw);
        entry.diagnostics
    }
}
