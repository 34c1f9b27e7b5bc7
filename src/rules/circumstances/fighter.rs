//! A unit as the rules see it at one moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Condition, Gait, Locations, Sheet, Weapon};

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
        }
    }

    /// Used Run since its own last turn began. `CS-RUN-03`, `CS-RUN-06`.
    pub fn ran(&self) -> bool {
        self.gait != Gait::Steady
    }
}
