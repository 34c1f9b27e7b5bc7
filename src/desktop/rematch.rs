//! Rematch: the finished battle again, from its beginning.

use bevy::prelude::*;

use crate::ai_players::{AiController, SidePlayer, read_players};
use crate::app_commands::{battle_seed, last_seats, start_battle};
use crate::campaign_battle;
use crate::campaign_battle::CampaignBattle;
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
    if let Some(stage) = world.get_resource::<CampaignBattle>().and_then(|battle| battle.0.clone()) {
        return campaign_battle::start_stage(world, stage.link);
    }
    let seed = battle_seed(&bundle);
    start_battle(world, bundle, seed, seats)
}

/// Returns who played the current battle or replay.
pub(super) fn players_of_battle(world: &World, skirmish: &str, sides: usize) -> Vec<SidePlayer> {
    match world.get_resource::<ReplayPlayback>() {
        Some(replay) => read_players(replay.path()).unwrap_or_else(|| last_seats(world, skirmish)),
        None => world.resource::<AiController>().players(sides),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use ai::Difficulty;
    use battle::journal;
    use content::SkirmishOverrides;

    #[test]
    fn a_rematch_of_a_replay_has_the_players_of_the_watched_battle() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, std::sync::Arc::new(bundle.expect("shipped")), 5);
        world.insert_resource(Settings::default());
        world.insert_resource(AiController::default());
        let folder = tempfile::tempdir().expect("a folder");
        let watched = folder.path().join("fight.jsonl");
        world.insert_resource(ReplayPlayback::from_world(&world, &watched));
        assert_eq!(players_of_battle(&world, "warehouse", 2), Vec::new(), "an old journal without players");
        let hard = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };
        let players = vec![SidePlayer::Person, hard];
        let text = ron::to_string(&players).expect("plain data");
        std::fs::write(folder.path().join("players.ron"), text).expect("written");
        assert_eq!(players_of_battle(&world, "warehouse", 2), players);
    }
}
