//! What stands in the Lab: a skirmish that nobody has begun, with everybody as they are now.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bundle::{ContentError, Overrides, SkirmishBundle, assemble};
use super::library::Content;
use super::skirmish::Skirmish;
use crate::field::{Cell, Place};
use crate::rules::swan_song::FireMode;
use crate::rules::{Book, Gait};

/// How a unit stands besides where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pose {
    /// Lies on the ground.
    pub prone: bool,
    /// Has taken the cover beside it.
    pub in_cover: bool,
    /// How it moved last.
    pub gait: Gait,
}

/// What has become of a barrier segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wear {
    /// Damage so far.
    pub damage: u32,
    /// Has a hole to walk through.
    pub holed: bool,
    /// Stands open.
    pub open: bool,
}

/// What is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimAt {
    /// A unit, by its place in the list.
    Unit(usize),
    /// A barrier segment.
    Barrier(Place),
    /// A square.
    Square(Cell),
}

/// The action that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// Who acts, by its place in the list of units.
    pub attacker: usize,
    /// On what.
    pub at: AimAt,
    /// Number of the weapon among what the attacker carries.
    #[serde(default)]
    pub weapon: usize,
    /// How it is fired.
    #[serde(default)]
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    #[serde(default)]
    pub manner: Option<String>,
}

/// A battlefield that nobody fights on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabScene {
    /// Map, units, sides and rules; what wins does not count here.
    pub skirmish: Skirmish,
    /// How each unit stands, in the order of the skirmish.
    pub poses: Vec<Pose>,
    /// Barriers that are not whole and shut.
    pub worn: BTreeMap<Place, Wear>,
    /// The action that is looked at.
    pub aim: Option<Aim>,
}

impl LabScene {
    /// A skirmish as it begins.
    pub fn new(skirmish: Skirmish) -> Self {
        let poses = skirmish.units.iter().map(|unit| Pose { in_cover: unit.in_cover, ..Pose::default() });
        Self { poses: poses.collect(), worn: BTreeMap::new(), aim: None, skirmish }
    }

    /// The unit on a square.
    pub fn unit_at(&self, cell: Cell) -> Option<usize> {
        self.skirmish.units.iter().position(|unit| unit.cell == cell)
    }

    /// The kind of barrier at a place.
    pub fn barrier_at(&self, place: Place) -> Option<&str> {
        let barriers = &self.skirmish.map.barriers;
        barriers.iter().find(|barrier| barrier.place == place).map(|barrier| barrier.kind.as_str())
    }

    /// Everything a world needs to show it, under one of the books.
    ///
    /// # Errors
    /// Something is named that the content does not have.
    pub fn bundle(&self, content: &Content, book: Book) -> Result<SkirmishBundle, ContentError> {
        let overrides =
            Overrides { book: (self.skirmish.rules.book() != book).then_some(book), ..Overrides::default() };
        assemble(content, "lab", self.skirmish.clone(), &overrides)
    }
}
