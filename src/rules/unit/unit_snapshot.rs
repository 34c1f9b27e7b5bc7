//! A unit as every book sees it at one moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::special_actions::vehicles::{Passenger, VehicleInterior};
use crate::status::{ActiveAilment, BodySide};
use crate::turn_engine::{FireMode, Karma};
use crate::{DownState, GroundConditions, HealthState, MovementMode, Sheet, TurnBudget, Weapon, Weather};

/// What has become of a weapon besides its rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponMalfunction {
    /// Nothing.
    #[default]
    None,
    /// Jammed until it is cleared. `CS-JAM-01`.
    Jammed,
    /// Cleared and not reloaded. `CS-JAM-13`.
    Cleared,
    /// Out of ammunition, magazine or not. `CC-THT-10`.
    Empty,
    /// Unusable to the end of its bearer's next turn. `CC-ADV-21`.
    Disabled,
    /// Unusable for the rest of the fight. `CC-THT-12`.
    Broken,
    /// Damaged by blows. `AB-OBJ-09`, `AB-OBJ-10`.
    Worn {
        /// Levels of its structure that are left.
        left: u8,
        /// Levels that it has when it is whole.
        of: u8,
    },
}

/// A weapon in hand, or one that needs none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeldWeapon {
    /// The weapon.
    pub weapon: Weapon,
    /// Its number among everything the unit carries.
    pub slot: usize,
    /// Rounds in its magazine.
    pub loaded: u32,
    /// What has become of it.
    pub fault: WeaponMalfunction,
    /// The hand that holds it; nothing for what takes both or none. `SS-CALL-37`.
    pub hand: Option<BodySide>,
}

/// Who is on which side in the melee that a unit is in; all 0 outside of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeleeCounts {
    /// Able units on its own side, itself included. `CS-FLK-03`.
    pub friends: u32,
    /// Able units on the other sides. `CS-FLK-03`.
    pub foes: u32,
    /// Units engaged with this very one. `CS-SIM-03`.
    pub opponents: u32,
    /// Those of them that cannot act. `CS-SIM-03`.
    pub inert: u32,
}

/// A grip between two units. `CS-BASE-37`, `AB-BASE-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grip {
    /// Holds the unit of this number.
    Holding(u32),
    /// Is held by the unit of this number.
    HeldBy(u32),
}

/// A unit at one moment, in the terms that the battlefield and all books share, with the parts that are a book's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSnapshot {
    /// Number of the unit.
    pub id: u32,
    /// What players call it.
    pub name: Arc<str>,
    /// Its side.
    pub side: u8,
    /// Its values.
    pub sheet: Sheet,
    /// Its harm.
    pub condition: HealthState,
    /// What it can still pay.
    pub purse: TurnBudget,
    /// Initiative Score. `SS-INIT-01`.
    pub initiative: i32,
    /// The present round.
    pub round: u32,
    /// Its first phase of the round has begun, or was lost.
    pub acted: bool,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub late: bool,
    /// It may have another phase in this round.
    pub turn_left: bool,
    /// How it moved since its last phase began.
    pub gait: MovementMode,
    /// Half metres walked in this round.
    pub walked: u32,
    /// Run actions taken in this round.
    pub runs: u8,
    /// Lies on the ground.
    pub prone: bool,
    /// Took cover on its square. `SS-ACT-49`.
    pub in_cover: bool,
    /// Took Full Defense in this round. `SS-DEF-05`.
    pub full_defense: bool,
    /// Defence rolls since its last phase. `SS-DEF-28`.
    pub defences: u8,
    /// Busy in melee. `SS-DEF-39`, `CS-MEL-01`.
    pub in_melee: bool,
    /// The melee it is engaged in. Chapter MEL of Circumstances.
    pub melee: MeleeCounts,
    /// Held or holding.
    pub grip: Option<Grip>,
    /// Hidden from its enemies. `CS-UNA-05`.
    pub concealed: bool,
    /// The units that have surprised it. `SS-SURP-02`.
    pub surprised_by: Vec<u32>,
    /// It loses its next phase. `SS-SURP-20`.
    pub startled: bool,
    /// Stands under a roof. `CS-WEA-03`.
    pub indoors: bool,
    /// The square it stands on.
    pub ground: GroundConditions,
    /// The weather over it.
    pub weather: Weather,
    /// Out of the fight, if it is.
    pub down: Option<DownState>,
    /// Bleeds to death since this round. `SS-DMG-23`.
    pub dying_since: Option<u32>,
    /// What its hands hold, and weapons of the body.
    pub held: Vec<HeldWeapon>,
    /// Karma left and what it is meant for. `SS-BASE-25`.
    pub karma: Karma,
    /// What it suffers for a while. Chapter AIL.
    pub ailments: Vec<ActiveAilment>,
    /// The body it carries. `SS-BARR-44`.
    pub carries: Option<Box<Self>>,
    /// Who or what is between it and the attack that is made on it. `SS-BARR-44`.
    pub behind: Option<Box<Self>>,
    /// Where it sits, if it rides in a vehicle. `SS-DEF-18`.
    pub ride: Option<Passenger>,
    /// Its inside, if it is a vehicle that carries people.
    pub cabin: Option<VehicleInterior>,
    /// Whom it holds in a grapple, and on which square seen from its own: east, south. `AB-SHIELD-01`.
    pub holds: Option<(Box<Self>, (i32, i32))>,
    /// Points spent in the phase that goes on. `CS-PIN-01`.
    pub spent: u8,
    /// No concentration in this phase. `CS-PANI-02`.
    pub shaken: bool,
}

