//! Scene files of any book but Swan Song as they are written, before names are looked up.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::cast::Cast;
use super::raw::RawBarrier;
use crate::content::raw::RawSwitch;
use crate::dice::SymbolPool;
use crate::rules::engine::Turn;
use crate::rules::status::Ailment;
use crate::rules::swan_song::FireMode;
use crate::rules::{Book, Down, Fault, Gait, Ground, Weather};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct RawEncounter<B: Cast> {
    /// Read as `RawHead` before.
    #[serde(default, rename = "format")]
    pub _format: IgnoredAny,
    pub name: String,
    #[serde(default)]
    pub description: String,
    pub book: Book,
    #[serde(default)]
    pub switches: BTreeMap<String, RawSwitch>,
    #[serde(default = "BTreeMap::new")]
    pub weapons: BTreeMap<String, B::Weapon>,
    #[serde(default)]
    pub weather: Weather,
    #[serde(default = "Vec::new")]
    pub units: Vec<RawCombatant<B>>,
    #[serde(default)]
    pub barriers: Vec<RawBarrier>,
    pub action: RawPlay,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct RawCombatant<B: Cast> {
    pub name: String,
    #[serde(default)]
    pub archetype: Option<String>,
    #[serde(default = "nothing")]
    pub sheet: Option<B::Sheet>,
    #[serde(default)]
    pub held: Option<Vec<String>>,
    #[serde(default)]
    pub loaded: BTreeMap<String, u32>,
    #[serde(default)]
    pub faults: BTreeMap<String, Fault>,
    #[serde(default)]
    pub cell: Option<(u16, u16)>,
    #[serde(default)]
    pub side: Option<u8>,
    #[serde(default)]
    pub condition: B::Condition,
    #[serde(default)]
    pub ailments: Vec<Ailment>,
    #[serde(default)]
    pub purse: B::Purse,
    #[serde(default)]
    pub turn: Option<Turn>,
    #[serde(default = "ten")]
    pub initiative: i32,
    #[serde(default = "one")]
    pub round: u32,
    #[serde(default)]
    pub acted: bool,
    #[serde(default = "yes")]
    pub turn_left: bool,
    #[serde(default)]
    pub gait: Gait,
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
    pub ground: Ground,
    #[serde(default)]
    pub down: Option<Down>,
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

/// Who is on which side in the melee that a unit is in.
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

/// A grip, by the name of the other.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawGrip {
    Holding(String),
    HeldBy(String),
}

/// Narrative dice by kind.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawPool {
    boost: u8,
    setback: u8,
    ability: u8,
    difficulty: u8,
    proficiency: u8,
    challenge: u8,
}

impl From<RawPool> for SymbolPool {
    fn from(pool: RawPool) -> Self {
        let RawPool { boost, setback, ability, difficulty, proficiency, challenge } = pool;
        Self { boost, setback, ability, difficulty, proficiency, challenge }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RawPlay {
    Attack {
        attacker: String,
        target: String,
        #[serde(default)]
        weapon: Option<String>,
        #[serde(default)]
        mode: Option<FireMode>,
        #[serde(default)]
        manner: Option<String>,
        #[serde(default)]
        metres: Option<u32>,
        #[serde(default)]
        hidden: Option<u8>,
        #[serde(default)]
        across_obstacle: Option<bool>,
        #[serde(default)]
        aware: Option<bool>,
        #[serde(default)]
        obscured_between: bool,
        #[serde(default)]
        beside_target: Option<Vec<String>>,
        #[serde(default)]
        charge: bool,
        #[serde(default)]
        dash_from_cover: bool,
        #[serde(default)]
        rounds_fired: u32,
        #[serde(default)]
        engaged: Option<bool>,
        #[serde(default)]
        boosts: Vec<String>,
        #[serde(default)]
        defence: Option<String>,
        #[serde(default)]
        answers: Vec<String>,
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
        #[serde(default)]
        answers: Vec<String>,
    },
    Deed {
        unit: String,
        key: String,
        #[serde(default)]
        target: Option<String>,
        #[serde(default)]
        rings: Option<u32>,
        #[serde(default)]
        weapon: Option<String>,
        #[serde(default)]
        seen: bool,
        #[serde(default)]
        cover_cm: u16,
        #[serde(default)]
        answers: Vec<String>,
    },
    Initiative {
        unit: String,
    },
    PhaseBegins {
        unit: String,
        #[serde(default)]
        answers: Vec<String>,
    },
    PhaseEnds {
        unit: String,
        #[serde(default)]
        answers: Vec<String>,
    },
    RoundEnds {
        unit: String,
        #[serde(default)]
        answers: Vec<String>,
    },
    Sprint {
        unit: String,
    },
    Footing {
        unit: String,
        #[serde(default)]
        run: bool,
        path: Vec<Ground>,
    },
    Notice {
        unit: String,
        hidden: String,
        #[serde(default)]
        metres: Option<u32>,
        #[serde(default = "yes")]
        line_of_sight: bool,
    },
    Test {
        #[serde(default)]
        dice: Option<u32>,
        #[serde(default)]
        difficulty: u32,
        #[serde(default)]
        against: Option<u32>,
        #[serde(default)]
        target: Option<i32>,
    },
    Roll {
        pool: RawPool,
    },
    Injury {
        #[serde(default)]
        ongoing: u32,
        #[serde(default = "one")]
        paid: u32,
    },
}

impl RawPlay {
    /// The unit whose phase is on, if the action needs one.
    pub fn acts(&self) -> Option<&str> {
        match self {
            Self::Attack { attacker, .. } | Self::Strike { attacker, .. } => Some(attacker),
            Self::Deed { unit, .. }
            | Self::PhaseEnds { unit, .. }
            | Self::Sprint { unit }
            | Self::Footing { unit, .. }
            | Self::Notice { unit, .. } => Some(unit),
            _ => None,
        }
    }

    /// Answers that the file gives.
    pub fn answers(&self) -> Vec<String> {
        match self {
            Self::Attack { defence, answers, .. } => defence.iter().chain(answers).cloned().collect(),
            Self::Strike { answers, .. }
            | Self::Deed { answers, .. }
            | Self::PhaseBegins { answers, .. }
            | Self::PhaseEnds { answers, .. }
            | Self::RoundEnds { answers, .. } => answers.clone(),
            _ => Vec::new(),
        }
    }
}
