//! The henchmen of a band: types, quality, support weapons. `AB-MASS-01`, section A6 of the catalogue.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

use crate::aberrant::{Soak, Switches};

/// Quality of henchmen. `AB-MASS-27` to `AB-MASS-31`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Quality")]
#[strum(serialize_all = "snake_case")]
pub enum HenchmanQuality {
    /// Mobs and thugs.
    Rabble,
    /// Conscripts and gangsters.
    Disciplined,
    /// Soldiers.
    Professional,
    /// Picked troops.
    Elite,
    /// Those who fight to the end, and military robots.
    Fanatical,
}

impl HenchmanQuality {
    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Levels that take out one henchman. `AB-MASS-27` to `AB-MASS-31`.
    pub const fn levels(self) -> u32 {
        match self {
            Self::Rabble => 1,
            Self::Disciplined => 2,
            Self::Professional => 3,
            Self::Elite => 5,
            Self::Fanatical => 7,
        }
    }

    /// The clause of the quality.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Rabble => "AB-MASS-27",
            Self::Disciplined => "AB-MASS-28",
            Self::Professional => "AB-MASS-29",
            Self::Elite => "AB-MASS-30",
            Self::Fanatical => "AB-MASS-31",
        }
    }

    /// Percent of the eliminated that are killed or hurt. `AB-MASS-24`.
    pub fn hurt_percent(self, switches: &Switches) -> u32 {
        u32::from(switches.henchmen_fate.0[self as usize])
    }

    /// Whether an area attack scares them into surrender. `AB-MASS-26`.
    pub const fn is_poorly_trained(self) -> bool {
        matches!(self, Self::Rabble | Self::Disciplined)
    }
}

/// What a leader does with the help of henchmen. `AB-MASS-05` to `AB-MASS-09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of abilities and defences")]
pub enum HenchmanUse {
    Firearms,
    Throwing,
    Melee,
    Brawl,
    Dodge,
    Parry,
    Psi,
    Quantum,
}

/// A burst of an automatic weapon. `AB-MASS-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// Rounds of the burst.
    pub rounds: u32,
    /// Dice it adds to the attack.
    #[serde(default)]
    pub attack: u32,
    /// Dice it adds to the damage.
    #[serde(default)]
    pub damage: u32,
}

/// A heavy weapon among the henchmen. `AB-MASS-11`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportWeapon {
    /// Name of the weapon, which the unit carries.
    pub weapon: String,
    /// Henchmen who have one.
    pub carriers: u32,
    /// Its bursts; empty if it fires single shots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bursts: Vec<Burst>,
}

impl SupportWeapon {
    /// The burst that is fired: the one with most rounds. `AB-MASS-15`.
    pub fn largest_burst(&self) -> Option<Burst> {
        self.bursts.iter().copied().max_by_key(|burst| burst.rounds)
    }
}

/// Henchmen of one kind. Section A6 of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HenchmanType {
    /// Name in the plural: "dock workers".
    pub name: String,
    /// Their number at full strength.
    pub count: u32,
    /// Their quality.
    pub quality: HenchmanQuality,
    /// Soak of their bodies.
    #[serde(default)]
    pub natural_soak: Soak,
    /// Soak of their armour.
    #[serde(default)]
    pub armour_soak: Soak,
    /// Attribute + ability for each use. `AB-MASS-07`.
    #[serde(default)]
    pub pools: BTreeMap<HenchmanUse, u32>,
    /// Has psi powers. `AB-MASS-08`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub psi: bool,
    /// Names of their quantum powers. `AB-MASS-09`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<String>,
    /// Their heavy weapons. `AB-MASS-11`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<SupportWeapon>,
}

/// The henchmen of a leader. `AB-MASS-01`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Types of henchmen.
    pub henchmen: Vec<HenchmanType>,
    /// The commander is one of them, counted among them, and the last to go. `AB-MASS-22`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_henchmen: bool,
}

/// Most henchmen of one type.
const MAX_HENCHMEN: u32 = 200;

/// Why a band is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BandError {
    /// No henchmen, or too many.
    #[error("{name} must have 1 to {MAX_HENCHMEN} henchmen, not {count}")]
    Count {
        /// The type.
        name: String,
        /// The number.
        count: u32,
    },
    /// No type of henchmen.
    #[error("a band needs henchmen")]
    Empty,
    /// More heavy weapons than henchmen. `AB-MASS-16`.
    #[error("{name} have {carriers} heavy weapons for {count} henchmen")]
    Carriers {
        /// The type.
        name: String,
        /// Heavy weapons.
        carriers: u32,
        /// Henchmen.
        count: u32,
    },
}

impl Band {
    /// Henchmen at full strength.
    pub fn full_count(&self) -> u32 {
        self.henchmen.iter().map(|henchmen| henchmen.count).sum()
    }

    /// Checks numbers of henchmen and heavy weapons. `AB-MASS-16`.
    ///
    /// # Errors
    /// Returns the first `BandError` found.
    pub fn validate(&self) -> Result<(), BandError> {
        if self.henchmen.is_empty() {
            return Err(BandError::Empty);
        }
        self.henchmen.iter().try_for_each(|henchmen| {
            let (name, count) = (henchmen.name.clone(), henchmen.count);
            let carriers = henchmen.support.iter().map(|weapon| weapon.carriers).sum();
            if !(1..=MAX_HENCHMEN).contains(&count) {
                Err(BandError::Count { name, count })
            } else if carriers > count {
                Err(BandError::Carriers { name, carriers, count })
            } else {
                Ok(())
            }
        })
    }
}
