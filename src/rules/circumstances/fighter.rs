//! `Fighter`: the state of a unit in the terms of Circumstances, as its rules take it: sheet, health and posture at one
//! moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{HealthState, HitLocations, MovementMode, Sheet, Weapon};
use crate::status::{self, ActiveAilment, Forbids};
use model::UnitId;

/// Able members of a unit's melee. `CS-FLK-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeleeCount {
    /// On the unit's side, itself included; at least 1 in a melee.
    pub friends: u32,
    /// On the other side; at least 1 in a melee.
    pub foes: u32,
}

/// A hold that keeps two units in place. `CS-BASE-37`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrappleHold {
    /// Holds the unit of this id.
    Holding(UnitId),
    /// Is held by the unit of this id.
    HeldBy(UnitId),
}

/// A unit at one point in time, with everything the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Id of the unit.
    pub id: UnitId,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Damage and lasting conditions.
    pub condition: HealthState,
    /// Its Reaction is available. `CS-BASE-18`.
    pub reaction: bool,
    /// How it moved; anything but steady counts as a Run. `CS-RUN-03`.
    pub gait: MovementMode,
    /// Is prone.
    pub prone: bool,
    /// Engaged in melee. Chapter MEL.
    pub in_melee: bool,
    /// Numbers of allies and enemies in its melee. Chapter FLK.
    pub melee: MeleeCount,
    /// Held or holding. `CS-BASE-37`.
    pub hold: Option<GrappleHold>,
    /// Locations that it shields behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: HitLocations,
    /// Hidden from its enemies. `CS-UNA-05`.
    pub concealed: bool,
    /// Under a roof, where weather has no effect. `CS-WEA-03`.
    pub indoors: bool,
    /// Weapons in its hands.
    pub held: Vec<Arc<Weapon>>,
    /// Its ailments. Chapter AIL.
    pub ailments: Vec<ActiveAilment>,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub late: bool,
    /// Curses that may still take effect in this round. `CS-CURS-01`.
    pub curse: Option<CurseTrigger>,
    /// Cannot dodge: it is Brainwashed and attacked by its controller's side. `CS-BRWA-07`.
    pub no_dodge: bool,
}

/// Who decides whether a curse takes effect. `CS-CURS-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CurseTrigger {
    /// Automatic: the first passed attack or evasion is rerolled.
    Auto,
    /// The player of the unit that cast it.
    Asks(UnitId),
}

impl Fighter {
    /// An unhurt unit that has done nothing yet, alone in the open.
    pub fn new(id: UnitId, sheet: Arc<Sheet>) -> Self {
        Self {
            id,
            condition: HealthState::unhurt(&sheet),
            sheet,
            reaction: true,
            gait: MovementMode::Steady,
            prone: false,
            in_melee: false,
            melee: MeleeCount::default(),
            hold: None,
            shielded: HitLocations::NONE,
            concealed: false,
            indoors: false,
            held: Vec::new(),
            ailments: Vec::new(),
            late: false,
            curse: None,
            no_dodge: false,
        }
    }

    /// Whether it is Frozen, Shocked, Unconscious or out of action. `CS-BASE-13`, `CS-BASE-27`.
    pub fn is_helpless(&self) -> bool {
        self.condition.has_no_wounds_left() || self.ailments.iter().any(|one| one.ailment.rule().helpless)
    }

    /// Whether it can act: neither helpless nor Stunned. `CS-BASE-13`, `CS-BASE-21`, `CS-BASE-27`,
    /// `CS-AIL-06`.
    pub fn can_act(&self) -> bool {
        !self.condition.has_no_wounds_left()
            && status::forbidding_ailment(&self.ailments, Forbids::Everything).is_none()
    }

    /// Whether it can start a melee: it can act, and is not Pinned. `CS-PIN-14`, `CS-RULING-11`.
    pub fn may_start_melee(&self) -> bool {
        self.can_act() && status::forbidding_ailment(&self.ailments, Forbids::StartingMelee).is_none()
    }

    /// Whether it can Dodge and Parry. `CS-AIL-06`, `CS-ENRA-03`.
    pub fn can_evade(&self) -> bool {
        self.can_act() && status::forbidding_ailment(&self.ailments, Forbids::Evasion).is_none()
    }

    /// SB, including Unnatural Strength from ailments. `CS-ENRA-02`.
    pub fn strength_bonus(&self) -> u32 {
        self.sheet.strength_bonus() + u32::from(status::strength_bonus(&self.ailments))
    }

    /// Whether it has used Run since the start of its last turn. `CS-RUN-03`, `CS-RUN-06`.
    pub fn has_run(&self) -> bool {
        self.gait != MovementMode::Steady
    }
}
