//! A fight that is not fought: other dice, and a story told to a world in which it did not happen.

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::state::{Chapter, DiceSeat, History};
use dice::DiceState;

/// From here on the dice are those of another seed.
pub fn reseed(world: &mut World, seed: u64) {
    let mut dice = world.resource_mut::<DiceSeat>();
    dice.state = DiceState::new(seed);
    dice.given.clear();
}

/// Goes on with a story of which a part, or nothing, has been told to this world: only what is new happens.
pub fn tell(world: &mut World, story: &[Chapter]) {
    for (number, chapter) in story.iter().enumerate() {
        let mut history = world.resource_mut::<History>();
        if history.chapters.len() <= number {
            history.chapters.push(Chapter { happenings: Vec::new(), ..chapter.clone() });
        }
        let told = history.chapters[number].happenings.len();
        let new = chapter.happenings.get(told..).unwrap_or_default().to_vec();
        apply_events(world, new);
    }
}
