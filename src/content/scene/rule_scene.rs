//! Scenes of any book, in terms that all books share.

use std::sync::Arc;

use super::actions::SceneContents;
use super::raw_action::RawAction;
use super::scene_state::SceneState;
use crate::definitions::validate::EntryValidator as Judged;
use crate::diagnostic::Diagnostic;
use crate::files::source::SourceFile;
use crate::files::syntax_tree::SyntaxNode;
use dice::SymbolPool;
use model::{BarrierSource, UnitId};
use rules::swan_song::{DamageType, PoolKind};
use rules::turn_engine::turn_order::InitiativeEntry;
use rules::turn_engine::{Action, InitiativeScore};
use rules::{
    AttackRequest, BarrierAttackRequest, Book, GroundConditions, RuleSet, TargetSight, UnitSnapshot,
};

/// One or several rule tests, ready to be resolved through `rules::play`.
#[derive(Clone, Debug)]
pub struct RuleScene {
    /// Shown to players.
    pub name: String,
    /// A description, may be empty.
    pub description: String,
    /// Actions in order; never empty.
    pub(super) actions: Vec<SceneAction>,
    /// The state before the first action.
    pub(super) contents: SceneContents,
    pub(super) source: Arc<SourceFile>,
}

/// An action of the file.
#[derive(Clone, Debug)]
pub(super) struct SceneAction {
    pub raw: RawAction,
    /// Its path in the file.
    pub path: Vec<String>,
    /// Answers to prompts, each used wherever it is offered.
    pub answers: Vec<String>,
}

/// An action, resolved. Units are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolvedAction {
    /// An attack on a unit.
    Attack(Box<AttackRequest>),
    /// An attack on a barrier.
    BarrierAttack(Box<BarrierAttackRequest>),
    /// A special action of this book.
    SpecialAction {
        /// The acting unit.
        unit: UnitId,
        /// Key of the action.
        key: String,
        /// The target, with its distance in squares.
        target: Option<(UnitId, u32)>,
        /// Slot of the item used.
        slot: Option<usize>,
        /// An enemy sees the unit.
        seen: bool,
        /// Height in centimetres of the adjacent cover, 0 for none.
        cover_cm: u16,
        /// Givers of unused boost dice of its side. `CC-ADV-08`.
        boosts: Vec<UnitId>,
    },
    /// Initiative of a round.
    Initiative(UnitId),
    /// A new round, with new turns for all.
    RoundBegins,
    /// The unit's phase begins.
    PhaseBegins(UnitId),
    /// The unit's phase ends.
    PhaseEnds(UnitId),
    /// The round ends for the unit.
    RoundEnds(UnitId),
    /// A sprint.
    Sprint(UnitId),
    /// A move over difficult ground. `CS-TER-03`.
    DifficultGround {
        /// The moving unit.
        unit: UnitId,
        /// How it moves.
        action: Action,
        /// The squares it enters.
        path: Vec<GroundConditions>,
    },
    /// A search for a hidden unit. `CS-UNA-06`.
    Notice {
        /// The searching unit.
        unit: UnitId,
        /// The hidden unit.
        hidden: UnitId,
        /// Sight between them.
        sight: TargetSight,
        /// Whether nothing opaque is between them.
        line_of_sight: bool,
    },
    /// A single rule of the book.
    Check(SingleCheck),
    /// A lookup without dice.
    Lookup(SceneLookup),
}

/// A lookup without dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneLookup {
    /// A unit in its current state.
    Unit(UnitId),
    /// A barrier in its current state.
    Barrier(BarrierSource),
    /// All modifiers of an attack.
    Attack(Box<AttackRequest>),
    /// All modifiers of an attack on a barrier.
    BarrierAttack(Box<BarrierAttackRequest>),
}

