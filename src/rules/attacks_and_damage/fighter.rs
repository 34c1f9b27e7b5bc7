//! A unit as the rules see it at one moment.

use crate::status::{self, ActiveAilment};
use std::sync::Arc;

use super::{HealthState, Sheet, Switches, Weapon};
use crate::DownState;
use crate::attacks_and_damage::damage::health;

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its boxes and its defence frequency.
    pub condition: HealthState,
    /// Lies on the ground. `AD-KD-01`.
    pub prone: bool,
    /// Out of the fight, if it is.
    pub down: Option<DownState>,
    /// What its hands hold; empty hands hold nothing.
    pub held: Vec<Arc<Weapon>>,
    /// Holds the shield of its sheet. `AD-ARM-07`.
    pub shield: bool,
    /// What it suffers for a while. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub phase_delayed: bool,
}

impl Fighter {
    /// A whole unit with empty hands but for its shield. `AD-FREQ-11`.
    pub fn fresh(id: u32, sheet: Arc<Sheet>) -> Self {
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

    /// Out of the fight by its tracks or otherwise.
    pub fn is_helpless(&self, switches: &Switches) -> bool {
        self.down.is_some()
            || !status::may_evade(&self.ailments)
            || health::down(&self.condition, &self.sheet, switches).is_some()
    }

    /// A hand holds a weapon or the shield. `AD-DEF-16`.
    pub fn holds_something(&self) -> bool {
        self.shield || self.held.iter().any(|item| item.hands > 0)
    }

    /// What its next attack uses: its first weapon in hand, else its bare hands. `AD-TEST-01`, `AD-TEST-02`.
    pub fn attack_weapon(&self) -> Arc<Weapon> {
        self.held.first().cloned().unwrap_or_else(|| Arc::new(self.sheet.unarmed_weapon()))
    }
}
