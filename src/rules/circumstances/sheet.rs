//! The character sheet: chapter 1.1 of the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::spells::Spell;
use super::{Armour, AttackKind};
use crate::status::Element;

/// Size of an average person. `CS-SIZ-03`.
pub const AVERAGE_SIZE: u8 = 4;

/// A characteristic of a sheet, 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the characteristics' own")]
pub enum Characteristic {
    WeaponSkill,
    BallisticSkill,
    Strength,
    Toughness,
    Agility,
    Intelligence,
    Perception,
    Willpower,
    Fellowship,
}

impl Characteristic {
    /// All nine, in sheet order.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The nine characteristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Characteristics {
    /// WS: melee, Parry, grapples.
    pub weapon_skill: u8,
    /// BS: shots, throws, clearing jams.
    pub ballistic_skill: u8,
    /// S: damage in melee, holds.
    pub strength: u8,
    /// T: reduces damage.
    pub toughness: u8,
    /// Ag: movement, balance.
    pub agility: u8,
    /// Int: kept for completeness.
    pub intelligence: u8,
    /// Per: noticing hidden units.
    pub perception: u8,
    /// WP: nerve.
    pub willpower: u8,
    /// Fel: kept for completeness.
    pub fellowship: u8,
}

/// A skill of a sheet; its value is a target number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the skills' own")]
pub enum Skill {
    Acrobatics,
    Athletics,
    Concealment,
    Dodge,
    Endurance,
}

impl Skill {
    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Talents that the rules use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Talents {
    /// Hard Target: running makes the unit harder to shoot and no easier to hit in melee. `CS-RUN-04`,
    /// `CS-RUN-05`.
    pub hard_target: bool,
    /// Names of weapons that it is Specialised in. `CS-JAM-06`.
    pub specialised: BTreeSet<String>,
    /// Names of weapons it has Mastery of. `CS-JAM-07`.
    pub mastery: BTreeSet<String>,
    /// Added to its Fatigue Threshold. `CS-FATG-03`.
    pub fatigue_threshold: i8,
}

/// A force field or shield. `CS-BASE-29`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deflector {
    /// Deflect value: the highest d100 that negates a hit.
    pub value: u8,
    /// Spread Pattern: attacks that it deflects even if its bearer is Unaware. `CS-UNA-03`, `CS-RULING-17`.
    #[serde(default)]
    pub automatic: BTreeSet<AttackKind>,
}

/// Stored values of a unit; derived values are functions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The nine characteristics.
    pub characteristics: Characteristics,
    /// Target numbers of skills; 0 for a missing skill.
    #[serde(default)]
    pub skills: BTreeMap<Skill, u8>,
    /// Maximum Wounds.
    pub wounds: u16,
    /// Worn armour.
    #[serde(default)]
    pub armour: Armour,
    /// Size category; 4 is average. `CS-SIZ-03`.
    #[serde(default = "average_size")]
    pub size: u8,
    /// Its talents.
    #[serde(default)]
    pub talents: Talents,
    /// Weapon groups it is proficient with. `CS-JAM-09`.
    #[serde(default)]
    pub proficiencies: BTreeSet<String>,
    /// Unnatural Strength: added to the Strength bonus.
    #[serde(default)]
    pub unnatural_strength: u8,
    /// Fate Points at the start. `CS-BASE-28`.
    #[serde(default = "one")]
    pub fate_points: u8,
    /// Its force field or shield; `None` if it has none. `CS-BASE-29`.
    #[serde(default)]
    pub deflector: Option<Deflector>,
    /// Elements whose ailments do not affect it. `CS-BURN-08`, `CS-FROZ-03`, `CS-SHCK-03`.
    #[serde(default)]
    pub immunities: Vec<Element>,
    /// Names of units that it would not harm. `CS-BRWA-09`.
    #[serde(default)]
    pub bonds: BTreeSet<String>,
    /// Its Spells, and items with the same effects. Chapters SEAL and BRWA.
    #[serde(default)]
    pub spells: Vec<Spell>,
    /// A vehicle: falls damage its Hull and cause no fatigue. `CS-FALL-11`, `CS-FALL-12`.
    #[serde(default)]
    pub vehicle: bool,
}

fn average_size() -> u8 {
    AVERAGE_SIZE
}

fn one() -> u8 {
    1
}

impl Sheet {
    /// A sheet with these values and no others.
    pub fn plain(characteristics: Characteristics, wounds: u16) -> Self {
        Self {
            characteristics,
            skills: BTreeMap::new(),
            wounds,
            armour: Armour::default(),
            size: AVERAGE_SIZE,
            talents: Talents::default(),
            proficiencies: BTreeSet::new(),
            unnatural_strength: 0,
            fate_points: one(),
            deflector: None,
            immunities: Vec::new(),
            bonds: BTreeSet::new(),
            spells: Vec::new(),
            vehicle: false,
        }
    }

    /// Value of a characteristic.
    pub const fn value(&self, characteristic: Characteristic) -> i32 {
        let all = &self.characteristics;
        let value = match characteristic {
            Characteristic::WeaponSkill => all.weapon_skill,
            Characteristic::BallisticSkill => all.ballistic_skill,
            Characteristic::Strength => all.strength,
            Characteristic::Toughness => all.toughness,
            Characteristic::Agility => all.agility,
            Characteristic::Intelligence => all.intelligence,
            Characteristic::Perception => all.perception,
            Characteristic::Willpower => all.willpower,
            Characteristic::Fellowship => all.fellowship,
        };
        value as i32
    }

    /// Bonus of a characteristic: its tens digit, 10 for 100. `CS-BASE-07`.
    pub const fn bonus(&self, characteristic: Characteristic) -> u32 {
        self.value(characteristic).unsigned_abs() / 10
    }

    /// SB: the Strength bonus with Unnatural Strength.
    pub const fn strength_bonus(&self) -> u32 {
        self.bonus(Characteristic::Strength) + self.unnatural_strength as u32
    }

    /// Target number of a skill; 0 if the sheet does not have it.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills.get(&skill).copied().map_or(0, i32::from)
    }
}
