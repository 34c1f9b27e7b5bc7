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
use ai::Difficulty;
use battle::journal;
use battle::journal::JournalError;
use battle::{History, Journal, Order, RoundState};
use content::paths;
use content::{CampaignProgress, CampaignStage, LossRule, SkirmishBundle, StageLink, StageState};
use model::Side;

/// Name of the file in the folder of a battle.
pub(crate) const LINK_FILE: &str = "campaign.ron";
/// Most bytes that are read.
const MAX_BYTES: u64 = 64 * 1024;

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

fn link_file(journal: &Path) -> PathBuf {
    journal.with_file_name(LINK_FILE)
}

/// Reads the link beside a journal; `None` if the battle belongs to no campaign.
fn read_link(journal: &Path) -> Option<StageLink> {
    let bytes = storage::read_regular_file(&link_file(journal), MAX_BYTES).ok()?;
    ron::de::from_bytes(&bytes).ok()
}

/// Starts a stage with the squad of the progress.
///
/// # Errors
/// Returns `JournalError::Write` if the folder of saves cannot be written.
pub(crate) fn start_stage(world: &mut World, link: StageLink) -> Result<(), JournalError> {
    match prepare_stage(world, &link) {
        Ok((battle, bundle, seats)) => {
            let started = app_commands::start_battle(world, bundle.into(), app_commands::clock_seed(), seats);
            set_stage(world, battle);
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
    let progress =
        CampaignProgress::read(&progress_file(&link.campaign)).map_err(|error| error.to_string())?;
    let content = &world.resource::<ContentLibrary>().loaded.content;
    let campaign = content.campaigns.get(&link.campaign).ok_or("this campaign is not in the content")?;
    let stage = campaign.stage(&link.stage).ok_or("this stage is not in the campaign")?;
    let bundle = content::bundle_skirmish(content, &stage.skirmish, &progress.overrides(stage))
        .map_err(|error| error.to_string())?;
    let side = stage_side(stage, &bundle);
    let difficulty = progress.difficulty.parse().unwrap_or(Difficulty::Normal);
    let opponent = SidePlayer::Ai { difficulty, personality: None };
    let mut seats = vec![opponent; bundle.skirmish.sides.len()];
    seats[usize::from(side.0)] = SidePlayer::Person;
    let battle = StageBattle { link: link.clone(), stage: stage.clone(), side, is_recorded: false };
    Ok((battle, bundle, seats))
}

/// Makes the current battle a stage, and links its journal.
fn set_stage(world: &mut World, battle: StageBattle) {
    if let Some(journal) = world.get_resource::<Journal>().and_then(Journal::path).map(link_file) {
        match ron::to_string(&battle.link) {
            // A folder that cannot be written is reported with the journal.
            Ok(text) => _ = storage::replace_file(&journal, text),
            Err(error) => warn!("the link to the campaign cannot be saved: {error}"),
        }
    }
    world.insert_resource(CampaignBattle(Some(battle)));
}

/// Links a battle that was read from a journal, which now may have another file, to its stage.
pub(crate) fn restore_stage(world: &mut World, read_from: &Path) {
    let bundle = world.get_resource::<battle::BattleSetup>().map(|setup| setup.bundle().clone());
    let found =
        read_link(read_from).zip(bundle).and_then(|(link, bundle)| StageBattle::find(world, link, &bundle));
    match found {
        Some(battle) => set_stage(world, battle),
        None => world.insert_resource(CampaignBattle(None)),
    }
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

    #[test]
    fn a_link_is_kept_beside_the_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("fight.jsonl");
        assert_eq!(read_link(&journal), None, "a battle of no campaign");
        let link = StageLink { campaign: "ledger".to_owned(), stage: "pier".to_owned() };
        let text = ron::to_string(&link).expect("plain data");
        storage::replace_file(&link_file(&journal), text).expect("written");
        assert_eq!(read_link(&journal), Some(link));
    }
}
