//! `BattleEntity`: marks all entities of a battle, so that they can be despawned together.

use bevy_ecs::prelude::Component;

/// Marks all entities of a battle for despawning.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BattleEntity;
