//! The character sheet: table SS-T1.

use crate::status::Element;
use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::swan_song::attack::called_shot::Location;

/// An attribute of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(VariantArray, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "title_case")]
pub enum Attribute {
    /// BOD: soak, dying, barriers.
    Body,
    /// AGI: walking, attack pools.
    Agility,
    /// REA: initiative, defence.
    Reaction,
    /// STR: melee damage, sprint, accessory cap.
    Strength,
    /// WIL: Full Defense, strain threshold.
    Willpower,
    /// LOG: medicine, mechanics.
    Logic,
    /// INT: initiative, defence.
    Intuition,
    /// CHA: composure.
    Charisma,
}

impl Attribute {
    /// All attributes, in the order of the sheet.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");
}

/// The eight attributes, each at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// BOD.
    pub body: u8,
    /// AGI.
    pub agility: u8,
    /// REA.
    pub reaction: u8,
    /// STR.
    pub strength: u8,
    /// WIL.
    pub willpower: u8,
    /// LOG.
    pub logic: u8,
    /// INT.
    pub intuition: u8,
    /// CHA.
    pub charisma: u8,
}

impl Attributes {
    /// Returns the value of one attribute.
    pub fn get(&self, attribute: Attribute) -> u8 {
        match attribute {
            Attribute::Body => self.body,
            Attribute::Agility => self.agility,
            Attribute::Reaction => self.reaction,
            Attribute::Strength => self.strength,
            Attribute::Willpower => self.willpower,
            Attribute::Logic => self.logic,
            Attribute::Intuition => self.intuition,
            Attribute::Charisma => self.charisma,
        }
    }

    fn get_mut(&mut self, attribute: Attribute) -> &mut u8 {
        match attribute {
            Attribute::Body => &mut self.body,
            Attribute::Agility => &mut self.agility,
            Attribute::Reaction => &mut self.reaction,
            Attribute::Strength => &mut self.strength,
            Attribute::Willpower => &mut self.willpower,
            Attribute::Logic => &mut self.logic,
            Attribute::Intuition => &mut self.intuition,
            Attribute::Charisma => &mut self.charisma,
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
    Acrobatics,
    Automatics,
    Biotics,
    Blades,
    Clubs,
    Demolitions,
    FirstAid,
    HeavyWeapons,
    Longarms,
    Mechanics,
    Medicine,
    Perception,
    Pistols,
    Programs,
    Running,
    Spellcasting,
    Throwing,
    UnarmedCombat,
}

/// Kind of unit; decides which pools exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum UnitKind {
    #[default]
    Character,
    Critter,
    Spirit,
    Sprite,
    Ic,
    Robot,
    Vehicle,
    Object,
}

/// Character sheet of a unit. Derived values are functions of the chapters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Kind of unit.
    #[serde(default)]
    pub kind: UnitKind,
    /// The eight attributes.
    pub attributes: Attributes,
    /// Ratings above 0; a missing skill is untrained.
    #[serde(default)]
    pub skills: BTreeMap<Skill, u8>,
    /// Initiative dice before effects, 1 for most.
    #[serde(default = "default_initiative_dice")]
    pub initiative_dice: u8,
    /// Action points per pass, 3 for most. `SS-ACT-07`, `SS-ACT-08`.
    #[serde(default = "default_action_points")]
    pub action_points: u8,
    /// Karma rating, and Karma at the start.
    #[serde(default)]
    pub karma: u8,
    /// Flesh Health maximum, if stated instead of the formula of `SS-BASE-23`.
    #[serde(default)]
    pub flesh: Option<u32>,
    /// Whether the unit has Flesh Health; robots do not.
    #[serde(default = "default_has_flesh")]
    pub has_flesh: bool,
    /// Armored Health maximum, 0 if none.
    #[serde(default)]
    pub armored: u32,
    /// Shield Health maximum, 0 if none.
    #[serde(default)]
    pub shield: u32,
    /// Strain threshold, if stated instead of the formula of `SS-BASE-24`.
    #[serde(default)]
    pub strain: Option<u32>,
    /// AV of each worn piece; the best counts. `SS-ARM-15`.
    #[serde(default)]
    pub armour: Vec<u8>,
    /// "+" ratings of accessories. `SS-ARM-17`.
    #[serde(default)]
    pub accessories: Vec<u8>,
    /// Natural reach in metres, normally 0.
    #[serde(default)]
    pub reach: u8,
    /// Elements whose ailments do not affect the unit. `CS-BURN-08`.
    #[serde(default)]
    pub immunities: Vec<Element>,
    /// Speed of a vehicle in metres per round. Table SS-T4.
    #[serde(default)]
    pub speed: u8,
    /// Agility and Reaction lost to a carried body; not set by content. `SS-BARR-48`.
    #[serde(skip)]
    pub carried: u8,
    /// Body locations, if they differ from those of its kind. `SS-CALL-118`.
    #[serde(default)]
    pub locations: Option<BTreeSet<Location>>,
    /// Points of Flesh its Heal power restores; 0 without one. `SS-HEAL-10`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub heal: u8,
    /// Implant or drug that it can use once in a battle. `SS-ACT-55`, `SS-INIT-15` to `SS-INIT-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booster: Option<Booster>,
}

