//! What content consists of: archetypes, armour, barriers and terrain.

use serde::{Deserialize, Serialize};

use super::personality::Personality;
use rules::status::AttackProperties;
use rules::swan_song::Sheet;
use rules::{Hazard, Light};

/// Sign on a unit's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

/// What a vehicle offers those who sit in it. Table SS-T4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VehicleSpec {
    /// How many sit in it, the driver included.
    pub seats: u8,
    /// Its Speed, in metres per round.
    pub speed: u8,
}

/// A sort of fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Shown to players.
    pub name: String,
    /// What it is good for, in a sentence.
    pub role: String,
    /// Sign on the token.
    pub glyph: Glyph,
    /// Its values, armour worn included.
    pub sheet: Sheet,
    /// Ids of the weapons carried, the one in hand first.
    pub weapons: Vec<String>,
    /// Ids of the armour worn.
    pub armour: Vec<String>,
    /// Its seats, if it is a vehicle that somebody drives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicle: Option<VehicleSpec>,
    /// What it likes, when nobody's hand leads it.
    #[serde(default, skip_serializing_if = "Personality::is_even")]
    #[serde(alias = "temper")]
    pub personality: Personality,
}

/// A piece of armour, or an accessory to one. `SS-ARM-15`, `SS-ARM-17`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourPiece {
    /// Shown to players.
    pub name: String,
    /// AV, or the "+" rating of an accessory.
    pub value: u8,
    /// Adds to a piece instead of being one.
    #[serde(default)]
    pub accessory: bool,
}

/// What barriers are made of: a row of table SS-T9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialKind {
    /// Shown to players.
    pub name: String,
    /// Hit points of a segment per 10 cm. `SS-BARR-02`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
}

/// Where a kind of barrier may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarrierPlacement {
    /// Between two squares.
    Edge,
    /// In a square.
    Square,
    /// Either.
    Both,
}

/// How a barrier is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

/// A sort of barrier that can be put on a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrierKind {
    /// "brick wall".
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
    /// Can be seen through. `SS-BARR-08`.
    pub transparent: bool,
    /// Nobody walks through or over it while it stands.
    pub blocks_move: bool,
    /// Share of the square or edge that it fills, in percent; of a pane, the share that is glass and not frame.
    pub width_pct: u8,
    /// How it is drawn.
    pub style: BarrierStyle,
    /// Opens and closes.
    pub openable: bool,
    /// Where it may stand.
    pub footing: BarrierPlacement,
}

/// Picture of a square's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
}

/// A sort of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Shown to players.
    pub name: String,
    /// What entering such a square costs beyond its distance, in half metres.
    #[serde(default)]
    pub extra_half_metres: u8,
    /// Height of the ground above the map's own level, in centimetres; below it if negative.
    #[serde(default)]
    pub height_cm: i16,
    /// Nobody can stand here.
    #[serde(default)]
    pub impassable: bool,
    /// One climbs from here to higher ground beside it, and back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ladder: bool,
    /// How hard it is to fight on: 0, 10, 20 or 30. Chapter TER of Circumstances.
    #[serde(default)]
    pub difficulty: u8,
    /// Light on it. Chapters LOW and DRK of Circumstances.
    #[serde(default)]
    pub light: Light,
    /// Fog, smoke, mist or deep shadow lies on it. Chapter FOG of Circumstances.
    #[serde(default)]
    pub obscured: bool,
    /// What it does to whoever enters it or begins a phase on it.
    #[serde(default)]
    pub hazard: Option<Hazard>,
    /// Nothing to breathe on it: water over the head, thick smoke, vacuum. `CS-SUFF-01`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub airless: bool,
    /// A roof is above it: no weather reaches it. `CS-WEA-03`.
    #[serde(default)]
    pub indoors: bool,
    /// A source of energy: shields are charged on it and beside it. `SS-HEAL-02`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub energy: bool,
    /// Flames go on to it from the square beside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub burns: bool,
    /// What comes over whoever enters it. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
    /// Its picture.
    pub tile: Tile,
}
