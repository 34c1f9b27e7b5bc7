//! Initiative, turn budget and movement of a unit in the current round.

use bevy_ecs::prelude::*;

use model::Cell;
use rules::{MovementMode, TurnBudget, turn_engine};

/// Initiative score of the current round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Initiative {
    pub(crate) score: i32,
    /// Initiative attribute at the last update of the score. `SS-INIT-15`.
    pub(crate) attribute: i32,
    pub(crate) dice: u8,
    /// Driven to 0 or less: no further phase in this round. `SS-INIT-13`.
    pub(crate) out: bool,
}

impl Initiative {
    /// Current score.
    pub fn score(&self) -> i32 {
        self.score
    }
    /// Attribute part of the score.
    pub fn attribute(&self) -> i32 {
        self.attribute
    }
    /// Dice rolled this round.
    pub fn dice(&self) -> u8 {
        self.dice
    }
    /// Whether it gets no further phase in this round.
    pub fn is_out(&self) -> bool {
        self.out
    }
}

/// Turn budget: action points and the book's other resources.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionPoints(pub(crate) TurnBudget);

impl ActionPoints {
    /// Points left in this pass.
    pub fn left(&self) -> u8 {
        self.0.points()
    }
    /// Everything it can still spend.
    pub fn budget(&self) -> TurnBudget {
        self.0
    }
    /// Position of its phase in the pass.
    pub fn turn(&self) -> turn_engine::PhaseTiming {
        self.0.phase_timing()
    }
    /// Whether its phase of this pass is over or lost.
    pub fn acted(&self) -> bool {
        self.turn() == turn_engine::PhaseTiming::After
    }
}

/// Movement used in the current round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Movement {
    /// Half metres walked this round. `SS-MOVE-03`.
    pub(crate) walked: u32,
    /// Run actions taken this round. `SS-MOVE-08`.
    pub(crate) runs: u8,
    pub(crate) gait: MovementMode,
    /// Start of the last run of this phase. `SS-MOVE-18`.
    pub(crate) run_from: Option<Cell>,
    /// A run was announced before any other action of this phase. `SS-MOVE-17`.
    pub(crate) announced: bool,
    /// Its last move was interrupted. `SS-INTC-11`.
    pub(crate) halted: bool,
}

impl Movement {
    /// Half metres walked this round.
    pub fn walked(&self) -> u32 {
        self.walked
    }
    /// Run actions taken this round.
    pub fn runs(&self) -> u8 {
        self.runs
    }
    /// Fastest movement since its last phase began.
    pub fn gait(&self) -> MovementMode {
        self.gait
    }
    /// Whether its last move was interrupted.
    pub fn halted(&self) -> bool {
        self.halted
    }
    /// Whether a run was announced in this phase.
    pub fn announced(&self) -> bool {
        self.announced
    }
    /// Start of this phase's run.
    pub fn run_from(&self) -> Option<Cell> {
        self.run_from
    }
}

/// State of the unit's current action phase.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PhaseState {
    pub(crate) rounds_fired: u32,
    /// Has begun or lost a phase this round. `AB-BASE-06`.
    pub(crate) acted: bool,
    /// The phase is a delayed one. `SS-DELAY-09`.
    pub(crate) late: bool,
    /// Its own phase of this pass is still to come. `SS-DELAY-17`.
    pub(crate) early: bool,
    /// An action with a cost was taken. `SS-DELAY-03`.
    pub(crate) paid: bool,
    /// Karma rerolled the misses of its last attack. `SS-MULTI-11`.
    pub(crate) rerolled: bool,
    /// Points spent in this phase. `CS-PIN-01`.
    pub(crate) spent: u8,
}

impl PhaseState {
    /// Rounds fired in this phase.
    pub fn rounds_fired(&self) -> u32 {
        self.rounds_fired
    }
    /// Points spent in this phase.
    pub fn spent(&self) -> u8 {
        self.spent
    }
    /// Whether it has begun or lost a phase this round.
    pub fn acted(&self) -> bool {
        self.acted
    }
    /// Whether the phase is a delayed one. `SS-DELAY-09`.
    pub fn late(&self) -> bool {
        self.late
    }
    /// Whether it acts early in a pass whose own phase is still to come. `SS-DELAY-17`.
    pub fn early(&self) -> bool {
        self.early
    }
    /// Whether an action with a cost was taken. `SS-DELAY-03`.
    pub fn paid(&self) -> bool {
        self.paid
    }
}

/// Defence rolls since the unit's last action phase. `SS-DEF-28`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct DefenceCount {
    pub(crate) defences: u8,
}

impl DefenceCount {
    /// Defence rolls since its last action phase.
    pub fn defences(&self) -> u8 {
        self.defences
    }
}
