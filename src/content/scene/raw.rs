//! Scene files as they are written, before names are looked up.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::content::raw::RawSwitch;
use crate::field::Side;
use crate::rules::Book;
use crate::rules::status::Ailment;
use crate::rules::swan_song::{DamageType, Down, FireMode, Gait, KarmaPlan, PoolKind, Sheet, Weapon};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawScene {
    /// Read as `RawHead` before.
    #[serde(default, rename = "format")]
    pub _format: IgnoredAny,
    pub name: String,
    #[serde(default)]
    pub description: String,
    pub book: Book,
    #[serde(default)]
    pub switches: BTreeMap<String, RawSwitch>,
    #[serde(default)]
    pub weapons: BTreeMap<String, Weapon>,
    pub units: Vec<RawUnit>,
    #[serde(default)]
    pub barriers: Vec<RawBarrier>,
    pub action: RawAction,
}

/// Only what tells how to read the rest: read first, so that a file of another version or book is not blamed for its
/// fields.
#[derive(Debug, Deserialize)]
pub(super) struct RawHead {
    #[serde(default = "format")]
    pub format: u32,
    #[serde(default = "first")]
    pub book: Book,
}

impl Default for RawHead {
    fn default() -> Self {
        Self { format: format(), book: first() }
    }
}

fn first() -> Book {
    Book::SwanSong
}

fn format() -> u32 {
    super::SCENE_FORMAT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawUnit {
    pub name: String,
    #[serde(default)]
    pub archetype: Option<String>,
    #[serde(default)]
    pub sheet: Option<Sheet>,
    #[serde(default)]
    pub held: Option<Vec<String>>,
    #[serde(default)]
    pub cell: Option<(u16, u16)>,
    #[serde(default)]
    pub lost: RawLost,
    #[serde(default)]
    pub action_points: Option<u8>,
    #[serde(default)]
    pub gait: Gait,
    #[serde(default)]
    pub prone: bool,
    #[serde(default)]
    pub full_defense: bool,
    #[serde(default)]
    pub defences: u8,
    #[serde(default)]
    pub in_melee: bool,
    #[serde(default = "yes")]
    pub may_interrupt: bool,
    #[serde(default)]
    pub down: Option<Down>,
    #[serde(default)]
    pub karma: Option<u8>,
    #[serde(default)]
    pub karma_plan: KarmaPlan,
    #[serde(default)]
    pub ailments: Vec<Ailment>,
}

/// What a unit has lost before the scene begins.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawLost {
    pub shield: u16,
    pub armored: u16,
    pub flesh: u16,
    pub strain: u16,
    pub injuries: u8,
}

fn yes() -> bool {
    true
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
    pub edge: Option<(u16, u16, RawSide)>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawSide {
    North,
    East,
    South,
    West,
}

impl From<RawSide> for Side {
    fn from(side: RawSide) -> Self {
        match side {
            RawSide::North => Self::North,
            RawSide::East => Self::East,
            RawSide::South => Self::South,
            RawSide::West => Self::West,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RawAction {
    Attack {
        attacker: String,
        target: String,
        #[serde(default)]
        weapon: Option<String>,
        #[serde(default)]
        mode: Option<FireMode>,
        #[serde(default)]
        metres: Option<u32>,
        #[serde(default)]
        hidden: Option<u8>,
        #[serde(default)]
        took_cover: bool,
        #[serde(default)]
        across_obstacle: Option<bool>,
        #[serde(default)]
        aware: Option<bool>,
        #[serde(default)]
        charge: bool,
        #[serde(default)]
        rounds_fired: u32,
        #[serde(default)]
        defence: Option<String>,
    },
    Strike {
        attacker: String,
        barrier: String,
        #[serde(default)]
        weapon: Option<String>,
        #[serde(default)]
        mode: Option<FireMode>,
        #[serde(default)]
        metres: Option<u32>,
        #[serde(default)]
        hidden: Option<u8>,
        #[serde(default)]
        rounds_fired: u32,
    },
    Sprint {
        unit: String,
    },
    Initiative {
        unit: String,
        #[serde(default)]
        change: i32,
        #[serde(default)]
        karma: bool,
        #[serde(default)]
        passes: u32,
    },
    InitiativeChange {
        unit: String,
        score: i32,
        attribute: i32,
        dice: u8,
        #[serde(default)]
        new_attribute: Option<i32>,
        #[serde(default)]
        new_dice: Option<u8>,
    },
    TurnOrder {
        scores: BTreeMap<String, i32>,
    },
    Harm {
        unit: String,
        damage: u32,
        #[serde(default = "health")]
        pool: PoolKind,
        #[serde(default)]
        damage_type: DamageType,
        #[serde(default)]
        gel: bool,
    },
    Bleed {
        unit: String,
        rounds: u32,
    },
}

fn health() -> PoolKind {
    PoolKind::Health
}
