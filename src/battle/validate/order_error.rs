//! Order errors: why an order is rejected, in words for players.

use thiserror::Error;

use super::rejection::{
    DiceRejection, Obstruction, PaceRejection, PathRejection, PointlessOrder, TargetRejection,
};
use dice::{Clause, capitalise};
use model::{BarrierId, Cell, UnitId};
use rules::RuleViolation;
use rules::turn_engine::delay::DelayError;
use rules::turn_engine::timed_items::TimerError;

/// Reason for rejecting an order. A rejected order changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OrderError {
    /// The battle has ended.
    #[error("The battle is over.")]
    BattleOver,
    /// A prompt is open.
    #[error("{side} must answer first: {question}")]
    PromptOpen {
        /// Name of the side that has to answer.
        side: String,
        /// The question.
        question: String,
    },
    /// No prompt is open.
    #[error("There is no question to answer.")]
    NoOpenPrompt,
    /// The prompt has no such answer.
    #[error("Unknown answer `{answer}`; choose one of: {known}.")]
    UnknownAnswer {
        /// The answer given.
        answer: String,
        /// Keys of the possible answers.
        known: String,
    },
    /// No such unit.
    #[error("There is no unit {0}.")]
    NoSuchUnit(UnitId),
    /// No such unit, or one that is not seen: one text for both. Fog of war only.
    #[error("None of your units can see unit {0}.")]
    UnseenUnit(UnitId),
    /// No such barrier.
    #[error("There is no barrier {0}.")]
    NoSuchBarrier(BarrierId),
    /// No such item within reach.
    #[error("There is nothing to pick up here.")]
    NoSuchItem,
    /// The item lies elsewhere, or behind something.
    #[error("{item} is out of reach: stand on its square, or beside it with a free way to it.")]
    ItemOutOfReach {
        /// Name of the item.
        item: String,
    },
    /// Picking up takes hands.
    #[error("{unit} has no hands to pick it up.")]
    NoHands {
        /// Name of the unit.
        unit: String,
    },
    /// The unit carries no such weapon.
    #[error("{unit} has no weapon {weapon}.")]
    NoSuchWeapon {
        /// Name of the unit.
        unit: String,
        /// Index given.
        weapon: usize,
    },
    /// Only possible after deployment.
    #[error("Finish deployment first.")]
    NotBegun,
    /// Only possible during deployment.
    #[error("The battle has begun; units can no longer be deployed.")]
    AlreadyBegun,
    /// Outside the deployment zone.
    #[error("{unit} can only be placed in the deployment zone.")]
    OutsideZone {
        /// Name of the unit.
        unit: String,
    },
    /// Another unit's phase.
    #[error("It is {acting}'s turn, not {unit}'s.")]
    NotActing {
        /// Name of the unit.
        unit: String,
        /// Name of the acting unit.
        acting: String,
        /// Clause of the book that forbids it. `CC-ECON-15`.
        clause: Option<Clause>,
    },
    /// Unconscious, dead or off the map.
    #[error("{unit} is out of action.")]
    UnitDown {
        /// Name of the unit.
        unit: String,
    },
    /// Not enough action points. `SS-ACT-17`.
    #[error("Needs {needed} AP, {unit} has {left}.")]
    NotEnoughActionPoints {
        /// Name of the unit.
        unit: String,
        /// Points needed.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// Not enough action points to change the fire mode and attack. `SS-ACT-61`.
    #[error("{left} AP left; this costs {needed}: {change} to change the fire mode, because {unit} has used the Free Action, and {} to attack.", needed - change)]
    NotEnoughForOtherMode {
        /// Name of the unit.
        unit: String,
        /// Points needed in all.
        needed: u8,
        /// Points of these for the fire mode.
        change: u8,
        /// Points left.
        left: u8,
    },
    /// Not enough Karma. `SS-BASE-25`.
    #[error("Needs {needed} Karma, {unit} has {left}.")]
    NotEnoughKarma {
        /// Name of the unit.
        unit: String,
        /// Points needed.
        needed: u8,
        /// Points left.
        left: u8,
    },
    /// Initiative dice are already bought. `SS-INIT-07`.
    #[error("{unit} has already bought five initiative dice.")]
    InitiativeAlreadyBought {
        /// Name of the unit.
        unit: String,
    },
    /// Karma rerolls are disabled. `SS-BASE-27`.
    #[error("Re-rolls with Karma are switched off by the house rules.")]
    NoReroll,
    /// The free action is used. `SS-ACT-10`.
    #[error("{unit} has used the free action; another one costs 1 AP.")]
    FreeActionUsed {
        /// Name of the unit.
        unit: String,
    },
    /// Only one attack action per phase. `SS-ACT-27`.
    #[error("{unit} has already attacked in this turn.")]
    AlreadyAttacked {
        /// Name of the unit.
        unit: String,
    },
    /// The phase cannot be delayed. `SS-DELAY-01` to `SS-DELAY-03`.
    #[error("{unit} cannot wait: {why}.")]
    CannotDelay {
        /// Name of the unit.
        unit: String,
        /// The reason.
        why: DelayError,
    },
    /// The item cannot be armed. Chapter TIMED.
    #[error("{unit} cannot activate this item: {why}.")]
    CannotActivate {
        /// Name of the unit.
        unit: String,
        /// The reason.
        why: TimerError,
    },
    /// No prompt of this clause has such an answer.
    #[error("{unit} has no prompt for the automatic response `{given}`.")]
    NoSuchPrompt {
        /// Name of the unit.
        unit: String,
        /// Clause and answer given.
        given: String,
    },
    /// The path is blocked or broken.
    #[error("Invalid path: {why}.")]
    InvalidPath {
        /// The reason.
        why: PathRejection,
        /// The cell where it fails.
        at: Cell,
    },
    /// The path is longer than the movement left. `SS-MOVE-02`.
    #[error("That is {needed} m; {unit} has {left} m left.")]
    TooFar {
        /// Name of the unit.
        unit: String,
        /// Length in metres, including half metres.
        needed: String,
        /// Movement left, in metres.
        left: String,
    },
    /// Wrong kind of move: a second run is a sprint, a first one is not. `SS-MOVE-08`.
    #[error(transparent)]
    WrongPace(#[from] PaceRejection),
    /// The target cannot be attacked.
    #[error(transparent)]
    InvalidTarget(#[from] TargetRejection),
    /// The weapon is not in hand. `SS-ACT-26`.
    #[error("{weapon} is not in hand; ready it first.")]
    NotInHand {
        /// Name of the weapon.
        weapon: String,
    },
    /// The weapon has no such fire mode.
    #[error("{weapon} does not have this fire mode.")]
    NoSuchMode {
        /// Name of the weapon.
        weapon: String,
    },
    /// Too few rounds. `SS-ACT-45`.
    #[error("{weapon} has {loaded} {}; {needed} needed.", if *.loaded == 1 { "round" } else { "rounds" })]
    NotEnoughRounds {
        /// Name of the weapon.
        weapon: String,
        /// Rounds in the magazine.
        loaded: u32,
        /// Rounds fired by the mode.
        needed: u32,
    },
    /// The rulebook forbids the action.
    #[error("{unit}: {why}.")]
    ForbiddenByBook {
        /// Name of the unit.
        unit: String,
        /// The reason.
        why: RuleViolation,
    },
    /// The rulebook forbids the attack: distance, sight, state of the weapon.
    #[error("{}.", capitalise(&.0.text.to_string()))]
    AttackForbidden(RuleViolation),
    /// No cover here. `SS-ACT-49`.
    #[error("There is nothing to take cover behind on or beside this square.")]
    NoCoverHere,
    /// The order would change nothing.
    #[error(transparent)]
    NothingToDo(#[from] PointlessOrder),
    /// Blocked by a barrier or a unit.
    #[error(transparent)]
    Blocked(#[from] Obstruction),
    /// Physical dice are disabled, or the faces are invalid.
    #[error(transparent)]
    InvalidDice(#[from] DiceRejection),
    /// The faces entered are not a roll of these dice.
    #[error("\u{201c}{given}\u{201d} is not a roll of {dice}: type every face, separated by spaces.")]
    InvalidFaces {
        /// The dice: "7d6".
        dice: String,
        /// The text entered.
        given: String,
    },
    /// Resolution did not finish; the order was undone.
    #[error(
        "The rules did not finish after {0} steps; the order was undone. Please save the replay and report this bug."
    )]
    ResolutionLimit(u32),
}

impl OrderError {
    /// Clause of the rule that the order violates; `None` if no clause says so.
    pub fn clause(&self) -> Option<Clause> {
        Some(match self {
            Self::NotActing { clause, .. } => return *clause,
            Self::NotEnoughActionPoints { .. } => "SS-ACT-17",
            Self::NotEnoughForOtherMode { .. } => "SS-ACT-61",
            Self::NotEnoughKarma { .. } => "SS-BASE-25",
            Self::InitiativeAlreadyBought { .. } => "SS-INIT-07",
            Self::NoReroll => "SS-BASE-27",
            Self::FreeActionUsed { .. } => "SS-ACT-10",
            Self::AlreadyAttacked { .. } => "SS-ACT-27",
            Self::CannotDelay { why, .. } => why.clause(),
            Self::CannotActivate { why, .. } => why.clause(),
            Self::TooFar { .. } => "SS-MOVE-02",
            Self::WrongPace(PaceRejection::WalkSplit) => "SS-MOVE-05",
            Self::WrongPace(_) => "SS-MOVE-08",
            Self::NotInHand { .. } => "SS-ACT-26",
            Self::NotEnoughRounds { .. } => "SS-ACT-45",
            Self::NoCoverHere => "SS-ACT-49",
            Self::ForbiddenByBook { why, .. } | Self::AttackForbidden(why) => why.clause,
            _ => return None,
        })
    }
}
