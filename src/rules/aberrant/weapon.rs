//! Weapons and other attacks. Section A2 of the catalogue.

use crate::status::AttackProperties;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

use super::{Ability, Damage, DamageType, DefenceBonusKind};

/// How an attack reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// By hand.
    Melee,
    /// Shooting.
    Ranged,
    /// Throwing.
    Thrown,
}

/// The source of the damage, which decides its type. `AB-TYPE-03` to `AB-TYPE-08`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageSource {
    /// Tasers, flashbangs.
    Shock,
    /// Fists, clubs.
    Blunt,
    /// Fire that burns the surface.
    Fire,
    /// Most electricity.
    Electricity,
    /// Soft radiation.
    SoftRadiation,
    /// Blades, bullets.
    Penetrating,
    /// Chemical agents, and the fires they feed.
    Chemical,
    /// Hard radiation.
    HardRadiation,
    /// Loss of body mass.
    MassLoss,
    /// Nuclear heat or force.
    Extreme,
    /// Electromagnetic pulses.
    Pulse,
}

impl DamageSource {
    /// Its damage type. `AB-TYPE-02` to `AB-TYPE-07`.
    pub const fn damage_type(self) -> DamageType {
        match self {
            Self::Shock => DamageType::Stun,
            Self::Blunt | Self::Fire | Self::Electricity | Self::SoftRadiation => DamageType::Bashing,
            Self::Penetrating => DamageType::Lethal,
            Self::Chemical | Self::HardRadiation | Self::MassLoss | Self::Extreme => DamageType::Aggravated,
            Self::Pulse => DamageType::Emp,
        }
    }
}

/// The kind of power that makes an attack; some units resist such powers. `AB-NONSOAK-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum PowerKind {
    /// A quantum power.
    #[strum(serialize = "quantum power")]
    Quantum,
    /// A mental power.
    #[strum(serialize = "mental power")]
    Mental,
}

impl PowerKind {
    /// The bonus that resists it.
    pub const fn resisted_by(self) -> DefenceBonusKind {
        match self {
            Self::Quantum => DefenceBonusKind::QuantumResistance,
            Self::Mental => DefenceBonusKind::MentalResistance,
        }
    }

    /// Name shown to players.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What gives an attack damage adds. `AB-ADDS-05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Munition {
    /// Explosive ammunition.
    Explosive,
    /// Expanding ammunition.
    Expanding,
    /// A vehicle's weapon.
    Vehicle,
    /// Shallow penetration: easily stopped, devastating otherwise.
    Shallow,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to players.
    pub name: String,
    /// How it reaches its target.
    pub class: WeaponClass,
    /// Added to Dexterity. `AB-BASE-03`.
    pub skill: Ability,
    /// Dice, type and adds, written `10L [4]`. `AB-ADDS-02`.
    pub damage: Damage,
    /// The source of the damage.
    #[serde(default)]
    pub source: Option<DamageSource>,
    /// The power it is; some units resist such powers. `AB-NONSOAK-01`.
    #[serde(default)]
    pub power: Option<PowerKind>,
    /// What gives it damage adds.
    #[serde(default)]
    pub munition: Option<Munition>,
    /// Soaked as this damage type. `AB-TYPE-08`.
    #[serde(default)]
    pub soak_as: Option<DamageType>,
    /// Cannot be soaked. `AB-STUN-09`.
    #[serde(default)]
    pub unsoakable: bool,
    /// Seizes its target instead of dealing damage. `AB-BASE-10`.
    #[serde(default)]
    pub grapple: bool,
    /// Level of its Area; 0 for what strikes one target. `AB-AREA-02`.
    #[serde(default)]
    pub area: u8,
    /// Low momentum or pure energy: causes no knockback under `realistic_knockback`. `AB-KNOCK-12`.
    #[serde(default)]
    pub low_momentum: bool,
    /// Armour piercing. `AB-AP-01`.
    #[serde(default)]
    pub ap: u32,
    /// Range increment of shots in metres. `AB-RANGE-01`.
    #[serde(default)]
    pub short_range_m: u32,
    /// Melee reach in metres beyond the adjacent square.
    #[serde(default)]
    pub reach: u8,
    /// Fast as bullets. `AB-DODGE-05`.
    #[serde(default)]
    pub high_velocity: bool,
    /// At the speed of light, which is also high velocity. `AB-DODGE-08`.
    #[serde(default)]
    pub lightspeed: bool,
    /// Difficulty it adds to dodging. `AB-DODGE-08`.
    #[serde(default)]
    pub dodge_difficulty: u8,
    /// Mass in grams, for throwing. `AB-THROW-02`.
    #[serde(default)]
    pub mass_g: u32,
    /// Aerodynamics, 0 to 3. `AB-THROW-03`.
    #[serde(default)]
    pub aero_bonus: u8,
    /// Rounds in a full magazine; 0 if it needs none. `AB-CANCEL-01`.
    #[serde(default)]
    pub magazine: u32,
    /// Its element and the ailments it causes. Chapter AIL of Circumstances.
    #[serde(default)]
    pub strike: AttackProperties,
}

/// Why a weapon is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeaponError {
    /// `AB-TYPE-03` to `AB-TYPE-07`.
    #[error("damage of {name} must be {}, not {}", expected.name(), found.name())]
    Type {
        /// The weapon.
        name: String,
        /// The type of its source.
        expected: DamageType,
        /// The type it has.
        found: DamageType,
    },
    /// `AB-ADDS-05`.
    #[error("{name} has damage adds but no munition that allows them")]
    Adds {
        /// The weapon.
        name: String,
    },
    /// `AB-THROW-03`.
    #[error("aero bonus of {name} must be 0 to 3, not {found}")]
    Aero {
        /// The weapon.
        name: String,
        /// The value it has.
        found: u8,
    },
}

