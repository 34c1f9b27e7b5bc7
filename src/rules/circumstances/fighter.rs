//! A unit as the rules see it at one moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Condition, Gait, Locations, Sheet, Weapon};
use crate::status::{self, Ailment, Bar, Cause, Suffered};

/// Able members of the melee that a unit is in. `CS-FLK-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Company {
    /// On the unit's own side, with it; at least 1 in a melee.
    pub friends: u32,
    /// On the other side; at least 1 in a melee.
    pub foes: u32,
}

/// A grip that ties two units to their squares. `CS-BASE-37`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
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
    pub condition: Condition,
    /// Its Reaction is not used up. `CS-BASE-18`.
    pub reaction: bool,
    /// How it moved; anything but steady is the Run of this book. `CS-RUN-03`.
    pub gait: Gait,
    /// Lies on the ground.
    pub prone: bool,
    /// Engaged in melee with somebody. Chapter MEL.
    pub in_melee: bool,
    /// Who stands with and against it there. Chapter FLK.
    pub company: Company,
    /// Held or holding. `CS-BASE-37`.
    pub hold: Option<Hold>,
    /// Locations it keeps behind cover. `CS-COV-01`, `CS-COV-03`.
    pub shielded: Locations,
    /// Hidden from its enemies. `CS-UNA-05`.
    pub concealed: bool,
    /// Stands under a roof: no weather reaches it. `CS-WEA-03`.
    pub indoors: bool,
    /// What its hands hold; empty hands hold nothing.
    pub held: Vec<Arc<Weapon>>,
    /// What it suffers for a while. Chapter AIL.
    pub ailments: Vec<Suffered>,
    /// It acts in a phase that was put off. `SS-DELAY-09`.
    pub late: bool,
    /// Curses that may still strike in this round. `CS-CURS-01`.
    pub curse: Option<Curse>,
    /// May not dodge: it is Brainwashed, and its controller's side attacks. `CS-BRWA-07`.
    pub no_dodge: bool,
}

/// Who decides whether a curse strikes. `CS-CURS-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Curse {
    /// Nobody: the first passed attack or evasion is rolled again.
    Auto,
    /// The player of the unit that laid it.
    Asks(u32),
}

impl Fighter {
    /// A whole unit that has done nothing yet and stands alone in the open.
    pub fn fresh(id: u32, sheet: Arc<Sheet>) -> Self {
        Self {
            id,
            condition: Condition::fresh(&sheet),
            sheet,
            reaction: true,
            gait: Gait::Steady,
            prone: false,
            in_melee: false,
            company: Company::default(),
            hold: None,
            shielded: Locations::NONE,
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
    pub fn suffer(&mut self, ailment: Ailment) {
        self.ailments.push(status::inflict(&self.ailments, Cause::of(ailment, None), 1));
    }

    /// Suffers from this ailment.
    pub fn has(&self, ailment: Ailment) -> bool {
        status::has(&self.ailments, ailment)
    }

    /// Frozen, Shocked, Unconscious or out of action. `CS-BASE-13`, `CS-BASE-27`.
    pub fn is_helpless(&self) -> bool {
        self.condition.is_spent() || self.ailments.iter().any(|one| one.ailment.rule().helpless)
    }

    /// Can make actions: neither helpless nor Stunned. `CS-BASE-13`, `CS-BASE-21`, `CS-BASE-27`, `CS-AIL-06`.
    pub fn can_act(&self) -> bool {
        !self.condition.is_spent() && status::barred(&self.ailments, Bar::Everything).is_none()
    }

    /// Dodge and Parry are open to it. `CS-AIL-06`, `CS-ENRA-03`.
    pub fn can_evade(&self) -> bool {
        self.can_act() && status::barred(&self.ailments, Bar::Evasion).is_none()
    }

    /// SB with what its ailments add to Unnatural Strength. `CS-ENRA-02`.
    pub fn strength_bonus(&self) -> u32 {
        self.sheet.strength_bonus() + u32::from(status::strength(&self.ailments))
    }

    /// Used Run since its own last turn began. `CS-RUN-03`, `CS-RUN-06`.
    pub fn ran(&self) -> bool {
        self.gait != Gait::Steady
    }
}
