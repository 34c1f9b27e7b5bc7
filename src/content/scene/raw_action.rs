//! Actions as written in scene files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use dice::SymbolPool;
use rules::GroundConditions;
use rules::swan_song::{DamageType, FireMode, PoolKind};

/// Narrative dice by kind.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawSymbolPool {
    boost: u8,
    setback: u8,
    ability: u8,
    difficulty: u8,
    proficiency: u8,
    challenge: u8,
}

impl From<RawSymbolPool> for SymbolPool {
    fn from(pool: RawSymbolPool) -> Self {
        let RawSymbolPool { boost, setback, ability, difficulty, proficiency, challenge } = pool;
        Self { boost, setback, ability, difficulty, proficiency, challenge }
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum RawAction {
    Attack {
        attacker: String,
        target: String,
        #[serde(default)]
        weapon: Option<String>,
        #[serde(default)]
        mode: Option<FireMode>,
        #[serde(default, alias = "manner")]
        option: Option<String>,
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
    #[serde(alias = "deed")]
    SpecialAction {
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
    RoundBegins,
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
        #[serde(default)]
        answers: Vec<String>,
    },
    Footing {
        unit: String,
        #[serde(default)]
        run: bool,
        path: Vec<GroundConditions>,
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
        pool: RawSymbolPool,
    },
    Injury {
        #[serde(default)]
        ongoing: u32,
        #[serde(default = "one")]
        paid: u32,
    },
    Rest {
        unit: String,
        #[serde(default)]
        days: u32,
    },
    Show {
        #[serde(default)]
        unit: Option<String>,
        #[serde(default)]
        barrier: Option<String>,
    },
    Card(Box<Self>),
}

fn health() -> PoolKind {
    PoolKind::Health
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

impl RawAction {
    /// The unit whose phase the action needs, if any.
    pub fn acting_unit(&self) -> Option<&str> {
        match self {
            Self::Attack { attacker, .. } | Self::Strike { attacker, .. } => Some(attacker),
            Self::SpecialAction { unit, .. }
            | Self::PhaseEnds { unit, .. }
            | Self::Sprint { unit, .. }
            | Self::Footing { unit, .. }
            | Self::Notice { unit, .. } => Some(unit),
            Self::Card(inner) => inner.acting_unit(),
            _ => None,
        }
    }

    /// Key of the action.
    pub fn action_kind(&self) -> &'static str {
        match self {
            Self::Attack { .. } => "attack",
            Self::Strike { .. } => "strike",
            Self::SpecialAction { .. } => "deed",
            Self::Initiative { .. } => "initiative",
            Self::InitiativeChange { .. } => "initiative_change",
            Self::TurnOrder { .. } => "turn_order",
            Self::Harm { .. } => "harm",
            Self::Bleed { .. } => "bleed",
            Self::RoundBegins => "round_begins",
            Self::PhaseBegins { .. } => "phase_begins",
            Self::PhaseEnds { .. } => "phase_ends",
            Self::RoundEnds { .. } => "round_ends",
            Self::Sprint { .. } => "sprint",
            Self::Footing { .. } => "footing",
            Self::Notice { .. } => "notice",
            Self::Test { .. } => "test",
            Self::Roll { .. } => "roll",
            Self::Injury { .. } => "injury",
            Self::Rest { .. } => "rest",
            Self::Show { .. } => "show",
            Self::Card(_) => "card",
        }
    }

    /// The unit whose phase it begins, if any.
    pub fn starting_unit(&self) -> Option<&str> {
        if let Self::PhaseBegins { unit, .. } = self { Some(unit) } else { None }
    }

    /// Answers given by the file.
    pub fn answers(&self) -> Vec<String> {
        match self {
            Self::Attack { defence, answers, .. } => defence.iter().chain(answers).cloned().collect(),
            Self::Strike { answers, .. }
            | Self::Sprint { answers, .. }
            | Self::SpecialAction { answers, .. }
            | Self::PhaseBegins { answers, .. }
            | Self::PhaseEnds { answers, .. }
            | Self::RoundEnds { answers, .. } => answers.clone(),
            _ => Vec::new(),
        }
    }
}
