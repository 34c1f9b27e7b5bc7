//! Weapons and their qualities.

use std::fmt::{self, Display, Formatter};

use crate::lines::DiceOfKind;
use crate::status::AttackProperties;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{Characteristic, Skill, Switches};
use crate::combat_checks::options::values::WeaponLinks;

/// A range band. Table CC-T4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum RangeBand {
    /// Adjacent, diagonals included. `CC-RNG-06`.
    Engaged,
    /// `CC-RNG-02`.
    Short,
    /// `CC-RNG-03`.
    Medium,
    /// `CC-RNG-04`.
    Long,
    /// `CC-RNG-05`.
    Extreme,
}

/// Class of a weapon. Table CC-T3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Fists and feet.
    Unarmed,
    /// A melee weapon.
    Melee,
    /// A one-handed pistol.
    Pistol,
    /// A thrown weapon.
    Thrown,
    /// A ranged weapon larger than a pistol.
    Heavy,
}

impl WeaponClass {
    /// Attacks adjacent targets, against melee defence. `CC-RNG-07`, `CC-DEF-02`.
    pub const fn is_melee(self) -> bool {
        matches!(self, Self::Unarmed | Self::Melee)
    }

    /// The skill of table CC-T3. `CC-POOL-03`.
    pub const fn skill(self) -> Skill {
        match self {
            Self::Unarmed => Skill::Brawl,
            Self::Melee => Skill::Melee,
            Self::Pistol | Self::Thrown => Skill::LightRanged,
            Self::Heavy => Skill::HeavyRanged,
        }
    }
}

/// Damage rating. `CC-DMG-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageRating {
    /// A number.
    Fixed(u32),
    /// Strength + n; the unarmed rating is Strength + 0. `CC-DMG-02`.
    StrengthPlus(i32),
}

/// Effect of an activated quality on the target. `CC-ADV-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QualityEffect {
    /// Inflicts Strain.
    Strain(u8),
    /// Knocks the target prone.
    KnockDown,
    /// Setback dice on the target's next check.
    Setback(u8),
}

impl Display for QualityEffect {
    /// Says what the target suffers: "2 Strain", "falls prone", "1 setback die for the next check".
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Strain(strain) => write!(f, "{strain} Strain"),
            Self::KnockDown => f.write_str("falls prone"),
            Self::Setback(dice) => write!(f, "{} for the next check", DiceOfKind(dice, "setback")),
        }
    }
}

/// A weapon quality, activated with advantages. `CC-ADV-10`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Quality")]
pub struct WeaponQuality {
    /// Shown to players.
    pub name: String,
    /// Cost in advantages.
    #[serde(default = "one")]
    pub cost: u8,
    /// Its effect.
    pub effect: QualityEffect,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Shown to players.
    pub name: String,
    /// Its class.
    pub class: WeaponClass,
    /// Skill where it differs from table CC-T3. `CC-POOL-03`.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// Characteristic where it differs from table CC-T3. `CC-POOL-03`.
    #[serde(default)]
    pub characteristic: Option<Characteristic>,
    /// Damage rating.
    pub damage: DamageRating,
    /// Advantages that a Critical Injury costs; 5 if unarmed. `CC-CRIT-01`, `CC-CRIT-02`.
    #[serde(default = "five")]
    pub critical: u8,
    /// Longest range band; melee weapons reach Engaged only. `CC-RNG-11`, `CC-RNG-13`.
    #[serde(default = "engaged")]
    pub range: RangeBand,
    /// Inflicts Strain instead of Wounds. `CC-DMG-06`.
    #[serde(default)]
    pub non_lethal: bool,
    /// Hands needed, 0 to 2; 0 for a part of the body.
    #[serde(default = "one")]
    pub hands: u8,
    /// Qualities that advantages activate.
    #[serde(default)]
    pub qualities: Vec<WeaponQuality>,
    /// Has the Limited Ammo property. `CC-THT-11`.
    #[serde(default)]
    pub limited_ammo: bool,
    /// Can run out of ammunition. `CC-THT-10`.
    #[serde(default)]
    pub ammunition: bool,
    /// Most targets of one attack. `CC-CHK-04`.
    #[serde(default = "one")]
    pub targets: u8,
    /// Its element and ailments. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
}

impl Weapon {
    /// Fists and feet: Strength + 0, Critical Rating 5, Strain. `CC-DMG-02`, `CC-DMG-06`, `CC-CRIT-02`.
    pub fn unarmed() -> Self {
        Self {
            name: "unarmed".into(),
            class: WeaponClass::Unarmed,
            skill: None,
            characteristic: None,
            damage: DamageRating::StrengthPlus(0),
            critical: five(),
            range: engaged(),
            non_lethal: true,
            hands: 0,
            qualities: Vec::new(),
            limited_ammo: false,
            ammunition: false,
            targets: one(),
            strike: AttackProperties::PLAIN,
        }
    }

    /// Skill and characteristic of its attacks. `CC-POOL-01`, `CC-POOL-03`.
    pub fn skill_and_characteristic(&self, switches: &Switches) -> (Skill, Characteristic) {
        let table = self.class.skill();
        match switches.weapon_links {
            WeaponLinks::Strict => (table, table.characteristic()),
            WeaponLinks::Table => {
                let skill = self.skill.unwrap_or(table);
                (skill, self.characteristic.unwrap_or(skill.characteristic()))
            }
        }
    }

    /// Whether its damage is Strain. `CC-DMG-06`.
    pub fn inflicts_strain(&self) -> bool {
        self.non_lethal || self.class == WeaponClass::Unarmed
    }

    /// Whether an attack may leave it empty. `CC-THT-10`, `CC-THT-11`.
    pub fn can_run_empty(&self) -> bool {
        self.ammunition && !self.limited_ammo
    }
}

fn one() -> u8 {
    1
}

fn five() -> u8 {
    5
}

fn engaged() -> RangeBand {
    RangeBand::Engaged
}
