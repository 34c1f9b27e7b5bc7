//! Who plays which side of a saved battle: a small file beside its journal, which records orders but not who gave them.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{AiController, SidePlayer};
use crate::own_file::{DamagedFile, OwnFileKind};
use crate::replay::ReplayPlayback;
use battle::Journal;

/// Name of the file in the folder of a battle.
pub(crate) const PLAYERS_FILE: &str = "players.ron";
/// The file.
const PLAYERS: OwnFileKind = OwnFileKind {
    name: "the file that says who plays this battle",
    instead: "the last players of its map are used",
    max_bytes: 64 * 1024,
};
/// Most players that are kept: sides are numbered with a byte.
const MAX_PLAYERS: usize = 256;

fn players_file(journal: &Path) -> PathBuf {
    journal.with_file_name(PLAYERS_FILE)
}

/// Reads the players of a saved battle; `None` if they are not known.
///
/// # Errors
/// Returns `DamagedFile` if the file cannot be read.
pub(crate) fn read_players(journal: &Path) -> Result<Option<Vec<SidePlayer>>, DamagedFile> {
    let mut players: Option<Vec<SidePlayer>> = PLAYERS.read(&players_file(journal))?;
    if let Some(players) = &mut players {
        players.truncate(MAX_PLAYERS);
    }
    Ok(players)
}

/// Writes the players beside the journal of the battle, whenever they or the journal change or the file is gone: a battle may have
/// the folder of one that was deleted.
pub(super) fn save_players(
    journal: Option<Res<Journal>>,
    replay: Option<Res<ReplayPlayback>>,
    controller: Res<AiController>,
    mut saved: Local<Option<(PathBuf, Vec<SidePlayer>)>>,
    mut has_failed: Local<bool>,
) {
    let Some(journal) = journal.filter(|_| replay.is_none()) else { return };
    let Some(path) = journal.path().map(players_file) else { return };
    if std::mem::take(&mut *has_failed) && !journal.is_changed() && !controller.is_changed() {
        *has_failed = true; // until the journal is written again
        return;
    }
    let is_saved =
        |(file, players): &(PathBuf, Vec<SidePlayer>)| *file == path && *players == controller.seats;
    if saved.as_ref().is_some_and(is_saved) && path.exists() {
        return;
    }
    match ron::to_string(&controller.seats) {
        Ok(text) => {
            // A folder that cannot be written is reported with the journal.
            if let Err(error) = storage::replace_file(&path, text) {
                warn!("{} cannot be written: {error}", path.display());
                *has_failed = true;
                return;
            }
        }
        Err(error) => warn!("the players of the battle cannot be saved: {error}"),
    }
    *saved = Some((path, controller.seats.clone()));
}

#[cfg(test)]
mod tests {
    use ai::Difficulty;
    use battle::journal;
    use content::SkirmishOverrides;

    use super::*;

    #[test]
    fn players_are_written_again_once_their_file_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("lane-001/fight.jsonl");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "lane", &SkirmishOverrides::default());
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, std::sync::Arc::new(bundle.expect("shipped")), 5);
        world.resource_mut::<Journal>().save_to(&file).expect("written");
        let mut controller = AiController::default();
        let seats =
            vec![SidePlayer::Person, SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None }];
        controller.assign_players(seats.clone());
        world.insert_resource(controller);
        let system = world.register_system(save_players);
        for _ in 0..2 {
            world.run_system(system).expect("it runs");
            assert_eq!(read_players(&file), Ok(Some(seats.clone())));
            // As with another battle in the folder of a deleted one.
            std::fs::remove_file(players_file(&file)).expect("removed");
        }
    }

    #[test]
    fn players_are_kept_with_the_battle() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("fight.jsonl");
        assert_eq!(read_players(&journal), Ok(None), "a battle of an older program");
        let seats =
            vec![SidePlayer::Person, SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None }];
        storage::replace_file(&players_file(&journal), ron::to_string(&seats).expect("text"))
            .expect("written");
        assert_eq!(read_players(&journal), Ok(Some(seats)));
        let damage = "[person, unknown";
        std::fs::write(players_file(&journal), damage).expect("written");
        let said = read_players(&journal).expect_err("a damaged file").keep();
        let kept = folder.path().join("players damaged 1.ron");
        let ending = format!("the last players of its map are used; the file is kept as {}", kept.display());
        assert!(said.ends_with(&ending), "{said}");
        assert_eq!(std::fs::read_to_string(kept).expect("kept"), damage);
        std::fs::write(players_file(&journal), format!("[{}]", "person,".repeat(300))).expect("written");
        let read = read_players(&journal).expect("readable").expect("there");
        assert_eq!(read.len(), MAX_PLAYERS);
    }
}
