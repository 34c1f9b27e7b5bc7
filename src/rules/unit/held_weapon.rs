//! Weapons that a unit holds, with slot, rounds and malfunction.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::status::BodySide;
use crate::{CarriedItem, Weapon, WeaponMalfunction};

/// A weapon in hand, or one that needs no hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeldWeapon {
    /// The weapon.
    pub weapon: Weapon,
    /// Slot in the unit's inventory.
    pub slot: usize,
    /// Rounds in its magazine.
    pub loaded: u32,
    /// Malfunction.
    pub fault: WeaponMalfunction,
    /// The hand that holds it; `None` if it takes both hands or none. `SS-CALL-37`.
    pub hand: Option<BodySide>,
}

impl HeldWeapon {
    /// A carried item as rules see it, in the hand that holds it.
    pub fn of_item(item: &CarriedItem, slot: usize) -> Self {
        Self {
            weapon: item.weapon().clone(),
            slot,
            loaded: item.loaded(),
            fault: item.fault(),
            hand: item.hand(),
        }
    }

    /// A carried item as rules see it when it is taken in hand, before it is known in which one.
    pub fn to_be_held(item: &CarriedItem, slot: usize) -> Self {
        Self { hand: None, ..Self::of_item(item, slot) }
    }
}

/// All weapons that a unit holds, in the order of its inventory. Copies share them until one of them changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HeldWeapons(Arc<Vec<HeldWeapon>>);

impl Deref for HeldWeapons {
    type Target = Vec<HeldWeapon>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for HeldWeapons {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Vec<HeldWeapon>> for HeldWeapons {
    fn from(held: Vec<HeldWeapon>) -> Self {
        Self(Arc::new(held))
    }
}

impl FromIterator<HeldWeapon> for HeldWeapons {
    fn from_iter<I: IntoIterator<Item = HeldWeapon>>(held: I) -> Self {
        Self::from(Vec::from_iter(held))
    }
}

impl<'a> IntoIterator for &'a HeldWeapons {
    type Item = &'a HeldWeapon;
    type IntoIter = std::slice::Iter<'a, HeldWeapon>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
