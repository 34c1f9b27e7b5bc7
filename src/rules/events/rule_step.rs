//! Resolution steps that rules return.

use serde::Serialize;

use super::{BattleEvent, HealthCause};
use crate::ground::ground_effect::GroundEffectSpec;
use crate::knockback::KnockbackForce;
use crate::status::{Ailment, AilmentCause, BodySide, Status, StatusEnd, StatusKind};
use crate::turn_engine::Action;
use crate::turn_engine::karma::KarmaUse;
use crate::{BarrierHarm, Grip, HealthState, TurnBudget};
use dice::{Clause, RuleText};
use model::{BarrierId, Cell, UnitId};

/// A result of a rule: an event, or a step whose events depend on the battlefield.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum RuleStep {
    /// Changes a unit's health or lasting state; `damage` is the number shown to the player.
    #[serde(rename = "condition")]
    ChangeHealth {
        unit: UnitId,
        after: HealthState,
        damage: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<HealthCause>,
    },
    /// Spends or restores points of a unit outside its orders: points spent, and what is left.
    #[serde(rename = "purse")]
    SetTurnBudget { unit: UnitId, action: Option<Action>, points: u8, after: TurnBudget },
    /// Takes points off a unit's Initiative Score: now, or off the next roll if there is none yet. `SS-SURP-13`.
    #[serde(rename = "score_lost")]
    LoseInitiative { unit: UnitId, points: i32 },
    /// Ends a unit's lost phase, else its surprise. `SS-SURP-14`, `SS-SURP-21`.
    #[serde(rename = "composed")]
    EndSurprise { unit: UnitId },
    /// Knocks a unit back; `from` is the square of the blow's origin, `None` if it is the attacker's. Chapter KNOCK.
    #[serde(rename = "knocked")]
    Knockback { unit: UnitId, force: KnockbackForce, from: Option<Cell> },
    /// Moves a unit out of a blast to a square. `AB-AREA-10`.
    #[serde(rename = "relocated")]
    Relocate { unit: UnitId, to: Cell, clause: Clause },
    /// Makes a unit fall prone.
    #[serde(rename = "prone")]
    FallProne { unit: UnitId },
    /// Damages a barrier segment.
    #[serde(rename = "barrier")]
    DamageBarrier(BarrierHarm),
    /// Drops the item at this index.
    #[serde(rename = "dropped")]
    DropItem { unit: UnitId, slot: usize },
    /// Throws the item at this index to a square; `None` is the unit's own square.
    #[serde(rename = "thrown")]
    ThrowItem { unit: UnitId, slot: usize, to: Option<Cell> },
    /// Throws one piece of the stack at this index to a square; `None` is the unit's own square.
    #[serde(rename = "thrown_one")]
    ThrowOneOfStack { unit: UnitId, slot: usize, to: Option<Cell> },
    /// Destroys the item at this index.
    #[serde(rename = "destroyed")]
    DestroyItem { unit: UnitId, slot: usize },
    /// Spends a point of Karma. `SS-BASE-25`.
    #[serde(rename = "karma")]
    SpendKarma { unit: UnitId, on: KarmaUse },
    /// Engages two units in melee. `CS-MEL-02`.
    #[serde(rename = "engaged")]
    Engage { one: UnitId, other: UnitId },
    /// Ends the melee engagement of two units.
    #[serde(rename = "disengaged")]
    Disengage { one: UnitId, other: UnitId },
    /// Begins or ends a unit's grip.
    #[serde(rename = "grip")]
    SetGrip { unit: UnitId, grip: Option<Grip> },
    /// Opens or closes a door or the like. `CC-ADV-19`.
    #[serde(rename = "operated")]
    OperateBarrier { barrier: BarrierId },
    /// Changes an Initiative Score at once. `SS-CALL-35`.
    #[serde(rename = "score_changed")]
    ChangeInitiative { unit: UnitId, by: i32, clause: Clause },
    /// Inflicts an ailment, as its rule and the unit's present ailments say. Chapter AIL.
    Afflict { unit: UnitId, cause: AilmentCause },
    /// Ends an ailment early.
    Relieve { unit: UnitId, ailment: Ailment, part: Option<BodySide>, clause: Clause },
    /// Applies the properties of an attack to a unit that it hits. `CS-BASE-35`.
    #[serde(rename = "struck")]
    ApplyAttackProperties { unit: UnitId },
    /// Marks a unit's curse as used in this round. `CS-CURS-01`.
    #[serde(rename = "curse_spent")]
    SpendCurse { unit: UnitId },
    /// Seats a unit in a vehicle, or in its driver's seat. `SS-DEF-18`.
    #[serde(rename = "boards")]
    BoardVehicle { unit: UnitId, vehicle: UnitId, drives: bool },
    /// Takes a unit out of its vehicle. `SS-CALL-114`.
    #[serde(rename = "alights")]
    ExitVehicle { unit: UnitId },
    /// Turns a unit's human shield towards the nearest enemy. `AB-SHIELD-01`.
    #[serde(rename = "shield_turned")]
    TurnBodyShield { unit: UnitId },
    /// Covers the ground around a square with smoke or fire.
    #[serde(rename = "laid")]
    CoverGround { at: Cell, lays: GroundEffectSpec },
    /// Records an event that needs no look at the battlefield.
    #[serde(untagged)]
    Record(BattleEvent),
}

impl RuleStep {
    /// Begins a status that lasts until it is removed.
    pub const fn begin_status(unit: UnitId, kind: StatusKind) -> Self {
        Self::begin_status_until(unit, kind, StatusEnd::Removed)
    }

    /// Begins a status with an end.
    pub const fn begin_status_until(unit: UnitId, kind: StatusKind, until: StatusEnd) -> Self {
        Self::Record(BattleEvent::StatusSet { unit, status: Status { kind, until } })
    }

    /// Ends a status.
    pub const fn end_status(unit: UnitId, kind: StatusKind) -> Self {
        Self::Record(BattleEvent::StatusEnded { unit, kind })
    }

    /// Adds a line in the book's terms to the log.
    pub fn note(unit: UnitId, text: impl Into<RuleText>, clause: Clause) -> Self {
        Self::Record(BattleEvent::RuleNote { unit, text: text.into(), clause })
    }
}
