//! Weapons and other attacks: class, damage and extra effects.

use crate::status::AttackProperties;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{Attribute, DamageNature, DamageType, DamageValue, Skill};

/// Class of an attack; decides the column of table AD-T2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttackClass {
    /// Against an adjacent square: swung, thrust or touched. `AD-DEF-03` to `AD-DEF-05`.
    Melee,
    /// Thrown by hand. `AD-DEF-06`.
    Thrown,
    /// Too fast to react to: firearms, bows, slings, beams. `AD-DEF-07`, `AD-DEF-08`.
    Accelerated,
}

impl AttackClass {
    /// Display name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Trigger of an extra effect. `AD-SPEC-02`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum ExtraEffectTrigger {
    /// A hit, whatever the armour does.
    #[default]
    Hit,
    /// Damage.
    Damage,
}

/// Result of an extra effect on the battlefield. `AD-SPEC-02`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum ExtraEffectResult {
    /// Only a note.
    #[default]
    #[serde(rename = "told")]
    NoteOnly,
    /// The target falls prone.
    Falls,
    /// The target drops the held weapon.
    Drops,
}

/// An extra effect in addition to an attack's damage. `AD-SPEC-02`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraEffect {
    /// Name of the effect.
    pub effect: String,
    /// Trigger.
    #[serde(default)]
    pub trigger: ExtraEffectTrigger,
    /// Result.
    #[serde(default)]
    pub does: ExtraEffectResult,
}

/// A weapon or other means of attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Display name.
    pub name: String,
    /// Attack class.
    pub class: AttackClass,
    /// Skill of the weapon test. `AD-TEST-01`.
    pub skill: Skill,
    /// Attribute of the weapon test; `None` for the usual one. `AD-BASE-06`.
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// Damage; `None` for contact attacks without damage. `AD-CON-03`.
    #[serde(default)]
    pub damage: Option<DamageValue>,
    /// Nature; gives the damage type if the damage states none. `AD-TYPE-03` to `AD-TYPE-05`.
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
    /// Hands needed, 0 to 2; 0 for body parts.
    #[serde(default = "default_hands")]
    pub hands: u8,
    /// Element and ailments. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
}

impl Weapon {
    /// Returns an unnamed weapon of a class and skill with default values.
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
            hands: default_hands(),
            strike: crate::status::AttackProperties::PLAIN,
        }
    }

    /// Damage value with the damage type; `None` for contact attacks without damage. `AD-TYPE-04`.
    pub fn typed_damage(&self) -> Option<DamageValue> {
        self.damage.map(|damage| DamageValue { kind: self.damage_type(), ..damage })
    }

    /// Damage type: stated by the damage value, otherwise by the nature; `None` if untyped. `AD-TYPE-04`,
    /// `AD-ARM-09`.
    pub fn damage_type(&self) -> Option<DamageType> {
        self.damage.and_then(|damage| damage.kind).or(self.nature.map(DamageNature::damage_type))
    }
}

const fn default_hands() -> u8 {
    1
}
