//! Rematch: the finished battle again, from its beginning.

use bevy::prelude::*;

use crate::ai_players::AiController;
use crate::app_commands::{clock_seed, last_seats, start_battle};
use crate::replay::ReplayPlayback;
use battle::BattleSetup;
use battle::journal::JournalError;

/// Starts the current battle again with the same players and other dice; a replay, with the last players of its
/// skirmish. Without a battle nothing happens.
///
/// # Errors
/// Returns `JournalError::Write` if the folder of saves cannot be written.
pub(super) fn start_rematch(world: &mut World) -> Result<(), JournalError> {
    let Some(setup) = world.get_resource::<BattleSetup>() else { return Ok(()) };
    let bundle = setup.bundle().clone();
    let seats = if world.contains_resource::<ReplayPlayback>() {
        last_seats(world, &bundle.id)
    } else {
        world.resource::<AiController>().players(bundle.skirmish.sides.len())
    };
    start_battle(world, bundle, clock_seed(), seats)
}
