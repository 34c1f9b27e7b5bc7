//! What a unit holds back or has decided beforehand: delayed phases, standing answers, actions that take several phases.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::UnitId;
use super::inventory::ItemId;
use dice::Clause;
use field::Cell;
use rules::turn_engine::extended_action::ExtendedActionProgress;
use rules::turn_engine::timed_items::{Fuse, Timer};

/// A phase that is held back: the pass it belongs to, counted over the whole fight. Chapter DELAY.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct HeldPhase(pub(crate) Option<u32>);

/// What the unit's player answers to questions of a clause for the rest of the fight, without being asked.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct AutoResponses(pub(crate) BTreeMap<String, String>);

/// What an Extended Action is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExtendedActionKind {
    /// An item is armed. `SS-ACT-57`.
    Charge {
        /// Its number among everything the unit carries.
        weapon: usize,
        /// When it is to go off.
        timer: Option<Timer>,
        /// Where it is put.
        to: Cell,
    },
    /// A deed that takes whole rounds. `SS-ACT-58`.
    Deed {
        /// Key of the offer.
        deed: String,
        /// To whom, if to anybody.
        target: Option<UnitId>,
        /// The round in which it was begun.
        since: u32,
        /// Rounds that it takes.
        rounds: u32,
    },
}

impl ExtendedActionKind {
    /// "setting charges".
    pub const fn description(&self) -> &'static str {
        match self {
            Self::Charge { .. } => "setting charges",
            Self::Deed { .. } => "treating somebody",
        }
    }

    /// How far it has come in a round: "3 of 6 AP", "2 of 12 rounds".
    pub fn progress_text(&self, progress: ExtendedActionProgress, round: u32) -> String {
        match self {
            Self::Charge { .. } => format!("{} of {} AP", progress.paid, progress.needed),
            Self::Deed { since, rounds, .. } => {
                format!("{} of {rounds} rounds", round.saturating_sub(*since))
            }
        }
    }

    /// How much of it is left in a round: action points, or rounds.
    pub fn remaining(&self, progress: ExtendedActionProgress, round: u32) -> u32 {
        match self {
            Self::Charge { .. } => u32::from(progress.needed.saturating_sub(progress.paid)),
            Self::Deed { since, rounds, .. } => rounds.saturating_sub(round.saturating_sub(*since)),
        }
    }

    /// The clause that rules it.
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Charge { .. } => "SS-ACT-18",
            Self::Deed { .. } => "SS-ACT-58",
        }
    }
}

/// An Extended Action under way. `SS-ACT-05`, `SS-ACT-18`.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ExtendedAction(pub(crate) Option<(ExtendedActionKind, ExtendedActionProgress, u32)>);

/// An activated item on the field. Chapter TIMED.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArmedItem {
    pub(crate) item: super::inventory::CarriedItem,
    pub(crate) fuse: Fuse,
    pub(crate) cell: Cell,
}

/// An activated item with its number, as readers see it.
pub type NumberedArmedItem<'a> = (ItemId, &'a ArmedItem);

impl HeldPhase {
    /// A phase is held back.
    pub fn is_held(&self) -> bool {
        self.0.is_some()
    }
    /// The pass it belongs to, counted over the whole fight.
    pub fn pass(&self) -> Option<u32> {
        self.0
    }
}

impl AutoResponses {
    /// The answer to questions of a clause, if one stands.
    pub fn get(&self, clause: &str) -> Option<&str> {
        self.0.get(clause).map(String::as_str)
    }
    /// All of them: clause and answer.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(clause, answer)| (clause.as_str(), answer.as_str()))
    }
}

impl ExtendedAction {
    /// What is under way, and how much of it is paid.
    pub fn get(&self) -> Option<(&ExtendedActionKind, ExtendedActionProgress)> {
        self.0.as_ref().map(|(work, progress, _)| (work, *progress))
    }
}

impl ExtendedAction {
    /// The pass in which something was paid for it last, counted over the whole fight.
    pub(crate) fn last_paid_pass(&self) -> Option<u32> {
        self.0.as_ref().map(|(.., pass)| *pass)
    }
}

impl ArmedItem {
    /// What it is.
    pub fn item(&self) -> &super::inventory::CarriedItem {
        &self.item
    }
    /// When it goes off.
    pub fn fuse(&self) -> &Fuse {
        &self.fuse
    }
    /// Where it lies.
    pub fn cell(&self) -> Cell {
        self.cell
    }
}
