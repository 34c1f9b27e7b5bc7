//! Lab scenes as written in files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::OverrideOwner;
use crate::definitions::kinds::Terrain;
use crate::definitions::raw::{
    RawArea, RawBarrierKind, RawLegendEntry, RawLimit, RawObjective, RawSide, RawSkirmish, RawSwitch,
    RawTimeUp, RawUnit,
};
use crate::skirmishes::skirmish::{SkirmishOptions, UsedWeapon};
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::FireMode;
use rules::{Book, HealthState, MovementMode, WeaponMalfunction, Weather};

/// Round limit of a scene that names none.
pub const DEFAULT_ROUNDS: u32 = 20;

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
    pub legend: BTreeMap<String, RawLegendEntry>,
    pub map: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<String, Vec<RawArea>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<RawObjective>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<RawLimit>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(alias = "poses")]
    pub unit_states: BTreeMap<String, RawLabUnitState>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(alias = "worn")]
    pub damaged: Vec<RawBarrierWear>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(alias = "lying")]
    pub items: Vec<RawLabItem>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(alias = "tuned")]
    pub overrides: BTreeMap<String, Vec<RawNumberOverride>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<RawLabAction>,
}

/// Whether a value is the default, which files leave out.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Position and health of a unit.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RawLabUnitState {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prone: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_cover: bool,
    #[serde(skip_serializing_if = "is_usual")]
    pub gait: MovementMode,
    /// Its health, in the terms of one book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<HealthState>,
    /// Karma left, if health is given.
    #[serde(skip_serializing_if = "is_usual")]
    pub karma: u8,
    /// Its equipment; omitted for that of its archetype.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carries: Option<Vec<UsedWeapon>>,
}

/// A weapon on the ground.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawLabItem {
    pub cell: (i32, i32),
    pub book: Book,
    pub weapon: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub fault: WeaponMalfunction,
}

/// Damage to a barrier segment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawBarrierWear {
    pub cell: (i32, i32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<RawCompassSide>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub damage: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holed: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// An overridden number.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawNumberOverride {
    pub book: Book,
    pub of: OverrideOwner,
    pub number: String,
    pub is: i64,
}

/// The selected action.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawLabAction {
    pub attacker: String,
    pub at: RawLabTarget,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weapon: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RawLabTarget {
    Unit(String),
    Square((i32, i32)),
    Barrier {
        cell: (i32, i32),
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<RawCompassSide>,
    },
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RawCompassSide {
    North,
    East,
    South,
    West,
}

impl RawCompassSide {
    fn to_cell_edge(self) -> CellSide {
        match self {
            Self::North => CellSide::North,
            Self::East => CellSide::East,
            Self::South => CellSide::South,
            Self::West => CellSide::West,
        }
    }

    fn from_cell_edge(side: CellSide) -> Self {
        match side {
            CellSide::North => Self::North,
            CellSide::East => Self::East,
            CellSide::South => Self::South,
            CellSide::West => Self::West,
        }
    }
}

/// The position named by a square and an optional side.
pub fn to_place((x, y): (i32, i32), side: Option<RawCompassSide>) -> ObstaclePosition {
    let cell = Cell::new(x, y);
    side.map_or(ObstaclePosition::Square(cell), |side| {
        ObstaclePosition::Edge(Edge::new(cell, side.to_cell_edge()))
    })
}

/// The square and side of a position, seen from a square of the map.
pub fn name_place(
    place: ObstaclePosition,
    (width, height): (u16, u16),
) -> ((i32, i32), Option<RawCompassSide>) {
    match place {
        ObstaclePosition::Square(cell) => ((cell.x, cell.y), None),
        ObstaclePosition::Edge(edge) => {
            let (cell, side) = (edge.cell(), edge.side());
            // The south and east rim has no square beyond it.
            let (cell, side) = match side {
                CellSide::North if cell.y >= i32::from(height) => {
                    (cell.neighbour(CellSide::North), CellSide::South)
                }
                CellSide::West if cell.x >= i32::from(width) => {
                    (cell.neighbour(CellSide::West), CellSide::East)
                }
                _ => (cell, side),
            };
            ((cell.x, cell.y), Some(RawCompassSide::from_cell_edge(side)))
        }
    }
}

/// Fields that only Lab scenes have.
pub struct LabExtras {
    pub unit_states: BTreeMap<String, RawLabUnitState>,
    pub damaged: Vec<RawBarrierWear>,
    pub items: Vec<RawLabItem>,
    pub overrides: BTreeMap<String, Vec<RawNumberOverride>>,
    pub aim: Option<RawLabAction>,
}

impl RawLab {
    /// Splits the file into skirmish and Lab fields; own kinds are removed before.
    pub fn split(self) -> (RawSkirmish, LabExtras) {
        let Self { name, description, book, switches, weather, zero_gravity, options, sides, units, .. } =
            self;
        let Self {
            ground,
            legend,
            map,
            zones,
            objectives,
            limit,
            unit_states: poses,
            damaged: worn,
            items: lying,
            overrides: tuned,
            aim,
            ..
        } = self;
        let limit = limit.unwrap_or(RawLimit { rounds: DEFAULT_ROUNDS, then: RawTimeUp::Draw });
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
        (skirmish, LabExtras { unit_states: poses, damaged: worn, items: lying, overrides: tuned, aim })
    }
}
