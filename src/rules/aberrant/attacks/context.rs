//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{BarrierOnLine, DownState, HitResult, TargetSight};

use super::aimed_knockback::KnockbackAim;
use super::area::BlastExposure;
use super::defence::DefenceMade;
use super::held_items::HeldItem;
use crate::aberrant::{DamageType, Fighter, HealthState, Switches, Weapon};

/// How the target moved last in this round, as its exposure goes: worked out by the field. `AB-DODGE-06`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MovementExposure {
    /// Its sprint began in cover from the attacker.
    pub began_in_cover: bool,
    /// Its sprint ended in cover from the attacker.
    pub ended_in_cover: bool,
    /// It crawls.
    pub crawls: bool,
}

/// The place of an action among those of one phase. `AB-BASE-19`, `AB-LIMIT-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlurryPosition {
    /// Actions announced for the phase.
    pub actions: u8,
    /// Which of them this is, counted from 0.
    pub nth: u8,
}

impl Default for FlurryPosition {
    fn default() -> Self {
        Self { actions: 1, nth: 0 }
    }
}

/// One attack on a unit, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// Aimed at a vital organ. `AB-BASE-17`.
    pub called_vital: bool,
    /// Takes the place of a cancelled action. `AB-CANCEL-02`.
    pub replacement: bool,
    /// Its place in a flurry.
    pub flurry: FlurryPosition,
    /// How they see each other.
    pub sight: TargetSight,
    /// How the target moved.
    pub exposure: MovementExposure,
    /// Barriers on the way, from the attacker on. A hit crosses the transparent ones, and all of them where the target
    /// is wholly hidden; the armour of each is soak. `AB-OBJ-15`.
    pub barriers: Vec<BarrierOnLine>,
    /// The controller of a grapple harms whom it holds. `AB-GRAP-04`.
    pub crushing: bool,
    /// The blow is to send its victim into something. `AB-KNOCK-14`, `AB-KNOCK-15`.
    pub aimed_into: Option<KnockbackAim>,
    /// It is aimed at what the defender holds. `AB-OBJ-02`.
    pub held_item: Option<HeldItem>,
    /// What it is made with is damaged and works worse. `AB-OBJ-10`.
    pub impaired: bool,
    /// The attack covers an area with the defender in it. Chapter AREA.
    pub blast: Option<BlastExposure>,
    /// Whom the defender holds between itself and the attacker. Chapter SHIELD.
    pub shield: Option<Box<Fighter>>,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Everything that comes of one attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// How it met the target.
    pub contact: HitResult,
    /// Net successes of the attack less those of the defence; a hit from 1 on. `AB-BASE-03`.
    pub margin: i32,
    /// Damage dice before soak, with success dice and without adds; 0 for a miss. `AB-BASE-04`, `AB-ARMOR-01`.
    pub raw: u32,
    /// Levels dealt, adds included, whether they found room or not. `AB-BASE-05`, `AB-ADDS-01`.
    pub levels: u32,
    /// What they are marked as; `None` where nothing was rolled. `AB-PING-02`.
    pub kind: Option<DamageType>,
    /// How the target defended itself, and at what price. `AB-BASE-08`.
    pub defended: Option<DefenceMade>,
    /// The target's condition afterwards: marks, dazing, Willpower, armour.
    pub condition: HealthState,
    /// The target is out of the fight now, if it is.
    pub down: Option<DownState>,
    /// The target falls to the ground. `AB-TRACK-07`.
    pub knocked_down: bool,
    /// The attacker holds the target, and both are held. `AB-BASE-10`.
    pub seized: bool,
    /// What it did to the person that the target holds as a shield. `AB-SHIELD-03`, `AB-SHIELD-09`.
    pub shield: Option<Box<Self>>,
}
