//! Carried weapons and items on the ground.

use std::hash::{Hash, Hasher};
use std::ops::Index;
use std::sync::OnceLock;

use bevy_ecs::prelude::*;

use model::Cell;
use rules::status::{ActiveAilment, BodySide, hand_for};
use rules::turn_engine::interception::interception_zone;
use rules::{HeldWeapon, HeldWeapons, WeaponReach};

pub use rules::{CarriedItem, WeaponProfile};

/// All weapons and items of a unit with their slots, in the order in which it came by them.
///
/// An item keeps its slot as long as the unit carries it: orders, queued attacks and Extended Actions name weapons by
/// slot. An item that is lost leaves its slot empty for the next one that is picked up.
#[derive(Component, Clone, Debug, Default)]
pub struct Inventory {
    items: Vec<(usize, CarriedItem)>,
    /// The items in hand as rules see them; empty after a change until they are asked for.
    held: OnceLock<HeldWeapons>,
}

impl PartialEq for Inventory {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl Eq for Inventory {}

impl Hash for Inventory {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

/// A weapon lying on the ground.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedItem {
    pub(crate) item: CarriedItem,
    pub(crate) cell: Cell,
}

impl Inventory {
    /// An inventory with these items in the first slots.
    pub(crate) fn new(items: Vec<CarriedItem>) -> Self {
        Self { items: items.into_iter().enumerate().collect(), held: OnceLock::new() }
    }
    /// Everything carried.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = &CarriedItem> {
        self.items.iter().map(|(_, carried)| carried)
    }
    /// Everything carried, with its slot.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = (usize, &CarriedItem)> {
        self.items.iter().map(|(slot, carried)| (*slot, carried))
    }
    /// The item in a slot; `None` if the slot is empty.
    pub fn get(&self, slot: usize) -> Option<&CarriedItem> {
        self.slots().find(|(at, _)| *at == slot).map(|(_, carried)| carried)
    }
    /// Whether the unit carries nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The slot of the next item that is picked up: the first empty one.
    pub fn next_slot(&self) -> usize {
        (0..).find(|slot| self.get(*slot).is_none()).expect("slots do not run out")
    }
    /// Items in hand, with their slot.
    pub fn held_items(&self) -> impl Iterator<Item = (usize, &CarriedItem)> {
        self.slots().filter(|(_, carried)| carried.in_hand)
    }
    /// Radius of its interception zone with the longest melee weapon carried; `None` without melee weapons. `SS-INTC-02`.
    pub(crate) fn strike_zone(&self) -> Option<u32> {
        self.items().filter_map(strike_zone).max()
    }
    /// Items in hand as rules see them.
    pub(crate) fn held_weapons(&self) -> HeldWeapons {
        let collect = || {
            let held = self.held_items().map(|(slot, carried)| HeldWeapon::of_item(carried, slot));
            held.collect()
        };
        self.held.get_or_init(collect).clone()
    }
}

impl Inventory {
    /// All items with their slots, to be changed.
    fn items_to_change(&mut self) -> &mut Vec<(usize, CarriedItem)> {
        self.held.take();
        &mut self.items
    }
    /// The item in a slot, to be changed.
    pub(crate) fn get_mut(&mut self, slot: usize) -> Option<&mut CarriedItem> {
        self.items_to_change().iter_mut().find(|(at, _)| *at == slot).map(|(_, carried)| carried)
    }
    /// Everything carried, to be changed.
    pub(crate) fn items_mut(&mut self) -> impl Iterator<Item = &mut CarriedItem> {
        self.items_to_change().iter_mut().map(|(_, carried)| carried)
    }
    /// Adds an item in the first empty slot.
    pub(crate) fn add(&mut self, item: CarriedItem) {
        let slot = self.next_slot();
        self.items_to_change().push((slot, item));
    }
    /// Takes an item away; its slot is empty then.
    pub(crate) fn remove(&mut self, slot: usize) {
        self.items_to_change().retain(|(at, _)| *at != slot);
    }
    /// Takes an item in hand, choosing a hand that is free and usable. `SS-ACT-54`, `SS-CALL-38`.
    pub(crate) fn take_in_hand(&mut self, weapon: usize, ailments: &[ActiveAilment]) {
        let held = |hand| self.held_items().any(|(at, carried)| at != weapon && carried.hand() == Some(hand));
        let hand = hand_for(ailments, held(BodySide::Right), held(BodySide::Left));
        if let Some(carried) = self.get_mut(weapon) {
            carried.in_hand = true;
            carried.off_hand = carried.profile.hands == 1 && hand == BodySide::Left;
        }
    }
}

/// Returns the radius of the interception zone with a weapon, in squares; `None` if it is no melee weapon. `SS-INTC-02`.
pub(crate) fn strike_zone(carried: &CarriedItem) -> Option<u32> {
    match carried.reach() {
        WeaponReach::Melee { beyond } => Some(interception_zone(beyond)),
        WeaponReach::Ranged { .. } => None,
    }
}

impl Index<usize> for Inventory {
    type Output = CarriedItem;

    /// # Panics
    /// Panics if the slot is empty.
    fn index(&self, slot: usize) -> &CarriedItem {
        self.get(slot).expect("the slot holds an item")
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