impl UnitSnapshot {
    /// A whole unit in the open that has done nothing yet.
    pub fn fresh(id: u32, name: &str, sheet: Sheet, condition: HealthState, purse: TurnBudget) -> Self {
        Self {
            id,
            name: name.into(),
            side: 0,
            sheet,
            condition,
            purse,
            initiative: 0,
            round: 1,
            acted: false,
            late: false,
            turn_left: true,
            gait: MovementMode::Steady,
            walked: 0,
            runs: 0,
            prone: false,
            in_cover: false,
            full_defense: false,
            defences: 0,
            in_melee: false,
            melee: MeleeCounts::default(),
            grip: None,
            concealed: false,
            surprised_by: Vec::new(),
            startled: false,
            indoors: false,
            ground: GroundConditions::default(),
            weather: Weather::default(),
            down: None,
            dying_since: None,
            held: Vec::new(),
            karma: Karma::default(),
            ailments: Vec::new(),
            carries: None,
            holds: None,
            behind: None,
            ride: None,
            cabin: None,
            spent: 0,
            shaken: false,
        }
    }

    /// What it holds under a number of its arsenal.
    pub fn held_weapon(&self, slot: usize) -> Option<&HeldWeapon> {
        self.held.iter().find(|held| held.slot == slot)
    }
}

/// What the battlefield has to know of a weapon, whatever the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeaponTraits<'a> {
    /// "assault rifle".
    pub name: &'a str,
    /// How it reaches its target.
    pub reach: WeaponReach,
    /// Hands it takes; 0 for a part of the body.
    pub hands: u8,
    /// Rounds of a full magazine; 0 for what needs none.
    pub magazine: u32,
    /// How it can be fired; empty where there is no choice.
    pub modes: &'a [FireMode],
    /// It strikes an area, or its book has to know who stands around.
    pub wants_company: bool,
    /// It can be aimed at a square where nobody stands. `CS-BASE-35`.
    pub aims_at_squares: bool,
}

/// How a weapon reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeaponReach {
    /// So many squares beyond the neighbouring one.
    Melee {
        /// Squares; 0 strikes neighbours.
        beyond: u32,
    },
    /// So far, in metres.
    Ranged {
        /// Metres.
        metres: u32,
    },
}

impl WeaponTraits<'_> {
    /// Strikes what is beside its bearer, more or less.
    pub const fn is_melee(&self) -> bool {
        matches!(self.reach, WeaponReach::Melee { .. })
    }
}
