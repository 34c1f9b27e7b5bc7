//! What is still to be resolved, piece by piece.

use std::collections::VecDeque;

use crate::model::components::inventory::ItemId;
use crate::model::components::{BarrierId, UnitId};
use crate::model::order::Target;
use field::Cell;
use rules::knockback::KnockbackForce;
use rules::turn_engine::Action;
use rules::{Effect, Fall, FireMode, MedicalCare, PoolShare};

/// A way that a unit goes for sure, and what comes of it at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveSegment {
    pub(crate) unit: UnitId,
    pub(crate) path: Vec<Cell>,
    /// What comes at its end.
    pub(crate) end: MoveSegmentEnd,
    /// What the ground under way does to the unit.
    pub(crate) effects: Vec<Effect>,
    /// It was begun on one's feet: whoever is thrown down under way goes no further.
    pub(crate) upright: bool,
}

/// How a leg of a way ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveSegmentEnd {
    /// Where it was to end.
    Completed,
    /// Before that.
    Stopped {
        /// Why.
        reason: &'static str,
        /// Half metres that were declared and not gone.
        unused: u32,
    },
    /// Where opponents may strike: that, and the rest of the way.
    Interrupted(Vec<ResolutionStep>),
}

/// How far a move has come, as far as opponents on its way go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveProgress {
    /// It has begun: whoever is stopped now goes no further.
    pub(crate) begun: bool,
    /// Opponents that had their chance, or were slipped past. `SS-INTC-17`.
    pub(crate) met: Vec<UnitId>,
}

/// A piece of an order that is still to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResolutionStep {
    /// Next round: initiative for everybody.
    BeginRound,
    /// Next pass of the round.
    BeginPass,
    /// The round is over: timers, bleeding.
    EndRound,
    /// Who is next?
    NextPhase,
    /// The rest of a declared path, and the action it is part of.
    Walk { unit: UnitId, path: Vec<Cell>, action: Action, way: MoveProgress },
    /// An opponent may strike at whoever passes by. `SS-INTC-06`.
    Intercept { unit: UnitId, mover: UnitId },
    /// Slipping past opponents: test first, then the path. `SS-INTC-14`.
    Evade { unit: UnitId, path: Vec<Cell>, action: Action },
    /// Whoever hides where it can be seen hides no longer. `CS-UNA-05`.
    UpdateDetection,
    /// Hidden units appear before whoever has not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Reveal { units: Vec<UnitId> },
    /// A sprint: test first, then the path as far as it goes.
    Sprint { unit: UnitId, path: Vec<Cell>, evade: bool },
    /// An attack that is paid.
    Attack {
        unit: UnitId,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        manner: Option<String>,
        rounds_before: u32,
        share: Option<PoolShare>,
    },
    /// An item goes off. Chapter TIMED.
    Detonate { item: ItemId },
    /// Something of the book's own that is paid.
    SpecialAction { unit: UnitId, deed: String, target: Option<UnitId>, weapon: Option<usize> },
    /// What ailments make of the phase that has begun. `CS-AIL-08`.
    RestrictPhase { unit: UnitId },
    /// A unit's phase is over.
    EndPhase { unit: UnitId },
    /// Damage of a barrier that may open holes.
    DamageBarrier { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// The skirmish is over: what ends with it ends.
    LeaveField,
    /// Rest after the fight.
    Rest { minutes: u32, care: MedicalCare },
    /// A treatment after the fight.
    Treat { unit: UnitId, treatment: String, target: Option<UnitId> },
    /// Someone's health changed: falling, initiative.
    Consequences { unit: UnitId, by: Option<UnitId> },
    /// A blow throws a unit away from a square. Chapter KNOCK.
    Knockback { unit: UnitId, force: KnockbackForce, from: Cell },
    /// The rest of a walk that went through ground that harms.
    ContinueMove(MoveSegment),
    /// What the ground does to the unit on it. `AD-SPEC-01`.
    ExposeToHazard { unit: UnitId },
    /// A unit that came to its square by a fall lands there. `CS-FALL-03`.
    LandFromFall { unit: UnitId, fall: Fall },
}

/// What is still to be resolved, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResolutionQueue(pub(crate) VecDeque<ResolutionStep>);

impl ResolutionQueue {
    /// The task at the front is done; these come next.
    pub(crate) fn advance(&mut self, then: &mut Vec<ResolutionStep>) {
        self.0.pop_front();
        self.push_front(then);
    }
    /// These come before all others.
    pub(crate) fn push_front(&mut self, tasks: &mut Vec<ResolutionStep>) {
        for task in tasks.drain(..).rev() {
            self.0.push_front(task);
        }
    }
}
