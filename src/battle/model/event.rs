//! What happened. Events are the only way in which the state of a fight changes.

use serde::Serialize;

use super::components::{BarrierId, Side, Status, StatusKind, UnitId};
use super::event_visibility::EventVisibility;
use super::ground_effect::GroundEffect;
use super::order::Target;
use super::resources::PassStage;
use crate::model::components::held_phase::ExtendedActionKind;
use crate::model::components::inventory::{CarriedItem, ItemId};
use dice::{Clause, Trace};
use field::Cell;
use rules::status::{ActiveAilment, Ailment, BodySide, PhaseRestrictions};
use rules::turn_engine::Action;
use rules::turn_engine::delay::HeldPhaseLoss;
use rules::turn_engine::extended_action::{CancelReason, ExtendedActionProgress};
use rules::turn_engine::timed_items::Fuse;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{
    DownState, FireMode, HealthState, HitResult, KarmaPlan, KarmaUse, MedicalCare, MovementMode, PoolShare,
    RuleViolation, TurnBudget, WeaponMalfunction,
};

/// How a skirmish ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum EndReason {
    /// No one of the other side fights on.
    Eliminated,
    /// The place was held long enough.
    Held,
    /// Enough units left by the exit.
    Escaped,
    /// The place was reached.
    Reached,
    /// Nobody else is up in the place.
    Taken,
    /// The last round is over.
    TimeUp,
    /// The other side gave up.
    Surrender,
    /// The unit that had to be stopped goes nowhere.
    Stopped,
    /// The unit that was held is free.
    Rescued,
    /// The unit that had to live is dead.
    Slain,
}

