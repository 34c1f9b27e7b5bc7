//! Inputs and results of attacks on units.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::attacks_and_damage::{DamageTaken, Fighter, HealthState, Switches, Weapon};
use crate::{BarrierHarm, BarrierOnLine, DownState, HitResult, TargetSight};

/// Everything that determines an attack on a unit, apart from dice and player choices.
///
/// Ground, light and weather have no effect in this rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The defender.
    pub defender: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Sight between attacker and target.
    pub sight: TargetSight,
    /// Barriers in between, from the attacker on; the attack crosses the transparent ones. `SS-BARR-10`.
    pub barriers: Vec<BarrierOnLine>,
    /// The battle's switches.
    pub switches: Arc<Switches>,
}

/// Result of an attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// Hit, graze or miss; a hit without damage or effect is a graze.
    pub contact: HitResult,
    /// Attacker's hits minus defender's. `AD-RES-05`.
    pub net_hits: i32,
    /// Damage before armour and resistance. Knockback force is based on it. `AD-RES-05`.
    pub raw_damage: u32,
    /// Damage after resistance, by track, before full tracks overflow. `AD-RES-14`, `AD-KD-04`.
    pub taken: DamageTaken,
    /// The target's health state after the attack.
    pub condition: HealthState,
    /// The target falls Prone now. `AD-KD-01`, `AD-KD-08`.
    pub knocked_down: bool,
    /// Set if the target is now out of action.
    pub down: Option<DownState>,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The defender rolled a defence test. `AD-FREQ-02`.
    pub defended: bool,
    /// Extra effects that apply, in the order of the weapon. `AD-SPEC-02`.
    pub effects: Vec<String>,
    /// An extra effect makes the target drop the held item. `AD-SPEC-02`.
    pub disarmed: bool,
    /// The attacker drops the weapon. `AD-BASE-05`.
    pub weapon_dropped: bool,
}
