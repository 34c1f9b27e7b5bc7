//! Who a unit is, where it stands and how it fares.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::held_phase::{AutoResponses, ExtendedAction, HeldPhase};
use super::inventory::Inventory;
use super::{DefenceCount, Initiative, Movement, PhaseState, StatusEffects, TakingCover};
use crate::resolve::vehicles::VehicleSeats;
use content::Glyph;
use field::Cell;
use rules::{DownState, HealthState, Karma, Sheet};

/// Stable number of a unit; saved, ordered, never reused in a fight.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[require(
    Side,
    GridPosition,
    Soak,
    Initiative,
    Movement,
    PhaseState,
    TakingCover,
    StatusEffects,
    Inventory,
    DefenceCount,
    OutOfAction,
    KarmaPoints,
    HeldPhase,
    AutoResponses,
    ExtendedAction,
    VehicleSeats
)]
pub struct UnitId(pub u32);

/// The side a unit fights for, counted from 0.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
pub struct Side(pub u8);

/// How a unit is called and drawn.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    pub(crate) name: Arc<str>,
    pub(crate) role: Arc<str>,
    pub(crate) glyph: Glyph,
}

impl Identity {
    /// The unit's name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The same, to keep.
    pub fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }
    /// What it does, in two or three words.
    pub fn role(&self) -> &str {
        &self.role
    }
    /// Sign on its token.
    pub fn glyph(&self) -> Glyph {
        self.glyph
    }
}

/// The unit's sheet in the book of the skirmish.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CharacterSheet(pub(crate) Sheet);

impl CharacterSheet {
    /// The sheet.
    pub fn get(&self) -> &Sheet {
        &self.0
    }
}

/// The square the unit stands on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct GridPosition(pub(crate) Cell);

impl GridPosition {
    /// The square.
    pub fn cell(&self) -> Cell {
        self.0
    }
}

/// Harm in the book's measure: pools, tracks, wounds and strain.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Health(pub(crate) HealthState);

impl Health {
    /// All of it.
    pub fn condition(&self) -> &HealthState {
        &self.0
    }
}

/// What stands between a plain blow and a unit's health, in the book's measure. `SS-ATK-20`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Soak(pub(crate) u32);

impl Soak {
    /// Dice, levels or points, as the book has it.
    pub fn value(&self) -> u32 {
        self.0
    }
}

/// Whether the unit is out of the fight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct OutOfAction {
    pub(crate) down: Option<DownState>,
    /// Left the field by an exit.
    pub(crate) escaped: bool,
}

impl OutOfAction {
    /// Out of the fight, if it is.
    pub fn down(&self) -> Option<DownState> {
        self.down
    }
    /// Left the field.
    pub fn escaped(&self) -> bool {
        self.escaped
    }
    /// Still on the field and conscious.
    pub fn fighting(&self) -> bool {
        self.down.is_none() && !self.escaped
    }
}

/// Karma left, and what it is meant for. `SS-BASE-25`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct KarmaPoints {
    pub(crate) karma: Karma,
    /// Five dice are paid for the next Initiative Test. `SS-INIT-07`.
    pub(crate) initiative: bool,
}

impl KarmaPoints {
    /// Points left.
    pub fn left(&self) -> u8 {
        self.karma.left
    }
    /// Points left and what they are meant for.
    pub fn karma(&self) -> Karma {
        self.karma
    }
    /// Five dice are paid for the next Initiative Test.
    pub fn initiative(&self) -> bool {
        self.initiative
    }
    /// Most points that the unit's next attack or sprint takes.
    pub fn for_test(&self) -> u8 {
        self.karma.plan.limited_to(self.karma.left).for_own_test().points_needed()
    }
}
