//! What units carry and what lies on the ground.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use content::UsedWeapon;
use field::Cell;
use rules::status::{ActiveAilment, BodySide, hand_for};
use rules::{FireMode, Weapon, WeaponMalfunction, WeaponReach, WeaponTraits};

/// What the battlefield has to know of a weapon in its bearer's hands.
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
    /// The left hand holds it, where one hand does.
    pub(crate) off_hand: bool,
}

/// Everything a unit carries to fight with.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Inventory(pub(crate) Vec<CarriedItem>);

/// Stable number of something lying on the ground.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct ItemId(pub u32);

/// A weapon lying on the ground.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedItem {
    pub(crate) item: CarriedItem,
    pub(crate) cell: Cell,
}

impl WeaponProfile {
    pub(crate) fn new(arm: &WeaponTraits<'_>) -> Self {
        Self {
            name: arm.name.into(),
            reach: arm.reach,
            hands: arm.hands,
            magazine: arm.magazine,
            modes: arm.modes.into(),
            needs_bystanders: arm.wants_company,
        }
    }
}

impl CarriedItem {
    /// It becomes what some use has made of it. Rounds beyond a full magazine are none.
    pub(crate) fn apply_used_state(&mut self, used: &UsedWeapon) {
        self.loaded = used.loaded.map_or(self.loaded, |loaded| loaded.min(self.profile.magazine));
        self.mode = used.mode.filter(|mode| self.profile.modes.contains(mode)).or(self.mode);
        (self.fault, self.in_hand, self.off_hand) = (used.fault, used.in_hand, used.off_hand);
    }

    /// The same in a scene, where its content knows it by this id.
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

    /// The weapon as its book has it.
    pub fn weapon(&self) -> &Weapon {
        &self.weapon
    }
    /// What it is called.
    pub fn name(&self) -> &Arc<str> {
        &self.profile.name
    }
    /// How far it reaches in its bearer's hands.
    pub fn reach(&self) -> WeaponReach {
        self.profile.reach
    }
    /// It strikes what is beside its bearer, more or less.
    pub fn is_melee(&self) -> bool {
        matches!(self.profile.reach, WeaponReach::Melee { .. })
    }
    /// Hands it takes; 0 for a part of the body.
    pub fn hands(&self) -> u8 {
        self.profile.hands
    }
    /// Rounds of a full magazine; 0 for what needs none.
    pub fn magazine(&self) -> u32 {
        self.profile.magazine
    }
    /// How it can be fired; empty where there is no choice.
    pub fn modes(&self) -> &[FireMode] {
        &self.profile.modes
    }
    /// Its book has to know who stands around.
    pub fn needs_bystanders(&self) -> bool {
        self.profile.needs_bystanders
    }
    /// What has become of it besides its rounds.
    pub fn fault(&self) -> WeaponMalfunction {
        self.fault
    }
    /// Rounds in the magazine.
    pub fn loaded(&self) -> u32 {
        self.loaded
    }
    /// The mode it is set to.
    pub fn mode(&self) -> Option<FireMode> {
        self.mode
    }
    /// The hand that holds it; nothing for what takes both or none. `SS-CALL-37`.
    pub fn hand(&self) -> Option<BodySide> {
        let side = if self.off_hand { BodySide::Left } else { BodySide::Right };
        (self.in_hand && self.profile.hands == 1).then_some(side)
    }
    /// It is in a hand, or part of the body.
    pub fn in_hand(&self) -> bool {
        self.in_hand
    }
}

impl Inventory {
    /// Everything carried; the index is the weapon's number in orders.
    pub fn items(&self) -> &[CarriedItem] {
        &self.0
    }
    /// What the hands hold.
    pub fn held_items(&self) -> impl Iterator<Item = (usize, &CarriedItem)> {
        self.0.iter().enumerate().filter(|(_, carried)| carried.in_hand)
    }
}

impl Inventory {
    /// Takes something carried in hand, in the hand that is free and fit for it. `SS-ACT-54`, `SS-CALL-38`.
    pub(crate) fn take_in_hand(&mut self, weapon: usize, suffered: &[ActiveAilment]) {
        let held = |hand| self.held_items().any(|(at, carried)| at != weapon && carried.hand() == Some(hand));
        let hand = hand_for(suffered, held(BodySide::Right), held(BodySide::Left));
        if let Some(carried) = self.0.get_mut(weapon) {
            carried.in_hand = true;
            carried.off_hand = carried.profile.hands == 1 && hand == BodySide::Left;
        }
    }
}

impl DroppedItem {
    /// What lies there.
    pub fn item(&self) -> &CarriedItem {
        &self.item
    }
    /// Where.
    pub fn cell(&self) -> Cell {
        self.cell
    }
}
