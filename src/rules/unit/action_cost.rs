//! Costs of actions, and why an action is not possible.

use serde::Serialize;
use thiserror::Error;

use crate::lines::SharedRefusal;
use crate::turn_engine::{Action, PhaseTiming};
use crate::{
    HealthCause, HealthState, HeldWeapon, ImpossibleAttack, QueuedAttack, RuleStep, TurnBudget, UnitSnapshot,
};
use dice::{Clause, RuleLine, RuleText};
use model::UnitId;

/// Why a book forbids something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Error)]
#[error("{text}")]
pub struct RuleViolation {
    /// Reason, shown to the player.
    pub text: RuleText,
    /// Clause that forbids it.
    pub clause: Clause,
}

impl RuleViolation {
    /// Creates a violation of a clause.
    ///
    /// # Panics
    /// Panics in debug builds if the clause is empty.
    pub fn new(text: impl Into<RuleText>, clause: Clause) -> Self {
        debug_assert!(!clause.is_empty(), "a violation names its clause");
        Self { text: text.into(), clause }
    }

    /// The violation of an explosive that a wall would stop on its way.
    pub fn before_a_wall(clause: Clause) -> Self {
        Self::new(SharedRefusal::WallInTheWay, clause)
    }
}

/// Why an action cannot be paid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CostError {
    /// Too few action points.
    #[error("needs {needed} AP, {left} left")]
    TooFewPoints {
        /// Points needed.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// The Free Action has been used.
    #[error("the Free Action is used")]
    FreeUsed,
    /// Only possible in the unit's own phase.
    #[error("only possible in the unit's own turn")]
    NotItsPhase,
    /// The unit has made its attacks of the phase.
    #[error("no further attack in this turn")]
    AttackedAlready,
    /// A walk may not be split in this battle. `SS-MOVE-05`.
    #[error("a walk may not be split around other actions")]
    WalkBroken,
    /// A rule of the book.
    #[error(transparent)]
    Book(#[from] RuleViolation),
}

impl RuleLine for CostError {}

/// An action that a unit wants to pay for.
#[derive(Clone, Copy, Debug)]
pub struct ActionRequest<'a> {
    /// The action, in the engine's terms.
    pub action: Action,
    /// The weapon, if it affects the price.
    pub with: Option<&'a HeldWeapon>,
    /// Key of the attack option; `None` for a normal attack or no attack.
    pub option: Option<&'a str>,
}

impl ActionRequest<'_> {
    /// A request for an action without a weapon.
    pub const fn for_action(action: Action) -> Self {
        Self { action, with: None, option: None }
    }
}

/// A payment and what is left after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The turn budget left.
    pub budget: TurnBudget,
    /// Action points spent.
    pub points: u8,
    /// Free Actions spent.
    pub free: u8,
    /// The unit's health afterwards, if the price is strain; `None` if it is unchanged. `CC-ECON-05`.
    pub condition: Option<HealthState>,
    /// What costs it health.
    pub cause: Option<HealthCause>,
}

impl Payment {
    /// Nothing: the unit keeps this turn budget.
    pub const fn nothing(budget: TurnBudget) -> Self {
        Self { budget, points: 0, free: 0, condition: None, cause: None }
    }
}

/// A way to attack a unit that passes by. `SS-INTC-06`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterceptOption {
    /// Stable key for the journal.
    pub key: String,
    /// Text of the button: "Strike with the knife".
    pub label: RuleText,
    /// Cost and effect, in short.
    pub detail: RuleText,
    /// The weapon.
    pub weapon: crate::Weapon,
    /// Slot of the weapon in the unit's inventory; `None` for bare hands.
    pub slot: Option<usize>,
    /// Reach in squares beyond the neighbouring one.
    pub beyond: u32,
    /// The payment.
    pub paid: Payment,
    /// Clause that offers it.
    pub clause: Clause,
}

/// Movement left to a unit, in half metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveBudget {
    /// What is left of the walk.
    pub walk_left: u32,
    /// Distance of one run.
    pub run: u32,
    /// Runs taken in this round.
    pub runs: u8,
    /// Maximum distance of a sprint; 0 in a book without sprints.
    pub sprint: u32,
}

/// Result of a sprint test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SprintOutcome {
    /// Maximum distance in metres.
    pub metres: u32,
    /// Costs besides points.
    pub effects: Vec<RuleStep>,
}

/// Result of a test to evade interception. `SS-INTC-14`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvasionOutcome {
    /// Opponents that lose their attack.
    pub opponents: u32,
    /// Costs besides points.
    pub effects: Vec<RuleStep>,
}

