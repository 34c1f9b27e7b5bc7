//! Carried weapons and items on the ground.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use content::UsedWeapon;
use model::Cell;
use rules::status::{ActiveAilment, BodySide, hand_for};
use rules::{FireMode, Weapon, WeaponMalfunction, WeaponReach, WeaponTraits};

/// Properties of a weapon in its bearer's hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeaponProfile {
    pub(crate) name: Arc<str>,
    pub(crate) reach: WeaponReach,
    pub(crate) hands: u8,
    pub(crate) magazine: u32,
    pub(crate) modes: Arc<[FireMode]>,
    pub(crate) needs_bystanders: bool,
}

/// A weapon with its magazine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CarriedItem {
    pub(crate) weapon: Weapon,
    pub(crate) profile: WeaponProfile,
    pub(crate) loaded: u32,
    pub(crate) mode: Option<FireMode>,
    pub(crate) fault: WeaponMalfunction,
    pub(crate) in_hand: bool,
    /// A one-handed weapon is in the left hand.
    pub(crate) off_hand: bool,
}

/// All weapons and items of a unit.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Inventory(pub(crate) Vec<CarriedItem>);

/// A weapon lying on the ground.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedItem {
    pub(crate) item: CarriedItem,
    pub(crate) cell: Cell,
}

impl WeaponProfile {
    pub(crate) fn new(traits: &WeaponTraits<'_>) -> Self {
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
    /// Applies a used state from a scene. Rounds are capped at a full magazine.
    pub(crate) fn apply_used_state(&mut self, used: &UsedWeapon) {
        self.loaded = used.loaded.map_or(self.loaded, |loaded| loaded.min(self.profile.magazine));
        self.mode = used.mode.filter(|mode| self.profile.modes.contains(mode)).or(self.mode);
        (self.fault, self.in_hand, self.off_hand) = (used.fault, used.in_hand, used.off_hand);
    }

    /// The used state as a scene stores it, with the weapon's content id.
    pub fn used_state(&self, id: &str) -> UsedWeapon {
        UsedWeapon {
            weapon: id.to_owned(),
            loaded: (self.loaded != self.profile.magazine).then_some(self.loaded),
            mode: self.mode.filter(|mode| self.profile.modes.first() != Some(mode)),
            fault: self.fault,
            in_hand: self.in_hand,
            off_hand: self.off_hand,
        }
    }

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

impl Inventory {
    /// Everything carried; orders refer to weapons by this index.
    pub fn items(&self) -> &[CarriedItem] {
        &self.0
    }
    /// Items in hand, with their index.
    pub fn held_items(&self) -> impl Iterator<Item = (usize, &CarriedItem)> {
        self.0.iter().enumerate().filter(|(_, carried)| carried.in_hand)
    }
}

impl Inventory {
    /// Takes an item in hand, choosing a hand that is free and usable. `SS-ACT-54`, `SS-CALL-38`.
    pub(crate) fn take_in_hand(&mut self, weapon: usize, ailments: &[ActiveAilment]) {
        let held = |hand| self.held_items().any(|(at, carried)| at != weapon && carried.hand() == Some(hand));
        let hand = hand_for(ailments, held(BodySide::Right), held(BodySide::Left));
        if let Some(carried) = self.0.get_mut(weapon) {
            carried.in_hand = true;
            carried.off_hand = carried.profile.hands == 1 && hand == BodySide::Left;
        }
    }
}

impl DroppedItem {
    /// The item.
    pub fn item(&self) -> &CarriedItem {
        &self.item
    }
    /// The cell it lies on.
    pub fn cell(&self) -> Cell {
        self.cell
    }
}
