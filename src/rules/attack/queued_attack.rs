//! Attacks that a unit queues before it acts: weapon and target, and why they can become impossible. `AB-CANCEL-01`.

use serde::{Deserialize, Serialize};

use model::UnitId;

/// When units queue their attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueTiming {
    /// A pass begins.
    PassBegins,
    /// The unit's own phase begins.
    PhaseBegins,
}

/// A queued attack. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueuedAttack {
    /// With a weapon, by its index in the inventory, on a unit.
    Unit {
        /// Index of the weapon, in one byte because turn budgets are part of frequent events.
        slot: u8,
        /// The target.
        target: UnitId,
    },
    /// On a barrier or a square.
    Place,
}

impl QueuedAttack {
    /// An attack with a weapon, by its index in the inventory, on a unit.
    pub fn on_unit(slot: usize, target: UnitId) -> Self {
        Self::Unit { slot: u8::try_from(slot).unwrap_or(u8::MAX), target }
    }
}

/// An attack that a unit can queue, because nothing prevents it at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackCandidate {
    /// Index of the weapon in the inventory.
    pub slot: usize,
    /// Name of the weapon.
    pub weapon: String,
    /// The target.
    pub target: UnitId,
    /// Name of the target.
    pub name: String,
    /// Distance in metres, rounded down.
    pub metres: u32,
}

/// Why a queued attack can no longer be carried out. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum ImpossibleAttack {
    /// The target is dead, out of action or gone.
    #[strum(to_string = "the target is gone")]
    TargetGone,
    /// Out of reach or beyond the maximum range.
    #[strum(to_string = "the target is out of reach")]
    OutOfReach,
    /// No line of sight.
    #[strum(to_string = "the target is out of sight")]
    OutOfSight,
    /// The weapon is lost, empty or destroyed.
    #[strum(to_string = "no usable weapon")]
    NoWeapon,
    /// The path is blocked.
    #[strum(to_string = "the path is blocked")]
    PathBlocked,
}