/// A single roll of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SingleCheck {
    /// A success pool, with an opposing one. `AB-BASE-01`, `AB-BASE-02`, `AB-BASE-03`, `AD-BASE-01`.
    Pool {
        /// Dice.
        dice: u32,
        /// Subtracted from the successes.
        difficulty: u32,
        /// Opposing dice, in an opposed test.
        against: Option<u32>,
    },
    /// A d100 at or under a target. `CS-BASE-01` to `CS-BASE-04`.
    PercentileTest(i32),
    /// Narrative dice. Chapter DICE of Combat Checks.
    Symbols(SymbolPool),
    /// A Critical Injury. `CC-CRIT-03`, `CC-CRIT-07`, `CC-CRIT-08`.
    Injury {
        /// Ongoing injuries of the target.
        ongoing: u32,
        /// Number of activations.
        paid: u32,
    },
    /// Initiative with Swan Song's options. `SS-INIT-01` to `SS-INIT-07`.
    Initiative {
        /// The unit.
        unit: UnitId,
        /// Bonus dice.
        change: i32,
        /// Whether Karma is spent for five dice.
        karma: bool,
        /// Passes before the unit joined. `SS-INIT-25`.
        passes: u32,
    },
    /// A change of Initiative attribute or dice within a round. `SS-INIT-15` to `SS-INIT-20`.
    InitiativeChange {
        /// Id of the unit.
        unit: UnitId,
        /// Its previous initiative.
        before: InitiativeScore,
        /// The new attribute.
        attribute: i32,
        /// The new number of dice.
        dice: u8,
    },
    /// Turn order. `SS-INIT-08` to `SS-INIT-11`.
    TurnOrder(Vec<InitiativeEntry>),
    /// Damage after soak. Chapters DMG, WND and KNOCK of Swan Song.
    PlainDamage {
        /// The unit.
        unit: UnitId,
        /// Points.
        damage: u32,
        /// Health or Strain.
        pool: PoolKind,
        /// Damage type.
        damage_type: DamageType,
        /// Whether it is from gel rounds. `SS-KNOCK-06`.
        gel: bool,
    },
    /// Bleeding of an untreated dying unit. `SS-DMG-23`, `SS-DMG-24`.
    Bleed {
        /// The unit.
        unit: UnitId,
        /// Rounds since it went down.
        rounds: u32,
    },
    /// The end of the battle, and days of rest. `AD-BASE-21`, `CC-HEAL-07`.
    Rest {
        /// The unit.
        unit: UnitId,
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

    /// Number of actions, at least 1.
    pub fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Whether the file lists several actions. Only then costs must be paid.
    pub fn is_sequence(&self) -> bool {
        self.contents.is_sequence
    }

    /// Key of the action at this index.
    pub fn action_kind(&self, number: usize) -> &'static str {
        self.actions[number].raw.action_kind()
    }

    /// Answers of the file for the action at this index.
    pub fn answers(&self, number: usize) -> &[String] {
        self.actions.get(number).map_or(&[], |act| &act.answers)
    }

    /// The state before the first action.
    pub fn initial_state(&self) -> SceneState {
        SceneState::from_contents(&self.contents)
    }

    /// Resolves the action at this index in a state; returns it with the state after its cost.
    ///
    /// # Errors
    /// Why it is refused in this state.
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
            return Err(format!("{name} is out of action"));
        }
        match set.validate_action(&self.source, act) {
            (Some(play), _) => Ok((play, moment.after_payment(set))),
            (None, problems) => {
                Err(problems.into_iter().next().map(|problem| problem.what).unwrap_or_default())
            }
        }
    }

    /// A unit before the first action, by its id.
    pub fn unit(&self, number: UnitId) -> Option<&UnitSnapshot> {
        self.contents.units.units.iter().find(|unit| unit.id == number)
    }

    /// All units before the first action; a unit's number is its index plus 1.
    pub fn units(&self) -> &[UnitSnapshot] {
        &self.contents.units.units
    }

    /// Name of a unit by its id.
    pub fn unit_name(&self, number: UnitId) -> Option<&str> {
        self.unit(number).map(|unit| &*unit.name)
    }

    /// Name of a barrier by its id.
    pub fn barrier_name(&self, id: impl Into<BarrierSource>) -> Option<&str> {
        let id = id.into();
        let barrier = self.contents.barriers.list.iter().find(|barrier| barrier.id == id);
        barrier.map(|barrier| barrier.name.as_str())
    }
}

impl SceneContents {
    /// Resolves an action; returns errors first, then refusals.
    pub(super) fn validate_action(
        &mut self,
        source: &SourceFile,
        act: &SceneAction,
    ) -> (Option<ResolvedAction>, Vec<Diagnostic>) {
        let mut entry = Judged::new(source, act.syntax_node(source));
        let resolved = self.resolve_action(&mut entry, &act.raw);
        let mut problems = entry.diagnostics;
        problems.append(&mut self.refused);
        (resolved, problems)
    }

    /// Errors of an action, without refusals.
    pub(super) fn find_errors(mut self, source: &SourceFile, act: &SceneAction) -> Vec<Diagnostic> {
        let mut entry = Judged::new(source, act.syntax_node(source));
        self.resolve_action(&mut entry, &act.raw);
        entry.diagnostics
    }
}
