//! The input and the result of an attack on a unit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{BarrierOnLine, DownState, HitResult, TargetSight};

use super::aimed_knockback::KnockbackAim;
use super::area::BlastExposure;
use super::defence::DefenceMade;
use super::held_items::HeldItem;
use crate::aberrant::{DamageType, Fighter, HealthState, Switches, Weapon};

/// The target's last movement in this round, which decides how exposed it was; worked out by the field.
/// `AB-DODGE-06`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MovementExposure {
    /// Its sprint began in cover from the attacker.
    pub began_in_cover: bool,
    /// Its sprint ended in cover from the attacker.
    pub ended_in_cover: bool,
    /// It crawled.
    pub crawls: bool,
}

/// The position of an action among those of one phase. `AB-BASE-19`, `AB-LIMIT-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlurryPosition {
    /// Actions announced for the phase.
    pub actions: u8,
    /// Index of this action, counted from 0.
    pub nth: u8,
}

impl Default for FlurryPosition {
    fn default() -> Self {
        Self { actions: 1, nth: 0 }
    }
}

/// How an attack is made by a group. `AB-GRITTY-07`, `AB-CINE-12`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupAttack {
    /// Successes that the group has rolled for it; `None` if this attack is rolled. `AB-GRITTY-07`.
    pub rolled: Option<u32>,
    /// Cinematic extras that add their die. `AB-CINE-12`.
    pub joining: u32,
}

/// One attack on a unit, with everything that decides it except dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The defender.
    pub defender: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Aimed at a vital organ. `AB-BASE-17`.
    pub called_vital: bool,
    /// Replaces a cancelled action. `AB-CANCEL-02`.
    pub replacement: bool,
    /// Its position among the actions of the phase.
    pub flurry: FlurryPosition,
    /// How attacker and defender see each other.
    pub sight: TargetSight,
    /// How the target moved.
    pub exposure: MovementExposure,
    /// Barriers on the line of fire, from the attacker on. A hit crosses the transparent ones, or all of
    /// them if the target is wholly hidden; the armour of each counts as soak. `AB-OBJ-15`.
    pub barriers: Vec<BarrierOnLine>,
    /// The controller of a grapple crushes the unit it holds. `AB-GRAP-04`.
    pub crushing: bool,
    /// What the attack is meant to knock its target into. `AB-KNOCK-14`, `AB-KNOCK-15`.
    pub aimed_into: Option<KnockbackAim>,
    /// The held item that the attack is aimed at. `AB-OBJ-02`.
    pub held_item: Option<HeldItem>,
    /// The weapon is damaged and works worse. `AB-OBJ-10`.
    pub impaired: bool,
    /// Set if the attack covers an area with the defender in it. Chapter AREA.
    pub blast: Option<BlastExposure>,
    /// The unit that the defender holds as a human shield. Chapter SHIELD.
    pub shield: Option<Box<Fighter>>,
    /// How a group makes it.
    pub group: GroupAttack,
    /// The battle's rule options.
    pub switches: Arc<Switches>,
}

impl AttackContext {
    /// An attack without situational rules.
    pub fn plain(
        (attacker, defender): (Fighter, Fighter),
        weapon: Arc<Weapon>,
        sight: TargetSight,
        switches: Arc<Switches>,
    ) -> Self {
        Self {
            attacker,
            defender,
            weapon,
            called_vital: false,
            replacement: false,
            flurry: FlurryPosition::default(),
            sight,
            exposure: MovementExposure::default(),
            barriers: Vec::new(),
            crushing: false,
            aimed_into: None,
            held_item: None,
            impaired: false,
            blast: None,
            shield: None,
            group: GroupAttack::default(),
            switches,
        }
    }
}

/// The complete result of an attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// How the attack met the target.
    pub contact: HitResult,
    /// Net successes of the attack minus those of the defence; 1 or more is a hit. `AB-BASE-03`.
    pub margin: i32,
    /// Damage dice before soak, with success dice and without adds; 0 for a miss. `AB-BASE-04`,
    /// `AB-ARMOR-01`.
    pub raw: u32,
    /// Levels dealt, including adds and those beyond the end of the track. `AB-BASE-05`, `AB-ADDS-01`.
    pub levels: u32,
    /// Type of the levels; `None` if no damage was rolled. `AB-PING-02`.
    pub kind: Option<DamageType>,
    /// The defence and its cost; `None` if there was none. `AB-BASE-08`.
    #[serde(rename = "defended")]
    pub defence: Option<DefenceMade>,
    /// The target's state afterwards: marks, dazing, Willpower, armour.
    pub condition: HealthState,
    /// How the target was taken out of action; `None` if it was not.
    pub down: Option<DownState>,
    /// The target is knocked prone. `AB-TRACK-07`.
    pub knocked_down: bool,
    /// The attacker seized the target in a grapple. `AB-BASE-10`.
    pub seized: bool,
    /// The result for the target's human shield. `AB-SHIELD-03`, `AB-SHIELD-09`.
    pub shield: Option<Box<Self>>,
}
