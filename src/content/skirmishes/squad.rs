//! Squads: the survivors of a battle with their wounds, as files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::skirmish::{CampaignUnit, Objective, Skirmish, SkirmishUnit, UnitLink};
use crate::definitions::entry_validator::{EntryValidator, MAX_TITLE_CHARS};
use crate::definitions::validate::MAX_KARMA;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::content_folder::ContentFile;
use crate::files::load::validated_entry;
use crate::files::source::SourceFile;
use crate::scene::battlefield::MAX_UNITS;
use rules::status::ActiveAilment;
use rules::{Book, HealthState};
use storage::replace_file;

/// Version of the file format; other versions are rejected.
pub const SQUAD_FORMAT: u32 = 1;

/// A member of a squad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SquadMember {
    /// Shown to players.
    pub name: String,
    /// Id of its archetype.
    pub archetype: String,
    /// Its health in the book's terms.
    pub condition: HealthState,
    /// Karma left.
    #[serde(default)]
    pub karma: u8,
    /// Lasting ailments, until healed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ailments: Vec<ActiveAilment>,
    /// Unfit to fight until rested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfit: bool,
}

/// A squad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Version of the format.
    pub breachline: u32,
    /// Name of its side.
    pub name: String,
    /// The book of its sheets and wounds.
    pub book: Book,
    /// Everyone alive, in the order of the skirmish.
    pub members: Vec<SquadMember>,
}

/// How a squad joins a skirmish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquadTerms {
    /// All wounds are healed, Karma is back, and every member is fit.
    pub is_rested: bool,
    /// Most places without a member that keep the unit of the skirmish.
    pub recruits: usize,
    /// It replaces the first side, whatever its name.
    pub takes_first_side: bool,
}

/// Why a squad cannot join a skirmish.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SquadError {
    /// The squad and the skirmish use different books.
    #[error("the squad uses {squad}, the skirmish uses {skirmish}")]
    OtherBook {
        /// The squad's book.
        squad: &'static str,
        /// The skirmish's book.
        skirmish: &'static str,
    },
    /// A member's health is of another book than the squad's.
    #[error("the wounds of {0} are from another book than the squad's")]
    MixedBooks(String),
    /// No member is fit.
    #[error("no member of the squad is fit to fight")]
    NoFitMembers,
    /// The side does not exist.
    #[error("the skirmish has no side {0}")]
    NoSide(u8),
}

/// Why a squad file cannot be read or written.
#[derive(Debug, Error)]
pub enum SquadFileError {
    /// The file cannot be written; the previous file is unchanged.
    #[error("cannot write {path}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system error.
        source: std::io::Error,
    },
    /// The file cannot be read, or is not a squad.
    #[error("{0}")]
    Invalid(Diagnostic),
    /// Unsupported version.
    #[error("{path} has squad format {found}; this program reads format {SQUAD_FORMAT}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
}

impl Squad {
    /// Reads a squad file.
    ///
    /// # Errors
    /// The file is missing, too large, not a squad, or of another version.
    pub fn read(file: impl Into<ContentFile>) -> Result<Self, SquadFileError> {
        let source = SourceFile::read(&file.into()).map_err(SquadFileError::Invalid)?;
        let squad: Self = source.parse(&source.root).map_err(SquadFileError::Invalid)?;
        if squad.breachline != SQUAD_FORMAT {
            return Err(SquadFileError::Version { path: source.path.clone(), found: squad.breachline });
        }
        match squad.find_problem(&source, &[]) {
            Some(problem) => Err(SquadFileError::Invalid(problem)),
            None => Ok(squad),
        }
    }

    /// The first problem of a squad that is read from this place of a file.
    pub(crate) fn find_problem(&self, source: &SourceFile, labels: &[&str]) -> Option<Diagnostic> {
        if let Some(member) = self.member_of_other_book() {
            let what = SquadError::MixedBooks(member.name.clone()).to_string();
            return Some(Diagnostic::for_file(&source.path, what));
        }
        let node =
            labels.iter().try_fold(&source.root, |node, label| node.get(label)).unwrap_or(&source.root);
        let mut problems = Vec::new();
        validated_entry(&mut problems, source, node, |entry| self.validate(entry));
        problems.into_iter().find(|problem| problem.severity == Severity::Error)
    }

