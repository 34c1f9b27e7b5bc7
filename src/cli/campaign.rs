//! `breachline campaign`: campaigns, their stages, and how far the player has come.

use clap::Args;
use serde::Serialize;

use super::{CliError, OutputFormat, output};
use content::{
    Campaign, CampaignEnd, CampaignProgress, ContentFolder, StageResult, StageState, load_content, paths,
};

/// Lists campaigns, or the stages of one with the progress in it.
#[derive(Args, Debug)]
pub struct CampaignArgs {
    /// Id of a campaign; by default all are listed.
    name: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

/// A campaign as JSON.
#[derive(Serialize)]
struct CampaignJson<'a> {
    id: &'a str,
    name: &'a str,
    description: &'a str,
    /// `won`, `lost`, or `null` while it goes on or was not begun.
    end: Option<&'static str>,
    progress: Option<&'a CampaignProgress>,
    stages: Vec<StageJson<'a>>,
}

/// A stage as JSON.
#[derive(Serialize)]
struct StageJson<'a> {
    id: &'a str,
    name: &'a str,
    skirmish: &'a str,
    after: &'a [String],
    /// `won`, `lost`, `open` or `locked`.
    state: &'static str,
}

pub(super) fn run(arguments: &CampaignArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let content = load_content(&[assets.clone(), paths::user_content_dir().into()]).content;
    let found: Vec<(&String, &Campaign)> = match &arguments.name {
        None => content.campaigns.iter().collect(),
        Some(name) => match content.campaigns.get_key_value(name) {
            Some(found) => vec![found],
            None => {
                return Err(CliError::new(format!("no campaign `{name}`; `breachline campaign` lists them")));
            }
        },
    };
    let progress: Vec<Option<CampaignProgress>> =
        found.iter().map(|(id, _)| read_progress(id)).collect::<Result<_, CliError>>()?;
    let found = found.into_iter().zip(&progress);
    let is_one = arguments.name.is_some();
    if arguments.format == OutputFormat::Text {
        let texts = found.map(|((id, campaign), progress)| to_text(id, campaign, progress.as_ref(), is_one));
        return output::print(texts.collect::<String>());
    }
    let all: Vec<CampaignJson> =
        found.map(|((id, campaign), progress)| to_json(id, campaign, progress.as_ref())).collect();
    output::print_line(match all.as_slice() {
        [one] if is_one => serde_json::to_string_pretty(one)?,
        all => serde_json::to_string_pretty(&serde_json::json!({ "campaigns": all }))?,
    })
}

/// Reads the progress of the player; `None` if the campaign was not begun.
fn read_progress(id: &str) -> Result<Option<CampaignProgress>, CliError> {
    let file = paths::progress_dir().join(format!("{id}.ron"));
    Ok(CampaignProgress::read_if_begun(&file)?)
}

/// State of a stage; before the beginning, stages without others before them are open.
fn state_word(progress: Option<&CampaignProgress>, stage: &content::CampaignStage) -> &'static str {
    let state = match progress {
        Some(progress) => progress.stage_state(stage),
        None if stage.after.is_empty() => StageState::Open,
        None => StageState::Locked,
    };
    match state {
        StageState::Done(StageResult::Won) => "won",
        StageState::Done(StageResult::Lost) => "lost",
        StageState::Open => "open",
        StageState::Locked => "locked",
    }
}

fn end_word(campaign: &Campaign, progress: Option<&CampaignProgress>) -> Option<&'static str> {
    progress.and_then(|progress| progress.end(campaign)).map(|end| match end {
        CampaignEnd::Won => "won",
        CampaignEnd::Lost => "lost",
    })
}

fn to_json<'a>(
    id: &'a str,
    campaign: &'a Campaign,
    progress: Option<&'a CampaignProgress>,
) -> CampaignJson<'a> {
    let stage = |stage: &'a content::CampaignStage| StageJson {
        id: &stage.id,
        name: &stage.name,
        skirmish: &stage.skirmish,
        after: &stage.after,
        state: state_word(progress, stage),
    };
    CampaignJson {
        id,
        name: &campaign.name,
        description: &campaign.description,
        end: end_word(campaign, progress),
        progress,
        stages: campaign.stages.iter().map(stage).collect(),
    }
}

/// Describes a campaign in lines, with its stages if `in_full`.
fn to_text(id: &str, campaign: &Campaign, progress: Option<&CampaignProgress>, in_full: bool) -> String {
    let done = progress.map_or(0, |progress| progress.results.len());
    let state = match (progress, end_word(campaign, progress)) {
        (None, _) => "not begun".to_owned(),
        (_, Some(end)) => end.to_owned(),
        (Some(progress), None) => {
            format!("{done} of {} stages done, {}", campaign.stages.len(), progress.book.name())
        }
    };
    let mut text = format!("{id}: {} ({state})\n  {}\n", campaign.name, campaign.description);
    if in_full {
        for stage in &campaign.stages {
            let word = state_word(progress, stage);
            let after = match stage.after.as_slice() {
                [] => String::new(),
                after => format!(", after {}", after.join(" and ")),
            };
            text += &format!("  {:<8} {}: {} ({}{after})\n", word, stage.id, stage.name, stage.skirmish);
        }
    }
    text
}
