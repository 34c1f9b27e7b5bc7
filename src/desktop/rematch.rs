//! Rematch: the finished battle again, from its beginning.

use bevy::prelude::*;

use crate::ai_players::{AiController, SidePlayer, read_players};
use crate::app_commands::{clock_seed, last_seats, start_battle};
use crate::replay::ReplayPlayback;
use battle::BattleSetup;
use battle::journal::JournalError;

/// Starts the current battle again with the same players and other dice; a replay, with the players saved beside its
/// journal, else with the last ones of its skirmish. Without a battle nothing happens.
///
/// # Errors
/// Returns `JournalError::Write` if the folder of saves cannot be written.
pub(super) fn start_rematch(world: &mut World) -> Result<(), JournalError> {
    let Some(setup) = world.get_resource::<BattleSetup>() else { return Ok(()) };
    let bundle = setup.bundle().clone();
    let seats = players_of_battle(world, &bundle.id, bundle.skirmish.sides.len());
    start_battle(world, bundle, clock_seed(), seats)
}

/// Returns who played the current battle or replay.
pub(super) fn players_of_battle(world: &World, skirmish: &str, sides: usize) -> Vec<SidePlayer> {
    match world.get_resource::<ReplayPlayback>() {
        Some(replay) => read_players(replay.path()).unwrap_or_else(|| last_seats(world, skirmish)),
        None => world.resource::<AiController>().players(sides),
    }
}
