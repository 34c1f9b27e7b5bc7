//! A scene of the Lab as it stands in its file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::kinds::Terrain;
use super::super::raw::{
    RawArea, RawBarrierKind, RawLimit, RawMeaning, RawObjective, RawSide, RawSkirmish, RawSwitch, RawTimeUp,
    RawUnit,
};
use super::super::skirmish::{SkirmishOptions, Used};
use super::DialOf;
use field::{Cell, Edge, Place, Side};
use rules::swan_song::FireMode;
use rules::{Book, Condition, Fault, Gait, Weather};

/// Rounds of a scene that names no limit, should somebody fight in it.
pub const ROUNDS: u32 = 20;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawLab {
    pub name: String,
    pub description: String,
    pub book: Book,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub switches: BTreeMap<String, RawSwitch>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weather: Weather,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub zero_gravity: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub options: SkirmishOptions,
    pub sides: Vec<RawSide>,
    pub units: Vec<RawUnit>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, RawBarrierKind>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub grounds: BTreeMap<String, Terrain>,
    pub ground: String,
    pub legend: BTreeMap<String, RawMeaning>,
    pub map: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<String, Vec<RawArea>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<RawObjective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<RawLimit>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub poses: BTreeMap<String, RawPose>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worn: Vec<RawWorn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lying: Vec<RawLying>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tuned: BTreeMap<String, Vec<RawDial>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<RawAim>,
}

/// Whether a value need not be written.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How a unit stands and what it has suffered.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RawPose {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prone: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_cover: bool,
    #[serde(skip_serializing_if = "is_usual")]
    pub gait: Gait,
    /// Its harm, in the measure of one book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Karma left, where harm is given.
    #[serde(skip_serializing_if = "is_usual")]
    pub karma: u8,
    /// Everything it carries, where that is not what its sort brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carries: Option<Vec<Used>>,
}

/// A weapon on the ground.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawLying {
    pub cell: (i32, i32),
    pub book: Book,
    pub weapon: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub fault: Fault,
}

/// What has become of a segment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawWorn {
    pub cell: (i32, i32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<RawCompass>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub damage: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holed: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A number that differs from the content's.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawDial {
    pub book: Book,
    pub of: DialOf,
    pub number: String,
    pub is: i64,
}

/// The action that is looked at.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawAim {
    pub attacker: String,
    pub at: RawAimAt,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weapon: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RawAimAt {
    Unit(String),
    Square((i32, i32)),
    Barrier {
        cell: (i32, i32),
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<RawCompass>,
    },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RawCompass {
    North,
    East,
    South,
    West,
}

impl RawCompass {
    fn side(self) -> Side {
        match self {
            Self::North => Side::North,
            Self::East => Side::East,
            Self::South => Side::South,
            Self::West => Side::West,
        }
    }

    fn of(side: Side) -> Self {
        match side {
            Side::North => Self::North,
            Side::East => Self::East,
            Side::South => Self::South,
            Side::West => Self::West,
        }
    }
}

/// The place that a square and perhaps a side of it name.
pub fn place((x, y): (i32, i32), side: Option<RawCompass>) -> Place {
    let cell = Cell::new(x, y);
    side.map_or(Place::Square(cell), |side| Place::Edge(Edge::new(cell, side.side())))
}

/// The square and side of a place, seen from a square of the map.
pub fn named(place: Place, (width, height): (u16, u16)) -> ((i32, i32), Option<RawCompass>) {
    match place {
        Place::Square(cell) => ((cell.x, cell.y), None),
        Place::Edge(edge) => {
            let (cell, side) = (edge.cell(), edge.side());
            // The rim in the south and east has no square beyond it.
            let (cell, side) = match side {
                Side::North if cell.y >= i32::from(height) => (cell.beside(Side::North), Side::South),
                Side::West if cell.x >= i32::from(width) => (cell.beside(Side::West), Side::East),
                _ => (cell, side),
            };
            ((cell.x, cell.y), Some(RawCompass::of(side)))
        }
    }
}

/// What only the Lab reads.
pub struct Extras {
    pub poses: BTreeMap<String, RawPose>,
    pub worn: Vec<RawWorn>,
    pub lying: Vec<RawLying>,
    pub tuned: BTreeMap<String, Vec<RawDial>>,
    pub aim: Option<RawAim>,
}

impl RawLab {
    /// What every skirmish has, and what only the Lab reads; own kinds were taken out before.
    pub fn split(self) -> (RawSkirmish, Extras) {
        let Self { name, description, book, switches, weather, zero_gravity, options, sides, units, .. } =
            self;
        let Self { ground, legend, map, zones, objectives, limit, poses, worn, lying, tuned, aim, .. } = self;
        let limit = limit.unwrap_or(RawLimit { rounds: ROUNDS, then: RawTimeUp::Draw });
        let skirmish = RawSkirmish {
            name,
            description,
            book,
            switches,
            weather,
            zero_gravity,
            options,
            sides,
            units,
            ground,
            legend,
            map,
            zones,
            objectives,
            limit,
        };
        (skirmish, Extras { poses, worn, lying, tuned, aim })
    }
}
