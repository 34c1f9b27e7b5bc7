//! What things cost a unit, and why it cannot have them.

use thiserror::Error;

use crate::turn_engine::Action;
use crate::{HealthState, HeldWeapon, TurnBudget};
use dice::Clause;

/// What a book forbids, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct RuleViolation {
    /// Why not.
    pub text: String,
    /// The clause that says so.
    pub clause: Clause,
}

impl RuleViolation {
    /// A refusal under a clause.
    pub fn new(text: impl Into<String>, clause: Clause) -> Self {
        Self { text: text.into(), clause }
    }

    /// What goes off would be stopped on its way.
    pub fn before_a_wall(clause: Clause) -> Self {
        Self::new("a wall stands in the way: aim at the wall", clause)
    }
}

/// Why something cannot be paid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CostError {
    /// Too few action points.
    #[error("needs {needed} AP, {left} left")]
    TooFewPoints {
        /// The price.
        needed: u8,
        /// What is left.
        left: u8,
    },
    /// The Free Action is used.
    #[error("the Free Action is used")]
    FreeUsed,
    /// Only possible in the unit's own phase.
    #[error("only possible in the unit's own phase")]
    NotItsPhase,
    /// The attacks of the phase are made.
    #[error("no further attack in this phase")]
    AttackedAlready,
    /// A walk may not be split here. `SS-MOVE-05`.
    #[error("a walk may not be split around other actions")]
    WalkBroken,
    /// The book's own reason.
    #[error(transparent)]
    Book(#[from] RuleViolation),
}

/// What a unit wants to pay for.
#[derive(Clone, Copy, Debug)]
pub struct ActionRequest<'a> {
    /// What it does, in the engine's terms.
    pub action: Action,
    /// With what, where the weapon has a say in the price.
    pub with: Option<&'a HeldWeapon>,
    /// How the attack differs from the plain one, if it is one.
    pub option: Option<&'a str>,
}

impl ActionRequest<'_> {
    /// Something that needs no weapon.
    pub const fn for_action(action: Action) -> Self {
        Self { action, with: None, option: None }
    }
}

/// What is left after paying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// What the unit can still pay.
    pub purse: TurnBudget,
    /// Action points it took.
    pub points: u8,
    /// Free Actions it took.
    pub free: u8,
    /// The unit's condition afterwards, where the price is harm: strain. `CC-ECON-05`.
    pub condition: Option<HealthState>,
}

/// A way to strike at whoever passes by. `SS-INTC-06`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterceptOption {
    /// Stable name for journals.
    pub key: String,
    /// On the button: "Strike with the knife".
    pub label: String,
    /// What it costs and can do, in a few words.
    pub detail: String,
    /// With what.
    pub weapon: crate::Weapon,
    /// Its number among everything the unit carries; nothing for bare hands.
    pub slot: Option<usize>,
    /// How many squares beyond the neighbouring one it reaches.
    pub beyond: u32,
    /// What it costs.
    pub paid: Payment,
    /// The clause that offers it.
    pub clause: Clause,
}

/// How far a unit can still go, in half metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveBudget {
    /// What a walk gives now.
    pub walk_left: u32,
    /// What one run gives.
    pub run: u32,
    /// Runs taken in this round.
    pub runs: u8,
    /// The most a sprint can give; 0 in a book without sprints.
    pub sprint: u32,
}

/// What came of a sprint's test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SprintOutcome {
    /// How far it goes at most, in metres.
    pub metres: u32,
    /// What it costs besides points.
    pub effects: Vec<crate::Effect>,
}

/// A way to attack with a weapon that differs from the plain one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// Stable name for journals.
    pub key: &'static str,
    /// On the button: "Grapple".
    pub label: &'static str,
    /// What it does.
    pub detail: String,
    /// Its clause.
    pub clause: Clause,
    /// Gathered with others in a menu of this name: "Called shot".
    pub menu: Option<&'static str>,
    /// What it takes from the roll, short: "-8"; may be empty.
    pub mark: String,
    /// Aimed at somebody: walls have nothing of the kind.
    pub of_body: bool,
}

impl AttackOption {
    /// A way with a button of its own.
    pub const fn basic(key: &'static str, label: &'static str, detail: String, clause: Clause) -> Self {
        Self { key, label, detail, clause, menu: None, mark: String::new(), of_body: false }
    }
}

/// Whom or what a deed is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialActionTarget {
    /// Nobody.
    Nothing,
    /// A unit, friend or enemy; the book says how near.
    Neighbour,
    /// A weapon that the unit holds.
    Weapon,
}

/// Something that only this book lets a unit do: a button of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvailableAction {
    /// Stable name for journals.
    pub key: &'static str,
    /// On the button: "Reserve a defence".
    pub label: String,
    /// What it does, in a sentence.
    pub detail: String,
    /// Price in words: "1 AP", "2 strain".
    pub price: String,
    /// To whom or what it is done.
    pub aim: SpecialActionTarget,
    /// Its clause.
    pub clause: Clause,
}

/// A deed that a unit is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialAction<'a> {
    /// Who does it.
    pub unit: &'a crate::UnitSnapshot,
    /// Key of the offer.
    pub key: &'a str,
    /// To whom, and how far away in rings of squares.
    pub target: Option<(&'a crate::UnitSnapshot, u32)>,
    /// With which of what it holds.
    pub slot: Option<usize>,
    /// An enemy sees the unit. `CS-UNA-05`.
    pub seen: bool,
    /// Something to hide or take cover behind is beside it; its greatest height in centimetres, 0 for nothing.
    pub cover_cm: u16,
    /// Boost dice that wait for the unit's side, givers named. `CC-ADV-08`.
    pub boosts: &'a [u32],
    /// A source of energy is on its square or beside it. `SS-HEAL-02`.
    pub energy: bool,
}

/// Enemies come before a unit that may not have perceived them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurpriseContext<'a> {
    /// Numbers of these enemies.
    pub appearing: &'a [u32],
    /// Those of them that it sees.
    pub in_sight: &'a [u32],
    /// It has planned an ambush and waits. `SS-AMB-01`.
    pub waits: bool,
}

/// How a phase begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseStart {
    /// The unit does not get its phase, and why.
    pub lost: Option<RuleViolation>,
    /// What happens to it first.
    pub effects: Vec<crate::Effect>,
}
