//! The round with its passes, and whose phase it is.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use bevy_ecs::prelude::Resource;

use model::{Side, UnitId};
use rules::events::BattleOutcome;
use rules::turn_engine::turn_order::CoinTosses;

pub use rules::turn_engine::delay::PassStage;

/// Round, pass and phase.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundState {
    pub(crate) number: u32,
    pub(crate) pass: u32,
    /// Passes begun in the whole battle.
    pub(crate) passes: u32,
    pub(crate) acting: Option<UnitId>,
    pub(crate) ready: BTreeSet<Side>,
    /// Consecutive rounds an objective was held, by objective index.
    pub(crate) held: BTreeMap<usize, u32>,
    pub(crate) outcome: Option<BattleOutcome>,
    pub(crate) next_item: u32,
    /// Coin tosses of this round. `SS-INIT-10`.
    pub(crate) coins: CoinTosses,
    /// Unclaimed boost dice of each side, by giver. `CC-ADV-08`.
    pub(crate) boosts: BTreeMap<Side, Vec<UnitId>>,
    /// Phases that come next, out of turn order. Chapter DELAY.
    pub(crate) lineup: Vec<UnitId>,
    /// Units that act simultaneously. `SS-DELAY-08`.
    pub(crate) together: Vec<UnitId>,
    pub(crate) stage: PassStage,
    /// Minutes since the battlefield was left; `None` before that.
    pub(crate) after: Option<u32>,
}

impl RoundState {
    /// Hashes all fields, the coin tosses with a function.
    pub(crate) fn hash_with<H: Hasher>(&self, state: &mut H, hash_coins: impl FnOnce(&CoinTosses, &mut H)) {
        let Self {
            number,
            pass,
            passes,
            acting,
            ready,
            held,
            outcome,
            next_item,
            coins,
            boosts,
            lineup,
            together,
            stage,
            after,
        } = self;
        (number, pass, passes, acting, ready, held, outcome, next_item).hash(state);
        hash_coins(coins, state);
        (boosts, lineup, together, stage, after).hash(state);
    }
    /// Round, counted from 1; 0 during deployment.
    pub fn number(&self) -> u32 {
        self.number
    }
    /// Pass of the round, counted from 1.
    pub fn pass(&self) -> u32 {
        self.pass
    }
    /// Passes begun in the whole battle.
    pub fn passes(&self) -> u32 {
        self.passes
    }
    /// The unit whose action phase it is.
    pub fn acting(&self) -> Option<UnitId> {
        self.acting
    }
    /// Whether the battle is in deployment.
    pub fn is_deploying(&self) -> bool {
        self.number == 0 && self.outcome.is_none()
    }
    /// Whether a side finished its deployment.
    pub fn is_ready(&self, side: Side) -> bool {
        self.ready.contains(&side)
    }
    /// Most consecutive rounds any objective was held.
    pub fn max_hold_rounds(&self) -> u32 {
        self.held.values().copied().max().unwrap_or(0)
    }
    /// Consecutive rounds an objective was held.
    pub fn hold_rounds(&self, objective: usize) -> u32 {
        self.held.get(&objective).copied().unwrap_or(0)
    }
    /// Id of the next item on the ground.
    pub fn next_item(&self) -> u32 {
        self.next_item
    }
    /// Phases that come next, out of turn order. Chapter DELAY.
    pub fn lineup(&self) -> &[UnitId] {
        &self.lineup
    }
    /// Units that act simultaneously. `SS-DELAY-08`.
    pub fn together(&self) -> &[UnitId] {
        &self.together
    }
    /// Stage of the pass.
    pub fn stage(&self) -> PassStage {
        self.stage
    }
    /// The outcome; `None` while the battle goes on.
    pub fn outcome(&self) -> Option<BattleOutcome> {
        self.outcome
    }
    /// Coin tosses of this round.
    pub fn coins(&self) -> &CoinTosses {
        &self.coins
    }
    /// Givers of a side's unclaimed boost dice. `CC-ADV-08`.
    pub fn boosts(&self, side: Side) -> &[UnitId] {
        self.boosts.get(&side).map_or(&[], Vec::as_slice)
    }
    /// Minutes since the battlefield was left; `None` before that.
    pub fn after(&self) -> Option<u32> {
        self.after
    }
    /// Seconds since the battle began: 5 per round. `SS-ROUND-01`.
    pub fn elapsed_seconds(&self) -> u32 {
        5 * self.number.saturating_sub(1)
    }
}