/// The end of a skirmish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BattleOutcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How.
    pub ending: EndReason,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum BattleEvent {
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
    CoinsTossed { coins: CoinTosses },
    /// A pass began: points and free actions are back. `SS-ACT-24`.
    PassBegan { round: u32, pass: u32 },
    /// A unit's points for the pass.
    PointsRestored { unit: UnitId, purse: TurnBudget },
    /// A unit's action phase began.
    PhaseBegan { unit: UnitId },
    /// A unit's action phase is over.
    PhaseEnded { unit: UnitId },
    /// A unit holds its phase back. `SS-DELAY-01`.
    Delayed { unit: UnitId },
    /// A held phase is lost. `SS-DELAY-18` to `SS-DELAY-21`.
    HeldPhaseLost { unit: UnitId, why: HeldPhaseLoss },
    /// Phases come next out of the usual order. `SS-DELAY-05`.
    TurnOrderChanged { units: Vec<UnitId>, together: Vec<UnitId>, stage: PassStage },
    /// A held phase is taken; `early`, if the unit's own phase of the pass is still to come. `SS-DELAY-17`.
    SteppedIn { unit: UnitId, early: bool },
    /// Questions of a clause are answered so from now on, or asked again.
    AutoResponseSet { unit: UnitId, clause: String, answer: Option<String> },
    /// It did not get its phase: no points left, stunned. `SS-ACT-34`.
    PhaseLost { unit: UnitId, why: RuleViolation },
    /// A pass is over: 10 off every score. `SS-ROUND-12`.
    PassEnded { pass: u32 },
    /// A round is over.
    RoundEnded { round: u32 },
    /// An action was paid: points spent, and what is left.
    Paid { unit: UnitId, action: Action, points: u8, purse: TurnBudget },
    /// What a unit can pay changed without an action.
    TurnBudgetChanged { unit: UnitId, points: u8, purse: TurnBudget },
    /// What a unit's Karma is meant for from now on.
    KarmaPlanned { unit: UnitId, plan: KarmaPlan },
    /// A point of Karma was spent; so many are left. `SS-BASE-25`.
    KarmaSpent { unit: UnitId, on: KarmaUse, left: u8 },
    /// A run was announced. `SS-MOVE-17`.
    RunAnnounced { unit: UnitId },
    /// One step.
    Stepped { unit: UnitId, from: Cell, to: Cell },
    /// A body is carried along. `SS-BARR-44`.
    Displaced { unit: UnitId, from: Cell, to: Cell },
    /// A walk: half metres used of the round's rate.
    Walked { unit: UnitId, half_metres: u32 },
    /// A Run action was taken.
    Ran { unit: UnitId, gait: MovementMode, from: Cell },
    /// A move stopped before its end.
    /// `unused` half metres of its walk are left for another way. `SS-MOVE-23`.
    Stopped { unit: UnitId, at: Cell, reason: &'static str, unused: u32 },
    /// Struck at somebody who passed by. `SS-INTC-06`.
    Intercepted { unit: UnitId, mover: UnitId, weapon: String },
    /// Did not strike at somebody who passed by.
    LetPass { unit: UnitId, mover: UnitId },
    /// Slipped past opponents, or tried to. `SS-INTC-15`.
    Evaded { unit: UnitId, past: Vec<UnitId> },
    /// Took cover.
    CoverTaken { unit: UnitId },
    /// Left it.
    CoverLeft { unit: UnitId },
    /// A status came on.
    StatusSet { unit: UnitId, status: Status },
    /// A status went.
    StatusEnded { unit: UnitId, kind: StatusKind },
    /// An ailment came on, or is worse. Chapter AIL.
    Afflicted { unit: UnitId, suffered: ActiveAilment },
    /// A phase of an ailment's duration began or is over. `CS-AIL-03`.
    AilmentCounted { unit: UnitId, suffered: ActiveAilment },
    /// What ailments make of a unit's phase. `CS-AIL-08`.
    PhaseRestricted { unit: UnitId, bounds: PhaseRestrictions },
    /// What a unit had to do is done.
    ForcedActionDone { unit: UnitId },
    /// Somebody shot at a Pinned unit. `CS-PIN-09`.
    ShotAt { unit: UnitId },
    /// An ailment went, by this clause.
    Relieved { unit: UnitId, ailment: Ailment, part: Option<BodySide>, clause: Clause },
    /// An attack action: rounds fired, and the mode the weapon is now set to.
    AttackDeclared { unit: UnitId, target: Target, weapon: usize, mode: Option<FireMode>, rounds: u32 },
    /// Several attacks are made with one pool. `SS-MULTI-07`.
    PoolSplit { unit: UnitId, shares: Vec<PoolShare> },
    /// An item was activated and lies where it will go off. `SS-TIMED-04`.
    Activated { unit: UnitId, weapon: usize, item: ItemId, what: CarriedItem, fuse: Fuse, cell: Cell },
    /// A round begins, and it goes off in this one, or so many rounds later. `SS-TIMED-03`.
    FuseTicked { unit: UnitId, item: ItemId, name: String, cell: Cell, rounds: u32 },
    /// It went off. Chapter TIMED.
    Detonated { unit: UnitId, item: ItemId, name: String, cell: Cell },
    /// An Extended Action was begun or went on. `SS-ACT-18`.
    ExtendedActionAdvanced { unit: UnitId, work: ExtendedActionKind, progress: ExtendedActionProgress },
    /// It came to nothing. `SS-ACT-18` to `SS-ACT-20`.
    ExtendedActionCancelled { unit: UnitId, why: CancelReason },
    /// How it ended.
    AttackResolved {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        contact: HitResult,
        net: i32,
        damage: u32,
        words: String,
    },
    /// Something that only the book of the skirmish lets a unit do.
    SpecialActionDone { unit: UnitId, deed: String, label: String, target: Option<UnitId> },
    /// The book's own words for something that changes nothing on the field.
    RuleNote { unit: UnitId, text: String, clause: Clause },
    /// A unit rolled a defence of its own.
    Defended { unit: UnitId },
    /// A unit's health changed.
    Harmed {
        unit: UnitId,
        by: Option<UnitId>,
        damage: u32,
        before: Box<HealthState>,
        after: Box<HealthState>,
    },
    /// A unit's initiative changed in mid-round. `SS-INIT-15`.
    InitiativeChanged { unit: UnitId, by: i32, attribute: i32 },
    /// A unit's score is this from now on, whatever it was. `SS-FFYL-05`.
    ScoreSet { unit: UnitId, score: i32 },
    /// Out of the fight.
    WentDown { unit: UnitId, by: Option<UnitId>, down: DownState },
    /// Unconscious no longer.
    Recovered { unit: UnitId },
    /// Left the field.
    Escaped { unit: UnitId },
    /// A weapon is on the ground.
    Dropped { unit: UnitId, weapon: usize, item: ItemId, what: CarriedItem, cell: Cell },
    /// One piece of a bundle lies on the ground; the others are where they were.
    ItemLanded { unit: UnitId, item: ItemId, what: CarriedItem, cell: Cell },
    /// A weapon was picked up.
    PickedUp { unit: UnitId, item: ItemId, what: CarriedItem },
    /// A weapon is in hand; the others named were put away.
    Readied { unit: UnitId, weapon: usize, stowed: Vec<usize> },
    /// Something became of a weapon, or it is whole again.
    WeaponFaultChanged { unit: UnitId, weapon: usize, fault: WeaponMalfunction },
    /// Rounds left in a weapon that did not go the usual way.
    AmmunitionSet { unit: UnitId, weapon: usize, loaded: u32 },
    /// A weapon is gone for good.
    WeaponDestroyed { unit: UnitId, weapon: usize, what: CarriedItem },
    /// Dice wait for whoever of the giver's side checks next. `CC-ADV-08`.
    BoostGiven { giver: UnitId },
    /// They were taken.
    BoostsClaimed { unit: UnitId },
    /// A magazine is full.
    Reloaded { unit: UnitId, weapon: usize, rounds: u32 },
    /// A barrier segment was damaged.
    BarrierDamaged { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// A barrier segment has a hole.
    BarrierHoled { barrier: BarrierId },
    /// A door was opened or closed.
    DoorMoved { barrier: BarrierId, open: bool },
    /// Something lies on these squares, up to the end of a round. Everybody sees it.
    GroundCovered { cells: Vec<Cell>, what: GroundEffect, until: u32 },
    /// It is gone.
    GroundCleared { cells: Vec<Cell>, what: GroundEffect },
    /// Rounds the place of an objective has been held in a row by the side that has to.
    HoldCounted { objective: usize, rounds: u32 },
    /// Hidden units appeared before whoever had not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Revealed { units: Vec<UnitId> },
    /// A side sees a unit that it did not see before. With fog of war.
    Spotted { side: Side, unit: UnitId, at: Cell },
    /// A side sees a unit no longer; `at` is where it was last. With fog of war.
    LostSight { side: Side, unit: UnitId, at: Cell },
    /// The skirmish is over.
    Ended(BattleOutcome),
    /// The field was left.
    FieldLeft,
    /// So many minutes of rest passed.
    Rested { minutes: u32, care: MedicalCare },
    /// Somebody saw to somebody; both are busy up to that minute after the fight.
    Treated { unit: UnitId, label: String, target: Option<UnitId>, until: u32 },
}

/// Something that happened, with the dice, answers and numbers that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRecord {
    /// What happened.
    pub event: BattleEvent,
    /// What led to it.
    pub trace: Vec<Trace>,
    /// Who learns of it.
    pub visibility: EventVisibility,
}

impl EventRecord {
    /// Something that nothing led to.
    pub fn new(event: BattleEvent) -> Self {
        Self { event, trace: Vec::new(), visibility: EventVisibility::default() }
    }
}

impl BattleEvent {
    /// Whether an event takes this ailment away.
    pub(crate) fn is_relief(
        unit: UnitId,
        ailment: Ailment,
        part: Option<BodySide>,
    ) -> impl Fn(&Self) -> bool {
        move |event| {
            matches!(event, Self::Relieved { unit: who, ailment: which, part: at, .. }
                if *who == unit && *which == ailment && *at == part)
        }
    }
}
