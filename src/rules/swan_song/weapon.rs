//! Weapons: table SS-T4, and the fire modes of table SS-T7.

use crate::status::{AttackProperties, Element};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Attribute, FireMode, Skill};
use crate::turn_engine::Action;
use crate::turn_engine::timed_items::DetonationTrigger;

/// Class of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Hand weapons, and firearms used as clubs.
    Melee,
    /// Fists and feet, and anything worn on them.
    Unarmed,
    /// Firearms and other weapons that shoot.
    Ranged,
    /// Thrown by hand, and no longer held afterwards. `SS-ACT-47`.
    Thrown,
}

/// Build of a weapon; decides its default Accuracy. Table SS-T11.
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
pub enum WeaponBuild {
    /// Purpose-built.
    #[default]
    Standard,
    /// Makeshift: a golf club, a slingshot from scrap.
    Improvised,
    /// Unwieldy: a chair, a refrigerator.
    Unwieldy,
    /// Specialised: a sniper rifle.
    Specialised,
}

/// Condition of a weapon.
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
pub enum WeaponCondition {
    /// As new.
    #[default]
    Sound,
    /// Old, flawed or broken: Accuracy -1.
    Poor,
}

/// DV before net hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageValue {
    /// A fixed number.
    Fixed(u32),
    /// STR + n. `SS-ATK-32`.
    StrengthPlus(i32),
}

/// The pool that damage affects. `SS-DMG-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PoolKind {
    /// Counts Health down.
    Health,
    /// Counts Strain up; written with an S.
    Strain,
}

/// Damage type: its factor against Armored Health is in table SS-T12.
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
#[expect(missing_docs, reason = "the names are the types' own")]
pub enum DamageType {
    #[default]
    Kinetic,
    Shock,
    Fire,
    Corrosive,
    Cryo,
    Radiation,
}

/// A weapon's data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Display name.
    pub name: String,
    /// Class.
    pub class: WeaponClass,
    /// The skill it needs.
    pub skill: Skill,
    /// The attribute added to the skill, Agility for most. `SS-BASE-19`.
    #[serde(default = "default_attribute")]
    pub attribute: Attribute,
    /// Accuracy; `None` uses the default of its build. `SS-ACC-01`.
    #[serde(default)]
    pub accuracy: Option<u8>,
    /// Build.
    #[serde(default)]
    pub build: WeaponBuild,
    /// Condition.
    #[serde(default)]
    pub condition: WeaponCondition,
    /// DV before net hits.
    pub damage: DamageValue,
    /// Health or Strain; `None` uses the default of its kind. `SS-DMG-13`, `SS-DMG-14`.
    #[serde(default)]
    pub pool: Option<PoolKind>,
    /// Damage type.
    #[serde(default)]
    pub damage_type: DamageType,
    /// Armour penetration, can be negative.
    #[serde(default)]
    pub arp: i32,
    /// Reach in metres beyond the neighbouring square.
    #[serde(default)]
    pub reach: u8,
    /// Hands needed, 0 to 2; 0 for body parts.
    #[serde(default = "default_hands")]
    pub hands: u8,
    /// Maximum range in metres, for ranged weapons. `SS-BASE-30`.
    #[serde(default)]
    pub range: u32,
    /// Firearm or pointed: wears barriers without a roll. `SS-BARR-37`.
    #[serde(default)]
    pub penetrating: bool,
    /// Pierces bodies, as all penetrating weapons do: Health damage to the gut causes Slow Death. `SS-CALL-46`.
    #[serde(default)]
    pub piercing: bool,
    /// Blast radius in metres; 0 hits a single target. `SS-DEF-49`, `SS-RULING-60`.
    #[serde(default)]
    pub blast: u32,
    /// An explosive: doubled against a barrier in contact. `SS-BARR-27`.
    #[serde(default)]
    pub explosive: bool,
    /// An anti-vehicle rocket or missile: doubled against barriers. `SS-BARR-28`, `SS-ACT-48`.
    #[serde(default)]
    pub rocket: bool,
    /// A blunt or shock weapon: Strain by default. `SS-DMG-14`.
    #[serde(default)]
    pub blunt: bool,
    /// Gel rounds: knockdown reduces the Physical Limit by 2. `SS-KNOCK-06`.
    #[serde(default)]
    pub gel: bool,
    /// Needs only contact: a graze still reaches soak. `SS-ATK-31`.
    #[serde(default)]
    pub contact_only: bool,
    /// Fire modes, for firearms; empty otherwise.
    #[serde(default)]
    pub modes: Vec<FireMode>,
    /// Rounds in a full magazine; 0 if it needs none.
    #[serde(default)]
    pub magazine: u32,
    /// Recoil compensation. `SS-BASE-28`.
    #[serde(default)]
    pub recoil_compensation: u32,
    /// Detonation trigger of items that detonate by themselves. `SS-TIMED-01`.
    #[serde(default)]
    pub trigger: Option<DetonationTrigger>,
    /// Element and ailments. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
}

impl Weapon {
    /// Element of the weapon: stated, or derived from the damage type.
    pub fn element(&self) -> Option<Element> {
        self.strike.element.or(match self.damage_type {
            DamageType::Fire => Some(Element::Fire),
            DamageType::Cryo => Some(Element::Ice),
            DamageType::Shock => Some(Element::Electricity),
            DamageType::Kinetic | DamageType::Corrosive | DamageType::Radiation => None,
        })
    }

    /// The action of an attack with it; a ranged weapon without fire modes fires once.
    pub fn attack_action(&self, mode: Option<FireMode>) -> Action {
        match self.class {
            // Powers and programs have no fire mode. `SS-ACT-46`
            _ if self.skill == Skill::Programs => Action::AttackProgram,
            _ if matches!(self.skill, Skill::Spellcasting | Skill::Biotics) => Action::Cast,
            WeaponClass::Melee => Action::MeleeAttack,
            WeaponClass::Unarmed => Action::UnarmedAttack,
            WeaponClass::Ranged if self.rocket => Action::Rocket,
            WeaponClass::Ranged => Action::Fire(mode.unwrap_or(FireMode::Single)),
            WeaponClass::Thrown => Action::Throw,
        }
    }
}

fn default_attribute() -> Attribute {
    Attribute::Agility
}

fn default_hands() -> u8 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::test_support::units::weapon;

    #[test]
    fn a_weapon_names_its_action() {
        let attack = |class, mode| weapon(class, Skill::Blades).attack_action(mode);
        assert_eq!(attack(WeaponClass::Melee, None), Action::MeleeAttack);
        assert_eq!(attack(WeaponClass::Unarmed, None), Action::UnarmedAttack);
        assert_eq!(attack(WeaponClass::Ranged, None), Action::Fire(FireMode::Single));
        assert_eq!(attack(WeaponClass::Ranged, Some(FireMode::LongBurst)), Action::Fire(FireMode::LongBurst));
        assert_eq!(attack(WeaponClass::Thrown, None), Action::Throw);
        let rocket = Weapon { rocket: true, ..weapon(WeaponClass::Ranged, Skill::HeavyWeapons) };
        assert_eq!(rocket.attack_action(None), Action::Rocket);
        let powers = [Skill::Spellcasting, Skill::Biotics, Skill::Programs];
        assert_eq!(
            powers.map(|skill| weapon(WeaponClass::Ranged, skill).attack_action(None)),
            [Action::Cast, Action::Cast, Action::AttackProgram]
        );
    }
}
