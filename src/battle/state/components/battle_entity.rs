//! Marker of all entities of a battle.

use bevy_ecs::prelude::Component;

/// Marks all entities of a battle for despawning.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BattleEntity;
