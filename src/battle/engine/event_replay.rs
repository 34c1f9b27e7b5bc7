//! A fight that is not fought: other dice, and a story told to a world in which it did not happen.

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use crate::model::resources::{BattleDice, History, OrderRecord};
use dice::DiceState;

/// From here on the dice are those of another seed.
pub fn reseed_dice(world: &mut World, seed: u64) {
    let mut dice = world.resource_mut::<BattleDice>();
    dice.state = DiceState::new(seed);
    dice.given_faces.clear();
}

/// Goes on with a story of which a part, or nothing, has been told to this world: only what is new happens.
pub fn replay_events(world: &mut World, story: &[OrderRecord]) {
    for (number, chapter) in story.iter().enumerate() {
        let mut history = world.resource_mut::<History>();
        if history.records.len() <= number {
            history.records.push(OrderRecord { events: Vec::new(), ..chapter.clone() });
        }
        let told = history.records[number].events.len();
        let new = chapter.events.get(told..).unwrap_or_default().to_vec();
        apply_events(world, new);
    }
}
