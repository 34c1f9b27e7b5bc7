//! How far a player has come in a campaign: a file that is written between battles.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::campaign_file::{Campaign, CampaignStage, LossRule, StageRest};
use crate::diagnostic::Diagnostic;
use crate::files::source::SourceFile;
use crate::skirmishes::bundle::SkirmishOverrides;
use crate::skirmishes::squad::{Squad, SquadTerms};
use rules::Book;
use storage::replace_file;

/// Version of the file format; other versions are rejected.
pub const PROGRESS_FORMAT: u32 = 1;

/// Progress in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampaignProgress {
    /// Version of the format.
    pub breachline: u32,
    /// Id of the campaign.
    pub campaign: String,
    /// The rulebook in which it is played.
    pub book: Book,
    /// Difficulty of the AI, by name.
    pub difficulty: String,
    /// The squad after the last battle; `None` before the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squad: Option<Squad>,
    /// Stages that have been decided.
    #[serde(default)]
    pub results: BTreeMap<String, StageResult>,
    /// The campaign was lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_lost: bool,
}

/// How a stage was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageResult {
    /// Won.
    Won,
    /// Lost, and the campaign went on.
    Lost,
}

/// State of a stage on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageState {
    /// Decided.
    Done(StageResult),
    /// Can be played now.
    Open,
    /// Stages before it are not done yet.
    Locked,
}

/// How a campaign has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CampaignEnd {
    /// Every last stage is done, and one of them was won.
    Won,
    /// A stage was lost that must not be, or all of the last ones were.
    Lost,
}

/// The stage of a campaign that a battle is: a small file beside its journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageLink {
    /// Id of the campaign.
    pub campaign: String,
    /// Id of the stage.
    pub stage: String,
}

/// Why a file with the progress cannot be read or written.
#[derive(Debug, Error)]
pub enum ProgressFileError {
    /// The file cannot be written; the previous file is unchanged.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system error.
        source: std::io::Error,
    },
    /// The file cannot be read, or is none.
    #[error("{0}")]
    Invalid(Diagnostic),
    /// Unsupported version.
    #[error("{path} has format {found}; this program reads format {PROGRESS_FORMAT}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
}

impl CampaignProgress {
    /// The beginning of a campaign.
    pub fn new(campaign: &str, book: Book, difficulty: &str) -> Self {
        Self {
            breachline: PROGRESS_FORMAT,
            campaign: campaign.to_owned(),
            book,
            difficulty: difficulty.to_owned(),
            squad: None,
            results: BTreeMap::new(),
            is_lost: false,
        }
    }

    /// State of a stage.
    pub fn stage_state(&self, stage: &CampaignStage) -> StageState {
        if let Some(result) = self.results.get(&stage.id) {
            return StageState::Done(*result);
        }
        let is_open = !self.is_lost && stage.after.iter().all(|before| self.results.contains_key(before));
        if is_open { StageState::Open } else { StageState::Locked }
    }

