//! What is still to be resolved, piece by piece.

use std::collections::VecDeque;

use crate::arsenal::ItemId;
use crate::components::{BarrierId, UnitId};
use crate::order::Target;
use field::Cell;
use rules::engine::Action;
use rules::knockback::Force;
use rules::{Care, Effect, Fall, FireMode, Share};

/// A way that a unit goes for sure, and what comes of it at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    pub(crate) unit: UnitId,
    pub(crate) path: Vec<Cell>,
    /// What comes at its end.
    pub(crate) ends: LegEnd,
    /// What the ground under way does to the unit.
    pub(crate) effects: Vec<Effect>,
    /// It was begun on one's feet: whoever is thrown down under way goes no further.
    pub(crate) upright: bool,
}

/// How a leg of a way ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LegEnd {
    /// Where it was to end.
    There,
    /// Before that.
    Stopped {
        /// Why.
        reason: &'static str,
        /// Half metres that were declared and not gone.
        unused: u32,
    },
    /// Where opponents may strike: that, and the rest of the way.
    Met(Vec<Task>),
}

/// How far a move has come, as far as opponents on its way go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Way {
    /// It has begun: whoever is stopped now goes no further.
    pub(crate) begun: bool,
    /// Opponents that had their chance, or were slipped past. `SS-INTC-17`.
    pub(crate) met: Vec<UnitId>,
}

/// A piece of an order that is still to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Next round: initiative for everybody.
    BeginRound,
    /// Next pass of the round.
    BeginPass,
    /// The round is over: timers, bleeding.
    EndRound,
    /// Who is next?
    NextPhase,
    /// The rest of a declared path, and the action it is part of.
    Walk { unit: UnitId, path: Vec<Cell>, action: Action, way: Way },
    /// An opponent may strike at whoever passes by. `SS-INTC-06`.
    Intercept { unit: UnitId, mover: UnitId },
    /// Slipping past opponents: test first, then the path. `SS-INTC-14`.
    Evade { unit: UnitId, path: Vec<Cell>, action: Action },
    /// Whoever hides where it can be seen hides no longer. `CS-UNA-05`.
    Look,
    /// Hidden units appear before whoever has not perceived them. `SS-SURP-04`, `SS-SURP-22`.
    Appear { units: Vec<UnitId> },
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
        share: Option<Share>,
    },
    /// An item goes off. Chapter TIMED.
    GoOff { item: ItemId },
    /// Something of the book's own that is paid.
    Deed { unit: UnitId, deed: String, target: Option<UnitId>, weapon: Option<usize> },
    /// What ailments make of the phase that has begun. `CS-AIL-08`.
    Bind { unit: UnitId },
    /// A unit's phase is over.
    EndPhase { unit: UnitId },
    /// Damage of a barrier that may open holes.
    Breach { barrier: BarrierId, by: Option<UnitId>, damage: u32 },
    /// The skirmish is over: what ends with it ends.
    LeaveField,
    /// Rest after the fight.
    Rest { minutes: u32, care: Care },
    /// A treatment after the fight.
    Treat { unit: UnitId, treatment: String, target: Option<UnitId> },
    /// Someone's health changed: falling, initiative.
    Consequences { unit: UnitId, by: Option<UnitId> },
    /// A blow throws a unit away from a square. Chapter KNOCK.
    Fly { unit: UnitId, force: Force, from: Cell },
    /// The rest of a walk that went through ground that harms.
    GoOn(Leg),
    /// What the ground does to the unit on it. `AD-SPEC-01`.
    Exposure { unit: UnitId },
    /// A unit that came to its square by a fall lands there. `CS-FALL-03`.
    Fall { unit: UnitId, fall: Fall },
}

/// What is still to be resolved, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tasks(pub(crate) VecDeque<Task>);

impl Tasks {
    /// The task at the front is done; these come next.
    pub(crate) fn next(&mut self, then: &mut Vec<Task>) {
        self.0.pop_front();
        self.put_first(then);
    }
    /// These come before all others.
    pub(crate) fn put_first(&mut self, tasks: &mut Vec<Task>) {
        for task in tasks.drain(..).rev() {
            self.0.push_front(task);
        }
    }
}
