//! Kinds of content: archetypes, armour, barriers and terrain.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::personality::Personality;
use rules::status::AttackProperties;
use rules::swan_song::Sheet;
use rules::{Hazard, Light};

/// Symbol on a unit's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the signs' own")]
pub enum Glyph {
    Rifle,
    MachineGun,
    Scope,
    Scout,
    Cross,
    Fist,
    Blade,
    Shield,
    Pistol,
    Star,
    Robot,
    Paw,
    Wrench,
    Bolt,
    Vehicle,
}

impl Glyph {
    /// Returns whether the symbol is that of a machine, which is wrecked where a person falls unconscious.
    pub const fn is_machine(self) -> bool {
        matches!(self, Self::Robot | Self::Vehicle)
    }
}

/// What a weapon sounds like. No rule reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponSound {
    /// A pistol.
    Pistol,
    /// A small automatic weapon.
    Automatic,
    /// A rifle.
    Rifle,
    /// A shotgun.
    Shotgun,
    /// A machine gun.
    MachineGun,
    /// A launcher of grenades or rockets.
    Launcher,
    /// A bow or a sling.
    Bow,
    /// A beam or a bolt.
    Energy,
    /// A jet of flames, acid or cold.
    Spray,
    /// Thrown by hand.
    Thrown,
    /// A blade.
    Blade,
    /// Fists, clubs, hammers.
    Blunt,
}

/// Seats and speed of a vehicle. Table SS-T4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VehicleSpec {
    /// Number of seats, the driver's included.
    pub seats: u8,
    /// Its Speed, in metres per round.
    pub speed: u8,
}

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Shown to players.
    pub name: String,
    /// Its role, in a sentence.
    pub role: String,
    /// Symbol on the token.
    pub glyph: Glyph,
    /// Its sheet, armour included.
    pub sheet: Sheet,
    /// Ids of its weapons, the wielded one first.
    pub weapons: Vec<String>,
    /// Ids of its armour.
    pub armour: Vec<String>,
    /// Its seats and speed; `None` if it is not a vehicle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<VehicleSpec>,
    /// Its personality when an AI player controls it.
    #[serde(default, skip_serializing_if = "Personality::is_even")]
    #[serde(alias = "temper")]
    pub personality: Personality,
}

/// A piece of armour, or an accessory. `SS-ARM-15`, `SS-ARM-17`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmourPiece {
    /// Shown to players.
    pub name: String,
    /// AV, or the "+" rating of an accessory.
    pub value: u8,
    /// Whether it adds to another piece.
    #[serde(default)]
    pub accessory: bool,
}

/// A barrier material: a row of table SS-T9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaterialKind {
    /// Shown to players.
    pub name: String,
    /// Hit points of a segment per 10 cm. `SS-BARR-02`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
}

/// Where a kind of barrier may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BarrierPlacement {
    /// Between two squares.
    Edge,
    /// On a square.
    Square,
    /// Either.
    Both,
}

/// How a barrier is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the pictures' own")]
pub enum BarrierStyle {
    Brick,
    Concrete,
    Drywall,
    Glass,
    Door,
    Wood,
    Metal,
    Fence,
    Hedge,
    Tree,
    Sandbags,
    Crate,
    Car,
    Pillar,
    Counter,
    Furniture,
}

/// Hue of a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the hues")]
pub enum Hue {
    Warm,
    White,
    Cool,
    Cyan,
    Green,
    Red,
}

/// Light that something gives. It is drawn and has no effect on rules, which know the light level of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Its hue.
    pub hue: Hue,
    /// How far it reaches, in squares: 1 to 12.
    pub reach: u8,
}

/// A kind of barrier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BarrierKind {
    /// Name such as "brick wall".
    pub name: String,
    /// Id of its material.
    pub material: String,
    /// Structure rating. `SS-BARR-01`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
    /// Height in centimetres.
    pub height_cm: u16,
    /// Thickness in centimetres. `SS-BARR-03`.
    pub thickness_cm: u32,
    /// Does not block sight. `SS-BARR-08`.
    pub transparent: bool,
    /// Blocks movement while intact.
    pub blocks_move: bool,
    /// Share of the square or edge that it fills, in percent; for a pane, the share of glass.
    pub width_pct: u8,
    /// How it is drawn.
    pub style: BarrierStyle,
    /// Whether it opens and closes.
    pub openable: bool,
    /// Whether it has spikes or barbs, which cut units that are thrown into it. `AB-KNOCK-23`.
    #[serde(default)]
    pub sharp: bool,
    /// Id of the kind that it really is, such as a secret door, until a unit notices it. `CC-ADV-09`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hides: Option<String>,
    /// The light that it gives while intact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glow: Option<Glow>,
    /// Where it may be placed.
    pub footing: BarrierPlacement,
}

/// Tile of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the pictures' own")]
pub enum Tile {
    Asphalt,
    Pavement,
    Concrete,
    Dirt,
    Grass,
    Rubble,
    Metal,
    Wood,
    Carpet,
    Water,
    Roof,
    Void,
    Deck,
    Breach,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Shown to players.
    pub name: String,
    /// Extra cost of entering, in half metres.
    #[serde(default)]
    pub extra_half_metres: u8,
    /// Height relative to the map's base level, in centimetres.
    #[serde(default)]
    pub height_cm: i16,
    /// Units cannot stand here.
    #[serde(default)]
    pub impassable: bool,
    /// Climbs to adjacent higher ground, and back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ladder: bool,
    /// Difficulty of the footing: 0, 10, 20 or 30. Chapter TER of Circumstances.
    #[serde(default)]
    pub difficulty: u8,
    /// Light level. Chapters LOW and DRK of Circumstances.
    #[serde(default)]
    pub light: Light,
    /// Obscured by fog, smoke, mist or deep shadow. Chapter FOG of Circumstances.
    #[serde(default)]
    pub obscured: bool,
    /// Hazard to units that enter or begin a phase here.
    #[serde(default)]
    pub hazard: Option<Hazard>,
    /// Nothing to breathe: deep water, thick smoke, vacuum. `CS-SUFF-01`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub airless: bool,
    /// Roofed, so that weather has no effect. `CS-WEA-03`.
    #[serde(default)]
    pub indoors: bool,
    /// Energy source: charges shields on it and next to it. `SS-HEAL-02`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub energy: bool,
    /// Flammable: fire spreads to it from adjacent squares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub burns: bool,
    /// The light that it gives; flames shine without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glow: Option<Glow>,
    /// Ailments of units that enter. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
    /// Its tile.
    pub tile: Tile,
}
