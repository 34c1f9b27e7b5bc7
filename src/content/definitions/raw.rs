//! Entries as written in files, before their names are resolved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::kinds::{BarrierPlacement, BarrierStyle, Glyph, VehicleSpec};
use super::personality::Personality;
use crate::skirmishes::skirmish::SkirmishOptions;
use rules::swan_song::Sheet;
use rules::{Book, Weather};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArchetype {
    pub name: String,
    pub role: String,
    pub glyph: Glyph,
    pub sheet: Sheet,
    pub weapons: Vec<String>,
    #[serde(default)]
    pub armour: Vec<String>,
    /// Seats and speed of a vehicle.
    #[serde(default)]
    pub vehicle: Option<VehicleSpec>,
    /// Personality when an AI player controls it.
    #[serde(default)]
    #[serde(alias = "temper")]
    pub personality: Personality,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBarrierKind {
    pub name: String,
    pub material: String,
    /// Structure above the material's; for hardened material only.
    #[serde(default)]
    pub structure: Option<u32>,
    #[serde(default)]
    pub armor: Option<u32>,
    pub height_cm: u16,
    pub thickness_cm: u32,
    #[serde(default)]
    pub transparent: bool,
    #[serde(default = "yes")]
    pub blocks_move: bool,
    #[serde(default = "whole")]
    pub width_pct: u8,
    pub style: BarrierStyle,
    #[serde(default)]
    pub openable: bool,
    pub footing: BarrierPlacement,
}

fn yes() -> bool {
    true
}

fn whole() -> u8 {
    100
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSkirmish {
    pub name: String,
    pub description: String,
    pub book: Book,
    #[serde(default)]
    pub switches: BTreeMap<String, RawSwitch>,
    #[serde(default)]
    pub weather: Weather,
    #[serde(default)]
    pub zero_gravity: bool,
    #[serde(default)]
    pub options: SkirmishOptions,
    pub sides: Vec<RawSide>,
    pub units: Vec<RawUnit>,
    pub ground: String,
    pub legend: BTreeMap<String, RawLegendEntry>,
    pub map: Vec<String>,
    #[serde(default)]
    pub zones: BTreeMap<String, Vec<RawArea>>,
    pub objectives: Vec<RawObjective>,
    pub limit: RawLimit,
}

/// The value of a rule switch: a quoted word, a number or a Boolean.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RawSwitch {
    Truth(bool),
    Number(i64),
    Word(String),
}

impl RawSwitch {
    pub fn to_text(&self) -> String {
        match self {
            Self::Truth(truth) => truth.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSide {
    pub name: String,
    pub colour: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deployment: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawUnit {
    pub name: String,
    pub archetype: String,
    pub side: String,
    /// A character of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<char>,
    /// Column and row of a square, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u32, u32)>,
    /// Starts hidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concealed: bool,
    /// Starts in cover.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_cover: bool,
    /// Stays hidden at the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurking: bool,
    /// Starts as driver of this unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drives: Option<String>,
    /// Starts inside this unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rides: Option<String>,
    /// Starts holding this unit as a shield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
}

/// Meaning of a map character.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLegendEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArea {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum RawObjective {
    Eliminate { side: String },
    Hold { side: String, zone: String, rounds: u32 },
    Escape { side: String, zone: String, units: u32 },
    Reach { side: String, zone: String },
    Clear { side: String, zone: String },
    Stop { side: String, unit: String },
    Rescue { side: String, unit: String },
    Slay { side: String, unit: String },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLimit {
    pub rounds: u32,
    pub then: RawTimeUp,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RawTimeUp {
    Draw,
    MostStanding,
    Wins(String),
}
