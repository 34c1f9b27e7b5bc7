//! A unit as the rules see it at one moment.

use crate::status::{self, Bar, Suffered};
use std::sync::Arc;

use crate::{Down, Gait};

use super::actions::Effort;
use super::daze::Moment;
use super::track::Fate;
use super::{Condition, Sheet, Weapon, WeaponClass};

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its harm and lasting state.
    pub condition: Condition,
    /// Action points, actions and reserved defences.
    pub effort: Effort,
    /// Initiative Score. `AB-BASE-11`, `AB-DODGE-05`.
    pub initiative: i32,
    /// The present round.
    pub round: u32,
    /// It has begun to act in this round. `AB-BASE-06`.
    pub acted: bool,
    /// How it moved last in this round. `AB-DODGE-06`.
    pub gait: Gait,
    /// Lies on the ground.
    pub prone: bool,
    /// What its hands hold; empty hands hold nothing. `AB-BASE-09`.
    pub held: Vec<Arc<Weapon>>,
    /// What it suffers for a while. Chapter AIL of Circumstances.
    pub ailments: Vec<Suffered>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub late: bool,
}

impl Fighter {
    /// Where it stands in the round. `AB-BASE-06`.
    pub const fn now(&self) -> Moment {
        Moment { round: self.round, acted: self.acted }
    }

    /// How bad its harm is.
    pub fn fate(&self) -> Fate {
        self.condition.fate(&self.sheet)
    }

    /// Out of the fight, if it is. `AB-TRACK-07`, `AB-STUN-06`.
    pub fn down(&self) -> Option<Down> {
        self.fate().down()
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
        let inert = status::barred(&self.ailments, Bar::Everything).is_some();
        self.is_stunned() || self.down().is_some() || inert
    }

    /// Holds a weapon to parry with. `AB-BASE-09`.
    pub fn is_armed(&self) -> bool {
        self.held.iter().any(|weapon| weapon.class == WeaponClass::Melee)
    }
}
