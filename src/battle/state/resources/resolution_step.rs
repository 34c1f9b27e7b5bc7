//! Resolution steps: the queue of what is still to be resolved.

use std::collections::VecDeque;

use bevy_ecs::prelude::Resource;
use strum::{EnumCount, EnumDiscriminants, EnumIter};

use crate::state::event::BattleEvent;
use crate::state::order::Target;
use model::{BarrierId, Cell, ItemId, Side, UnitId};
use rules::knockback::KnockbackForce;
use rules::turn_engine::Action;
use rules::{Fall, FireMode, InterceptOption, MedicalCare, PoolShare, RuleStep, StopReason, Weapon};

/// A stretch of a move and what happens at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveSegment {
    pub(crate) unit: UnitId,
    pub(crate) path: Vec<Cell>,
    /// What happens at its end.
    pub(crate) end: MoveSegmentEnd,
    /// Effects of the ground on the way.
    pub(crate) effects: Vec<RuleStep>,
    /// It began upright: a unit knocked prone on the way goes no further.
    pub(crate) upright: bool,
}

/// How a segment ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveSegmentEnd {
    /// At its destination.
    Completed,
    /// Before its destination.
    Stopped {
        /// The reason.
        reason: StopReason,
        /// Half metres declared but not walked.
        unused: u32,
    },
    /// At an interception; holds the remaining steps.
    Interrupted(Vec<ResolutionStep>),
}

/// Progress of a move with respect to interceptions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveProgress {
    /// It has begun: a unit stopped now goes no further.
    pub(crate) begun: bool,
    /// Opponents that had their chance or were evaded. `SS-INTC-17`.
    pub(crate) met: Vec<UnitId>,
}

/// An action that a unit has declared, by which its permission is checked again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeclaredAction {
    /// An action of every book.
    Action(Action),
    /// A special action, by its key.
    SpecialAction(String),
}

/// An interception attack that is chosen and paid. `SS-INTC-06`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeclaredStrike {
    pub(crate) unit: UnitId,
    pub(crate) mover: UnitId,
    pub(crate) weapon: Weapon,
    /// Slot of the weapon; `None` for bare hands.
    pub(crate) slot: Option<usize>,
    /// Reach in squares beyond the neighbouring one.
    pub(crate) beyond: u32,
}

impl DeclaredStrike {
    /// The attack of a unit on one that passes by.
    pub(crate) fn new(unit: UnitId, mover: UnitId, strike: &InterceptOption) -> Self {
        let InterceptOption { weapon, slot, beyond, .. } = strike;
        Self { unit, mover, weapon: weapon.clone(), slot: *slot, beyond: *beyond }
    }
}

/// A part of an order that is still to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EnumDiscriminants)]
#[strum_discriminants(name(StepKind), derive(EnumCount, EnumIter), doc = "The kind of a resolution step.")]
pub enum ResolutionStep {
    /// Begins the next round: initiative.
    BeginRound,
    /// Begins the next pass.
    BeginPass,
    /// Ends the round: timers, bleeding.
    EndRound,
    /// Lets a unit queue attacks. `AB-CANCEL-01`.
    QueueAttacks { unit: UnitId },
    /// Begins the next unit's phase.
    NextPhase,
    /// Walks the rest of a declared path as part of an action.
    Walk { unit: UnitId, path: Vec<Cell>, action: Action, way: MoveProgress },
    /// Offers a unit the interception of a mover. `SS-INTC-06`.
    Intercept { unit: UnitId, mover: UnitId },
    /// Tests evasion, then walks. `SS-INTC-14`.
    Evade { unit: UnitId, path: Vec<Cell>, action: Action },
    /// Ends the concealment of units in plain sight. `CS-UNA-05`.
    UpdateDetection,
    /// Reveals hidden units to enemies that have not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Reveal { units: Vec<UnitId> },
    /// Tests a sprint, then walks as far as it goes.
    Sprint { unit: UnitId, path: Vec<Cell>, evade: bool },
    /// Resolves a paid attack.
    Attack {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        option: Option<String>,
        rounds_before: u32,
        share: Option<PoolShare>,
    },
    /// Detonates an item. Chapter TIMED.
    Detonate { item: ItemId },
    /// Resolves a paid action of the rulebook.
    SpecialAction { unit: UnitId, action: String, target: Option<UnitId>, weapon: Option<usize> },
    /// Applies ailments to the phase that has begun. `CS-AIL-08`.
    RestrictPhase { unit: UnitId },
    /// Notes the duties of a unit that lapse as its phase begins. `CS-AIL-08`.
    NoteLapsedDuties { unit: UnitId },
    /// Ends a unit's phase.
    EndPhase { unit: UnitId },
    /// Damages a barrier, which may open holes.
    DamageBarrier { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// Leaves the battlefield after the battle.
    LeaveField,
    /// Rests after the battle.
    Rest { minutes: u32, care: MedicalCare },
    /// Treats a unit after the battle.
    Treat { unit: UnitId, treatment: String, target: Option<UnitId> },
    /// Applies the consequences of changed health: going down, initiative.
    Consequences { unit: UnitId, by: Option<UnitId> },
    /// Knocks a unit back from a cell. Chapter KNOCK.
    Knockback { unit: UnitId, force: KnockbackForce, from: Cell },
    /// Continues a walk through hazardous ground.
    ContinueMove(MoveSegment),
    /// Applies the hazard of the ground to a unit. `AD-SPEC-01`.
    ExposeToHazard { unit: UnitId },
    /// Resolves the landing of a unit that fell. `CS-FALL-03`.
    LandFromFall { unit: UnitId, fall: Fall },
    /// Applies the consequences of a price that is paid with health, and its further effects. The phase goes on until
    /// `CarryOut`.
    PriceConsequences { unit: UnitId, effects: Vec<RuleStep> },
    /// Carries out an action that is declared and paid, unless its unit can no longer take it.
    CarryOut { unit: UnitId, declared: DeclaredAction, events: Vec<BattleEvent>, then: Vec<ResolutionStep> },
    /// Resolves an interception attack that is paid. `SS-INTC-10`.
    Strike(DeclaredStrike),
    /// Ends the battle by the surrender of a side, unless it has ended already. `SS-TIMED-02`.
    Surrender { side: Side },
}

/// Steps still to be resolved, in order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResolutionQueue(pub(crate) VecDeque<ResolutionStep>);

impl ResolutionQueue {
    /// Inserts steps before all others.
    pub(crate) fn push_front(&mut self, steps: &mut Vec<ResolutionStep>) {
        while let Some(step) = steps.pop() {
            self.0.push_front(step);
        }
    }
}
