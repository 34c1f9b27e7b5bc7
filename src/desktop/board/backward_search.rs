//! A search through the history from its end back: where units were, what they carried, and where explosions went off.

use std::collections::BTreeMap;

use battle::{BattleEvent, CarriedItem, Inventory, OrderRecord, Target};
use model::{Cell, ItemId, UnitId};

/// A weapon that was used.
#[derive(Clone, Copy, Debug)]
pub(super) enum PastWeapon<'a> {
    /// This one, which its bearer no longer carries.
    Gone(&'a CarriedItem),
    /// What its bearer carries in this slot at the end of the history.
    Slot(usize),
}

impl<'a> PastWeapon<'a> {
    /// Returns the item; `inventory` is what its bearer carries at the end of the history.
    pub fn item(self, inventory: &'a Inventory) -> Option<&'a CarriedItem> {
        match self {
            Self::Gone(item) => Some(item),
            Self::Slot(slot) => inventory.get(slot),
        }
    }
}

/// Where an explosion went off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PastPlace {
    /// In this square.
    Square(Cell),
    /// On this unit, which is still where it was.
    Unit(UnitId),
}

/// What was different before the events that were taken back, from the end of the history on.
#[derive(Default)]
pub(super) struct BackwardSearch<'a> {
    /// Where units that have moved since were.
    cells: BTreeMap<UnitId, Cell>,
    /// What was in slots that are empty since.
    slots: BTreeMap<(UnitId, usize), &'a CarriedItem>,
    /// Where the attack that comes before went off, if not at its aim; `None` inside if nowhere.
    astray: Option<Option<Cell>>,
}

impl<'a> BackwardSearch<'a> {
    /// Takes an event back.
    pub fn take_back(&mut self, event: &'a BattleEvent) {
        match event {
            BattleEvent::Stepped { unit, from, .. } | BattleEvent::Displaced { unit, from, .. } => {
                self.cells.insert(*unit, *from);
            }
            BattleEvent::Dropped { unit, weapon, what, .. }
            | BattleEvent::Activated { unit, weapon, what, .. }
            | BattleEvent::WeaponDestroyed { unit, weapon, what } => {
                self.slots.insert((*unit, *weapon), what);
            }
            BattleEvent::BlastAstray { cell, .. } => self.astray = Some(*cell),
            _ => {}
        }
    }

    /// Returns the square that a unit has left since; `None` if it is still where it was.
    pub fn left_cell(&self, unit: UnitId) -> Option<Cell> {
        self.cells.get(&unit).copied()
    }

    /// Returns what a unit carried in a slot.
    pub fn weapon(&self, unit: UnitId, slot: usize) -> PastWeapon<'a> {
        self.slots.get(&(unit, slot)).copied().map_or(PastWeapon::Slot(slot), PastWeapon::Gone)
    }

    /// Returns where the attack that was reached went off, aimed at a target; `None` if nowhere, or at a barrier. Where it
    /// went astray is forgotten: it says nothing of attacks before it.
    pub fn take_blast_place(&mut self, target: Target) -> Option<PastPlace> {
        match (self.astray.take(), target) {
            (Some(astray), _) => astray.map(PastPlace::Square),
            (None, Target::Square(cell)) => Some(PastPlace::Square(cell)),
            (None, Target::Unit(unit)) => {
                Some(self.left_cell(unit).map_or(PastPlace::Unit(unit), PastPlace::Square))
            }
            (None, Target::Barrier(_)) => None,
        }
    }
}

/// Returns an item that was armed earlier.
pub(super) fn armed_item(records: &[OrderRecord], item: ItemId) -> Option<&CarriedItem> {
    let mut events = records.iter().rev().flat_map(|record| &record.events);
    events.find_map(|record| match &record.event {
        BattleEvent::Activated { item: armed, what, .. } if *armed == item => Some(what.as_ref()),
        _ => None,
    })
}
