//! Weapons and other attacks.

use crate::status::AttackProperties;
use serde::{Deserialize, Serialize};

use super::{Attribute, DamageNature, DamageType, DamageValue, Skill};

/// How an attack reaches its target: decides the column of table AD-T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackClass {
    /// Swung, thrust, touched with; a neighbour's square. `AD-DEF-03` to `AD-DEF-05`.
    Melee,
    /// Moved by the attacker's throw alone. `AD-DEF-06`.
    Thrown,
    /// Too quick to react to: firearms, bows, slings, beams. `AD-DEF-07`, `AD-DEF-08`.
    Accelerated,
}

impl AttackClass {
    /// Shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Thrown => "thrown",
            Self::Accelerated => "accelerated",
        }
    }
}

/// When an extra effect takes hold. `AD-SPEC-02`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraEffectTrigger {
    /// The attack hits, whatever the armour does.
    #[default]
    Hit,
    /// The attack does damage.
    Damage,
}

/// What an extra effect comes to on the field. `AD-SPEC-02`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraEffectResult {
    /// It is told, and no more.
    #[default]
    Told,
    /// The target falls to the ground.
    Falls,
    /// The target drops the weapon in its hand.
    Drops,
}

/// A negative effect on top of an attack's damage. `AD-SPEC-02`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraEffect {
    /// Name of the effect.
    pub effect: String,
    /// When it takes hold.
    #[serde(default)]
    pub trigger: ExtraEffectTrigger,
    /// What it comes to.
    #[serde(default)]
    pub does: ExtraEffectResult,
}

/// A weapon, or anything else that attacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Shown to players.
    pub name: String,
    /// How it attacks.
    pub class: AttackClass,
    /// The skill of its weapon test. `AD-TEST-01`.
    pub skill: Skill,
    /// The attribute of its weapon test, where it is not the usual one. `AD-BASE-06`.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// Damage; a contact attack may have none. `AD-CON-03`.
    #[serde(default)]
    pub damage: Option<DamageValue>,
    /// What it is made of: gives the damage type where the damage states none. `AD-TYPE-03` to `AD-TYPE-05`.
    #[serde(default)]
    pub nature: Option<DamageNature>,
    /// Armour penetration: negative lowers the target's AV, positive raises it. `AD-RULING-02`.
    #[serde(default)]
    pub ap: i32,
    /// Needs only contact. `AD-CON-01`.
    #[serde(default)]
    pub contact_only: bool,
    /// Extra effects. `AD-SPEC-02`.
    #[serde(default)]
    pub riders: Vec<ExtraEffect>,
    /// Maximum range in metres; 0 for melee. `AD-BASE-18`.
    #[serde(default)]
    pub range: u32,
    /// Hands needed, 0 to 2; 0 is part of the body.
    #[serde(default = "one_hand")]
    pub hands: u8,
    /// Its element, and the ailments that it brings. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
}

impl Weapon {
    /// A nameless weapon of a class and skill that does nothing yet.
    pub const fn plain(class: AttackClass, skill: Skill) -> Self {
        Self {
            name: String::new(),
            class,
            skill,
            attribute: None,
            damage: None,
            nature: None,
            ap: 0,
            contact_only: false,
            riders: Vec::new(),
            range: 0,
            hands: one_hand(),
            strike: crate::status::AttackProperties::PLAIN,
        }
    }

    /// Its damage type: what the damage value states, else what its nature gives; `None` is untyped. `AD-TYPE-04`,
    /// `AD-ARM-09`.
    pub fn damage_type(&self) -> Option<DamageType> {
        self.damage.and_then(|damage| damage.kind).or(self.nature.map(DamageNature::damage_type))
    }
}

const fn one_hand() -> u8 {
    1
}
