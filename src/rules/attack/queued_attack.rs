//! Attacks that a unit queues before it acts: weapon and target, and why they can become impossible. `AB-CANCEL-01`.

use serde::{Deserialize, Serialize};

use model::{Cell, Distance, UnitId};

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
    /// With a weapon that has no possible target yet, by its index in the inventory.
    Weapon {
        /// Index of the weapon.
        slot: u8,
    },
}

impl QueuedAttack {
    /// An attack with a weapon, by its index in the inventory, on a unit.
    pub fn on_unit(slot: usize, target: UnitId) -> Self {
        Self::Unit { slot: u8::try_from(slot).unwrap_or(u8::MAX), target }
    }

    /// An attack with a weapon, by its index in the inventory, whose target is chosen when it is made.
    pub fn with_weapon(slot: usize) -> Self {
        Self::Weapon { slot: u8::try_from(slot).unwrap_or(u8::MAX) }
    }

    /// Whether an attack carries out this one.
    pub fn includes(self, attack: Self) -> bool {
        match (self, attack) {
            (Self::Weapon { slot }, Self::Unit { slot: used, .. }) => slot == used,
            _ => self == attack,
        }
    }
}

/// An attack that a unit has queued and not made yet, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncedAttack {
    /// Weapon and target: "Fists at Hale".
    pub words: String,
    /// Why it has become impossible; `None` if it has not.
    pub obstacle: Option<ImpossibleAttack>,
    /// Whether it can be made anyway: its target lies unconscious and still has to be slain.
    pub slays: bool,
}

/// An attack that a unit can queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackCandidate {
    /// Index of the weapon in the inventory.
    pub slot: usize,
    /// Name of the weapon.
    pub weapon: String,
    /// The target; `None` for a weapon that has none yet.
    pub target: Option<CandidateTarget>,
}

/// The target of an attack that a unit can queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateTarget {
    /// The target.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// Straight distance from the unit.
    pub distance: Distance,
    /// From where the attack is made: from the unit's own square, or from the nearest one in a melee weapon's reach.
    pub from: Cell,
    /// Length of the way to that square, in half metres.
    pub approach: u32,
    /// Why the attack is not possible yet; `None` if it is.
    pub obstacle: Option<ImpossibleAttack>,
}

impl AttackCandidate {
    /// Returns the key of the answer that queues it, by its number among the candidates: "first", "0@3" for the first
    /// weapon on unit 3, "0@later" without a target.
    pub fn answer_key(&self, number: usize) -> String {
        match &self.target {
            _ if number == 0 => "first".to_owned(),
            Some(target) => format!("{}@{}", self.slot, target.unit.0),
            None => format!("{}@later", self.slot),
        }
    }

    /// Whether the attack could be made now, or once the unit has walked up.
    pub fn is_possible(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.obstacle.is_none())
    }
}

impl From<&AttackCandidate> for QueuedAttack {
    fn from(candidate: &AttackCandidate) -> Self {
        match &candidate.target {
            Some(target) => Self::on_unit(candidate.slot, target.unit),
            None => Self::with_weapon(candidate.slot),
        }
    }
}

/// Why a queued attack can no longer be carried out. `AB-CANCEL-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display)]
#[serde(rename_all = "snake_case")]
pub enum ImpossibleAttack {
    /// The target is out of action, or has left the battlefield.
    #[strum(to_string = "the target is out of the fight")]
    TargetGone,
    /// Out of reach or beyond the maximum range.
    #[strum(to_string = "the target is out of reach")]
    OutOfReach,
    /// No line of sight.
    #[strum(to_string = "the target is out of sight")]
    OutOfSight,
    /// The weapon is lost, empty or destroyed.
    #[strum(to_string = "the weapon cannot be used now")]
    NoWeapon,
    /// The path is blocked.
    #[strum(to_string = "the path is blocked")]
    PathBlocked,
    /// No target is chosen yet, and none is in sight and reach.
    #[strum(to_string = "no target is in sight and reach now")]
    NoTarget,
}
