//! Scene files as written, before names are resolved.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::book_fields::BookFields;
use super::raw_action::RawAction;
use crate::definitions::raw::RawSwitch;
use model::CellSide;
use rules::status::Ailment;
use rules::turn_engine::PhaseTiming;
use rules::{Book, DownState, GroundConditions, KarmaPlan, MovementMode, WeaponMalfunction, Weather};

/// The header, read first so that another version or book is not reported as wrong fields.
#[derive(Debug, Deserialize)]
pub(super) struct RawSceneHeader {
    #[serde(default = "format")]
    pub format: u32,
    #[serde(default)]
    pub book: Book,
}

impl Default for RawSceneHeader {
    fn default() -> Self {
        Self { format: format(), book: Book::default() }
    }
}

fn format() -> u32 {
    super::SCENE_FORMAT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct RawRuleScene<B: BookFields> {
    /// Read as `RawSceneHeader` before.
    #[serde(default, rename = "format")]
    pub _format: IgnoredAny,
    pub name: String,
    #[serde(default)]
    pub description: String,
    pub book: Book,
    #[serde(default)]
    pub switches: BTreeMap<String, RawSwitch>,
    #[serde(default = "BTreeMap::new")]
    pub weapons: BTreeMap<String, B::Arm>,
    #[serde(default)]
    pub weather: Weather,
    #[serde(default)]
    pub zero_gravity: bool,
    #[serde(default = "Vec::new")]
    pub units: Vec<RawSceneUnit<B>>,
    #[serde(default)]
    pub barriers: Vec<RawBarrier>,
    /// One action.
    #[serde(default)]
    pub action: Option<RawAction>,
    /// Several actions in order.
    #[serde(default)]
    #[serde(alias = "course")]
    pub sequence: Vec<RawAction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct RawSceneUnit<B: BookFields> {
    pub name: String,
    #[serde(default)]
    pub archetype: Option<String>,
    #[serde(default = "nothing")]
    pub sheet: Option<B::Values>,
    #[serde(default)]
    pub held: Option<Vec<String>>,
    #[serde(default)]
    pub loaded: BTreeMap<String, u32>,
    #[serde(default)]
    pub faults: BTreeMap<String, WeaponMalfunction>,
    #[serde(default)]
    pub cell: Option<(u16, u16)>,
    #[serde(default)]
    pub side: Option<u8>,
    #[serde(default, alias = "lost")]
    pub condition: B::Condition,
    #[serde(default)]
    pub ailments: Vec<Ailment>,
    #[serde(default)]
    pub purse: B::Purse,
    #[serde(default)]
    pub turn: Option<PhaseTiming>,
    #[serde(default = "ten")]
    pub initiative: i32,
    #[serde(default = "one")]
    pub round: u32,
    #[serde(default)]
    pub acted: bool,
    #[serde(default = "yes")]
    pub turn_left: bool,
    #[serde(default)]
    pub gait: MovementMode,
    #[serde(default)]
    pub walked: u32,
    #[serde(default)]
    pub runs: u8,
    #[serde(default)]
    pub prone: bool,
    #[serde(default)]
    pub in_cover: bool,
    #[serde(default)]
    pub in_melee: bool,
    #[serde(default)]
    pub melee: Option<RawMelee>,
    #[serde(default)]
    pub grip: Option<RawGrip>,
    #[serde(default)]
    pub concealed: bool,
    #[serde(default)]
    pub indoors: bool,
    #[serde(default)]
    pub ground: GroundConditions,
    #[serde(default)]
    pub down: Option<DownState>,
    /// The rest is for Swan Song only.
    #[serde(default)]
    pub action_points: Option<u8>,
    #[serde(default)]
    pub full_defense: bool,
    #[serde(default)]
    pub defences: u8,
    #[serde(default = "yes")]
    pub may_interrupt: bool,
    #[serde(default)]
    pub karma: Option<u8>,
    #[serde(default)]
    pub karma_plan: KarmaPlan,
}

fn nothing<T>() -> Option<T> {
    None
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

fn ten() -> i32 {
    10
}

/// Sides of the melee that a unit is in.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMelee {
    #[serde(default = "one")]
    pub friends: u32,
    #[serde(default = "one")]
    pub foes: u32,
    #[serde(default = "one")]
    pub opponents: u32,
    #[serde(default)]
    pub inert: u32,
}

/// A grip, by the name of the other unit.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawGrip {
    Holding(String),
    HeldBy(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBarrier {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub material: Option<String>,
    #[serde(default)]
    pub structure: Option<u32>,
    #[serde(default)]
    pub armor: Option<u32>,
    #[serde(default)]
    pub thickness_cm: Option<u32>,
    #[serde(default)]
    pub height_cm: Option<u16>,
    #[serde(default)]
    pub width_pct: Option<u8>,
    #[serde(default)]
    pub transparent: Option<bool>,
    #[serde(default)]
    pub damage: u32,
    #[serde(default)]
    pub square: Option<(u16, u16)>,
    #[serde(default)]
    pub edge: Option<(u16, u16, RawCellEdge)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawCellEdge {
    North,
    East,
    South,
    West,
}

impl From<RawCellEdge> for CellSide {
    fn from(side: RawCellEdge) -> Self {
        match side {
            RawCellEdge::North => Self::North,
            RawCellEdge::East => Self::East,
            RawCellEdge::South => Self::South,
            RawCellEdge::West => Self::West,
        }
    }
}