    /// The first stage that can be played now.
    pub fn next_stage<'c>(&self, campaign: &'c Campaign) -> Option<&'c CampaignStage> {
        campaign.stages.iter().find(|stage| self.stage_state(stage) == StageState::Open)
    }

    /// How the campaign has ended; `None` while it goes on.
    pub fn end(&self, campaign: &Campaign) -> Option<CampaignEnd> {
        if self.is_lost {
            return Some(CampaignEnd::Lost);
        }
        let results: Option<Vec<StageResult>> =
            campaign.last_stages().map(|stage| self.results.get(&stage.id).copied()).collect();
        let has_won = results?.contains(&StageResult::Won);
        Some(if has_won { CampaignEnd::Won } else { CampaignEnd::Lost })
    }

    /// Records the result of a stage with the survivors. A stage that is not open changes nothing, nor does a loss after
    /// which the stage is played again. Returns whether anything has changed.
    pub fn record(&mut self, stage: &CampaignStage, has_won: bool, survivors: Option<Squad>) -> bool {
        if self.stage_state(stage) != StageState::Open {
            return false;
        }
        let result = match (has_won, stage.on_loss) {
            (true, _) => StageResult::Won,
            (false, LossRule::Retry) => return false,
            (false, LossRule::GoOn) => StageResult::Lost,
            (false, LossRule::End) => {
                self.is_lost = true;
                StageResult::Lost
            }
        };
        self.results.insert(stage.id.clone(), result);
        self.squad = survivors.filter(|squad| !squad.members.is_empty());
        true
    }

    /// The choices with which a stage is played: rulebook, squad, its rest and recruits. A squad without fit
    /// members rests first.
    pub fn overrides(&self, stage: &CampaignStage) -> SkirmishOverrides {
        let squad = self
            .squad
            .clone()
            .map(|squad| Squad { name: stage.side.clone().unwrap_or_else(|| squad.name.clone()), ..squad });
        let is_fit = squad.as_ref().is_some_and(|squad| squad.members.iter().any(|member| !member.unfit));
        let squad_terms = SquadTerms {
            is_rested: stage.rest == StageRest::Full || !is_fit,
            recruits: usize::from(stage.recruits),
            takes_first_side: stage.side.is_none(),
        };
        SkirmishOverrides { book: Some(self.book), squad, squad_terms, ..SkirmishOverrides::default() }
    }

    /// Reads a file; `None` if the campaign was not begun.
    ///
    /// # Errors
    /// Something is there that cannot be read, such as a link that leads nowhere, or is no progress.
    pub fn read_if_begun(path: &Path) -> Result<Option<Self>, ProgressFileError> {
        match std::fs::symlink_metadata(path) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            _ => Self::read(path).map(Some),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file is missing, too large, no progress, or of another version.
    pub fn read(path: &Path) -> Result<Self, ProgressFileError> {
        let source = SourceFile::read(&path.into()).map_err(ProgressFileError::Invalid)?;
        let progress: Self = source.parse(&source.root).map_err(ProgressFileError::Invalid)?;
        if progress.breachline != PROGRESS_FORMAT {
            return Err(ProgressFileError::Version { path: path.to_owned(), found: progress.breachline });
        }
        let problem = progress.squad.as_ref().and_then(|squad| squad.find_problem(&source, &["squad"]));
        problem.map_or(Ok(progress), |problem| Err(ProgressFileError::Invalid(problem)))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ProgressFileError> {
        let failed = |source| ProgressFileError::Write { path: path.to_owned(), source };
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| failed(std::io::Error::other(error.to_string())))?;
        replace_file(path, text).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(id: &str, after: &[&str], on_loss: LossRule) -> CampaignStage {
        CampaignStage {
            id: id.to_owned(),
            name: id.to_owned(),
            skirmish: "warehouse".to_owned(),
            side: None,
            at: (0, 0),
            after: after.iter().map(|id| (*id).to_owned()).collect(),
            intro: "Go.".to_owned(),
            won: String::new(),
            lost: String::new(),
            on_loss,
            rest: StageRest::None,
            recruits: 0,
        }
    }

    fn campaign() -> Campaign {
        Campaign {
            format: 1,
            name: "Test".to_owned(),
            description: "A test.".to_owned(),
            book: Book::default(),
            epilogue: String::new(),
            stages: vec![
                stage("first", &[], LossRule::Retry),
                stage("left", &["first"], LossRule::GoOn),
                stage("right", &["first"], LossRule::End),
                stage("last", &["left", "right"], LossRule::Retry),
            ],
        }
    }

    fn states(progress: &CampaignProgress, campaign: &Campaign) -> Vec<StageState> {
        campaign.stages.iter().map(|stage| progress.stage_state(stage)).collect()
    }

    #[test]
    fn stages_open_once_those_before_them_are_done() {
        use StageState::{Done, Locked, Open};
        let campaign = campaign();
        let mut progress = CampaignProgress::new("test", Book::default(), "normal");
        assert_eq!(states(&progress, &campaign), [Open, Locked, Locked, Locked]);
        assert!(!progress.record(&campaign.stages[0], false, None), "it is played again");
        assert!(!progress.record(&campaign.stages[3], true, None), "it is not open");
        assert!(progress.record(&campaign.stages[0], true, None));
        assert_eq!(states(&progress, &campaign), [Done(StageResult::Won), Open, Open, Locked]);
        assert!(!progress.record(&campaign.stages[0], true, None), "it counts once");
        assert!(progress.record(&campaign.stages[1], false, None), "the campaign goes on");
        assert!(progress.record(&campaign.stages[2], true, None));
        assert_eq!(progress.next_stage(&campaign).map(|stage| stage.id.as_str()), Some("last"));
        assert_eq!(progress.end(&campaign), None);
        assert!(progress.record(&campaign.stages[3], true, None));
        assert_eq!(progress.end(&campaign), Some(CampaignEnd::Won));
    }

    #[test]
    fn a_stage_that_must_not_be_lost_ends_the_campaign() {
        let campaign = campaign();
        let mut progress = CampaignProgress::new("test", Book::default(), "normal");
        progress.record(&campaign.stages[0], true, None);
        assert!(progress.record(&campaign.stages[2], false, None));
        assert_eq!(progress.end(&campaign), Some(CampaignEnd::Lost));
        assert_eq!(progress.next_stage(&campaign), None);
    }

    #[test]
    fn progress_survives_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("campaigns/test.ron");
        let mut progress = CampaignProgress::new("test", Book::ALL[1], "hard");
        progress.record(&campaign().stages[0], true, None);
        progress.write(&file).expect("written");
        assert_eq!(CampaignProgress::read(&file).expect("readable"), progress);
        let other = CampaignProgress { breachline: 9, ..progress };
        other.write(&file).expect("written");
        let error = CampaignProgress::read(&file).expect_err("another version").to_string();
        assert!(error.ends_with("has format 9; this program reads format 1"), "{error}");
    }

    #[test]
    fn only_a_campaign_without_a_file_was_not_begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("test.ron");
        assert_eq!(CampaignProgress::read_if_begun(&file).expect("none"), None);
        assert_eq!(CampaignProgress::read_if_begun(&file.join("below")).expect("none"), None);
        let progress = CampaignProgress::new("test", Book::default(), "normal");
        progress.write(&file).expect("written");
        assert_eq!(CampaignProgress::read_if_begun(&file).expect("readable"), Some(progress));
        assert_eq!(CampaignProgress::read_if_begun(&file.join("below")).expect("none"), None);
        std::fs::write(&file, "(").expect("written");
        assert!(CampaignProgress::read_if_begun(&file).is_err());
        std::fs::remove_file(&file).expect("removed");
        std::fs::create_dir(&file).expect("a folder in its place");
        assert!(CampaignProgress::read_if_begun(&file).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_no_campaign_that_was_not_begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("test.ron");
        std::os::unix::fs::symlink(folder.path().join("none"), &file).expect("linked");
        let error = CampaignProgress::read_if_begun(&file).expect_err("a link").to_string();
        assert!(error.contains("a link that leads nowhere"), "{error}");
    }
}
