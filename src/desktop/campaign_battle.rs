//! Battles of a campaign: which stage the current battle is, and what its result changes.
//!
//! A small file beside the journal links a battle to its stage; the journal itself knows nothing of campaigns.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::ai_players::SidePlayer;
use crate::app_commands;
use crate::campaign_report;
use crate::content_library::ContentLibrary;
use crate::menu::MenuState;
use crate::own_file::{DamagedFile, OwnFileKind};
use crate::replay::ReplayPlayback;
use ai::{Difficulty, UnknownDifficulty};
use battle::journal;
use battle::journal::JournalError;
use battle::{History, Journal, Order, RoundState};
use content::paths;
use content::{CampaignProgress, CampaignStage, LossRule, SkirmishBundle, StageLink, StageState};
use model::Side;

/// Name of the file in the folder of a battle.
pub(crate) const LINK_FILE: &str = "campaign.ron";
/// The file.
const STAGE_LINK: OwnFileKind = OwnFileKind {
    name: "the file that says which stage of a campaign this battle is",
    instead: "the battle counts for no campaign",
    max_bytes: 64 * 1024,
};

/// The stage that the current battle is; `None` outside of campaigns.
#[derive(Resource, Debug, Default)]
pub(crate) struct CampaignBattle(pub Option<StageBattle>);

/// A stage that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StageBattle {
    /// Campaign and stage.
    pub link: StageLink,
    /// The stage, as the campaign has it.
    pub stage: CampaignStage,
    /// The side of the player.
    pub side: Side,
    /// The campaign knew a result of it when the battle was opened.
    pub is_recorded: bool,
}

impl StageBattle {
    /// Finds the stage of a link in the content; `None` if the campaign has changed.
    fn find(world: &World, link: StageLink, bundle: &SkirmishBundle) -> Option<Self> {
        let campaigns = &world.resource::<ContentLibrary>().loaded.content.campaigns;
        let stage = campaigns.get(&link.campaign)?.stage(&link.stage)?.clone();
        let side = stage_side(&stage, bundle);
        let progress = CampaignProgress::read(&progress_file(&link.campaign));
        let is_recorded = progress.is_ok_and(|known| known.stage_state(&stage) != StageState::Open);
        Some(Self { link, stage, side, is_recorded })
    }

    /// What is said at the end of the battle.
    pub fn end_text(&self, has_won: bool) -> &str {
        if has_won { &self.stage.won } else { &self.stage.lost }
    }

    /// Whether it has to be played again.
    pub fn is_repeated(&self, has_won: bool) -> bool {
        !has_won && self.stage.on_loss == LossRule::Retry
    }

    /// Whether the way back to the map records its result.
    pub fn is_recorded_by_leaving(&self, has_won: bool) -> bool {
        !self.is_recorded && !self.is_repeated(has_won)
    }
}

/// The side of the player in a stage.
fn stage_side(stage: &CampaignStage, bundle: &SkirmishBundle) -> Side {
    let sides = &bundle.skirmish.sides;
    let named = stage.side.as_ref().and_then(|name| sides.iter().position(|side| side.name == *name));
    Side(named.and_then(|at| u8::try_from(at).ok()).unwrap_or(0))
}

/// File with the progress in a campaign.
pub(crate) fn progress_file(campaign: &str) -> PathBuf {
    paths::progress_dir().join(format!("{campaign}.ron"))
}

/// Writes the progress of a campaign that begins. A file that cannot be read is kept under another name, which the returned
/// sentence says; one that another program has written in the meantime stays.
///
/// # Errors
/// Says why the file cannot be written.
pub(crate) fn begin_campaign(file: &Path, progress: &CampaignProgress) -> Result<Option<String>, String> {
    let kept = match CampaignProgress::read_if_begun(file) {
        Ok(Some(_)) => return Ok(None),
        Ok(None) => None,
        Err(error) => Some(DamagedFile::new(file, &error.to_string()).keep()),
    };
    progress.write(file).map_err(|error| error.to_string())?;
    Ok(kept)
}

fn link_file(journal: &Path) -> PathBuf {
    journal.with_file_name(LINK_FILE)
}

/// Reads the link beside a journal; `None` if the battle belongs to no campaign.
///
/// # Errors
/// Returns `DamagedFile` if the file cannot be read.
fn read_link(journal: &Path) -> Result<Option<StageLink>, DamagedFile> {
    STAGE_LINK.read(&link_file(journal))
}

