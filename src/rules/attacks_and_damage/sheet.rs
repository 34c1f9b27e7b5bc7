//! The character sheet: attributes, skills and what is worn.

use crate::status::Element;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{Armour, AttackClass, Switches, Weapon};
use crate::attacks_and_damage::damage::damage_value::{DamageType, DamageValue, Track};
use dice::Modifiers;

/// An attribute of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
pub enum Attribute {
    /// Resistance, knockdown limit, Critical track.
    Body,
    /// Dodge and Parry against melee and thrown attacks.
    Reaction,
    /// Weapon tests, Gymnastics, Agility + Edge.
    Agility,
    /// Dodge against projectiles.
    Intuition,
    /// Agility + Edge.
    Edge,
    /// Knockdown limit, Light track.
    Willpower,
    /// Unarmed damage.
    Strength,
}

impl Attribute {
    /// Display name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The seven attributes, each at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the attributes' own")]
pub struct Attributes {
    pub body: u8,
    pub reaction: u8,
    pub agility: u8,
    pub intuition: u8,
    pub edge: u8,
    pub willpower: u8,
    pub strength: u8,
}

impl Attributes {
    /// Returns the value of one attribute; Edge counts at its rating. `AD-DEF-14`.
    pub const fn get(&self, attribute: Attribute) -> u8 {
        match attribute {
            Attribute::Body => self.body,
            Attribute::Reaction => self.reaction,
            Attribute::Agility => self.agility,
            Attribute::Intuition => self.intuition,
            Attribute::Edge => self.edge,
            Attribute::Willpower => self.willpower,
            Attribute::Strength => self.strength,
        }
    }
}

/// A trained skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
#[expect(missing_docs, reason = "the names are the skills' own")]
pub enum Skill {
    Archery,
    Axes,
    Blades,
    Clubs,
    Dodge,
    Firearms,
    Gymnastics,
    HeavyWeapons,
    Parry,
    ThrownWeapons,
    Unarmed,
}

impl Skill {
    /// Display name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An attack with bare hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnarmedAttack {
    /// DV, type and track.
    pub damage: DamageValue,
    /// Armour penetration; negative lowers the armour.
    #[serde(default)]
    pub ap: i32,
}

/// Character sheet of a unit. Derived values are functions of the chapters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The seven attributes.
    pub attributes: Attributes,
    /// Ratings above 0; a missing skill is untrained. `AD-BASE-04`.
    #[serde(default)]
    pub skills: BTreeMap<Skill, u8>,
    /// Armour worn.
    #[serde(default)]
    pub armour: Vec<Armour>,
    /// The shield, held at the start.
    #[serde(default)]
    pub shield: Option<Armour>,
    /// Unarmed attack; `None` for half of Strength, Impact, Light.
    #[serde(default)]
    pub unarmed: Option<UnarmedAttack>,
    /// Whether the unit has hands to hold and pick up items; false for animals and some robots.
    #[serde(default = "default_hands")]
    pub hands: bool,
    /// Initiative dice of the turn engine, 1 for most.
    #[serde(default = "default_initiative_dice")]
    pub initiative_dice: u8,
    /// Action points per pass of the turn engine, 3 for most. `AD-BASE-07`.
    #[serde(default = "default_action_points")]
    pub action_points: u8,
    /// Elements whose ailments do not affect the unit. `CS-BURN-08`.
    #[serde(default)]
    pub immunities: Vec<Element>,
}

impl Sheet {
    /// Returns a sheet with these attributes and defaults.
    pub const fn plain(attributes: Attributes) -> Self {
        Self {
            attributes,
            skills: BTreeMap::new(),
            armour: Vec::new(),
            shield: None,
            unarmed: None,
            hands: true,
            initiative_dice: 1,
            action_points: 3,
            immunities: Vec::new(),
        }
    }

    /// Rating of a skill, 0 if untrained.
    pub fn skill(&self, skill: Skill) -> u8 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }

    /// The unarmed attack as a weapon. `AD-TEST-02`, `AD-DEF-04`.
    pub fn unarmed_weapon(&self) -> Weapon {
        let unarmed = self.unarmed.unwrap_or_else(|| UnarmedAttack {
            damage: DamageValue {
                number: u32::from(self.attributes.strength).div_ceil(2),
                kind: Some(DamageType::Impact),
                track: Track::Light,
            },
            ap: 0,
        });
        Weapon {
            name: "bare hands".to_owned(),
            damage: Some(unarmed.damage),
            ap: unarmed.ap,
            hands: 0,
            ..Weapon::plain(AttackClass::Melee, Skill::Unarmed)
        }
    }
}

/// Adds a skill's rating, or the untrained modifier. `AD-BASE-02`, `AD-BASE-04`.
pub(super) fn add_skill(parts: &mut Modifiers, sheet: &Sheet, skill: Skill, switches: &Switches) {
    let rating = sheet.skill(skill);
    parts.add(i32::from(rating), skill.name(), "AD-BASE-02");
    if rating == 0 {
        parts.add(i32::from(switches.untrained_modifier), "untrained", "AD-BASE-04");
    }
}

/// Adds an attribute. `AD-BASE-02`.
pub(super) fn add_attribute(parts: &mut Modifiers, sheet: &Sheet, attribute: Attribute) {
    parts.add(i32::from(sheet.attributes.get(attribute)), attribute.name(), "AD-BASE-02");
}

const fn default_hands() -> bool {
    true
}

const fn default_initiative_dice() -> u8 {
    1
}

const fn default_action_points() -> u8 {
    3
}
