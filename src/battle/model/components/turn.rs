//! What a unit has done and may still do in its round.

use bevy_ecs::prelude::*;

use field::Cell;
use rules::{MovementMode, TurnBudget, turn_engine};

/// Place in the order of a round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Initiative {
    pub(crate) score: i32,
    /// Initiative attribute when the score was last brought up to date. `SS-INIT-15`.
    pub(crate) attribute: i32,
    pub(crate) dice: u8,
    /// Was driven to 0 or less: no further phase in this round. `SS-INIT-13`.
    pub(crate) out: bool,
}

impl Initiative {
    /// Score now.
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
    /// Gets no further phase in this round.
    pub fn is_out(&self) -> bool {
        self.out
    }
}

/// Points for actions, and whatever else the book lets a unit spend.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionPoints(pub(crate) TurnBudget);

impl ActionPoints {
    /// Points left in this pass.
    pub fn left(&self) -> u8 {
        self.0.points()
    }
    /// Everything the unit can still pay.
    pub fn purse(&self) -> TurnBudget {
        self.0
    }
    /// Where the unit stands in the order of the pass.
    pub fn turn(&self) -> turn_engine::PhaseTiming {
        self.0.phase_timing()
    }
    /// Its phase of this pass is over or lost.
    pub fn acted(&self) -> bool {
        self.turn() == turn_engine::PhaseTiming::After
    }
}

/// Metres walked and runs taken.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Movement {
    /// Half metres walked in this round. `SS-MOVE-03`.
    pub(crate) walked: u32,
    /// Run actions taken in this round. `SS-MOVE-08`.
    pub(crate) runs: u8,
    pub(crate) gait: MovementMode,
    /// Where the last run of this phase began. `SS-MOVE-18`.
    pub(crate) run_from: Option<Cell>,
    /// A run was announced before anything else in this phase. `SS-MOVE-17`.
    pub(crate) announced: bool,
    /// Its last move was stopped before its end. `SS-INTC-11`.
    pub(crate) halted: bool,
}

impl Movement {
    /// Half metres walked in this round.
    pub fn walked(&self) -> u32 {
        self.walked
    }
    /// Run actions in this round.
    pub fn runs(&self) -> u8 {
        self.runs
    }
    /// How it moved since its last phase began.
    pub fn gait(&self) -> MovementMode {
        self.gait
    }
    /// Its last move was stopped before its end.
    pub fn halted(&self) -> bool {
        self.halted
    }
    /// A run was announced in this phase.
    pub fn announced(&self) -> bool {
        self.announced
    }
    /// Where the run of this phase began.
    pub fn run_from(&self) -> Option<Cell> {
        self.run_from
    }
}

/// What the unit did in its current action phase.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PhaseState {
    pub(crate) rounds_fired: u32,
    /// It has begun or lost a phase in this round. `AB-BASE-06`.
    pub(crate) acted: bool,
    /// Its phase is a delayed one. `SS-DELAY-09`.
    pub(crate) late: bool,
    /// Its own phase of this pass is still to come. `SS-DELAY-17`.
    pub(crate) early: bool,
    /// An action with a price was taken in it. `SS-DELAY-03`.
    pub(crate) paid: bool,
    /// Karma rolled the misses of its last attack again. `SS-MULTI-11`.
    pub(crate) rerolled: bool,
    /// Points paid in this phase. `CS-PIN-01`.
    pub(crate) spent: u8,
}

impl PhaseState {
    /// Rounds fired in this phase.
    pub fn rounds_fired(&self) -> u32 {
        self.rounds_fired
    }
    /// Points paid in this phase.
    pub fn spent(&self) -> u8 {
        self.spent
    }
    /// It has begun or lost a phase in this round.
    pub fn acted(&self) -> bool {
        self.acted
    }
    /// Its phase is a delayed one. `SS-DELAY-09`.
    pub fn late(&self) -> bool {
        self.late
    }
    /// It acts early in a pass whose own phase is still to come. `SS-DELAY-17`.
    pub fn early(&self) -> bool {
        self.early
    }
    /// An action with a price was taken in it. `SS-DELAY-03`.
    pub fn paid(&self) -> bool {
        self.paid
    }
}

/// The unit took cover on its square. `SS-ACT-49`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TakingCover(pub(crate) bool);

impl TakingCover {
    /// The unit took cover on its square.
    pub fn is_taken(&self) -> bool {
        self.0
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
