//! Held phases, automatic responses, Extended Actions and armed items.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;

use model::{Cell, ItemId, UnitId};
use rules::turn_engine::extended_action::ExtendedActionProgress;
use rules::turn_engine::timed_items::Fuse;

pub use rules::turn_engine::extended_action::ExtendedActionKind;

/// Held action phase: the pass it belongs to, counted over the whole battle. Chapter DELAY.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct HeldPhase(pub(crate) Option<u32>);

/// Automatic answers to prompts, by clause, for the rest of the battle.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct AutoResponses(pub(crate) BTreeMap<String, String>);

/// Extended Action in progress. `SS-ACT-05`, `SS-ACT-18`.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ExtendedAction(pub(crate) Option<(ExtendedActionKind, ExtendedActionProgress, u32)>);

/// An activated item on the field. Chapter TIMED.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArmedItem {
    pub(crate) item: super::inventory::CarriedItem,
    pub(crate) fuse: Fuse,
    pub(crate) cell: Cell,
    /// The vehicle in which it was armed and left; it travels with it.
    pub(crate) inside: Option<UnitId>,
}

/// An armed item with its id.
pub type NumberedArmedItem<'a> = (ItemId, &'a ArmedItem);

impl HeldPhase {
    /// Whether a phase is held.
    pub fn is_held(&self) -> bool {
        self.0.is_some()
    }
    /// The pass it belongs to, counted over the whole battle.
    pub fn pass(&self) -> Option<u32> {
        self.0
    }
}

impl AutoResponses {
    /// Automatic answer to prompts of a clause.
    pub fn get(&self, clause: &str) -> Option<&str> {
        self.0.get(clause).map(String::as_str)
    }
    /// All automatic answers: clause and answer key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(clause, answer)| (clause.as_str(), answer.as_str()))
    }
}

impl ExtendedAction {
    /// The action in progress and how much of it is paid.
    pub fn get(&self) -> Option<(&ExtendedActionKind, ExtendedActionProgress)> {
        self.0.as_ref().map(|(work, progress, _)| (work, *progress))
    }
}

impl ExtendedAction {
    /// Pass of the last payment, counted over the whole battle.
    pub(crate) fn last_paid_pass(&self) -> Option<u32> {
        self.0.as_ref().map(|(.., pass)| *pass)
    }
}

impl ArmedItem {
    /// The item.
    pub fn item(&self) -> &super::inventory::CarriedItem {
        &self.item
    }
    /// When it detonates.
    pub fn fuse(&self) -> &Fuse {
        &self.fuse
    }
    /// The cell it lies on.
    pub fn cell(&self) -> Cell {
        self.cell
    }
    /// Whether it lies in this vehicle: not beneath it, where it was thrown from outside.
    pub(crate) fn is_inside(&self, vehicle: UnitId) -> bool {
        self.inside == Some(vehicle)
    }
}