/// Starts a stage with the squad of the progress.
///
/// # Errors
/// Returns `JournalError::Write` if the folder of saves cannot be written.
pub(crate) fn start_stage(world: &mut World, link: StageLink) -> Result<(), JournalError> {
    match prepare_stage(world, &link) {
        Ok((battle, bundle, seats)) => {
            let started = app_commands::start_battle(world, bundle.into(), app_commands::clock_seed(), seats);
            world.insert_resource(CampaignBattle(Some(battle)));
            started
        }
        Err(problem) => {
            app_commands::report_problem(world, &problem);
            Ok(())
        }
    }
}

/// Assembles the skirmish of a stage and its players, or says why it cannot be played.
fn prepare_stage(
    world: &World,
    link: &StageLink,
) -> Result<(StageBattle, SkirmishBundle, Vec<SidePlayer>), String> {
    let file = progress_file(&link.campaign);
    let progress = CampaignProgress::read(&file).map_err(|error| error.to_string())?;
    let content = &world.resource::<ContentLibrary>().loaded.content;
    let campaign = content.campaigns.get(&link.campaign).ok_or("this campaign is not in the content")?;
    let stage = campaign.stage(&link.stage).ok_or("this stage is not in the campaign")?;
    let bundle = content::bundle_skirmish(content, &stage.skirmish, &progress.overrides(stage))
        .map_err(|error| error.to_string())?;
    let side = stage_side(stage, &bundle);
    let difficulty: Difficulty = progress.difficulty.parse().map_err(|error: UnknownDifficulty| {
        format!("{}: {error}; correct it there, or start the campaign over", file.display())
    })?;
    let opponent = SidePlayer::Ai { difficulty, personality: None };
    let mut seats = vec![opponent; bundle.skirmish.sides.len()];
    seats[usize::from(side.0)] = SidePlayer::Person;
    let battle = StageBattle { link: link.clone(), stage: stage.clone(), side, is_recorded: false };
    Ok((battle, bundle, seats))
}

/// Writes the link beside the journal of a stage, whenever the battle or the place of its journal changes or the file is gone, and
/// again after a failure once the journal is written.
pub(crate) fn save_link(
    journal: Option<Res<Journal>>,
    replay: Option<Res<ReplayPlayback>>,
    battle: Res<CampaignBattle>,
    mut saved: Local<Option<PathBuf>>,
    mut has_failed: Local<bool>,
) {
    let Some(journal) = journal.filter(|_| replay.is_none()) else { return };
    let (Some(stage), Some(file)) = (&battle.0, journal.path().map(link_file)) else { return };
    let is_due = match *has_failed {
        true => journal.is_changed(),
        false => saved.as_ref() != Some(&file) || !file.exists(),
    };
    if !is_due && !battle.is_changed() {
        return;
    }
    let written = ron::to_string(&stage.link)
        .map_err(|error| error.to_string())
        .and_then(|text| storage::replace_file(&file, text).map_err(|error| error.to_string()));
    *has_failed = written.is_err();
    if let Err(error) = written {
        // A folder that cannot be written is reported with the journal, whose next line tries again.
        warn!("{} cannot be written: {error}", file.display());
    }
    *saved = Some(file);
}

/// Links a battle that was read from a journal, which now may have another file, to its stage. Returns the link if it cannot be
/// read.
pub(crate) fn restore_stage(world: &mut World, read_from: &Path) -> Option<DamagedFile> {
    let bundle = world.get_resource::<battle::BattleSetup>().map(|setup| setup.bundle().clone());
    let (link, damaged) = match read_link(read_from) {
        Ok(link) => (link, None),
        Err(damaged) => (None, Some(damaged)),
    };
    let found = link.zip(bundle).and_then(|(link, bundle)| StageBattle::find(world, link, &bundle));
    world.insert_resource(CampaignBattle(found));
    damaged
}

/// Ends the stage: records its result and its survivors, unless there is nothing to record, and shows the map of the
/// campaign.
pub(crate) fn finish_stage(world: &mut World) {
    let Some(battle) = world.resource::<CampaignBattle>().0.clone() else { return };
    let Some(outcome) = world.get_resource::<RoundState>().and_then(RoundState::outcome) else {
        return;
    };
    let has_won = outcome.winner == Some(battle.side);
    let recorded = match battle.is_recorded_by_leaving(has_won) {
        true => record_result(world, &battle, has_won),
        false => Ok(Vec::new()),
    };
    let report = match recorded {
        Ok(report) => report,
        Err(problem) => return app_commands::report_problem(world, &problem),
    };
    app_commands::leave_battle(world);
    world.resource_mut::<MenuState>().open_campaign(&battle.link.campaign, report);
}

