//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Down, Fighter, FireMode, Switches, Vitals, Weapon};

/// How the attacker and the target see each other. Everything here is worked out by the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sight {
    /// Square of the straight distance between the squares' centres, in square metres.
    pub distance_squared: u32,
    /// Rings of squares between them: 1 is a neighbour. `SS-BASE-16`.
    pub rings: u32,
    /// Share of the target's body hidden from the attacker, in percent, 0 to 100. `SS-COVER-07`.
    pub hidden: u8,
    /// The target took cover (`SS-ACT-49`) behind what hides it.
    pub took_cover: bool,
    /// The obstacle lies between two neighbouring squares: good cover counts in melee. `SS-DEF-42`.
    pub across_obstacle: bool,
    /// The target knows of the attack, unless it is wholly hidden. `SS-DEF-21` to `SS-DEF-23`.
    pub aware: bool,
}

/// One barrier on the line of an attack, in the state it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BarrierOnLine {
    /// Number of the barrier segment.
    pub id: u32,
    /// "brick wall".
    pub name: String,
    /// Structure rating. `SS-BARR-01`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
    /// Thickness in centimetres. `SS-BARR-03`.
    pub thickness_cm: u32,
    /// Damage the segment has already. `SS-BARR-33`.
    pub damage: u32,
    /// Can be seen through. `SS-BARR-08`.
    pub transparent: bool,
}

/// One attack on a unit, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackScene {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// How a firearm is fired; `None` for everything else.
    pub mode: Option<FireMode>,
    /// How they see each other.
    pub sight: Sight,
    /// Barriers on the way, from the attacker on. Every hit crosses the transparent ones, and all of them where the
    /// target is wholly hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// The attacker ran into reach of this target in this phase. `SS-MOVE-18`.
    pub charge: bool,
    /// Rounds the attacker fired earlier in this action phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// How an attack met its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// Missed.
    Miss,
    /// Stopped by a barrier; nothing touched the target. `SS-COVER-06`.
    Blocked,
    /// Touched without harm. `SS-ATK-28`, `SS-ATK-29`.
    Graze,
    /// Hit.
    Hit,
}

/// What a barrier segment suffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierHarm {
    /// Number of the segment.
    pub id: u32,
    /// Damage added to it.
    pub damage: u32,
}

/// Everything that comes of one attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// How it met the target.
    pub contact: Contact,
    /// Attacker's hits minus defender's.
    pub net_hits: i32,
    /// Damage left after soak, before the pools' percentages. `SS-KNOCK-07`.
    pub damage: u32,
    /// The target's health afterwards.
    pub vitals: Vitals,
    /// The target is knocked down. `SS-KNOCK-01`.
    pub knocked_down: bool,
    /// The target is out of the fight now, if it is.
    pub down: Option<Down>,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The defender rolled a defence of its own. `SS-DEF-30`.
    pub defended: bool,
    /// Action points the defender paid to defend.
    pub defence_cost: u8,
    /// The defender took Full Defense with this attack.
    pub full_defense: bool,
    /// The attacker drops its weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
}

/// One attack on a barrier segment. `SS-BARR-19` to `SS-BARR-43`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierScene {
    /// Who attacks.
    pub attacker: Fighter,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// The segment.
    pub barrier: BarrierOnLine,
    /// Share of the segment hidden behind other barriers, in percent. `SS-DEF-02`.
    pub hidden: u8,
    /// Other barriers on the way, from the attacker on, as in `AttackScene::barriers`.
    pub barriers: Vec<BarrierOnLine>,
    /// Rounds the attacker fired earlier in this action phase.
    pub rounds_fired: u32,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// Everything that comes of one attack on a barrier segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierResult {
    /// It was hit at all. `SS-BARR-22`.
    pub hit: bool,
    /// Damage added to the segment.
    pub damage: u32,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
    /// The attacker drops its weapon. `SS-BASE-12`.
    pub weapon_dropped: bool,
}
