//! Copies battles between worlds: replays recorded events without resolving them, and reseeds the dice.

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use crate::state::resources::{BattleDice, History, OrderRecord};
use dice::DiceState;

/// Reseeds the dice and discards physical dice results that are not used yet.
pub fn reseed_dice(world: &mut World, seed: u64) {
    let mut dice = world.resource_mut::<BattleDice>();
    *dice = BattleDice::new(DiceState::new(seed), dice.by_hand);
}

/// Applies the events of a history that this world has not applied yet.
pub fn replay_events(world: &mut World, records: &[OrderRecord]) {
    for (number, record) in records.iter().enumerate() {
        let mut history = world.resource_mut::<History>();
        if history.records.len() <= number {
            history.records.push(OrderRecord { events: Vec::new(), ..record.clone() });
        }
        let applied = history.records[number].events.len();
        let new = record.events.get(applied..).unwrap_or_default().to_vec();
        apply_events(world, new);
    }
}