/// Mass in grams from which a weapon needs two hands.
const TWO_HANDS_G: u32 = 2_000;

/// The highest aerodynamics. `AB-THROW-03`.
const BEST_AERO: u8 = 3;

impl Weapon {
    /// A weapon without special properties and without a name.
    pub const fn plain(class: WeaponClass, skill: Ability, damage: Damage) -> Self {
        Self {
            name: String::new(),
            class,
            skill,
            damage,
            source: None,
            power: None,
            munition: None,
            soak_as: None,
            unsoakable: false,
            grapple: false,
            area: 0,
            low_momentum: false,
            ap: 0,
            short_range_m: 0,
            reach: 0,
            high_velocity: false,
            lightspeed: false,
            dodge_difficulty: 0,
            mass_g: 0,
            aero_bonus: 0,
            magazine: 0,
            strike: AttackProperties::PLAIN,
        }
    }

    /// Whether it is at least as fast as a bullet. `AB-DODGE-05`.
    pub const fn is_high_velocity(&self) -> bool {
        self.high_velocity || self.lightspeed
    }

    /// Hands it needs: none for a part of the body, two if it is heavy.
    pub const fn hands_needed(&self) -> u8 {
        match self.mass_g {
            0 => 0,
            1..TWO_HANDS_G => 1,
            _ => 2,
        }
    }

    /// The same weapon when thrown, with its melee damage. `AB-THROW-01`.
    pub fn as_thrown(&self) -> Self {
        Self { class: WeaponClass::Thrown, skill: Ability::Throwing, reach: 0, ..self.clone() }
    }

    /// Whether it is used in melee.
    pub fn is_melee(&self) -> bool {
        self.class == WeaponClass::Melee
    }

    /// Checks the weapon against the book. `AB-TYPE-03` to `AB-TYPE-07`, `AB-ADDS-05`, `AB-THROW-03`.
    ///
    /// # Errors
    /// Returns the first `WeaponError` found.
    pub fn validate(&self) -> Result<(), WeaponError> {
        let name = || self.name.clone();
        if let Some(expected) = self.source.map(DamageSource::damage_type) {
            let found = self.damage.kind;
            if found != expected {
                return Err(WeaponError::Type { name: name(), expected, found });
            }
        }
        if self.damage.adds > 0 && self.munition.is_none() {
            return Err(WeaponError::Adds { name: name() });
        }
        if self.aero_bonus > BEST_AERO {
            return Err(WeaponError::Aero { name: name(), found: self.aero_bonus });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use DamageSource::{
        Blunt, Chemical, Electricity, Extreme, Fire, HardRadiation, MassLoss, Penetrating, Pulse, Shock,
        SoftRadiation,
    };
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::weapon;

    #[rstest]
    #[case::ab_type_02_pulse(Pulse, "8E", "8L")]
    #[case::ab_type_03_taser(Shock, "6S", "6B")]
    #[case::ab_type_04_club(Blunt, "4B", "4L")]
    #[case::ab_type_04_fire(Fire, "4B", "4A")]
    #[case::ab_type_04_electricity(Electricity, "4B", "4S")]
    #[case::ab_type_04_soft_radiation(SoftRadiation, "4B", "4A")]
    #[case::ab_type_05_rifle(Penetrating, "7L", "7B")]
    #[case::ab_type_07_acid(Chemical, "8A", "8L")]
    #[case::ab_type_07_hard_radiation(HardRadiation, "8A", "8B")]
    #[case::ab_type_07_mass_loss(MassLoss, "8A", "8L")]
    #[case::ab_type_07_nuclear(Extreme, "20A", "20L")]
    fn sources_have_their_type(#[case] source: DamageSource, #[case] right: &str, #[case] wrong: &str) {
        let of = |damage: &str| Weapon { source: Some(source), ..weapon(damage) };
        assert_eq!(of(right).validate(), Ok(()));
        assert!(matches!(of(wrong).validate(), Err(WeaponError::Type { .. })));
    }

    #[test]
    fn ab_adds_05_who_has_adds() {
        assert_eq!(weapon("7L").validate(), Ok(()));
        assert_eq!(weapon("7L [2]").validate(), Err(WeaponError::Adds { name: "weapon".into() }));
        for munition in [Munition::Explosive, Munition::Expanding, Munition::Vehicle, Munition::Shallow] {
            let weapon = Weapon { munition: Some(munition), ..weapon("7L [2]") };
            assert_eq!(weapon.validate(), Ok(()));
        }
    }

    #[test]
    fn ab_throw_03_one_to_three() {
        let disc = |aero_bonus| Weapon { aero_bonus, ..weapon("3B") };
        assert_eq!(disc(3).validate(), Ok(()));
        assert_eq!(disc(4).validate(), Err(WeaponError::Aero { name: "weapon".into(), found: 4 }));
    }

    #[test]
    fn heavy_things_take_both_hands() {
        let hands = |mass_g| Weapon { mass_g, ..weapon("6L") }.hands_needed();
        assert_eq!([0, 400, 1_999, 2_000].map(hands), [0, 1, 1, 2]);
    }

    #[test]
    fn a_weapon_in_a_file() {
        let text = r#"(name: "Rifle", class: ranged, skill: firearms, damage: "7L", short_range_m: 150)"#;
        let rifle: Weapon = ron::from_str(text).expect("a weapon");
        assert_eq!((rifle.damage.dice, rifle.damage.kind, rifle.ap), (7, DamageType::Lethal, 0));
        assert!(ron::from_str::<Weapon>(&text.replace("7L", "7X")).is_err());
    }
}
