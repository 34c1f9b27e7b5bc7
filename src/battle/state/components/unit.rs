//! Identity, position and health of a unit.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::held_phase::{AutoResponses, ExtendedAction, HeldPhase};
use super::inventory::Inventory;
use super::{Cover, DefenceCount, Initiative, Movement, PhaseState, StatusEffects};
use content::{Arrival, Glyph, VehicleSpec};
use model::{Cell, Side};
use rules::{DownState, HealthState, Karma, Sheet};

/// Name and appearance of a unit; brings the components that every unit has.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
#[require(
    Side,
    GridPosition,
    SoakValue,
    Initiative,
    Movement,
    PhaseState,
    Cover,
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
pub struct Identity {
    pub(crate) name: Arc<str>,
    pub(crate) role: Arc<str>,
    pub(crate) glyph: Glyph,
}

impl Identity {
    /// Name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Name, shared.
    pub fn shared_name(&self) -> Arc<str> {
        self.name.clone()
    }
    /// Role in two or three words.
    pub fn role(&self) -> &str {
        &self.role
    }
    /// Its role, unless that is its name.
    pub fn distinct_role(&self) -> Option<&str> {
        Some(self.role()).filter(|role| !role.eq_ignore_ascii_case(&self.name))
    }
    /// Glyph on its token.
    pub fn glyph(&self) -> Glyph {
        self.glyph
    }
}

/// Character sheet in the battle's rulebook.
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

/// Damage taken, in the book's terms: pools, tracks, wounds and strain.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Health(pub(crate) HealthState);

impl Health {
    /// The health state.
    pub fn condition(&self) -> &HealthState {
        &self.0
    }
}

/// What the unit's armour takes off a plain hit, in the book's terms. Falls when armour breaks. `SS-BARR-46`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SoakValue(pub(crate) u32);

impl SoakValue {
    /// Dice, levels or points, depending on the book.
    pub fn value(&self) -> u32 {
        self.0
    }
}

/// Where a unit is: on the map, not yet, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Presence {
    /// On the map.
    #[default]
    OnMap,
    /// Arrives later. `SS-INIT-25`.
    Reserve(Arrival),
    /// Left the map by an exit.
    Escaped,
}

impl Presence {
    /// Returns where a unit is at the start of a battle.
    pub fn new(arrival: Option<Arrival>) -> Self {
        arrival.map_or(Self::OnMap, Self::Reserve)
    }
}

/// Whether the unit is out of action, and whether it is on the map.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OutOfAction {
    pub(crate) down: Option<DownState>,
    pub(crate) presence: Presence,
}

impl Hash for OutOfAction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.down.hash(state);
        self.escaped().hash(state);
        // Nothing for units on the map: hashes of battles without reserves stay as they were.
        if let Presence::Reserve(arrival) = self.presence {
            arrival.hash(state);
        }
    }
}

impl OutOfAction {
    /// How it went down; `None` if it is up.
    pub fn down(&self) -> Option<DownState> {
        self.down
    }
    /// Whether it left the map by an exit.
    pub fn escaped(&self) -> bool {
        self.presence == Presence::Escaped
    }
    /// When it arrives, if it is in reserve. `SS-INIT-25`.
    pub fn arrival(&self) -> Option<Arrival> {
        match self.presence {
            Presence::Reserve(arrival) => Some(arrival),
            Presence::OnMap | Presence::Escaped => None,
        }
    }
    /// Whether it is on the map: neither in reserve nor escaped.
    pub fn on_map(&self) -> bool {
        self.presence == Presence::OnMap
    }
    /// Whether it is on the map and conscious.
    pub fn fighting(&self) -> bool {
        self.down.is_none() && self.on_map()
    }
}

/// Karma left and the Karma plan. `SS-BASE-25`.
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
    /// Points left and the Karma plan.
    pub fn karma(&self) -> Karma {
        self.karma
    }
    /// Five dice are paid for the next Initiative Test.
    pub fn initiative(&self) -> bool {
        self.initiative
    }
    /// Removes the plan for a single test.
    pub(crate) fn clear_test_plan(&mut self) {
        self.karma.plan = self.karma.plan.after_test();
    }
    /// Maximum points for the unit's next attack or sprint.
    pub fn for_test(&self) -> u8 {
        self.karma.plan.limited_to(self.karma.left).for_own_test().points_needed()
    }
}

/// Seats and speed of a vehicle; `None` for units that are no vehicles.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct VehicleSeats(pub(crate) Option<VehicleSpec>);