/// An alternative to the normal attack with a weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// Stable key for the journal.
    pub key: &'static str,
    /// Text of the button: "Grapple".
    pub label: &'static str,
    /// Description.
    pub detail: String,
    /// Clause.
    pub clause: Clause,
    /// Name of the menu that groups it with others: "Called shot"; `None` for a button of its own.
    pub menu: Option<&'static str>,
    /// Modifier to the roll, in short: "-8 dice"; may be empty.
    pub mark: String,
    /// Whether it needs a unit as its target, not a barrier.
    pub of_body: bool,
}

impl AttackOption {
    /// An option with its own button.
    pub const fn basic(key: &'static str, label: &'static str, detail: String, clause: Clause) -> Self {
        Self { key, label, detail, clause, menu: None, mark: String::new(), of_body: false }
    }
}

/// Target of a special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialActionTarget {
    /// No target.
    Nothing,
    /// A unit, friend or enemy; the book sets the range.
    Neighbour,
    /// A weapon that the unit holds.
    Weapon,
}

/// A special action of the book that a unit can take: a button of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvailableAction {
    /// Stable key for the journal.
    pub key: &'static str,
    /// Text of the button: "Reserve a defence".
    pub label: RuleText,
    /// Description, in a sentence.
    pub detail: String,
    /// Price as text: "1 AP", "2 strain".
    pub price: String,
    /// Kind of target.
    pub aim: SpecialActionTarget,
    /// Clause.
    pub clause: Clause,
}

/// A special action that a unit is about to take, with its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialAction<'a> {
    /// The acting unit.
    pub unit: &'a UnitSnapshot,
    /// Key of the action.
    pub key: &'a str,
    /// The target and its Chebyshev distance in squares.
    pub target: Option<(&'a UnitSnapshot, u32)>,
    /// Slot of the held weapon.
    pub slot: Option<usize>,
    /// Whether an enemy sees the unit. `CS-UNA-05`.
    pub seen: bool,
    /// Greatest height of adjacent cover in centimetres; 0 if there is none.
    pub cover_cm: u16,
    /// Units that gave boost dice to the unit's side. `CC-ADV-08`.
    pub boosts: &'a [UnitId],
    /// Whether a source of energy is on its square or beside it. `SS-HEAL-02`.
    pub energy: bool,
    /// Its queued attacks that have become impossible, in their order. `AB-CANCEL-01`.
    pub impossible: &'a [(QueuedAttack, ImpossibleAttack)],
}

impl<'a> SpecialAction<'a> {
    /// Creates a special action without a target, which no enemy sees, and with nothing around the unit.
    pub const fn new(unit: &'a UnitSnapshot, key: &'a str) -> Self {
        Self {
            unit,
            key,
            target: None,
            slot: None,
            seen: false,
            cover_cm: 0,
            boosts: &[],
            energy: false,
            impossible: &[],
        }
    }
}

/// Enemies that appear to a unit that may not have noticed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurpriseContext<'a> {
    /// Numbers of these enemies.
    pub appearing: &'a [UnitId],
    /// Numbers of those that it sees.
    pub in_sight: &'a [UnitId],
    /// Whether it has planned an ambush and waits. `SS-AMB-01`.
    pub waits: bool,
}

/// The start of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseStart {
    /// Why the unit loses its phase; `None` if it acts.
    pub lost: Option<RuleViolation>,
    /// Effects at the start.
    pub effects: Vec<RuleStep>,
}

impl PhaseStart {
    /// The start of a phase that is lost for this reason if the unit has no action points left.
    pub fn with_points_left(unit: &UnitSnapshot, reason: SharedRefusal, clause: Clause) -> Self {
        let spent = unit.budget.points() == 0;
        let lost = spent.then(|| RuleViolation::new(reason, clause));
        let after = unit.budget.with_timing(if spent { PhaseTiming::After } else { PhaseTiming::Now });
        Self {
            lost,
            effects: vec![RuleStep::SetTurnBudget { unit: unit.id, action: None, points: 0, after }],
        }
    }

    /// The effects of a phase that is lost: the turn budget is that after the phase. `CS-BASE-21`.
    pub fn end_lost_phase(mut self) -> Vec<RuleStep> {
        for effect in &mut self.effects {
            if let RuleStep::SetTurnBudget { after, .. } = effect {
                *after = after.end_phase();
            }
        }
        self.effects
    }
}
