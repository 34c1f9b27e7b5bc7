//! Entries as written in files, before their names are resolved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kinds::{BarrierPlacement, BarrierStyle, Glow, Glyph, VehicleSpec};
use super::personality::Personality;
use rules::swan_song::Sheet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArchetype {
    /// Shown to players.
    pub name: String,
    /// Its role, in a sentence.
    pub role: String,
    /// Symbol on the token.
    pub glyph: Glyph,
    /// Its values in Swan Song.
    pub sheet: Sheet,
    /// Ids of its weapons, the one in hand first.
    pub weapons: Vec<String>,
    /// Ids of its armour, the innermost first.
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

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBarrierKind {
    /// Shown to players, such as "brick wall".
    pub name: String,
    /// Id of its material.
    pub material: String,
    /// Structure above the material's; for hardened material only.
    #[serde(default)]
    pub structure: Option<u32>,
    /// Armor rating, if not that of the material.
    #[serde(default)]
    pub armor: Option<u32>,
    /// Height in centimetres.
    pub height_cm: u16,
    /// Thickness in centimetres. `SS-BARR-03`.
    pub thickness_cm: u32,
    /// Does not block sight. `SS-BARR-08`.
    #[serde(default)]
    pub transparent: bool,
    /// Blocks movement while intact.
    #[serde(default = "yes")]
    pub blocks_move: bool,
    /// Share of the square or edge that it fills, in percent; for a pane, the share of glass.
    #[serde(default = "whole")]
    pub width_pct: u8,
    /// How it is drawn.
    pub style: BarrierStyle,
    /// Whether it opens and closes.
    #[serde(default)]
    pub openable: bool,
    /// Whether it has spikes or barbs. `AB-KNOCK-23`.
    #[serde(default)]
    pub sharp: bool,
    /// Id of the kind that it really is.
    #[serde(default)]
    pub hides: Option<String>,
    /// The light that it gives while intact.
    #[serde(default)]
    pub glow: Option<Glow>,
    /// Where it may be placed.
    pub footing: BarrierPlacement,
}

fn yes() -> bool {
    true
}

fn whole() -> u8 {
    100
}

/// The value of a rule switch: a quoted word, a number or a Boolean.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
