//! A skirmish with everything it needs, so that a saved fight can be read without the files it came from.

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

/// Why no bundle could be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContentError {
    /// No skirmish has this id.
    #[error("unknown skirmish `{id}`{}", .nearest.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?")))]
    UnknownSkirmish {
        /// The id that was given.
        id: String,
        /// The nearest valid one.
        nearest: Option<String>,
    },
    /// The skirmish names something that is not there.
    #[error("skirmish `{skirmish}` needs the {what} `{id}`, which is not there")]
    Missing {
        /// The skirmish.
        skirmish: String,
        /// What sort of thing.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// A rule switch cannot be set so.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// The squad cannot fight in it.
    #[error(transparent)]
    Squad(#[from] SquadError),
    /// A fighter is of a sort that a book does not know.
    #[error("{unit} cannot be shown under {}: `{archetype}` has no sheet there", .book.name())]
    NoSheet {
        /// Name of the unit.
        unit: String,
        /// Its archetype.
        archetype: String,
        /// The book.
        book: Book,
    },
    /// A number of a fighter cannot be changed so.
    #[error("{unit}: {error}")]
    Override {
        /// Name of the unit.
        unit: String,
        /// Why not.
        error: OverrideError,
    },
}

/// What players choose differently from the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkirmishOverrides {
    /// Another book than the file's; its switches are then at their defaults, the engine's stay.
    pub book: Option<Book>,
    /// Rule switches, by dotted name.
    pub switches: BTreeMap<String, String>,
    /// Whether any order may be taken back.
    pub free_undo: Option<bool>,
    /// Whether players may type in dice they roll by hand.
    pub own_dice: Option<bool>,
    /// Whether players are asked for the faces of their rolls.
    pub ask_dice: Option<bool>,
    /// Whether each side is shown only what it knows.
    pub fog_of_war: Option<bool>,
    /// A squad that takes the place of the side of its name, or of the first one.
    pub squad: Option<Squad>,
}

/// A skirmish and everything it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishBundle {
    /// Id of the skirmish.
    pub id: String,
    /// The skirmish, overrides included.
    pub skirmish: Skirmish,
    /// The weapons its fighters carry, in its book.
    pub weapons: BTreeMap<String, Weapon>,
    /// The sorts of its fighters, in its book, by archetype.
    #[serde(alias = "recruits")]
    pub unit_templates: BTreeMap<String, UnitTemplate>,
    /// The sorts of its barriers.
    pub barrier_kinds: BTreeMap<String, BarrierKind>,
    /// The sorts of its ground.
    pub terrains: BTreeMap<String, Terrain>,
}

impl SkirmishBundle {
    /// The map as geometry sees it, every barrier whole and every door shut.
    pub fn grid(&self) -> Grid {
        self.skirmish.map.grid(&self.barrier_kinds, &self.terrains)
    }
}

/// Puts a skirmish and what it needs together.
///
/// # Errors
/// The skirmish is not there, names something that is not there, or a switch cannot be set so.
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

/// Puts a skirmish that may not be part of the content, and what it needs, together.
///
/// # Errors
/// The skirmish names something that is not there, a switch cannot be set so, or a squad cannot fight in it.
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

/// What a skirmish has for itself besides the content.
#[derive(Default)]
pub(crate) struct CustomTerrain<'a> {
    /// Sorts of barriers.
    pub kinds: Option<&'a BTreeMap<String, BarrierKind>>,
    /// Sorts of ground.
    pub grounds: Option<&'a BTreeMap<String, Terrain>>,
}

/// A skirmish under its own rules, with everything that it names.
pub(crate) fn collect_bundle(
    content: &Content,
    id: &str,
    skirmish: Skirmish,
    own: &CustomTerrain<'_>,
) -> Result<SkirmishBundle, ContentError> {
    let book = skirmish.rules.book();
    let wanted = skirmish.units.iter().map(|unit| &unit.archetype);
    let recruits = look_up_all(id, "archetype", wanted, |id| content.unit_template(book, id))?;
    let carried = recruits.values().flat_map(|recruit| &recruit.weapons);
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
        unit_templates: recruits,
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
