//! Inputs and results of attacks on units and barriers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::called_shot::{CalledShot, CalledShotEffect};
use crate::status::BodySide;
use crate::swan_song::defence::methods::DefenceMethod;
use crate::swan_song::{DownState, Fighter, FireMode, KarmaSpent, Switches, Vitals, Weapon};
use crate::{BarrierHarm, BarrierOnLine, HitResult, PoolShare, TargetSight};

/// Everything that determines an attack on a unit, apart from dice and player choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The defender.
    pub defender: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Fire mode of a firearm; `None` for other weapons.
    pub mode: Option<FireMode>,
    /// Sight between attacker and target.
    pub sight: TargetSight,
    /// Barriers between the two, from the attacker on. Every hit crosses the transparent ones, and all of them if the
    /// target is completely hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// The attacker ran into reach of this target in this phase. `SS-MOVE-18`.
    pub charge: bool,
    /// It detonates in contact with the obstacle in front of it. `SS-BARR-27`.
    pub in_contact: bool,
    /// The hand that holds the weapon; `None` if it takes both hands or none. `SS-CALL-59`.
    pub hand: Option<BodySide>,
    /// The called shot, if any. `SS-CALL-15`.
    pub called_shot: Option<CalledShot>,
    /// Dice lost to poor light and smoke. `SS-BASE-29`.
    pub visibility_penalty: u8,
    /// Rounds the attacker fired earlier in this action phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// Its share of the pool in a multiple attack. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// The battle's switches.
    pub switches: Arc<Switches>,
}

/// Result of an attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// Hit, graze or miss.
    pub contact: HitResult,
    /// Attacker's hits minus defender's.
    pub net_hits: i32,
    /// Damage value that reached the target, before armour and soak. Knockback force is based on it.
    #[serde(skip)]
    pub raw: u32,
    /// Damage after soak, before the pools' percentages. `SS-KNOCK-07`.
    pub damage: u32,
    /// The target's health after the attack.
    pub vitals: Vitals,
    /// The target is knocked down. `SS-KNOCK-01`.
    pub knocked_down: bool,
    /// Further effects of a called shot. `SS-CALL-11`.
    #[serde(rename = "called", default, skip_serializing_if = "Vec::is_empty")]
    pub called_shot_effects: Vec<CalledShotEffect>,
    /// Set if the target is now out of action.
    pub down: Option<DownState>,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The defender rolled an active defence. `SS-DEF-30`.
    pub defended: bool,
    /// The defence method used; `None` without one.
    #[serde(skip)]
    pub method: Option<DefenceMethod>,
    /// Action points the defender paid to defend.
    pub defence_cost: u8,
    /// The defender took Full Defense with this attack.
    pub full_defense: bool,
    /// The attacker drops the weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
    /// Karma spent. `SS-BASE-25`.
    #[serde(default, skip_serializing_if = "KarmaSpent::is_empty")]
    pub karma: KarmaSpent,
}

/// One attack on a barrier segment. `SS-BARR-19` to `SS-BARR-43`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierAttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Fire mode of a firearm.
    pub mode: Option<FireMode>,
    /// The hand that holds the weapon; `None` if it takes both hands or none. `SS-CALL-59`.
    pub hand: Option<BodySide>,
    /// The target segment.
    pub barrier: BarrierOnLine,
    /// Share of the segment hidden behind other barriers, in percent. `SS-DEF-02`.
    pub hidden: u8,
    /// Other barriers in between, from the attacker on, as in `AttackContext::barriers`.
    pub barriers: Vec<BarrierOnLine>,
    /// Rounds the attacker fired earlier in this action phase.
    pub rounds_fired: u32,
    /// The battle's switches.
    pub switches: Arc<Switches>,
}

/// Result of an attack on a barrier segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierAttackResult {
    /// The segment was hit. `SS-BARR-22`.
    pub hit: bool,
    /// Damage added to the segment.
    pub damage: u32,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The attacker drops the weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
    /// Karma spent. `SS-BASE-25`.
    #[serde(default, skip_serializing_if = "KarmaSpent::is_empty")]
    pub karma: KarmaSpent,
}
