//! Bundles: skirmishes with all content they use, so that a saved battle needs no content files.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::bundle_check::BundleError;
use super::skirmish::Skirmish;
use super::squad::{Squad, SquadError, SquadTerms};
use crate::books::unit_template::UnitTemplate;
use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::diagnostic::nearest_name;
use crate::lab::{BarrierWear, LabItem, LabScene, LabUnitState, OverrideError};
use crate::library::Content;
use field::Grid;
use model::ObstaclePosition;
use rules::rule_options::SwitchError;
use rules::{Book, Weapon};

/// Why a bundle cannot be assembled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContentError {
    /// No skirmish has this id.
    #[error("unknown skirmish `{id}`{}", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    UnknownSkirmish {
        /// The requested id.
        id: String,
        /// The nearest valid id.
        nearest: Option<String>,
    },
    /// The skirmish uses missing content.
    #[error("skirmish `{skirmish}` uses the unknown {what} `{id}`")]
    Missing {
        /// The skirmish.
        skirmish: String,
        /// The kind of content.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// Fewer than two sides have units.
    #[error("`{0}` cannot be played: it needs units on at least two sides")]
    OneSide(String),
    /// Invalid value of a rule switch.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// The squad cannot join.
    #[error(transparent)]
    Squad(#[from] SquadError),
    /// The health or Karma of a unit does not fit its sheet.
    #[error(transparent)]
    State(#[from] BundleError),
    /// A book has no sheet for a unit's archetype.
    #[error("{unit} has no sheet under {} (archetype `{archetype}`)", .book.name())]
    NoSheet {
        /// Name of the unit.
        unit: String,
        /// Its archetype.
        archetype: String,
        /// The book.
        book: Book,
    },
    /// Invalid override of a unit's number.
    #[error("{unit}: {error}")]
    Override {
        /// Name of the unit.
        unit: String,
        /// The error.
        error: OverrideError,
    },
}

/// Player choices that override the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkirmishOverrides {
    /// Another book; the book's switches reset to their defaults, the engine's stay.
    pub book: Option<Book>,
    /// Rule switches, by dotted name.
    pub switches: BTreeMap<String, String>,
    /// Unlimited undo.
    pub free_undo: Option<bool>,
    /// Physical dice may be entered.
    pub own_dice: Option<bool>,
    /// Prompts for physical dice.
    pub ask_dice: Option<bool>,
    /// Fog of war.
    pub fog_of_war: Option<bool>,
    /// A squad that replaces the side of its name, or the first.
    pub squad: Option<Squad>,
    /// How it joins.
    pub squad_terms: SquadTerms,
}

/// A skirmish with all content it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishBundle {
    /// Id of the skirmish.
    pub id: String,
    /// The skirmish, overrides included.
    pub skirmish: Skirmish,
    /// Weapons of its units, in its book.
    pub weapons: BTreeMap<String, Weapon>,
    /// Unit templates in its book, by archetype.
    #[serde(alias = "recruits")]
    pub unit_templates: BTreeMap<String, UnitTemplate>,
    /// Kinds of barriers.
    pub barrier_kinds: BTreeMap<String, BarrierKind>,
    /// Kinds of terrain.
    pub terrains: BTreeMap<String, Terrain>,
    /// State of a scene at its start; `None` if nothing has happened on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<BattleStart>,
}

/// State at the start of a battle that goes on from a scene. Health of its units is that of `campaign_unit`, unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleStart {
    /// Stance of each unit, by index.
    pub unit_states: Vec<LabUnitState>,
    /// Barriers that are damaged or open.
    pub damaged: Vec<(ObstaclePosition, BarrierWear)>,
    /// Weapons on the ground.
    pub items: Vec<LabItem>,
    /// Kinds of barriers that only the scene has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, BarrierKind>,
    /// Kinds of terrain that only the scene has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub grounds: BTreeMap<String, Terrain>,
    /// Weapons that only the scene has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weapons: BTreeMap<String, Weapon>,
    /// Units with a sheet that only the scene has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub templates: BTreeMap<String, UnitTemplate>,
}

impl SkirmishBundle {
    /// Builds the grid, with every barrier intact and every door shut.
    pub fn grid(&self) -> Grid {
        self.skirmish.map.grid(&self.barrier_kinds, &self.terrains)
    }
}

