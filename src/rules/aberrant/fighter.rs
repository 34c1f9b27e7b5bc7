//! A unit as the rules see it at one moment.

use crate::status::{self, ActiveAilment, Forbids};
use std::sync::Arc;

use crate::{DownState, MovementMode};

use super::{HealthState, Sheet, Weapon, WeaponClass};
use crate::aberrant::health::dazing::TurnTiming;
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::turn::actions::ActionState;

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its harm and lasting state.
    pub condition: HealthState,
    /// Action points, actions and reserved defences.
    pub effort: ActionState,
    /// Initiative Score. `AB-BASE-11`, `AB-DODGE-05`.
    pub initiative: i32,
    /// The present round.
    pub round: u32,
    /// It has begun to act in this round. `AB-BASE-06`.
    pub acted: bool,
    /// How it moved last in this round. `AB-DODGE-06`.
    pub gait: MovementMode,
    /// Lies on the ground.
    pub prone: bool,
    /// What its hands hold; empty hands hold nothing. `AB-BASE-09`.
    pub held: Vec<Arc<Weapon>>,
    /// What it suffers for a while. Chapter AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub late: bool,
}

impl Fighter {
    /// Where it stands in the round. `AB-BASE-06`.
    pub const fn turn_timing(&self) -> TurnTiming {
        TurnTiming { round: self.round, acted: self.acted }
    }

    /// How bad its harm is.
    pub fn life_status(&self) -> LifeStatus {
        self.condition.life_status(&self.sheet)
    }

    /// Out of the fight, if it is. `AB-TRACK-07`, `AB-STUN-06`.
    pub fn down(&self) -> Option<DownState> {
        self.life_status().down()
    }

    /// Everything it does is harder, and it acts once. `AB-DAZE-04`, `AB-DAZE-05`.
    pub fn is_dazed(&self) -> bool {
        self.condition.dazed.is_some_and(|rounds| rounds.contains(self.round))
    }

    /// It loses this turn. `AB-DAZE-06`.
    pub fn is_stunned(&self) -> bool {
        self.condition.lost.is_some_and(|rounds| rounds.contains(self.round))
    }

    /// No actions, no movement, no defences. `AB-DAZE-06`, `AB-TRACK-07`, `CS-AIL-06`.
    pub fn is_helpless(&self) -> bool {
        let inert = status::forbidding_ailment(&self.ailments, Forbids::Everything).is_some();
        self.is_stunned() || self.down().is_some() || inert
    }

    /// Holds a weapon to parry with. `AB-BASE-09`.
    pub fn is_armed(&self) -> bool {
        self.held.iter().any(|weapon| weapon.class == WeaponClass::Melee)
    }
}
