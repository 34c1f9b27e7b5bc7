//! Details of order errors: what is wrong with an order, in words for players.

use thiserror::Error;

use content::side_sentence;
use field::StepError;

/// Reasons why an order would change nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PointlessOrder {
    #[error("The battle is not over.")]
    BattleNotOver,
    #[error("There is no such side.")]
    NoSuchSide,
    #[error("A description needs 1 to {longest} printable characters.")]
    NoDescription { longest: usize },
    #[error("There is no forced action now.")]
    NoForcedAction,
    #[error("{}", side_sentence(.side, ("has", "have"), " already finished deployment."))]
    DeploymentFinished { side: String },
    #[error("{unit} is already in cover.")]
    AlreadyInCover { unit: String },
    #[error("{unit} is already prone.")]
    AlreadyProne { unit: String },
    #[error("{unit} is already standing.")]
    AlreadyStanding { unit: String },
    #[error("{unit} has no attack option `{option}` now.")]
    NoAttackOption { unit: String, option: String },
    #[error("Runs need no announcement here.")]
    NoAnnouncementNeeded,
    #[error("A run must be announced once, before the attack.")]
    AnnounceRunFirst,
    #[error("{weapon} is fully loaded.")]
    FullyLoaded { weapon: String },
    #[error("{weapon} is jammed: clear it first.")]
    Jammed { weapon: String },
    #[error("{weapon} is already in hand.")]
    AlreadyInHand { weapon: String },
    #[error("{item} has no fuse.")]
    NoFuse { item: String },
    #[error("{unit} has no remote detonator for this item.")]
    NoDetonator { unit: String },
    #[error("{unit} has no Extended Action in progress.")]
    NoExtendedAction { unit: String },
    #[error("{unit} already has this Karma plan.")]
    SameKarmaPlan { unit: String },
    #[error("{unit} already rolls five initiative dice.")]
    MaxInitiativeDice { unit: String },
    #[error("{unit} already has this automatic response.")]
    SameAutoResponse { unit: String },
    #[error("The battlefield has been left already.")]
    FieldAlreadyLeft,
    #[error("Leave the battlefield first.")]
    FieldNotLeft,
    #[error("Rest for one minute to one year.")]
    RestOutOfRange,
    #[error("{unit} is busy for another {minutes} {}.", if *.minutes == 1 { "minute" } else { "minutes" })]
    Busy { unit: String, minutes: u32 },
    #[error("{unit} has no treatment `{key}`.")]
    NoSuchTreatment { unit: String, key: String },
}

/// Obstacles to an order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Obstruction {
    #[error("Target is behind a wall.")]
    TargetBehindWall,
    #[error("A wall is in the way.")]
    WallInTheWay,
    #[error("That square is out of range.")]
    OutOfRange,
    #[error("Items cannot be placed there.")]
    NoPlaceForItem,
    #[error("The doorway is occupied.")]
    DoorwayOccupied,
    #[error("Units cannot stand there.")]
    NoPlaceForUnit,
    #[error("An enemy stands there.")]
    EnemyThere,
    #[error("This unit is in a vehicle: place the vehicle instead.")]
    InVehicle,
    #[error("This unit is held or holds another unit.")]
    Grappling,
    #[error("{unit} is held or holds another unit.")]
    OtherGrappling { unit: String },
}

/// Reasons why faces of physical dice are not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DiceRejection {
    #[error("Physical dice are not enabled for this match.")]
    NotEnabled,
    #[error("Faces must be from 1 to {largest}.")]
    FaceOutOfRange { largest: u8 },
}

/// Reasons why a target cannot be attacked or used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TargetRejection {
    #[error("There is no valid target.")]
    NoValidTarget,
    #[error("The target is gone.")]
    Gone,
    #[error("{unit} is out of action.")]
    OutOfAction { unit: String },
    #[error("A unit cannot attack itself.")]
    Itself,
    #[error("{option} needs a unit as its target.")]
    NeedsUnit { option: String },
    #[error("That square is blocked.")]
    SquareBlocked,
    #[error("The {barrier} cannot be opened.")]
    NotOpenable { barrier: String },
    #[error("Move next to it to open or close it.")]
    TooFarToOpen,
}

/// Reasons why another kind of move is needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PaceRejection {
    #[error("By the house rules a walk cannot be split by other actions.")]
    WalkSplit,
    #[error("This rulebook has no sprints.")]
    NoSprints,
    #[error("{unit} has no dice left for a sprint test.")]
    NoSprintDice { unit: String },
    #[error("The first run of a round needs no sprint test: run instead.")]
    RunFirst,
    #[error("A second run in the same round is a sprint.")]
    SecondRun,
}

/// Reasons why a path is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PathRejection {
    #[error(transparent)]
    Step(#[from] StepError),
    #[error("it is empty")]
    Empty,
    #[error("{unit} is in the way")]
    UnitInTheWay { unit: String },
}
