//! Weapons: chapter 1.3 of the catalogue.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::CombatActionCost;
use crate::status::AttackProperties;
use crate::turn_engine::timed_items::DetonationTrigger;

/// Natural d100 from which a single shot jams. `CS-JAM-01`.
pub const DEFAULT_JAM_THRESHOLD: u8 = 96;

/// Weapon group of fists, teeth and weapons worn on them.
pub const BODY: &str = "unarmed";

/// How a weapon attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Attacks an adjacent unit; tests WS.
    Melee,
    /// Shoots; tests BS.
    Ranged,
    /// Is thrown; tests BS.
    Thrown,
}

/// Kinds of attack for Spread Patterns. `CS-RULING-17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// A melee attack.
    Melee,
    /// A shot or a thrown weapon.
    Ranged,
    /// An explosion.
    Blast,
}

/// An explosive charge. Chapter GRN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExplosiveCharge {
    /// A grenade, thrown or from a launcher.
    Grenade,
    /// A missile.
    Missile,
}

/// Damage dice and flat bonus, written as "1d10+3". `CS-BASE-12`, `CS-BASE-25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct DamageDice {
    /// How many dice.
    pub count: u8,
    /// Their sides: 5 (half a d10, rounded up) or 10.
    pub sides: u8,
    /// Added once.
    pub bonus: i16,
}

impl DamageDice {
    /// A number of d10 with a bonus.
    pub const fn d10(count: u8, bonus: i16) -> Self {
        Self { count, sides: 10, bonus }
    }
}

/// The error of parsing weapon damage.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not damage; expected dice such as \"1d10+3\" or \"1d5\", of 5 or 10 sides")]
pub struct ParseDamageDiceError(String);

impl FromStr for DamageDice {
    type Err = ParseDamageDiceError;

    fn from_str(text: &str) -> Result<Self, ParseDamageDiceError> {
        let read = || {
            let (dice, bonus) = match text.find(['+', '-']) {
                Some(at) => (&text[..at], text[at..].parse().ok()?),
                None => (text, 0),
            };
            let (count, sides) = dice.split_once('d')?;
            let sides = sides.parse().ok().filter(|sides| [5, 10].contains(sides))?;
            Some(Self { count: count.parse().ok()?, sides, bonus })
        };
        read().ok_or_else(|| ParseDamageDiceError(text.to_owned()))
    }
}

impl TryFrom<String> for DamageDice {
    type Error = ParseDamageDiceError;

    fn try_from(text: String) -> Result<Self, ParseDamageDiceError> {
        text.parse()
    }
}

impl From<DamageDice> for String {
    fn from(dice: DamageDice) -> Self {
        dice.to_string()
    }
}

impl fmt::Display for DamageDice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}d{}", self.count, self.sides)?;
        if self.bonus == 0 { Ok(()) } else { write!(formatter, "{:+}", self.bonus) }
    }
}

/// A burst mode. `CS-BASE-36`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BurstMode {
    /// Rounds it fires.
    pub rounds: u8,
    /// Natural d100 from which it jams; `None` for the default. `CS-JAM-14`.
    #[serde(default)]
    pub jams_on: Option<u8>,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to players; talents refer to it.
    pub name: String,
    /// How it attacks.
    pub class: WeaponClass,
    /// May be used in melee. `CS-GUN-01`.
    #[serde(default)]
    pub pistol: bool,
    /// Weapon group of the proficiency it needs. `CS-JAM-09`.
    #[serde(default)]
    pub group: String,
    /// Dice and flat bonus.
    pub damage: DamageDice,
    /// Adds SB in melee. `CS-BASE-12`.
    #[serde(default = "yes")]
    pub adds_strength: bool,
    /// Reduces armour, and cover before it. `CS-BASE-30`, `CS-COV-07`.
    #[serde(default)]
    pub penetration: u8,
    /// Radius of its explosion in metres; 0 for none. `CS-RULING-18`.
    #[serde(default)]
    pub blast: u8,
    /// Wears down cover. `CS-COV-11`, `CS-COV-12`.
    #[serde(default)]
    pub cracking: u8,
    /// R: the Range value in metres; 0 in melee. Chapter RNG.
    #[serde(default)]
    pub range: u32,
    /// Natural d100 from which a single shot jams. `CS-JAM-01`.
    #[serde(default = "jam")]
    pub jams_on: u8,
    /// Its burst mode; `None` if it has none. `CS-BASE-36`.
    #[serde(default)]
    pub burst: Option<BurstMode>,
    /// Rounds when full, or number carried of a thrown weapon; 0 if it needs none.
    #[serde(default)]
    pub magazine: u16,
    /// Cost of reloading and readying it. Table CS-T2.
    #[serde(default = "half")]
    pub reload: CombatActionCost,
    /// The explosive charge that it is or fires. Chapter GRN.
    #[serde(default)]
    pub charge: Option<ExplosiveCharge>,
    /// It fires its charge and is kept. `CS-GRN-04`.
    #[serde(default)]
    pub launcher: bool,
    /// What detonates it, if it is activated. Chapter TIMED of Swan Song.
    #[serde(default)]
    pub trigger: Option<DetonationTrigger>,
    /// Its element and the ailments it causes. Chapter AIL.
    #[serde(default)]
    pub strike: AttackProperties,
    /// Levels of fatigue per hit. `CS-FATG-11`.
    #[serde(default)]
    pub fatigue: u8,
    /// Has the quality Special Damage. `CS-BASE-26`.
    #[serde(default)]
    pub special_damage: bool,
}

