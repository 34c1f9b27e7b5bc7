//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::called_shot::{CalledShot, CalledShotEffect};
use crate::status::BodySide;
use crate::swan_song::defence::methods::DefenceMethod;
use crate::swan_song::{DownState, Fighter, FireMode, KarmaSpent, Switches, Vitals, Weapon};
use crate::{BarrierHarm, BarrierOnLine, HitResult, PoolShare, TargetSight};

/// One attack on a unit, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// How a firearm is fired; `None` for everything else.
    pub mode: Option<FireMode>,
    /// How they see each other.
    pub sight: TargetSight,
    /// Barriers on the way, from the attacker on. Every hit crosses the transparent ones, and all of them where the
    /// target is wholly hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// The attacker ran into reach of this target in this phase. `SS-MOVE-18`.
    pub charge: bool,
    /// It goes off in contact with what stands in its way. `SS-BARR-27`.
    pub in_contact: bool,
    /// The hand that holds it; nothing for what takes both or none. `SS-CALL-59`.
    pub hand: Option<BodySide>,
    /// What of the target it is aimed at, if it is called. `SS-CALL-15`.
    pub called: Option<CalledShot>,
    /// Dice that light and smoke take from a shot. `SS-BASE-29`.
    pub visibility_penalty: u8,
    /// Rounds the attacker fired earlier in this action phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// Its part of the pool of several attacks. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Everything that comes of one attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// How it met the target.
    pub contact: HitResult,
    /// Attacker's hits minus defender's.
    pub net_hits: i32,
    /// Damage value that reached the target, before armour and soak: what a blow's force is measured by.
    #[serde(skip)]
    pub raw: u32,
    /// Damage left after soak, before the pools' percentages. `SS-KNOCK-07`.
    pub damage: u32,
    /// The target's health afterwards.
    pub vitals: Vitals,
    /// The target is knocked down. `SS-KNOCK-01`.
    pub knocked_down: bool,
    /// What a called shot did besides. `SS-CALL-11`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<CalledShotEffect>,
    /// The target is out of the fight now, if it is.
    pub down: Option<DownState>,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The defender rolled a defence of its own. `SS-DEF-30`.
    pub defended: bool,
    /// How the defender defended itself, if it did.
    #[serde(skip)]
    pub method: Option<DefenceMethod>,
    /// Action points the defender paid to defend.
    pub defence_cost: u8,
    /// The defender took Full Defense with this attack.
    pub full_defense: bool,
    /// The attacker drops its weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
    /// Karma that it took. `SS-BASE-25`.
    #[serde(default, skip_serializing_if = "KarmaSpent::is_empty")]
    pub karma: KarmaSpent,
}

/// One attack on a barrier segment. `SS-BARR-19` to `SS-BARR-43`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierAttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// The hand that holds it; nothing for what takes both or none. `SS-CALL-59`.
    pub hand: Option<BodySide>,
    /// The segment.
    pub barrier: BarrierOnLine,
    /// Share of the segment hidden behind other barriers, in percent. `SS-DEF-02`.
    pub hidden: u8,
    /// Other barriers on the way, from the attacker on, as in `AttackContext::barriers`.
    pub barriers: Vec<BarrierOnLine>,
    /// Rounds the attacker fired earlier in this action phase.
    pub rounds_fired: u32,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Everything that comes of one attack on a barrier segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierAttackResult {
    /// It was hit at all. `SS-BARR-22`.
    pub hit: bool,
    /// Damage added to the segment.
    pub damage: u32,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The attacker drops its weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
    /// Karma that it took. `SS-BASE-25`.
    #[serde(default, skip_serializing_if = "KarmaSpent::is_empty")]
    pub karma: KarmaSpent,
}
