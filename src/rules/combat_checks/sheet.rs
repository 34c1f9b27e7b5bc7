//! Character sheets: characteristics, skills and what is worn.

use crate::status::Element;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::Armour;

/// One of the seven characteristics, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the book's own")]
pub enum Characteristic {
    Strength,
    Toughness,
    Agility,
    Intelligence,
    Perception,
    Willpower,
    Fellowship,
}

impl Characteristic {
    /// All seven.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Name of the characteristic.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The characteristic of a d10 face. Table CC-T9.
    pub const fn from_d10(face: u32) -> Self {
        match face {
            0..=2 => Self::Strength,
            3..=4 => Self::Toughness,
            5..=6 => Self::Agility,
            7 => Self::Intelligence,
            8 => Self::Perception,
            9 => Self::Willpower,
            _ => Self::Fellowship,
        }
    }
}

/// The seven characteristics, each at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the book's own")]
pub struct Characteristics {
    pub strength: u8,
    pub toughness: u8,
    pub agility: u8,
    pub intelligence: u8,
    pub perception: u8,
    pub willpower: u8,
    pub fellowship: u8,
}

impl Characteristics {
    /// The value of one of them.
    pub const fn get(&self, which: Characteristic) -> u8 {
        match which {
            Characteristic::Strength => self.strength,
            Characteristic::Toughness => self.toughness,
            Characteristic::Agility => self.agility,
            Characteristic::Intelligence => self.intelligence,
            Characteristic::Perception => self.perception,
            Characteristic::Willpower => self.willpower,
            Characteristic::Fellowship => self.fellowship,
        }
    }
}

/// A skill, ranks 0 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the book's own")]
pub enum Skill {
    LightRanged,
    HeavyRanged,
    Melee,
    Brawl,
    Medicae,
    Vigilance,
}

impl Skill {
    /// Name of the skill.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its usual characteristic. `CC-POOL-04`, table CC-T3.
    pub const fn characteristic(self) -> Characteristic {
        match self {
            Self::LightRanged | Self::HeavyRanged => Characteristic::Agility,
            Self::Melee | Self::Brawl => Characteristic::Strength,
            Self::Medicae => Characteristic::Intelligence,
            Self::Vigilance => Characteristic::Perception,
        }
    }

    /// Whether attacks with it are combat checks. `CC-CHK-01`.
    pub const fn is_combat(self) -> bool {
        matches!(self, Self::LightRanged | Self::HeavyRanged | Self::Melee | Self::Brawl)
    }
}

/// A piece of gear.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Shown to players.
    pub name: String,
    /// Whether attacks may destroy it. `CC-ADV-25`.
    #[serde(default)]
    pub vital: bool,
    /// A cybernetic replacement for a lost limb, not in use until it is fitted. `CC-HEAL-04`.
    #[serde(default)]
    pub replacement: bool,
}

/// Stored values of a sheet. Derived values are computed by the chapters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The seven characteristics.
    pub characteristics: Characteristics,
    /// Ranks above 0; a missing skill is untrained.
    #[serde(default)]
    pub skills: BTreeMap<Skill, u8>,
    /// Armour worn.
    #[serde(default)]
    pub armour: Armour,
    /// Melee defence of other equipment and natural defence.
    #[serde(default)]
    pub melee_defence: u8,
    /// Ranged defence of other equipment and natural defence.
    #[serde(default)]
    pub ranged_defence: u8,
    /// Wound Threshold; `None` for the formula of `CC-THR-05`.
    #[serde(default)]
    pub wound_threshold: Option<u32>,
    /// Strain Threshold; `None` for the formula of `CC-THR-05`.
    #[serde(default)]
    pub strain_threshold: Option<u32>,
    /// Its gear.
    #[serde(default)]
    pub gear: Vec<Gear>,
    /// Action points per turn. `CC-ECON-03`.
    #[serde(default = "three")]
    pub action_points: u8,
    /// Whether it has hands.
    #[serde(default = "yes")]
    pub hands: bool,
    /// Elements whose ailments have no effect. `CS-BURN-08`.
    #[serde(default)]
    pub immunities: Vec<Element>,
}

fn yes() -> bool {
    true
}

fn three() -> u8 {
    3
}

impl Sheet {
    /// A sheet with these characteristics and nothing else.
    pub fn plain(characteristics: Characteristics) -> Self {
        Self {
            characteristics,
            skills: BTreeMap::new(),
            armour: Armour::default(),
            melee_defence: 0,
            ranged_defence: 0,
            wound_threshold: None,
            strain_threshold: None,
            gear: Vec::new(),
            action_points: three(),
            hands: true,
            immunities: Vec::new(),
        }
    }

    /// Ranks in a skill, 0 if untrained.
    pub fn skill(&self, skill: Skill) -> u8 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }
}
