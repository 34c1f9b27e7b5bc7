//! Scenes of any book, in terms that all books share.

use model::{BarrierSource, UnitId};
use std::sync::Arc;

use super::actions::SceneContents;
use super::raw_action::RawAction;
use super::scene_state::SceneState;
use super::single_check::SingleCheck;
use crate::definitions::entry_validator::EntryValidator;
use crate::diagnostic::Diagnostic;
use crate::files::source::SourceFile;
use crate::files::syntax_tree::SyntaxNode;
use rules::status::PhaseEndContext;
use rules::turn_engine::Action;
use rules::{AttackRequest, AttackTarget, Book, GroundConditions, RuleSet, TargetSight, UnitSnapshot};

/// One or several rule tests, ready to be resolved through `rules::play`.
#[derive(Clone, Debug)]
pub struct RuleScene {
    /// Shown to players.
    pub name: String,
    /// A description, may be empty.
    pub description: String,
    pub(super) actions: SceneActions,
    /// The state before the first action.
    pub(super) contents: SceneContents,
}

/// The actions of a scene.
#[derive(Clone, Debug)]
pub(super) enum SceneActions {
    /// Those of a file, in order; never empty.
    Listed(Vec<SceneAction>, Arc<SourceFile>),
    /// One that is resolved already, with its key.
    Resolved(&'static str, Box<ResolvedAction>),
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
    /// An attack on a unit, a barrier, or a square of a map.
    Attack(Arc<AttackRequest>),
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
    Attack(Arc<AttackRequest>),
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
    /// A scene of one attack that is resolved already, such as the aimed attack of a battlefield.
    pub fn from_attack(
        name: &str,
        rules: &RuleSet,
        units: Vec<UnitSnapshot>,
        attack: Arc<AttackRequest>,
    ) -> Self {
        let mut barriers = attack.barriers.clone();
        let kind = match &attack.target {
            AttackTarget::Barrier(struck) => {
                barriers.push((**struck).clone());
                "strike"
            }
            AttackTarget::Unit(_) | AttackTarget::Cell => "attack",
        };
        let contents = SceneContents::of_battle(rules, units, barriers);
        let actions = SceneActions::Resolved(kind, Box::new(ResolvedAction::Attack(attack)));
        Self { name: name.to_owned(), description: String::new(), actions, contents }
    }

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
        if let SceneActions::Listed(actions, _) = &self.actions { actions.len() } else { 1 }
    }

    /// Whether the file lists several actions. Only then costs must be paid.
    pub fn is_sequence(&self) -> bool {
        self.contents.is_sequence
    }

    /// Key of the action at this index.
    pub fn action_kind(&self, number: usize) -> &'static str {
        match &self.actions {
            SceneActions::Listed(actions, _) => actions[number].raw.action_kind(),
            SceneActions::Resolved(kind, _) => kind,
        }
    }

    /// Answers of the file for the action at this index.
    pub fn answers(&self, number: usize) -> &[String] {
        match &self.actions {
            SceneActions::Listed(actions, _) => actions.get(number).map_or(&[], |act| &act.answers),
            SceneActions::Resolved(..) => &[],
        }
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
        let (act, source) = match &self.actions {
            SceneActions::Listed(actions, source) => (&actions[number], source),
            SceneActions::Resolved(_, action) => return Ok(((**action).clone(), moment.clone())),
        };
        let mut set = moment.contents_at(&self.contents);
        if let Some(name) = act.raw.acting_unit().filter(|_| number > 0)
            && set.units.units.iter().any(|unit| *unit.name == *name && unit.down.is_some())
        {
            return Err(format!("{name} is out of action"));
        }
        match set.validate_action(source, act) {
            (Some(play), _) => Ok((play, moment.after_payment(set))),
            (None, problems) => {
                Err(problems.into_iter().next().map(|problem| problem.what).unwrap_or_default())
            }
        }
    }

    /// What the tests at the end of a unit's phase need: shots at it and cover, and the units on adjacent squares.
    /// `CS-PIN-08`, `CS-BURN-07`.
    pub fn phase_end_context(
        &self,
        number: UnitId,
        moment: &SceneState,
    ) -> (PhaseEndContext, Vec<UnitSnapshot>) {
        let set = moment.contents_at(&self.contents);
        let shot_at = moment.is_shot_at(number);
        let Some(place) = set.units.units.iter().position(|unit| unit.id == number) else {
            return Default::default();
        };
        let covered = set.is_covered_from_pinning_unit(place);
        (PhaseEndContext { shot_at, covered }, set.adjacent_units(place))
    }

    /// A unit before the first action, by its number.
    pub fn unit(&self, number: UnitId) -> Option<&UnitSnapshot> {
        self.contents.units.units.iter().find(|unit| unit.id == number)
    }

    /// All units before the first action; a unit's number is its index plus 1.
    pub fn units(&self) -> &[UnitSnapshot] {
        &self.contents.units.units
    }

    /// Name of a unit by its number.
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
        let mut entry = EntryValidator::new(source, act.syntax_node(source));
        let resolved = self.resolve_action(&mut entry, &act.raw);
        let mut problems = entry.diagnostics;
        problems.append(&mut self.refused);
        (resolved, problems)
    }

    /// Errors of an action, without refusals.
    pub(super) fn find_errors(mut self, source: &SourceFile, act: &SceneAction) -> Vec<Diagnostic> {
        let mut entry = EntryValidator::new(source, act.syntax_node(source));
        self.resolve_action(&mut entry, &act.raw);
        entry.diagnostics
    }
}
