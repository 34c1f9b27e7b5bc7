//! Carried weapons and items on the ground.

use bevy_ecs::prelude::*;

use model::Cell;
use rules::status::{ActiveAilment, BodySide, hand_for};

pub use rules::{CarriedItem, WeaponProfile};

/// All weapons and items of a unit.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Inventory(pub(crate) Vec<CarriedItem>);

/// A weapon lying on the ground.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedItem {
    pub(crate) item: CarriedItem,
    pub(crate) cell: Cell,
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
