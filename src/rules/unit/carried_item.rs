//! Carried items: weapons with their magazines.

use std::sync::Arc;

use serde::Serialize;

use crate::status::BodySide;
use crate::{FireMode, Weapon, WeaponMalfunction, WeaponReach, WeaponTraits};

/// Properties of a weapon in its bearer's hands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct WeaponProfile {
    /// Display name.
    pub name: Arc<str>,
    /// Reach in its bearer's hands.
    pub reach: WeaponReach,
    /// Hands needed; 0 for a part of the body.
    pub hands: u8,
    /// Rounds in a full magazine; 0 if the weapon uses no ammunition.
    pub magazine: u32,
    /// Fire modes; empty if there is no choice.
    pub modes: Arc<[FireMode]>,
    /// Whether its rules depend on units nearby.
    pub needs_bystanders: bool,
}

/// A weapon with its magazine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CarriedItem {
    /// The weapon in its book's terms.
    pub weapon: Weapon,
    /// Its properties in its bearer's hands.
    pub profile: WeaponProfile,
    /// Rounds in the magazine.
    pub loaded: u32,
    /// The selected fire mode.
    pub mode: Option<FireMode>,
    /// Malfunction of the weapon.
    pub fault: WeaponMalfunction,
    /// Whether it is in hand or part of the body.
    pub in_hand: bool,
    /// A one-handed weapon is in the left hand.
    pub off_hand: bool,
}

impl WeaponProfile {
    /// The properties of a weapon with these traits.
    pub fn new(traits: &WeaponTraits<'_>) -> Self {
        Self {
            name: traits.name.into(),
            reach: traits.reach,
            hands: traits.hands,
            magazine: traits.magazine,
            modes: traits.modes.into(),
            needs_bystanders: traits.needs_bystanders,
        }
    }
}

impl CarriedItem {
    /// The weapon in its book's terms.
    pub fn weapon(&self) -> &Weapon {
        &self.weapon
    }
    /// Display name.
    pub fn name(&self) -> &Arc<str> {
        &self.profile.name
    }
    /// Reach in its bearer's hands.
    pub fn reach(&self) -> WeaponReach {
        self.profile.reach
    }
    /// Whether it is a melee weapon.
    pub fn is_melee(&self) -> bool {
        matches!(self.profile.reach, WeaponReach::Melee { .. })
    }
    /// Hands needed; 0 for a part of the body.
    pub fn hands(&self) -> u8 {
        self.profile.hands
    }
    /// Rounds in a full magazine; 0 if the weapon uses no ammunition.
    pub fn magazine(&self) -> u32 {
        self.profile.magazine
    }
    /// Fire modes; empty if there is no choice.
    pub fn modes(&self) -> &[FireMode] {
        &self.profile.modes
    }
    /// Whether its rules depend on units nearby.
    pub fn needs_bystanders(&self) -> bool {
        self.profile.needs_bystanders
    }
    /// Malfunction of the weapon.
    pub fn fault(&self) -> WeaponMalfunction {
        self.fault
    }
    /// Rounds in the magazine.
    pub fn loaded(&self) -> u32 {
        self.loaded
    }
    /// The selected fire mode.
    pub fn mode(&self) -> Option<FireMode> {
        self.mode
    }
    /// The hand that holds it; `None` if it takes both hands or is not held. `SS-CALL-37`.
    pub fn hand(&self) -> Option<BodySide> {
        let side = if self.off_hand { BodySide::Left } else { BodySide::Right };
        (self.in_hand && self.profile.hands == 1).then_some(side)
    }
    /// Whether it is in hand or part of the body.
    pub fn in_hand(&self) -> bool {
        self.in_hand
    }
}
