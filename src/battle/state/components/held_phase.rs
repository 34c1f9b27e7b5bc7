//! Held phases, automatic responses, Extended Actions and armed items.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use dice::Clause;
use model::{Cell, ItemId, UnitId};
use rules::turn_engine::extended_action::ExtendedActionProgress;
use rules::turn_engine::timed_items::{Fuse, Timer};

/// Held action phase: the pass it belongs to, counted over the whole battle. Chapter DELAY.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct HeldPhase(pub(crate) Option<u32>);

/// Automatic answers to prompts, by clause, for the rest of the battle.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct AutoResponses(pub(crate) BTreeMap<String, String>);

/// Kind of an Extended Action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExtendedActionKind {
    /// Arms an item. `SS-ACT-57`.
    Charge {
        /// Index of the item in the unit's inventory.
        weapon: usize,
        /// Timer setting; `None` if the fuse is preset.
        timer: Option<Timer>,
        /// Cell where it is placed.
        to: Cell,
    },
    /// Special action that takes whole rounds. `SS-ACT-58`.
    #[serde(rename = "Deed")]
    SpecialAction {
        /// Key of the available action.
        #[serde(rename = "deed", alias = "action")]
        action: String,
        /// Target, if any.
        target: Option<UnitId>,
        /// Round in which it began.
        since: u32,
        /// Duration in rounds.
        rounds: u32,
    },
}

impl ExtendedActionKind {
    /// Text for players: "setting charges".
    pub const fn description(&self) -> &'static str {
        match self {
            Self::Charge { .. } => "setting charges",
            Self::SpecialAction { .. } => "treating a patient",
        }
    }

    /// Progress as text: "3 of 6 AP", "2 of 12 rounds".
    pub fn progress_text(&self, progress: ExtendedActionProgress, round: u32) -> String {
        match self {
            Self::Charge { .. } => format!("{} of {} AP", progress.paid, progress.needed),
            Self::SpecialAction { since, rounds, .. } => {
                format!("{} of {rounds} rounds", round.saturating_sub(*since))
            }
        }
    }

    /// Action points or rounds left.
    pub fn remaining(&self, progress: ExtendedActionProgress, round: u32) -> u32 {
        match self {
            Self::Charge { .. } => u32::from(progress.needed.saturating_sub(progress.paid)),
            Self::SpecialAction { since, rounds, .. } => rounds.saturating_sub(round.saturating_sub(*since)),
        }
    }

    /// Clause of the action.
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Charge { .. } => "SS-ACT-18",
            Self::SpecialAction { .. } => "SS-ACT-58",
        }
    }
}

/// Extended Action in progress. `SS-ACT-05`, `SS-ACT-18`.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ExtendedAction(pub(crate) Option<(ExtendedActionKind, ExtendedActionProgress, u32)>);

/// An activated item on the field. Chapter TIMED.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArmedItem {
    pub(crate) item: super::inventory::CarriedItem,
    pub(crate) fuse: Fuse,
    pub(crate) cell: Cell,
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
}