/// An implant or drug that raises attributes and Initiative Dice for some phases.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Booster {
    /// Shown to players: "reflex booster".
    pub name: String,
    /// Points added to attributes.
    #[serde(default)]
    pub attributes: BTreeMap<Attribute, u8>,
    /// Initiative Dice added, at most five in all. `SS-INIT-06`.
    #[serde(default)]
    pub initiative_dice: u8,
    /// Own phases for which it works, that of its use included.
    pub phases: u8,
}

impl Booster {
    /// Attributes that a booster can raise: those that no health pool or death threshold depends on.
    pub const ATTRIBUTES: [Attribute; 4] =
        [Attribute::Agility, Attribute::Reaction, Attribute::Strength, Attribute::Intuition];
}

fn is_zero(points: &u8) -> bool {
    *points == 0
}

fn default_initiative_dice() -> u8 {
    1
}

fn default_action_points() -> u8 {
    3
}

fn default_has_flesh() -> bool {
    true
}

impl Sheet {
    /// Returns a sheet with these attributes and defaults.
    pub fn plain(attributes: Attributes) -> Self {
        Self {
            kind: UnitKind::default(),
            attributes,
            skills: BTreeMap::new(),
            initiative_dice: default_initiative_dice(),
            action_points: default_action_points(),
            karma: 0,
            flesh: None,
            has_flesh: default_has_flesh(),
            armored: 0,
            shield: 0,
            strain: None,
            armour: Vec::new(),
            accessories: Vec::new(),
            reach: 0,
            immunities: Vec::new(),
            heal: 0,
            speed: 0,
            carried: 0,
            locations: None,
            booster: None,
        }
    }

    /// Adds what its booster adds. `SS-INIT-15`, `SS-INIT-18`.
    pub fn apply_booster(&mut self) {
        let Some(booster) = &self.booster else { return };
        for (attribute, points) in &booster.attributes {
            let value = self.attributes.get_mut(*attribute);
            *value = value.saturating_add(*points);
        }
        self.initiative_dice = self.initiative_dice.saturating_add(booster.initiative_dice);
    }

    /// Locations that called shots can target: all, if it has a body. `SS-CALL-118`.
    pub fn locations(&self) -> BTreeSet<Location> {
        match (&self.locations, self.kind) {
            (Some(stated), _) => stated.clone(),
            (None, UnitKind::Vehicle | UnitKind::Object) => BTreeSet::new(),
            (None, _) => Location::ALL.into(),
        }
    }

    /// Rating of a skill, 0 if untrained.
    pub fn skill(&self, skill: Skill) -> u8 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }
}
