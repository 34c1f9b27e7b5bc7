//! What a fight knows besides its units: the skirmish, the round, and by subject what else there is.

mod field;
mod history;
mod table;
mod task;

pub(super) use field::Segments;
pub use field::{Battlefield, UnitIndex};
pub use history::{Chapter, History};
pub(super) use table::{Answers, Outbox};
pub use table::{Decision, DiceSeat, Pending};
pub use task::{Leg, LegEnd, Task, Tasks, Way};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::components::{Side, UnitId};
use super::event::Outcome;
use ::field::Cell;
use content::{SkirmishBundle, Terrain};
use rules::RuleSet;
use rules::engine::turn_order::Coins;

/// The skirmish that is fought: never changes.
#[derive(Resource, Clone, Debug)]
pub struct Setup {
    pub(crate) bundle: Arc<SkirmishBundle>,
    pub(crate) seed: u64,
    /// The sorts of its ground, in the order of the map's palette.
    palette: Vec<Option<Terrain>>,
}

impl Setup {
    /// Of a skirmish, with the seed of its dice.
    pub(crate) fn new(bundle: Arc<SkirmishBundle>, seed: u64) -> Self {
        let ids = bundle.skirmish.map.palette.iter();
        let palette = ids.map(|id| bundle.terrains.get(id).cloned()).collect();
        Self { bundle, seed, palette }
    }
    /// The ground of a square before anything came to lie on it.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.palette.get(usize::from(self.bundle.skirmish.map.number_at(cell)?))?.as_ref()
    }
    /// Skirmish and everything of the content it uses.
    pub fn bundle(&self) -> &Arc<SkirmishBundle> {
        &self.bundle
    }
    /// The book and its switches.
    pub fn rules(&self) -> &RuleSet {
        &self.bundle.skirmish.rules
    }
    /// Seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

/// Round, pass and phase.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Round {
    pub(crate) number: u32,
    pub(crate) pass: u32,
    /// Passes begun in the whole fight.
    pub(crate) passes: u32,
    pub(crate) acting: Option<UnitId>,
    pub(crate) ready: BTreeSet<Side>,
    /// Rounds in a row for which a place was held, by the number of the objective.
    pub(crate) held: BTreeMap<usize, u32>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) next_item: u32,
    /// Tosses of this round. `SS-INIT-10`.
    pub(crate) coins: Coins,
    /// Boost dice that wait for a side, by who gave them. `CC-ADV-08`.
    pub(crate) boosts: BTreeMap<Side, Vec<u32>>,
    /// Phases that come next, out of the usual order. Chapter DELAY.
    pub(crate) lineup: Vec<UnitId>,
    /// Units that act at the same time. `SS-DELAY-08`.
    pub(crate) together: Vec<UnitId>,
    pub(crate) stage: Stage,
    /// Minutes since the field was left, once it was.
    pub(crate) after: Option<u32>,
}

/// How far a pass has come, as far as held phases go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Stage {
    /// Nobody was asked to open it. `SS-DELAY-16`.
    #[default]
    Opening,
    /// Phases in their order.
    Course,
    /// Whoever wanted to be last has said so. `SS-DELAY-13`.
    Closing,
}

impl Round {
    /// Round, counted from 1; 0 while units are placed.
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Pass of the round, counted from 1.
    pub fn pass(&self) -> u32 {
        self.pass
    }
    /// Passes begun in the whole fight.
    pub fn passes(&self) -> u32 {
        self.passes
    }
    /// Whose action phase it is.
    pub fn acting(&self) -> Option<UnitId> {
        self.acting
    }
    /// Units are still being placed.
    pub fn deploying(&self) -> bool {
        self.number == 0 && self.outcome.is_none()
    }
    /// Sides that said they are ready.
    pub fn is_ready(&self, side: Side) -> bool {
        self.ready.contains(&side)
    }
    /// Rounds in a row for which a place was held; the most of all objectives.
    pub fn held(&self) -> u32 {
        self.held.values().copied().max().unwrap_or(0)
    }
    /// Rounds in a row for which the place of one objective was held.
    pub fn held_for(&self, objective: usize) -> u32 {
        self.held.get(&objective).copied().unwrap_or(0)
    }
    /// Number of the next thing that comes to lie on the field.
    pub fn next_item(&self) -> u32 {
        self.next_item
    }
    /// Phases that come next, out of the usual order. Chapter DELAY.
    pub fn lineup(&self) -> &[UnitId] {
        &self.lineup
    }
    /// Units that act at the same time. `SS-DELAY-08`.
    pub fn together(&self) -> &[UnitId] {
        &self.together
    }
    /// How far the pass has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }
    /// How the skirmish ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
    /// Tosses of this round.
    pub fn coins(&self) -> &Coins {
        &self.coins
    }
    /// Who gave the boost dice that wait for a side. `CC-ADV-08`.
    pub fn boosts(&self, side: Side) -> &[u32] {
        self.boosts.get(&side).map_or(&[], Vec::as_slice)
    }
    /// Minutes since the field was left after the fight, once it was.
    pub fn after(&self) -> Option<u32> {
        self.after
    }
    /// Seconds since the fight began: 5 to the round. `SS-ROUND-01`.
    pub fn clock(&self) -> u32 {
        5 * self.number.saturating_sub(1)
    }
}
