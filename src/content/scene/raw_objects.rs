//! Barriers, items and aims of scene files as written, and their places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::raw::is_usual;
use crate::lab::OverrideOwner;
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::{Book, FireMode, WeaponMalfunction};

/// A barrier by its ratings, on the line of every attack unless it has a place.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBarrier {
    /// Its name in texts.
    #[serde(default)]
    pub name: Option<String>,
    /// Id of its kind.
    #[serde(default)]
    pub kind: Option<String>,
    /// Id of its material, in place of a kind.
    #[serde(default)]
    pub material: Option<String>,
    /// Structure rating.
    #[serde(default)]
    pub structure: Option<u32>,
    /// Armor rating.
    #[serde(default)]
    pub armor: Option<u32>,
    /// Thickness in centimetres.
    #[serde(default)]
    pub thickness_cm: Option<u32>,
    /// Height in centimetres.
    #[serde(default)]
    pub height_cm: Option<u16>,
    /// Share of the square or edge that it fills, in percent.
    #[serde(default)]
    pub width_pct: Option<u8>,
    /// Does not block sight.
    #[serde(default)]
    pub transparent: Option<bool>,
    /// Damage so far.
    #[serde(default)]
    pub damage: u32,
    /// Its square.
    #[serde(default)]
    pub square: Option<(u16, u16)>,
    /// Its edge: a square and a side.
    #[serde(default)]
    pub edge: Option<(u16, u16, RawCellSide)>,
}

/// A weapon on the ground.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawItem {
    /// Its square.
    pub cell: (i32, i32),
    /// The book of its state.
    pub book: Book,
    /// Id of the weapon.
    pub weapon: String,
    /// Rounds in it, if it is not full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    /// Its fire mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    /// Its malfunction.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub fault: WeaponMalfunction,
}

/// Damage to a barrier segment.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBarrierWear {
    /// Its square.
    pub cell: (i32, i32),
    /// Its side of the square; none for a barrier on the square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<RawCellSide>,
    /// Damage so far.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub damage: u32,
    /// Breached, so that units can walk through.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub holed: bool,
    /// Open.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub open: bool,
}

/// A number that differs from the content.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawNumberOverride {
    /// The book of the number.
    pub book: Book,
    /// The unit or weapon that has it.
    pub of: OverrideOwner,
    /// Path of the number.
    pub number: String,
    /// Its value.
    pub is: i64,
}

/// The selected attack.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAim {
    /// Name of the attacker.
    pub attacker: String,
    /// The target.
    pub at: RawAimTarget,
    /// Slot of the weapon, from 0.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weapon: usize,
    /// Fire mode; by default that of the weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    /// Key of the attack option.
    #[serde(default, alias = "manner", skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RawAimTarget {
    Unit(String),
    Square((i32, i32)),
    Barrier {
        cell: (i32, i32),
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<RawCellSide>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawCellSide {
    North,
    East,
    South,
    West,
}

impl From<RawCellSide> for CellSide {
    fn from(side: RawCellSide) -> Self {
        match side {
            RawCellSide::North => Self::North,
            RawCellSide::East => Self::East,
            RawCellSide::South => Self::South,
            RawCellSide::West => Self::West,
        }
    }
}

impl From<CellSide> for RawCellSide {
    fn from(side: CellSide) -> Self {
        match side {
            CellSide::North => Self::North,
            CellSide::East => Self::East,
            CellSide::South => Self::South,
            CellSide::West => Self::West,
        }
    }
}

/// The position named by a square and an optional side.
pub(super) fn to_place((x, y): (i32, i32), side: Option<RawCellSide>) -> ObstaclePosition {
    let cell = Cell::new(x, y);
    side.map_or(ObstaclePosition::Square(cell), |side| ObstaclePosition::Edge(Edge::new(cell, side.into())))
}

/// The square and side of a position, seen from a square of the map.
pub(super) fn name_place(
    place: ObstaclePosition,
    (width, height): (u16, u16),
) -> ((i32, i32), Option<RawCellSide>) {
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
            ((cell.x, cell.y), Some(side.into()))
        }
    }
}
