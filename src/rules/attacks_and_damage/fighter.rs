//! `Fighter`: the state of a unit in the terms of Attacks and Damage, as its rules take it: sheet, health and posture
//! at one moment.

use crate::status::{self, ActiveAilment};
use model::UnitId;
use std::sync::Arc;

use super::{HealthState, Sheet, Switches, Weapon};
use crate::DownState;
use crate::attacks_and_damage::damage::health;

/// A unit at one moment: everything the rules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The unit's id.
    pub id: UnitId,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Marked boxes and defence frequency.
    pub condition: HealthState,
    /// Lies on the ground. `AD-KD-01`.
    pub prone: bool,
    /// Set if the unit is out of action.
    pub down: Option<DownState>,
    /// Weapons in its hands.
    pub held: Vec<Arc<Weapon>>,
    /// Holds its shield. `AD-ARM-07`.
    pub shield: bool,
    /// Active ailments. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub phase_delayed: bool,
}

impl Fighter {
    /// Returns an unhurt unit that holds only its shield. `AD-FREQ-11`.
    pub fn fresh(id: UnitId, sheet: Arc<Sheet>) -> Self {
        Self {
            id,
            condition: HealthState::default(),
            prone: false,
            down: None,
            held: Vec::new(),
            shield: sheet.shield.is_some(),
            sheet,
            ailments: Vec::new(),
            phase_delayed: false,
        }
    }

    /// Whether the unit is out of action, by its tracks or otherwise.
    pub fn is_helpless(&self, switches: &Switches) -> bool {
        self.down.is_some()
            || !status::may_evade(&self.ailments)
            || health::down_state(&self.condition, &self.sheet, switches).is_some()
    }

    /// Whether a hand holds a weapon or the shield. `AD-DEF-16`.
    pub fn holds_something(&self) -> bool {
        self.shield || self.held.iter().any(|item| item.hands > 0)
    }
}