/// Records the result of a stage and its survivors, who leave the battlefield if they have not yet, and says in sentences what
/// has changed; or says why not.
fn record_result(world: &mut World, battle: &StageBattle, has_won: bool) -> Result<Vec<String>, String> {
    let has_left = world.resource::<RoundState>().after().is_some();
    if !has_left {
        journal::submit_order(world, Order::LeaveField).map_err(|error| error.to_string())?;
    }
    let events = world.resource::<History>().records().iter().flat_map(|record| &record.events);
    let first = campaign_report::first_conditions(events);
    let (survivors, mut report) = battle::with_view(world, |view| {
        let report = campaign_report::squad_sentences(view, &first, battle.side);
        (battle::surviving_squad(view, battle.side), report)
    });
    let file = progress_file(&battle.link.campaign);
    let mut progress = CampaignProgress::read(&file).map_err(|error| error.to_string())?;
    let before = progress.clone();
    if progress.record(&battle.stage, has_won, survivors) {
        progress.write(&file).map_err(|error| error.to_string())?;
    }
    let campaigns = &world.resource::<ContentLibrary>().loaded.content.campaigns;
    let campaign = campaigns.get(&battle.link.campaign);
    report
        .extend(campaign.and_then(|campaign| campaign_report::opened_sentence(campaign, &before, &progress)));
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::SkirmishOverrides;

    #[test]
    fn a_link_is_kept_beside_the_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("fight.jsonl");
        assert_eq!(read_link(&journal), Ok(None), "a battle of no campaign");
        let link = pier();
        let text = ron::to_string(&link).expect("plain data");
        storage::replace_file(&link_file(&journal), text).expect("written");
        assert_eq!(read_link(&journal), Ok(Some(link)));
        std::fs::write(link_file(&journal), "(campaign: \"led").expect("written");
        let said = read_link(&journal).expect_err("damaged").keep();
        let kept = folder.path().join("campaign damaged 1.ron");
        let ending = format!("the battle counts for no campaign; the file is kept as {}", kept.display());
        assert!(said.ends_with(&ending), "{said}");
    }

    #[test]
    fn a_campaign_that_begins_keeps_a_damaged_file_and_what_another_program_has_begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("progress/ledger.ron");
        let new = CampaignProgress::new("ledger", rules::Book::default(), "normal");
        assert_eq!(begin_campaign(&file, &new), Ok(None));
        assert_eq!(CampaignProgress::read(&file).expect("readable"), new);
        let other = CampaignProgress::new("ledger", rules::Book::default(), "hard");
        assert_eq!(begin_campaign(&file, &other), Ok(None));
        assert_eq!(CampaignProgress::read(&file).expect("readable"), new, "it stays");
        let damage = "(breachline: 1, campaign: \"led";
        std::fs::write(&file, damage).expect("written");
        let said = begin_campaign(&file, &other).expect("written").expect("a sentence");
        let kept = folder.path().join("progress/ledger damaged 1.ron");
        assert!(said.ends_with(&format!("; the file is kept as {}", kept.display())), "{said}");
        assert_eq!(std::fs::read_to_string(kept).expect("kept"), damage);
        assert_eq!(CampaignProgress::read(&file).expect("readable"), other);
    }

    fn pier() -> StageLink {
        StageLink { campaign: "ledger".to_owned(), stage: "pier".to_owned() }
    }

    #[test]
    fn a_link_that_cannot_be_written_is_written_with_the_next_line_of_the_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("fight.jsonl");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        let mut world = battle::new_battle_world();
        journal::begin_battle(&mut world, std::sync::Arc::new(bundle.expect("shipped")), 5);
        world.resource_mut::<Journal>().save_to(&file).expect("written");
        let stage = "(id: \"pier\", name: \"Pier\", at: (10, 10), intro: \"\", skirmish: \"warehouse\")";
        let stage: CampaignStage = ron::from_str(stage).expect("a stage");
        let battle = StageBattle { link: pier(), stage, side: Side(0), is_recorded: false };
        world.insert_resource(CampaignBattle(Some(battle)));
        std::fs::create_dir(link_file(&file)).expect("a folder in its place");
        let system = world.register_system(save_link);
        world.run_system(system).expect("it runs");
        std::fs::remove_dir(link_file(&file)).expect("it is still empty");
        world.run_system(system).expect("it runs");
        assert_eq!(read_link(&file), Ok(None), "nothing has changed");
        world.resource_mut::<Journal>().complete_file();
        world.run_system(system).expect("it runs");
        assert_eq!(read_link(&file), Ok(Some(pier())));
        let moved = folder.path().join("other/fight.jsonl");
        world.resource_mut::<Journal>().save_to(&moved).expect("written");
        world.run_system(system).expect("it runs");
        assert_eq!(read_link(&moved), Ok(Some(pier())), "as in another folder for saves");
    }
}
