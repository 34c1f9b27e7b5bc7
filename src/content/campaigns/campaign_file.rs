//! Campaign files: stages on a map, joined by lines, each with a skirmish.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definitions::entry_validator::EntryValidator;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::content_folder::ContentFile;
use crate::files::load::{ID_SHAPE, is_id, validated_entry};
use crate::files::source::SourceFile;
use crate::library::Content;
use rules::Book;

/// Version of the format; other versions are rejected.
pub const CAMPAIGN_FORMAT: u32 = 1;
/// Most stages.
const MAX_STAGES: usize = 30;
/// Most stages before one.
const MAX_BEFORE: usize = 8;
/// Farthest place on the map, in percent.
const MAX_PLACE: u8 = 100;
/// Most recruits of a stage.
const MAX_RECRUITS: u8 = 20;

/// A campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Version of the format.
    #[serde(default = "format")]
    pub format: u32,
    /// Shown to players.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub description: String,
    /// The rulebook that is proposed; it can be played in any.
    #[serde(default)]
    pub book: Book,
    /// What is said when it is won.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub epilogue: String,
    /// The stages.
    pub stages: Vec<CampaignStage>,
}

fn format() -> u32 {
    CAMPAIGN_FORMAT
}

/// A stage: a skirmish at a place of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampaignStage {
    /// Its id.
    pub id: String,
    /// Its name on the map.
    pub name: String,
    /// Id of the skirmish.
    pub skirmish: String,
    /// The side that the player's squad replaces, by name; the first by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Its place on the map, in percent from the left and from the top.
    pub at: (u8, u8),
    /// Ids of the stages that come before it, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// What is said before it.
    pub intro: String,
    /// What is said when it is won.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub won: String,
    /// What is said when it is lost.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lost: String,
    /// What happens when it is lost.
    #[serde(default)]
    pub on_loss: LossRule,
    /// How the squad recovers before it.
    #[serde(default)]
    pub rest: StageRest,
    /// Most places of the side that fresh people take for whom the squad lacks.
    #[serde(default)]
    pub recruits: u8,
}

/// What happens when a stage is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LossRule {
    /// It is played again, with the squad as it was before.
    #[default]
    Retry,
    /// The campaign goes on with the survivors.
    GoOn,
    /// The campaign is lost.
    End,
}

/// How a squad recovers before a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageRest {
    /// Not at all, beyond the rest that the player took after the last battle.
    #[default]
    None,
    /// All wounds heal, and Karma is back.
    Full,
}

impl Campaign {
    /// The stage with this id.
    pub fn stage(&self, id: &str) -> Option<&CampaignStage> {
        self.stages.iter().find(|stage| stage.id == id)
    }

    /// Stages that no other stage follows: the campaign is won with them.
    pub fn last_stages(&self) -> impl Iterator<Item = &CampaignStage> {
        let is_before = |id: &String| self.stages.iter().any(|stage| stage.after.contains(id));
        self.stages.iter().filter(move |stage| !is_before(&stage.id))
    }

    fn validate(&self, entry: &mut EntryValidator<'_>, content: &Content) {
        entry.require_title(&["name"], &self.name);
        entry.require_text(&["description"], &self.description);
        if !self.epilogue.is_empty() {
            entry.require_text(&["epilogue"], &self.epilogue);
        }
        entry.require_range(&["stages"], self.stages.len(), 1..=MAX_STAGES);
        let mut ids = BTreeSet::new();
        for (index, stage) in self.stages.iter().enumerate() {
            let number = index.to_string();
            if !ids.insert(&stage.id) {
                entry.error(&["stages", &number, "id"], format!("two stages have the id `{}`", stage.id));
            }
            self.validate_stage(entry, content, (&number, stage));
        }
        self.validate_order(entry);
    }

    fn validate_stage(
        &self,
        entry: &mut EntryValidator<'_>,
        content: &Content,
        (number, stage): (&str, &CampaignStage),
    ) {
        let at = |label| ["stages", number, label];
        if !is_id(&stage.id) {
            let problem = entry.diagnostic_at(&at("id"), format!("{:?} is not a valid id", stage.id));
            entry.diagnostics.push(problem.with_expected(ID_SHAPE));
        }
        entry.require_title(&at("name"), &stage.name);
        entry.require_text(&at("intro"), &stage.intro);
        for (label, text) in [("won", &stage.won), ("lost", &stage.lost)] {
            if !text.is_empty() {
                entry.require_text(&at(label), text);
            }
        }
        entry.require_range(&at("at"), stage.at.0, 0..=MAX_PLACE);
        entry.require_range(&at("at"), stage.at.1, 0..=MAX_PLACE);
        entry.require_range(&at("recruits"), stage.recruits, 0..=MAX_RECRUITS);
        entry.require_range(&at("after"), stage.after.len(), 0..=MAX_BEFORE);
        for before in &stage.after {
            if self.stage(before).is_none() {
                let known = self.stages.iter().map(|stage| stage.id.as_str());
                entry.require_known(&at("after"), "stage", before, known);
            }
        }
        let name = ("skirmish", stage.skirmish.as_str());
        let Some(skirmish) = entry.find_known(&at("skirmish"), name, &content.skirmishes) else { return };
        if let Some(side) = &stage.side
            && skirmish.sides.iter().all(|known| known.name != *side)
        {
            entry.require_known(
                &at("side"),
                "side",
                side,
                skirmish.sides.iter().map(|side| side.name.as_str()),
            );
        }
    }

    /// Reports stages that can never be reached, because they come after themselves.
    fn validate_order(&self, entry: &mut EntryValidator<'_>) {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        loop {
            let open = self.stages.iter().filter(|stage| !reached.contains(stage.id.as_str()));
            let next: Vec<&str> = open
                .filter(|stage| stage.after.iter().all(|before| reached.contains(before.as_str())))
                .map(|stage| stage.id.as_str())
                .collect();
            if next.is_empty() {
                break;
            }
            reached.extend(next);
        }
        for (index, stage) in self.stages.iter().enumerate() {
            let known = stage.after.iter().all(|before| self.stage(before).is_some());
            if known && !reached.contains(stage.id.as_str()) {
                let what = format!("stage `{}` comes after itself, so that it is never reached", stage.id);
                entry.error(&["stages", &index.to_string(), "after"], what);
            }
        }
    }
}

/// Reads a campaign with the skirmishes of the content; `None` if it has errors.
pub(crate) fn read_campaign(
    content: &Content,
    source: Result<SourceFile, Diagnostic>,
) -> (Option<Campaign>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let source = match source {
        Ok(source) => source,
        Err(problem) => return (None, vec![problem]),
    };
    let campaign: Campaign = match source.parse(&source.root) {
        Ok(campaign) => campaign,
        Err(problem) => return (None, vec![problem]),
    };
    if campaign.format != CAMPAIGN_FORMAT {
        let what = format!("unsupported campaign format {}; expected {CAMPAIGN_FORMAT}", campaign.format);
        return (None, vec![source.diagnostic_at(source.root.locate(&["format"]), what)]);
    }
    let valid =
        validated_entry(&mut problems, &source, &source.root, |entry| campaign.validate(entry, content));
    let is_valid = valid.is_some() && problems.iter().all(|problem| problem.severity != Severity::Error);
    (is_valid.then_some(campaign), problems)
}

/// Reads and checks a campaign file, with the skirmishes of the content; `None` if it has errors.
pub fn check_campaign(
    content: &Content,
    file: impl Into<ContentFile>,
) -> (Option<Campaign>, Vec<Diagnostic>) {
    read_campaign(content, SourceFile::read(&file.into()))
}