/// Bundles a skirmish, a lesson or a Lab scene of the content.
///
/// # Errors
/// The skirmish is unknown or cannot be played, uses unknown content, or a switch value is invalid.
pub fn bundle_skirmish(
    content: &Content,
    id: &str,
    overrides: &SkirmishOverrides,
) -> Result<SkirmishBundle, ContentError> {
    if let Some(skirmish) = content.skirmishes.get(id) {
        return assemble_bundle(content, id, skirmish.clone(), overrides);
    }
    if let Some(scene) = content.lessons.get(id).or_else(|| content.labs.get(id)) {
        return scene.clone().battle_bundle(content, id, overrides);
    }
    let known = content.skirmishes.keys().chain(content.lessons.keys()).chain(content.labs.keys());
    let nearest = nearest_name(id, known.map(String::as_str));
    Err(ContentError::UnknownSkirmish { id: id.to_owned(), nearest })
}

/// Bundles a skirmish that need not be part of the content.
///
/// # Errors
/// The skirmish cannot be played, uses unknown content, a switch value is invalid, or the squad cannot join.
pub fn assemble_bundle(
    content: &Content,
    id: &str,
    skirmish: Skirmish,
    overrides: &SkirmishOverrides,
) -> Result<SkirmishBundle, ContentError> {
    LabScene::new(skirmish).battle_bundle(content, id, overrides)
}

impl SkirmishOverrides {
    /// Applies the choices, except the squad.
    pub(crate) fn apply(&self, skirmish: &mut Skirmish) -> Result<(), ContentError> {
        if let Some(book) = self.book {
            skirmish.rules = skirmish.rules.with_book(book);
        }
        for (name, value) in &self.switches {
            skirmish.rules.set(name, value)?;
        }
        let options = &mut skirmish.options;
        for (option, chosen) in [
            (&mut options.free_undo, self.free_undo),
            (&mut options.own_dice, self.own_dice),
            (&mut options.ask_dice, self.ask_dice),
            (&mut options.fog_of_war, self.fog_of_war),
        ] {
            *option = chosen.unwrap_or(*option);
        }
        Ok(())
    }
}

/// Collects a skirmish with everything it uses, under its own rules; `scene` has content of its own.
pub(crate) fn collect_bundle(
    content: &Content,
    id: &str,
    skirmish: Skirmish,
    scene: &LabScene,
) -> Result<SkirmishBundle, ContentError> {
    let book = skirmish.rules.book();
    let wanted = skirmish.units.iter().map(|unit| &unit.archetype);
    let templates = look_up_all(id, "archetype", wanted, |id| scene.template(content, book, id))?;
    let carried = templates.values().flat_map(|template| &template.weapons);
    let weapons = look_up_all(id, "weapon", carried, |id| scene.weapon(content, book, id))?;
    let kinds = skirmish.map.barriers.iter().map(|barrier| &barrier.kind);
    let barrier_kind = |id: &str| scene.kinds.get(id).or_else(|| content.barrier_kinds.get(id)).cloned();
    let mut barrier_kinds = look_up_all(id, "barrier", kinds, barrier_kind)?;
    let hidden: Vec<String> = barrier_kinds.values().filter_map(|kind| kind.hides.clone()).collect();
    barrier_kinds.extend(look_up_all(id, "barrier", hidden.iter(), barrier_kind)?);
    let palette = skirmish.map.palette.iter();
    let terrains = look_up_all(id, "terrain", palette, |id| {
        scene.grounds.get(id).or_else(|| content.terrains.get(id)).cloned()
    })?;
    Ok(SkirmishBundle {
        id: id.to_owned(),
        skirmish,
        weapons,
        unit_templates: templates,
        barrier_kinds,
        terrains,
        start: None,
    })
}

fn look_up_all<'a, T>(
    skirmish: &str,
    what: &'static str,
    wanted: impl Iterator<Item = &'a String>,
    find: impl Fn(&str) -> Option<T>,
) -> Result<BTreeMap<String, T>, ContentError> {
    let ids: BTreeSet<&String> = wanted.collect();
    ids.into_iter()
        .map(|id| match find(id) {
            Some(value) => Ok((id.clone(), value)),
            None => Err(ContentError::Missing { skirmish: skirmish.to_owned(), what, id: id.clone() }),
        })
        .collect()
}
