//! What units carry and what lies on the ground.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use content::Used;
use field::Cell;
use rules::status::{Part, Suffered, hand_for};
use rules::{Arm, Fault, FireMode, Reach, Weapon};

/// What the battlefield has to know of a weapon in its bearer's hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gear {
    pub(crate) name: Arc<str>,
    pub(crate) reach: Reach,
    pub(crate) hands: u8,
    pub(crate) magazine: u32,
    pub(crate) modes: Arc<[FireMode]>,
    pub(crate) wants_company: bool,
}

/// A weapon with its magazine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Carried {
    pub(crate) weapon: Weapon,
    pub(crate) gear: Gear,
    pub(crate) loaded: u32,
    pub(crate) mode: Option<FireMode>,
    pub(crate) fault: Fault,
    pub(crate) in_hand: bool,
    /// The left hand holds it, where one hand does.
    pub(crate) off_hand: bool,
}

/// Everything a unit carries to fight with.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Arsenal(pub(crate) Vec<Carried>);

/// Stable number of something lying on the ground.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct ItemId(pub u32);

/// A weapon lying on the ground.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dropped {
    pub(crate) item: Carried,
    pub(crate) cell: Cell,
}

impl Gear {
    pub(crate) fn new(arm: &Arm<'_>) -> Self {
        Self {
            name: arm.name.into(),
            reach: arm.reach,
            hands: arm.hands,
            magazine: arm.magazine,
            modes: arm.modes.into(),
            wants_company: arm.wants_company,
        }
    }
}

impl Carried {
    /// It becomes what some use has made of it. Rounds beyond a full magazine are none.
    pub(crate) fn as_used(&mut self, used: &Used) {
        self.loaded = used.loaded.map_or(self.loaded, |loaded| loaded.min(self.gear.magazine));
        self.mode = used.mode.filter(|mode| self.gear.modes.contains(mode)).or(self.mode);
        (self.fault, self.in_hand, self.off_hand) = (used.fault, used.in_hand, used.off_hand);
    }

    /// The same in a scene, where its content knows it by this id.
    pub fn used(&self, id: &str) -> Used {
        Used {
            weapon: id.to_owned(),
            loaded: (self.loaded != self.gear.magazine).then_some(self.loaded),
            mode: self.mode.filter(|mode| self.gear.modes.first() != Some(mode)),
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
        &self.gear.name
    }
    /// How far it reaches in its bearer's hands.
    pub fn reach(&self) -> Reach {
        self.gear.reach
    }
    /// It strikes what is beside its bearer, more or less.
    pub fn is_melee(&self) -> bool {
        matches!(self.gear.reach, Reach::Melee { .. })
    }
    /// Hands it takes; 0 for a part of the body.
    pub fn hands(&self) -> u8 {
        self.gear.hands
    }
    /// Rounds of a full magazine; 0 for what needs none.
    pub fn magazine(&self) -> u32 {
        self.gear.magazine
    }
    /// How it can be fired; empty where there is no choice.
    pub fn modes(&self) -> &[FireMode] {
        &self.gear.modes
    }
    /// Its book has to know who stands around.
    pub fn wants_company(&self) -> bool {
        self.gear.wants_company
    }
    /// What has become of it besides its rounds.
    pub fn fault(&self) -> Fault {
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
    pub fn hand(&self) -> Option<Part> {
        let side = if self.off_hand { Part::Left } else { Part::Right };
        (self.in_hand && self.gear.hands == 1).then_some(side)
    }
    /// It is in a hand, or part of the body.
    pub fn in_hand(&self) -> bool {
        self.in_hand
    }
}

impl Arsenal {
    /// Everything carried; the index is the weapon's number in orders.
    pub fn carried(&self) -> &[Carried] {
        &self.0
    }
    /// What the hands hold.
    pub fn held(&self) -> impl Iterator<Item = (usize, &Carried)> {
        self.0.iter().enumerate().filter(|(_, carried)| carried.in_hand)
    }
}

impl Arsenal {
    /// Takes something carried in hand, in the hand that is free and fit for it. `SS-ACT-54`, `SS-CALL-38`.
    pub(crate) fn take_in_hand(&mut self, weapon: usize, suffered: &[Suffered]) {
        let held = |hand| self.held().any(|(at, carried)| at != weapon && carried.hand() == Some(hand));
        let hand = hand_for(suffered, held(Part::Right), held(Part::Left));
        if let Some(carried) = self.0.get_mut(weapon) {
            carried.in_hand = true;
            carried.off_hand = carried.gear.hands == 1 && hand == Part::Left;
        }
    }
}

impl Dropped {
    /// What lies there.
    pub fn item(&self) -> &Carried {
        &self.item
    }
    /// Where.
    pub fn cell(&self) -> Cell {
        self.cell
    }
}
