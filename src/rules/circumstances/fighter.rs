//! A unit as the rules see it at one moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{HealthState, HitLocations, MovementMode, Sheet, Weapon};
use crate::status::{self, ActiveAilment, Ailment, AilmentCause, Forbids};

/// Able members of the melee that a unit is in. `CS-FLK-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeleeCount {
    /// On the unit's own side, with it; at least 1 in a melee.
    pub friends: u32,
    /// On the other side; at least 1 in a melee.
    pub foes: u32,
}

/// A grip that ties two units to their squares. `CS-BASE-37`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrappleHold {
    /// Holds the unit of this number.
    Holding(u32),
    /// Is held by the unit of this number.
    HeldBy(u32),
}

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its harm.
    pub condition: HealthState,
    /// Its Reaction is not used up. `CS-BASE-18`.
    pub reaction: bool,
    /// How it moved; anything but steady is the Run of this book. `CS-RUN-03`.
    pub gait: MovementMode,
    /// Lies on the ground.
    pub prone: bool,
    /// Engaged in melee with somebody. Chapter MEL.
    pub in_melee: bool,
    /// Who stands with and against it there. Chapter FLK.
    pub company: MeleeCount,
    /// Held or holding. `CS-BASE-37`.
    pub hold: Option<GrappleHold>,
    /// Locations it keeps behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: HitLocations,
    /// Hidden from its enemies. `CS-UNA-05`.
    pub concealed: bool,
    /// Stands under a roof: no weather reaches it. `CS-WEA-03`.
    pub indoors: bool,
    /// What its hands hold; empty hands hold nothing.
    pub held: Vec<Arc<Weapon>>,
    /// What it suffers for a while. Chapter AIL.
    pub ailments: Vec<ActiveAilment>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub late: bool,
    /// Curses that may still strike in this round. `CS-CURS-01`.
    pub curse: Option<CurseTrigger>,
    /// May not dodge: it is Brainwashed, and its controller's side attacks. `CS-BRWA-07`.
    pub no_dodge: bool,
}

/// Who decides whether a curse strikes. `CS-CURS-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CurseTrigger {
    /// Nobody: the first passed attack or evasion is rolled again.
    Auto,
    /// The player of the unit that laid it.
    Asks(u32),
}

impl Fighter {
    /// A whole unit that has done nothing yet and stands alone in the open.
    pub fn new(id: u32, sheet: Arc<Sheet>) -> Self {
        Self {
            id,
            condition: HealthState::unhurt(&sheet),
            sheet,
            reaction: true,
            gait: MovementMode::Steady,
            prone: false,
            in_melee: false,
            company: MeleeCount::default(),
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

    /// The same with an ailment, as its row has it.
    pub fn add_ailment(&mut self, ailment: Ailment) {
        self.ailments.push(status::inflict(&self.ailments, AilmentCause::new(ailment, None), 1));
    }

    /// Suffers from this ailment.
    pub fn has_ailment(&self, ailment: Ailment) -> bool {
        status::has(&self.ailments, ailment)
    }

    /// Frozen, Shocked, Unconscious or out of action. `CS-BASE-13`, `CS-BASE-27`.
    pub fn is_helpless(&self) -> bool {
        self.condition.is_spent() || self.ailments.iter().any(|one| one.ailment.rule().helpless)
    }

    /// Can make actions: neither helpless nor Stunned. `CS-BASE-13`, `CS-BASE-21`, `CS-BASE-27`, `CS-AIL-06`.
    pub fn can_act(&self) -> bool {
        !self.condition.is_spent()
            && status::forbidding_ailment(&self.ailments, Forbids::Everything).is_none()
    }

    /// Dodge and Parry are open to it. `CS-AIL-06`, `CS-ENRA-03`.
    pub fn can_evade(&self) -> bool {
        self.can_act() && status::forbidding_ailment(&self.ailments, Forbids::Evasion).is_none()
    }

    /// SB with what its ailments add to Unnatural Strength. `CS-ENRA-02`.
    pub fn strength_bonus(&self) -> u32 {
        self.sheet.strength_bonus() + u32::from(status::strength_bonus(&self.ailments))
    }

    /// Used Run since its own last turn began. `CS-RUN-03`, `CS-RUN-06`.
    pub fn has_run(&self) -> bool {
        self.gait != MovementMode::Steady
    }
}
