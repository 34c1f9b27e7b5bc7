//! The skirmish of a battle and its seed.

use std::sync::Arc;

use bevy_ecs::prelude::Resource;

use content::{SkirmishBundle, Terrain};
use model::Cell;
use rules::RuleSet;

/// The skirmish and its seed; constant during a battle.
#[derive(Resource, Clone, Debug)]
pub struct BattleSetup {
    pub(crate) bundle: Arc<SkirmishBundle>,
    pub(crate) seed: u64,
    /// Whether state hashes have digests of many coin tosses; those of older programs have all tosses.
    pub(crate) digests_coins: bool,
    /// Whether melee attacks need a free line to their target; in battles of older programs it was enough to see it.
    pub(crate) blows_need_free_line: bool,
    /// Terrain of the map's palette, in palette order.
    palette: Vec<Option<Terrain>>,
}

impl BattleSetup {
    /// Creates the setup of a skirmish with a dice seed.
    pub(crate) fn new(bundle: Arc<SkirmishBundle>, seed: u64) -> Self {
        let ids = bundle.skirmish.map.palette.iter();
        let palette = ids.map(|id| bundle.terrains.get(id).cloned()).collect();
        Self { bundle, seed, digests_coins: true, blows_need_free_line: true, palette }
    }
    /// Terrain of a cell on the map, without ground effects.
    pub fn terrain_at(&self, cell: Cell) -> Option<&Terrain> {
        self.palette.get(usize::from(self.bundle.skirmish.map.number_at(cell)?))?.as_ref()
    }
    /// The skirmish and the content it uses.
    pub fn bundle(&self) -> &Arc<SkirmishBundle> {
        &self.bundle
    }
    /// The rulebook and house rules.
    pub fn rules(&self) -> &RuleSet {
        &self.bundle.skirmish.rules
    }
    /// Seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Whether the same orders lead to the same battle in another setup: with the same bundle in memory, the same seed, and the
    /// hashes and melee attacks of the same programs.
    pub fn is_same_battle(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.bundle, &other.bundle)
            && self.seed == other.seed
            && self.digests_coins == other.digests_coins
            && self.blows_need_free_line == other.blows_need_free_line
    }
}
