//! A fight that is not fought: somebody's phase without the dice before it, and a story told to a world it did not happen in.

use bevy::prelude::*;

use super::apply::apply_events;
use super::components::UnitId;
use super::engine::with_view;
use super::event::{Event, Happening};
use super::state::{Chapter, DiceSeat, History};
use crate::dice::DiceState;
use crate::rules::play;

/// The first round begins with this unit's phase: everybody has all points, and scores without dice.
pub fn take_phase(world: &mut World, unit: UnitId) {
    let mut events = vec![Event::RoundBegan { round: 1 }];
    events.extend(with_view(world, |view| {
        let (mut rested, mut restored) = (Vec::new(), Vec::new());
        for unit in view.units().filter(|unit| unit.fighting()) {
            let mut combatant = view.combatant(&unit);
            combatant.round = 1;
            combatant.purse = play::round_begins(&combatant, view.rules());
            let attribute = play::initiative_attribute(&combatant);
            let (id, purse) = (*unit.id, combatant.purse.clone());
            rested.push(Event::PurseChanged { unit: id, points: 0, purse });
            rested.push(Event::InitiativeRolled { unit: id, score: attribute, attribute, dice: 0 });
            restored.push(Event::PointsRestored {
                unit: id,
                purse: play::pass_begins(&combatant, view.rules()),
            });
        }
        rested.push(Event::PassBegan { round: 1, pass: 1 });
        rested.into_iter().chain(restored)
    }));
    events.push(Event::PhaseBegan { unit });
    apply_events(world, events.into_iter().map(Happening::new).collect());
}

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
