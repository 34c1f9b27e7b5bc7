//! Battle events. State changes only through events.

use serde::Serialize;
use strum::{EnumCount, EnumDiscriminants};

use super::{BattleOutcome, HealthCause};
use crate::attack::fire_mode::FireMode;
use crate::ground::ground_effect::GroundEffect;
use crate::status::{ActiveAilment, Ailment, BodySide, PhaseRestrictions, Status, StatusKind};
use crate::turn_engine::Action;
use crate::turn_engine::delay::{HeldPhaseLoss, PassStage};
use crate::turn_engine::extended_action::{CancelReason, ExtendedActionKind, ExtendedActionProgress};
use crate::turn_engine::karma::{KarmaPlan, KarmaUse};
use crate::turn_engine::timed_items::Fuse;
use crate::turn_engine::turn_order::CoinTosses;
use crate::{
    CarriedItem, DownState, HealthState, HitResult, MedicalCare, MovementMode, PoolShare, RuleViolation,
    StopReason, TurnBudget, WeaponMalfunction,
};
use dice::{Clause, RuleText};
use model::{BarrierId, Cell, ItemId, Side, Target, UnitId};

/// A change of battle state, or a note for the log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, EnumDiscriminants)]
#[serde(rename_all = "snake_case")]
#[strum_discriminants(name(EventKind), derive(EnumCount), doc = "The kind of a battle event.")]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum BattleEvent {
    /// Physical dice were entered.
    DiceGiven { faces: Vec<u8> },
    /// A unit was deployed.
    Deployed { unit: UnitId, to: Cell },
    /// A side finished its deployment.
    SideReady { side: Side },
    /// A round began.
    RoundBegan { round: u32 },
    /// A unit's initiative for the round.
    InitiativeRolled { unit: UnitId, score: i32, attribute: i32, dice: u8 },
    /// Ties were broken by coin toss, for the rest of the round. `SS-INIT-10`.
    CoinsTossed {
        #[serde(skip)]
        coins: CoinTosses,
    },
    /// A pass began: points and free actions are restored. `SS-ACT-24`.
    PassBegan { round: u32, pass: u32 },
    /// A unit's turn budget for the pass.
    PointsRestored { unit: UnitId, budget: TurnBudget },
    /// A unit's action phase began.
    PhaseBegan { unit: UnitId },
    /// A unit's action phase ended.
    PhaseEnded { unit: UnitId },
    /// A unit delayed its phase. `SS-DELAY-01`.
    Delayed { unit: UnitId },
    /// A held phase was lost. `SS-DELAY-18` to `SS-DELAY-21`.
    HeldPhaseLost { unit: UnitId, why: HeldPhaseLoss },
    /// Phases that come next out of turn order. `SS-DELAY-05`.
    TurnOrderChanged { units: Vec<UnitId>, together: Vec<UnitId>, stage: PassStage },
    /// A held phase was taken; `early` if the unit's own phase of the pass is still to come. `SS-DELAY-17`.
    SteppedIn { unit: UnitId, early: bool },
    /// An automatic response was set; `answer` is `None` if it was removed.
    AutoResponseSet { unit: UnitId, clause: String, answer: Option<String> },
    /// A unit lost its phase: no points left, stunned. `SS-ACT-34`.
    PhaseLost { unit: UnitId, why: RuleViolation },
    /// A pass ended: 10 off every score. `SS-ROUND-12`.
    PassEnded { pass: u32 },
    /// A round ended.
    RoundEnded { round: u32 },
    /// An action was paid: points spent, and the budget left.
    Paid { unit: UnitId, action: Action, points: u8, budget: TurnBudget },
    /// A unit's turn budget changed without an action.
    TurnBudgetChanged { unit: UnitId, points: u8, budget: TurnBudget },
    /// A unit's Karma plan changed.
    KarmaPlanned { unit: UnitId, plan: KarmaPlan },
    /// A point of Karma was spent; `left` remain. `SS-BASE-25`.
    KarmaSpent { unit: UnitId, on: KarmaUse, left: u8 },
    /// A run was announced. `SS-MOVE-17`.
    RunAnnounced { unit: UnitId },
    /// A unit moved one step.
    Stepped { unit: UnitId, from: Cell, to: Cell },
    /// A body was carried along. `SS-BARR-44`.
    Displaced { unit: UnitId, from: Cell, to: Cell },
    /// A walk used half metres of the round's rate; a prone unit crawls. `SS-ACT-53`
    Walked {
        unit: UnitId,
        half_metres: u32,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        crawls: bool,
    },
    /// A Run action was taken.
    Ran { unit: UnitId, gait: MovementMode, from: Cell },
    /// A move stopped before its end; `unused` half metres can be walked elsewhere. `SS-MOVE-23`.
    Stopped { unit: UnitId, at: Cell, reason: StopReason, unused: u32 },
    /// A unit intercepted a passing opponent. `SS-INTC-06`.
    Intercepted { unit: UnitId, mover: UnitId, weapon: String },
    /// A unit let an opponent pass.
    LetPass { unit: UnitId, mover: UnitId },
    /// A unit evaded opponents, or tried to. `SS-INTC-15`.
    Evaded { unit: UnitId, past: Vec<UnitId> },
    /// A unit took cover.
    CoverTaken { unit: UnitId },
    /// A unit left cover.
    #[serde(rename = "cover_lost")]
    CoverLeft { unit: UnitId },
    /// A status began.
    StatusSet { unit: UnitId, status: Status },
    /// A status ended.
    StatusEnded { unit: UnitId, kind: StatusKind },
    /// An ailment began or got worse. Chapter AIL.
    Afflicted { unit: UnitId, suffered: ActiveAilment },
    /// A phase of an ailment's duration began or ended. `CS-AIL-03`.
    AilmentCounted { unit: UnitId, suffered: ActiveAilment },
    /// Ailments restrict a unit's phase. `CS-AIL-08`.
    PhaseRestricted { unit: UnitId, bounds: PhaseRestrictions },
    /// A unit did its forced action.
    ForcedActionDone { unit: UnitId },
    /// A Pinned unit was shot at. `CS-PIN-09`.
    ShotAt { unit: UnitId },
    /// An ailment ended, by this clause.
    Relieved { unit: UnitId, ailment: Ailment, part: Option<BodySide>, clause: Clause },
    /// An attack was declared: rounds fired, and the mode the weapon is now set to.
    AttackDeclared { unit: UnitId, target: Target, weapon: usize, mode: Option<FireMode>, rounds: u32 },
    /// Several attacks share one pool. `SS-MULTI-07`.
    PoolSplit { unit: UnitId, shares: Vec<PoolShare> },
    /// An item was armed and lies where it will detonate. `SS-TIMED-04`.
    Activated { unit: UnitId, weapon: usize, item: ItemId, what: Box<CarriedItem>, fuse: Fuse, cell: Cell },
    /// A fuse ticked at the start of a round: the item detonates in `rounds` rounds, 0 for this one. `SS-TIMED-03`.
    FuseTicked { unit: UnitId, item: ItemId, name: String, cell: Cell, rounds: u32 },
    /// An item detonated. Chapter TIMED.
    Detonated { unit: UnitId, item: ItemId, name: String, cell: Cell },
    /// An Extended Action began or advanced. `SS-ACT-18`.
    ExtendedActionAdvanced { unit: UnitId, work: ExtendedActionKind, progress: ExtendedActionProgress },
    /// An Extended Action was cancelled. `SS-ACT-18` to `SS-ACT-20`.
    ExtendedActionCancelled { unit: UnitId, why: CancelReason },
    /// An attack was resolved.
    AttackResolved {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        contact: HitResult,
        net: i32,
        damage: u32,
        words: RuleText,
    },
    /// An attack of a unit went off in another square than that of its target, or not at all. Follows its `AttackResolved`.
    /// `CS-SCA-03`, `CS-GRN-02`.
    BlastAstray { unit: UnitId, cell: Option<Cell> },
    /// A unit used an action of its rulebook.
    SpecialActionDone { unit: UnitId, action: String, label: RuleText, target: Option<UnitId> },
    /// A unit rolled a defence.
    Defended { unit: UnitId },
    /// A unit's health changed.
    Harmed {
        unit: UnitId,
        by: Option<UnitId>,
        damage: u32,
        before: Box<HealthState>,
        after: Box<HealthState>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<HealthCause>,
    },
    /// A unit's initiative changed during the round. `SS-INIT-15`.
    InitiativeChanged { unit: UnitId, by: i32, attribute: i32 },
    /// A unit gained or lost Initiative Dice during the round. `SS-INIT-18`, `SS-INIT-19`.
    InitiativeDiceChanged { unit: UnitId, by: i32, dice: u8 },
    /// A unit's initiative score was set. `SS-FFYL-05`.
    #[serde(rename = "score")]
    ScoreSet { unit: UnitId, score: i32 },
    /// A unit is out of action.
    WentDown { unit: UnitId, by: Option<UnitId>, down: DownState },
    /// A unit regained consciousness.
    Recovered { unit: UnitId },
    /// A unit left the map by an exit.
    Escaped { unit: UnitId },
    /// A unit of the reserves arrived on the map. `SS-INIT-25`.
    Arrived { unit: UnitId, to: Cell },
    /// A weapon fell to the ground.
    Dropped { unit: UnitId, weapon: usize, item: ItemId, what: Box<CarriedItem>, cell: Cell },
    /// One piece of a stack landed on the ground; the stack stays where it is.
    ItemLanded { unit: UnitId, item: ItemId, what: Box<CarriedItem>, cell: Cell },
    /// A weapon was picked up.
    PickedUp { unit: UnitId, item: ItemId, what: Box<CarriedItem> },
    /// A weapon was readied; `stowed` weapons were put away.
    Readied { unit: UnitId, weapon: usize, stowed: Vec<usize> },
    /// A weapon malfunctioned or was repaired.
    #[serde(rename = "fault")]
    WeaponFaultChanged {
        unit: UnitId,
        #[serde(rename = "slot")]
        weapon: usize,
        fault: WeaponMalfunction,
    },
    /// Ammunition of a weapon was set outside an attack or a reload.
    #[serde(rename = "rounds")]
    AmmunitionSet {
        unit: UnitId,
        #[serde(rename = "slot")]
        weapon: usize,
        loaded: u32,
    },
    /// A weapon was destroyed.
    WeaponDestroyed { unit: UnitId, weapon: usize, what: Box<CarriedItem> },
    /// Boost dice were given to the next ally who makes a check. `CC-ADV-08`.
    #[serde(rename = "boost")]
    BoostGiven { giver: UnitId },
    /// Boost dice were claimed.
    BoostsClaimed { unit: UnitId },
    /// A weapon was reloaded.
    Reloaded { unit: UnitId, weapon: usize, rounds: u32 },
    /// A barrier segment was damaged.
    BarrierDamaged { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// A barrier segment was holed.
    BarrierHoled { barrier: BarrierId },
    /// A door was opened or closed.
    DoorMoved { barrier: BarrierId, open: bool },
    /// A unit noticed what a barrier hides, and pointed it out to all. `CC-ADV-09`.
    FeatureNoticed { unit: UnitId, barrier: BarrierId },
    /// A ground effect covers these cells until the end of a round. Visible to all sides.
    GroundCovered { cells: Vec<Cell>, what: GroundEffect, until: u32 },
    /// A ground effect ended on these cells.
    GroundCleared { cells: Vec<Cell>, what: GroundEffect },
    /// Consecutive rounds for which an objective has been held.
    HoldCounted { objective: usize, rounds: u32 },
    /// Hidden units appeared to enemies that had not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Revealed { units: Vec<UnitId> },
    /// A side spotted a unit. Fog of war only.
    Spotted { side: Side, unit: UnitId, at: Cell },
    /// A side lost sight of a unit last seen at `at`. Fog of war only.
    LostSight { side: Side, unit: UnitId, at: Cell },
    /// The battle ended.
    Ended(BattleOutcome),
    /// The battlefield was left.
    FieldLeft,
    /// Minutes of rest passed.
    Rested { minutes: u32, care: MedicalCare },
    /// A unit treated a unit; both are busy until that minute after the battle.
    Treated { unit: UnitId, label: RuleText, target: Option<UnitId>, until: u32 },
    /// A note of the book for the log; nothing changes.
    #[serde(rename = "told")]
    RuleNote { unit: UnitId, text: RuleText, clause: Clause },
}
