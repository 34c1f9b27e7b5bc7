//! Bundles: skirmishes with all content they use, so that a saved battle needs no content files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::skirmish::Skirmish;
use super::squad::{Squad, SquadError};
use crate::books::unit_template::UnitTemplate;
use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::diagnostic::nearest_name;
use crate::lab::OverrideError;
use crate::library::Content;
use field::Grid;
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
    /// Invalid value of a rule switch.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// The squad cannot join.
    #[error(transparent)]
    Squad(#[from] SquadError),
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
}

/// A skirmish with all content it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl SkirmishBundle {
    /// Builds the grid, with every barrier intact and every door shut.
    pub fn grid(&self) -> Grid {
        self.skirmish.map.grid(&self.barrier_kinds, &self.terrains)
    }
}

/// Bundles a skirmish of the content.
///
/// # Errors
/// The skirmish is unknown, uses unknown content, or a switch value is invalid.
pub fn bundle_skirmish(
    content: &Content,
    id: &str,
    overrides: &SkirmishOverrides,
) -> Result<SkirmishBundle, ContentError> {
    let Some(skirmish) = content.skirmishes.get(id) else {
        let nearest = nearest_name(id, content.skirmishes.keys().map(String::as_str));
        return Err(ContentError::UnknownSkirmish { id: id.to_owned(), nearest });
    };
    assemble_bundle(content, id, skirmish.clone(), overrides)
}

/// Bundles a skirmish that need not be part of the content.
///
/// # Errors
/// The skirmish uses unknown content, a switch value is invalid, or the squad cannot join.
pub fn assemble_bundle(
    content: &Content,
    id: &str,
    mut skirmish: Skirmish,
    overrides: &SkirmishOverrides,
) -> Result<SkirmishBundle, ContentError> {
    if let Some(book) = overrides.book {
        skirmish.rules = skirmish.rules.with_book(book);
    }
    for (name, value) in &overrides.switches {
        skirmish.rules.set(name, value)?;
    }
    if let Some(free_undo) = overrides.free_undo {
        skirmish.options.free_undo = free_undo;
    }
    if let Some(own_dice) = overrides.own_dice {
        skirmish.options.own_dice = own_dice;
    }
    if let Some(ask_dice) = overrides.ask_dice {
        skirmish.options.ask_dice = ask_dice;
    }
    if let Some(fog_of_war) = overrides.fog_of_war {
        skirmish.options.fog_of_war = fog_of_war;
    }
    if let Some(squad) = &overrides.squad {
        let side = squad.side_in(&skirmish);
        squad.replace_side(&mut skirmish, side)?;
    }
    collect_bundle(content, id, skirmish, &CustomTerrain::default())
}

/// Kinds that a skirmish defines for itself.
#[derive(Default)]
pub(crate) struct CustomTerrain<'a> {
    /// Kinds of barriers.
    pub kinds: Option<&'a BTreeMap<String, BarrierKind>>,
    /// Kinds of terrain.
    pub grounds: Option<&'a BTreeMap<String, Terrain>>,
}

/// Collects a skirmish with everything it uses, under its own rules.
pub(crate) fn collect_bundle(
    content: &Content,
    id: &str,
    skirmish: Skirmish,
    own: &CustomTerrain<'_>,
) -> Result<SkirmishBundle, ContentError> {
    let book = skirmish.rules.book();
    let wanted = skirmish.units.iter().map(|unit| &unit.archetype);
    let templates = look_up_all(id, "archetype", wanted, |id| content.unit_template(book, id))?;
    let carried = templates.values().flat_map(|template| &template.weapons);
    let weapons = look_up_all(id, "weapon", carried, |id| content.weapon(book, id))?;
    let kinds = skirmish.map.barriers.iter().map(|barrier| &barrier.kind);
    let barrier_kinds = look_up_all(id, "barrier", kinds, |id| {
        own.kinds.and_then(|kinds| kinds.get(id)).or_else(|| content.barrier_kinds.get(id)).cloned()
    })?;
    let palette = skirmish.map.palette.iter();
    let terrains = look_up_all(id, "terrain", palette, |id| {
        own.grounds.and_then(|grounds| grounds.get(id)).or_else(|| content.terrains.get(id)).cloned()
    })?;
    Ok(SkirmishBundle {
        id: id.to_owned(),
        skirmish,
        weapons,
        unit_templates: templates,
        barrier_kinds,
        terrains,
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
