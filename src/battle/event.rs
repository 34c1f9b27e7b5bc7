//! What happened. Events are the only way in which the state of a fight changes.

use serde::Serialize;

use super::components::{BarrierId, Carried, ItemId, Side, Status, StatusKind, UnitId};
use super::order::Target;
use crate::dice::Trace;
use crate::field::Cell;
use crate::rules::swan_song::actions::Action;
use crate::rules::swan_song::budget::Budget;
use crate::rules::swan_song::turn_order::Coins;
use crate::rules::swan_song::{Contact, Down, FireMode, Gait, KarmaPlan, KarmaUse, Vitals};

/// How a skirmish ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Ending {
    /// No one of the other side fights on.
    Eliminated,
    /// The place was held long enough.
    Held,
    /// Enough units left by the exit.
    Escaped,
    /// The place was reached.
    Reached,
    /// The last round is over.
    TimeUp,
    /// The other side gave up.
    Surrender,
}

/// The end of a skirmish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How.
    pub ending: Ending,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum Event {
    /// Dice were rolled by hand.
    DiceGiven { faces: Vec<u8> },
    /// A unit was placed.
    Deployed { unit: UnitId, to: Cell },
    /// A side is ready.
    SideReady { side: Side },
    /// A round began.
    RoundBegan { round: u32 },
    /// A unit's initiative for the round.
    InitiativeRolled { unit: UnitId, score: i32, attribute: i32, dice: u8 },
    /// Ties were tossed; kept for the rest of the round. `SS-INIT-10`.
    CoinsTossed { coins: Coins },
    /// A pass began: points and free actions are back. `SS-ACT-24`.
    PassBegan { round: u32, pass: u32 },
    /// A unit's points for the pass.
    PointsRestored { unit: UnitId, budget: Budget },
    /// A unit's action phase began.
    PhaseBegan { unit: UnitId },
    /// A unit's action phase is over.
    PhaseEnded { unit: UnitId },
    /// No points left when its phase came. `SS-ACT-34`.
    PhaseLost { unit: UnitId },
    /// A pass is over: 10 off every score. `SS-ROUND-12`.
    PassEnded { pass: u32 },
    /// A round is over.
    RoundEnded { round: u32 },
    /// An action was paid: points spent, and what is left.
    Paid { unit: UnitId, action: Action, points: u8, budget: Budget },
    /// What a unit's Karma is meant for from now on.
    KarmaPlanned { unit: UnitId, plan: KarmaPlan },
    /// A point of Karma was spent; so many are left. `SS-BASE-25`.
    KarmaSpent { unit: UnitId, on: KarmaUse, left: u8 },
    /// A run was announced. `SS-MOVE-17`.
    RunAnnounced { unit: UnitId },
    /// One step.
    Stepped { unit: UnitId, from: Cell, to: Cell },
    /// A walk: half metres used of the round's rate.
    Walked { unit: UnitId, half_metres: u32 },
    /// A Run action was taken.
    Ran { unit: UnitId, gait: Gait, from: Cell },
    /// A move stopped before its end.
    Stopped { unit: UnitId, at: Cell, reason: &'static str },
    /// Took cover.
    CoverTaken { unit: UnitId },
    /// Left it.
    CoverLeft { unit: UnitId },
    /// A status came on.
    StatusSet { unit: UnitId, status: Status },
    /// A status went.
    StatusEnded { unit: UnitId, kind: StatusKind },
    /// An attack action: rounds fired, and the mode the weapon is now set to.
    AttackDeclared { unit: UnitId, target: Target, weapon: usize, mode: Option<FireMode>, rounds: u32 },
    /// How it ended.
    AttackResolved {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        contact: Contact,
        net_hits: i32,
        damage: u32,
    },
    /// A unit rolled a defence of its own.
    Defended { unit: UnitId },
    /// A unit's health changed.
    Harmed { unit: UnitId, by: Option<UnitId>, damage: u32, before: Vitals, after: Vitals },
    /// A unit's initiative changed in mid-round. `SS-INIT-15`.
    InitiativeChanged { unit: UnitId, by: i32, attribute: i32 },
    /// Out of the fight.
    Fell { unit: UnitId, by: Option<UnitId>, down: Down },
    /// Left the field.
    Escaped { unit: UnitId },
    /// A weapon is on the ground.
    Dropped { unit: UnitId, weapon: usize, item: ItemId, what: Carried, cell: Cell },
    /// A weapon was picked up.
    PickedUp { unit: UnitId, item: ItemId },
    /// A weapon is in hand; the others named were put away.
    Readied { unit: UnitId, weapon: usize, stowed: Vec<usize> },
    /// A magazine is full.
    Reloaded { unit: UnitId, weapon: usize, rounds: u32 },
    /// A barrier segment was damaged.
    BarrierDamaged { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// A barrier segment has a hole.
    BarrierHoled { barrier: BarrierId },
    /// A door was opened or closed.
    DoorMoved { barrier: BarrierId, open: bool },
    /// Rounds the place of an objective has been held in a row by the side that has to.
    HoldCounted { objective: usize, rounds: u32 },
    /// The skirmish is over.
    Ended(Outcome),
}

/// Something that happened, with the dice, answers and numbers that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// What happened.
    pub event: Event,
    /// What led to it.
    pub trace: Vec<Trace>,
}
