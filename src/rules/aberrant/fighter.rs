//! `Fighter`: the state of a unit in the terms of Aberrant, as its rules take it: sheet, health, actions, weapons in
//! hand and ailments.

use crate::status::{self, ActiveAilment, Forbids};
use model::UnitId;
use std::sync::Arc;

use crate::{DownState, MovementMode};

use super::{HealthState, Sheet, Weapon, WeaponClass};
use crate::aberrant::health::dazing::TurnTiming;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::turn::actions::ActionState;

/// A unit at one point in time, with everything the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Id of the unit.
    pub id: UnitId,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Damage and lasting conditions.
    pub condition: HealthState,
    /// Action points, actions and reserved defences.
    pub effort: ActionState,
    /// Initiative Score. `AB-BASE-11`, `AB-DODGE-05`.
    pub initiative: i32,
    /// The current round.
    pub round: u32,
    /// Has begun to act in this round. `AB-BASE-06`.
    pub acted: bool,
    /// How it last moved in this round. `AB-DODGE-06`.
    pub gait: MovementMode,
    /// Is prone.
    pub prone: bool,
    /// Weapons in its hands. `AB-BASE-09`.
    pub held: Vec<Arc<Weapon>>,
    /// Its ailments. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub late: bool,
}

impl Fighter {
    /// Its position in the round. `AB-BASE-06`.
    pub const fn turn_timing(&self) -> TurnTiming {
        TurnTiming { round: self.round, acted: self.acted }
    }

    /// How severe its condition is.
    pub fn life_status(&self) -> LifeStatus {
        self.condition.life_status(&self.sheet)
    }

    /// How it is out of action; `None` if it is not. `AB-TRACK-07`, `AB-STUN-06`.
    pub fn down(&self) -> Option<DownState> {
        self.life_status().down()
    }

    /// Whether all its actions are harder and it may act only once. `AB-DAZE-04`, `AB-DAZE-05`.
    pub fn is_dazed(&self) -> bool {
        self.condition.dazed.is_some_and(|rounds| rounds.contains(self.round))
    }

    /// Whether it loses this turn. `AB-DAZE-06`.
    pub fn is_stunned(&self) -> bool {
        self.condition.lost_rounds.is_some_and(|rounds| rounds.contains(self.round))
    }

    /// Whether it cannot act, move or defend. `AB-DAZE-06`, `AB-TRACK-07`, `CS-AIL-06`.
    pub fn is_helpless(&self) -> bool {
        let inert = status::forbidding_ailment(&self.ailments, Forbids::Everything).is_some();
        self.is_stunned() || self.down().is_some() || inert || self.sheet.building.is_some()
    }

    /// Whether it holds a weapon to parry with. `AB-BASE-09`.
    pub fn is_armed(&self) -> bool {
        self.held.iter().any(|weapon| weapon.class == WeaponClass::Melee)
    }
}
