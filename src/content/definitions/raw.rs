//! Entries as written in files, before their names are resolved.

use serde::{Deserialize, Serialize};

use super::kinds::{BarrierPlacement, BarrierStyle, Glyph, VehicleSpec};
use super::personality::Personality;
use rules::swan_song::Sheet;

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
    #[serde(default)]
    pub sharp: bool,
    /// Id of the kind that it really is.
    #[serde(default)]
    pub hides: Option<String>,
    pub footing: BarrierPlacement,
}

fn yes() -> bool {
    true
}

fn whole() -> u8 {
    100
}

/// The value of a rule switch: a quoted word, a number or a Boolean.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
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