fn yes() -> bool {
    true
}

fn jam() -> u8 {
    DEFAULT_JAM_THRESHOLD
}

fn half() -> CombatActionCost {
    CombatActionCost::Half
}

impl Weapon {
    /// A weapon with a name, a class and dice, without special properties.
    pub fn plain(name: &str, class: WeaponClass, damage: DamageDice) -> Self {
        Self {
            name: name.to_owned(),
            class,
            pistol: false,
            group: String::new(),
            damage,
            adds_strength: true,
            penetration: 0,
            blast: 0,
            cracking: 0,
            range: 0,
            jams_on: DEFAULT_JAM_THRESHOLD,
            burst: None,
            magazine: 0,
            reload: CombatActionCost::Half,
            charge: None,
            launcher: false,
            trigger: None,
            strike: AttackProperties::PLAIN,
            fatigue: 0,
            special_damage: false,
        }
    }

    /// Empty hands: a melee weapon of 1d5. `CS-BASE-33`.
    pub fn unarmed() -> Self {
        let damage = DamageDice { count: 1, sides: 5, bonus: 0 };
        let group = BODY.to_owned();
        Self { group, ..Self::plain("Unarmed", WeaponClass::Melee, damage) }
    }

    /// Whether it is part of the body or worn on it, so that hands stay free.
    pub fn is_body(&self) -> bool {
        self.group == BODY
    }

    /// Whether it is neither shot nor thrown.
    pub const fn is_melee(&self) -> bool {
        matches!(self.class, WeaponClass::Melee)
    }

    /// Whether it attacks an area instead of one target; `blast::resolve_launch` resolves it. `CS-BASE-35`.
    pub const fn is_area(&self) -> bool {
        !self.is_melee() && (self.blast > 0 || self.charge.is_some())
    }

    /// Whether it is suited for melee, so that engaging makes sense. `CS-MEL-01`.
    pub const fn is_for_melee(&self) -> bool {
        self.is_melee() || self.pistol
    }
}

/// The state of a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WeaponState {
    /// Rounds loaded, or pieces left to throw.
    pub rounds: u16,
    /// Jammed: it cannot fire until it is cleared. `CS-JAM-03`.
    pub jammed: bool,
    /// Cleared: it cannot fire until it is reloaded. `CS-JAM-12`.
    pub cleared: bool,
}

impl WeaponState {
    /// Just cleared, with nothing loaded. `CS-JAM-10` to `CS-JAM-12`.
    pub const CLEARED: Self = Self { rounds: 0, jammed: false, cleared: true };

    /// Full and working, as after reloading.
    pub const fn fully_loaded(weapon: &Weapon) -> Self {
        Self { rounds: weapon.magazine, jammed: false, cleared: false }
    }

    /// The state with `rounds` rounds fewer.
    pub const fn spend_rounds(self, rounds: u16) -> Self {
        Self { rounds: self.rounds.saturating_sub(rounds), ..self }
    }

    /// Whether it is loaded to attack; a magazine of 0 needs no rounds. `CS-JAM-12`.
    pub const fn is_ready(self, weapon: &Weapon) -> bool {
        !self.cleared && (weapon.magazine == 0 || self.rounds > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_written_as_dice() {
        assert_eq!("1d10+3".parse(), Ok(DamageDice::d10(1, 3)));
        assert_eq!("2d10".parse(), Ok(DamageDice::d10(2, 0)));
        assert_eq!("1d5-1".parse(), Ok(DamageDice { count: 1, sides: 5, bonus: -1 }));
        assert_eq!(DamageDice::d10(2, -1).to_string(), "2d10-1");
        for wrong in ["", "d10", "1d6", "1d10+", "3"] {
            let error = wrong.parse::<DamageDice>().expect_err("no damage");
            assert!(error.to_string().contains("1d10+3"), "{error}");
        }
    }

    #[test]
    fn a_weapon_file_states_what_is_special() {
        let text = r#"(name: "Autogun", class: ranged, damage: "1d10+3", range: 90, magazine: 30,
            burst: Some((rounds: 3)))"#;
        let weapon: Weapon = ron::from_str(text).expect("valid");
        assert_eq!((weapon.jams_on, weapon.burst.map(|burst| burst.rounds)), (96, Some(3)));
        assert!(ron::from_str::<Weapon>(r#"(name: "x", class: ranged, damage: "1d10", colour: 1)"#).is_err());
    }
}
