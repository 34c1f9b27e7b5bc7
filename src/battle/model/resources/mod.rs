//! What a fight knows besides its units: the skirmish, the round, and by subject what else there is.

mod battlefield;
mod history;
mod open_prompt;
mod resolution_step;

pub(crate) use self::battlefield::BarrierSegments;
pub use self::battlefield::{Battlefield, UnitIndex};
pub use self::history::{History, OrderRecord};
pub use self::open_prompt::{BattleDice, OpenPrompt, PendingPrompt};
pub(crate) use self::open_prompt::{GivenAnswers, Outbox};
pub use self::resolution_step::{MoveProgress, MoveSegment, MoveSegmentEnd, ResolutionQueue, ResolutionStep};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::components::{Side, UnitId};
use super::event::BattleOutcome;
use ::field::Cell;
use content::{SkirmishBundle, Terrain};
use rules::RuleSet;
use rules::turn_engine::turn_order::CoinTosses;

/// The skirmish that is fought: never changes.
#[derive(Resource, Clone, Debug)]
pub struct BattleSetup {
    pub(crate) bundle: Arc<SkirmishBundle>,
    pub(crate) seed: u64,
    /// The sorts of its ground, in the order of the map's palette.
    palette: Vec<Option<Terrain>>,
}

impl BattleSetup {
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
pub struct RoundState {
    pub(crate) number: u32,
    pub(crate) pass: u32,
    /// Passes begun in the whole fight.
    pub(crate) passes: u32,
    pub(crate) acting: Option<UnitId>,
    pub(crate) ready: BTreeSet<Side>,
    /// Rounds in a row for which a place was held, by the number of the objective.
    pub(crate) held: BTreeMap<usize, u32>,
    pub(crate) outcome: Option<BattleOutcome>,
    pub(crate) next_item: u32,
    /// Tosses of this round. `SS-INIT-10`.
    pub(crate) coins: CoinTosses,
    /// Boost dice that wait for a side, by who gave them. `CC-ADV-08`.
    pub(crate) boosts: BTreeMap<Side, Vec<u32>>,
    /// Phases that come next, out of the usual order. Chapter DELAY.
    pub(crate) lineup: Vec<UnitId>,
    /// Units that act at the same time. `SS-DELAY-08`.
    pub(crate) together: Vec<UnitId>,
    pub(crate) stage: PassStage,
    /// Minutes since the field was left, once it was.
    pub(crate) after: Option<u32>,
}

/// How far a pass has come, as far as held phases go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum PassStage {
    /// Nobody was asked to open it. `SS-DELAY-16`.
    #[default]
    Opening,
    /// Phases in their order.
    Course,
    /// Whoever wanted to be last has said so. `SS-DELAY-13`.
    Closing,
}

impl RoundState {
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
    pub fn is_deploying(&self) -> bool {
        self.number == 0 && self.outcome.is_none()
    }
    /// Sides that said they are ready.
    pub fn is_ready(&self, side: Side) -> bool {
        self.ready.contains(&side)
    }
    /// Rounds in a row for which a place was held; the most of all objectives.
    pub fn max_hold_rounds(&self) -> u32 {
        self.held.values().copied().max().unwrap_or(0)
    }
    /// Rounds in a row for which the place of one objective was held.
    pub fn hold_rounds(&self, objective: usize) -> u32 {
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
    pub fn stage(&self) -> PassStage {
        self.stage
    }
    /// How the skirmish ended, once it has.
    pub fn outcome(&self) -> Option<BattleOutcome> {
        self.outcome
    }
    /// Tosses of this round.
    pub fn coins(&self) -> &CoinTosses {
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
    pub fn elapsed_seconds(&self) -> u32 {
        5 * self.number.saturating_sub(1)
    }
}
