//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::attacks_and_damage::{DamageTaken, Fighter, HealthState, Switches, Weapon};
use crate::{BarrierHarm, BarrierOnLine, DownState, HitResult, TargetSight};

/// One attack on a unit, complete: nothing else decides it but dice and players.
///
/// Ground, light and weather mean nothing to this book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// How they see each other.
    pub sight: TargetSight,
    /// Barriers on the way, from the attacker on; the attack goes through the transparent ones. `SS-BARR-10`.
    pub barriers: Vec<BarrierOnLine>,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Everything that comes of one attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// How it met the target: a hit without damage or effect is a graze.
    pub contact: HitResult,
    /// Attacker's hits minus defender's. `AD-RES-05`.
    pub net_hits: i32,
    /// Damage before armour and resistance: what a blow's force is measured by. `AD-RES-05`.
    pub raw_damage: u32,
    /// Damage that got through, by track, before full tracks overflow. `AD-RES-14`, `AD-KD-04`.
    pub taken: DamageTaken,
    /// The target's condition afterwards.
    pub condition: HealthState,
    /// The target falls Prone now. `AD-KD-01`, `AD-KD-08`.
    pub knocked_down: bool,
    /// The target is out of the fight now, if it is.
    pub down: Option<DownState>,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The defender rolled a defence test. `AD-FREQ-02`.
    pub defended: bool,
    /// Extra effects that took hold, in the order of the weapon. `AD-SPEC-02`.
    pub effects: Vec<String>,
    /// One of them makes the target drop what it holds. `AD-SPEC-02`.
    pub disarmed: bool,
    /// The attacker drops its weapon. `AD-BASE-05`.
    pub weapon_dropped: bool,
}