    fn validate(&self, entry: &mut EntryValidator<'_>) {
        entry.require_title(&["name"], &self.name);
        entry.require_range(&["members"], self.members.len(), 0..=MAX_UNITS);
        for (number, member) in self.members.iter().enumerate() {
            let number = number.to_string();
            let labels = |field| ["members", &number, field];
            entry.require_title(&labels("name"), &member.name);
            entry.require_range(&labels("karma"), member.karma, 0..=MAX_KARMA);
            entry.require_ailments(&labels("ailments"), &member.ailments);
        }
    }

    /// Writes a squad file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SquadFileError> {
        let failed = |source| SquadFileError::Write { path: path.to_owned(), source };
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(self, pretty)
            .map_err(|error| failed(std::io::Error::other(error.to_string())))?;
        replace_file(path, text).map_err(failed)
    }

    fn member_of_other_book(&self) -> Option<&SquadMember> {
        self.members.iter().find(|member| member.condition.book() != self.book)
    }

    /// The side of a skirmish that it replaces: the one of its name, or the first.
    pub fn side_in(&self, skirmish: &Skirmish) -> u8 {
        let named = skirmish.sides.iter().position(|side| side.name == self.name);
        named.and_then(|index| u8::try_from(index).ok()).unwrap_or(0)
    }

    /// Replaces a side: fit members start in the places of its units, as many as fit. Units that the skirmish depends
    /// on stay: crewed vehicles, held units, and units named by objectives.
    ///
    /// # Errors
    /// The book differs, no member is fit, or the side does not exist.
    pub fn replace_side(&self, skirmish: &mut Skirmish, side: u8) -> Result<(), SquadError> {
        self.replace_side_on_terms(skirmish, side, SquadTerms::default())
    }

    /// As [`Self::replace_side`], with rest and recruits.
    ///
    /// # Errors
    /// The book differs, no member is fit, or the side does not exist.
    pub fn replace_side_on_terms(
        &self,
        skirmish: &mut Skirmish,
        side: u8,
        terms: SquadTerms,
    ) -> Result<(), SquadError> {
        let book = skirmish.rules.book();
        if self.book != book {
            return Err(SquadError::OtherBook { squad: self.book.name(), skirmish: book.name() });
        }
        if let Some(member) = self.member_of_other_book() {
            return Err(SquadError::MixedBooks(member.name.clone()));
        }
        if usize::from(side) >= skirmish.sides.len() {
            return Err(SquadError::NoSide(side));
        }
        let mut recruits = terms.recruits;
        let mut fit = self.members.iter().filter(|member| terms.is_rested || !member.unfit).peekable();
        if fit.peek().is_none() {
            return Err(SquadError::NoFitMembers);
        }
        let own = required_units(skirmish);
        let stays = |place: &SkirmishUnit| place.side != side || own.contains(&place.name);
        let mut names: BTreeSet<String> =
            skirmish.units.iter().filter(|place| stays(place)).map(|place| place.name.clone()).collect();
        skirmish.units.retain_mut(|place| {
            if stays(place) {
                return true;
            }
            let Some(member) = fit.next() else {
                let is_recruit = recruits > 0;
                recruits = recruits.saturating_sub(1);
                place.name = unused_name(&place.name, &names);
                names.insert(place.name.clone());
                return is_recruit;
            };
            let ailments = member.ailments.clone();
            let veteran =
                CampaignUnit { ailments, ..CampaignUnit::new(member.condition.clone(), member.karma) };
            let name = unused_name(&member.name, &names);
            names.insert(name.clone());
            *place = SkirmishUnit {
                name,
                archetype: member.archetype.clone(),
                campaign_unit: (!terms.is_rested).then_some(veteran),
                role: None,
                group: None,
                ..place.clone()
            };
            true
        });
        Ok(())
    }
}

/// Names of units that links or objectives refer to.
fn required_units(skirmish: &Skirmish) -> BTreeSet<String> {
    let tied = skirmish.units.iter().filter_map(|unit| match unit.link.as_ref()? {
        UnitLink::Drives(other) | UnitLink::Rides(other) | UnitLink::Holds(other) => Some(other),
    });
    let named = skirmish.objectives.iter().filter_map(|objective| match objective {
        Objective::Stop { unit, .. } | Objective::Rescue { unit, .. } | Objective::Slay { unit, .. } => {
            Some(unit)
        }
        _ => None,
    });
    tied.chain(named).cloned().collect()
}

/// Adds a number to a name that is taken, within the longest name.
fn unused_name(name: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u32| {
        let ending = format!(" {number}");
        let stem: String = name.chars().take(MAX_TITLE_CHARS - ending.len()).collect();
        format!("{}{ending}", stem.trim_end())
    });
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| !taken.contains(name)).expect("invariant: numbers do not end")
}
