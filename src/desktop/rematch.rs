//! Rematch: the finished battle again, from its beginning.

use bevy::prelude::*;

use crate::ai_players::{AiController, SidePlayer, read_players};
use crate::app_commands::{battle_seed, last_seats, start_battle};
use crate::campaign_battle;
use crate::campaign_battle::CampaignBattle;
use crate::replay::ReplayPlayback;
use battle::journal;
use battle::journal::JournalError;
use battle::{BattleSetup, Journal, Order};

/// Starts the current battle again with other dice, and with the same players unless others are given; people who play the same
/// side find their units where they placed them, except in a lesson, whose hints expect its own squares. A replay starts with
/// the players saved beside its journal, else with the last ones of its skirmish. Without a battle nothing happens.
///
/// # Errors
/// Returns `JournalError::Write` if the folder of saves cannot be written.
pub(super) fn start_rematch(world: &mut World, others: Option<Vec<SidePlayer>>) -> Result<(), JournalError> {
    let Some(setup) = world.get_resource::<BattleSetup>() else { return Ok(()) };
    let bundle = setup.bundle().clone();
    let last = players_of_battle(world, &bundle.id, bundle.skirmish.sides.len());
    let seats = others.unwrap_or_else(|| last.clone());
    if let Some(stage) = world.get_resource::<CampaignBattle>().and_then(|battle| battle.0.clone()) {
        return campaign_battle::start_stage(world, stage.link);
    }
    let is_lesson = bundle.skirmish.lesson.is_some();
    let deployment =
        if is_lesson { Vec::new() } else { people_deployment(world, &staying_people(&last, &seats)) };
    let seed = battle_seed(&bundle);
    let started = start_battle(world, bundle, seed, seats);
    for order in deployment {
        if let Err(refusal) = journal::submit_order(world, order) {
            debug!("a unit keeps its usual starting square: {refusal}");
        }
    }
    started
}

/// The players of a battle without the people who do not play the same side in the next one.
fn staying_people(last: &[SidePlayer], next: &[SidePlayer]) -> Vec<SidePlayer> {
    let stays = |(at, player): (usize, &SidePlayer)| match next.get(at) {
        Some(SidePlayer::Person) | None => *player,
        Some(other) => *other,
    };
    last.iter().enumerate().map(stays).collect()
}

/// Lists the orders by which people placed their units in the current battle or replay.
fn people_deployment(world: &mut World, seats: &[SidePlayer]) -> Vec<Order> {
    let orders: Vec<Order> = match world.get_resource::<ReplayPlayback>() {
        Some(replay) => replay.orders().to_vec(),
        None => {
            let entries = world.get_resource::<Journal>().into_iter().flat_map(Journal::entries);
            entries.map(|entry| entry.order.clone()).collect()
        }
    };
    battle::with_view(world, |view| {
        let is_placed_by_person = |order: &&Order| {
            let Order::Deploy { unit, .. } = order else { return false };
            let side = view.unit_ignoring_fog(*unit).map(|unit| usize::from(unit.side.0));
            side.and_then(|side| seats.get(side)) == Some(&SidePlayer::Person)
        };
        orders.iter().filter(is_placed_by_person).cloned().collect()
    })
}

/// Returns who played the current battle or replay.
pub(super) fn players_of_battle(world: &World, skirmish: &str, sides: usize) -> Vec<SidePlayer> {
    match world.get_resource::<ReplayPlayback>() {
        // What is wrong with a damaged file was said when the replay began.
        Some(replay) => {
            let players = read_players(replay.path()).ok().flatten();
            players.unwrap_or_else(|| last_seats(world, skirmish))
        }
        None => world.resource::<AiController>().players(sides),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use ai::Difficulty;
    use content::SkirmishOverrides;
    use model::Side;

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

    #[test]
    fn with_swapped_sides_no_player_finds_the_units_of_the_other_side_placed() {
        let hard = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };
        let last = [SidePlayer::Person, hard];
        assert_eq!(staying_people(&last, &last), last);
        let easy = SidePlayer::Ai { difficulty: Difficulty::Easy, personality: None };
        assert_eq!(staying_people(&last, &[SidePlayer::Person, easy])[0], SidePlayer::Person);
        assert!(!staying_people(&last, &[hard, SidePlayer::Person]).contains(&SidePlayer::Person));
    }

    #[test]
    fn a_rematch_keeps_where_people_placed_their_units() {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, std::sync::Arc::new(bundle.expect("shipped")), 5);
        let placing = [Side(0), Side(1)].map(|side| {
            let order = battle::with_view(&mut world, |view| {
                let unit = view.units().find(|unit| *unit.side == side).map(|unit| *unit.id)?;
                let mut orders = view.field().grid().cells().map(|to| Order::Deploy { unit, to });
                orders.find(|order| battle::validate_order(view, order).is_ok())
            });
            let order = order.expect("a free square in the zone");
            journal::submit_order(&mut world, order.clone()).expect("allowed");
            order
        });
        let machine = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };
        let seats = [SidePlayer::Person, machine];
        assert_eq!(people_deployment(&mut world, &seats), [placing[0].clone()]);
        assert_eq!(people_deployment(&mut world, &[SidePlayer::Person; 2]), placing);
        assert!(people_deployment(&mut world, &[]).is_empty(), "players that are not known");
    }
}
