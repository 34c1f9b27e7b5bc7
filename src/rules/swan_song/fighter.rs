//! A unit as the rules see it at one moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Karma, LastStand, Sheet, Weapon};
use crate::status::{ActiveAilment, BodySide};
use crate::swan_song::checks::extended_check::ExtendedCheckProgress;
use crate::{DownState, MovementMode};

/// A pool of points that counts down and may go below 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PointPool {
    /// Points left; below 0 is overflow.
    pub now: i32,
    /// Points when whole; 0 means the unit has no such pool.
    pub max: i32,
}

impl PointPool {
    /// A whole pool.
    pub const fn full(max: i32) -> Self {
        Self { now: max, max }
    }
}

/// Health and strain of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Vitals {
    /// Shield Health, hit first.
    pub shield: PointPool,
    /// Armored Health, hit second.
    pub armored: PointPool,
    /// Flesh Health, hit last; `max` 0 for units without flesh.
    pub flesh: PointPool,
    /// Strain suffered, counts up to `strain_threshold`.
    pub strain: i32,
    /// Where strain knocks out.
    pub strain_threshold: i32,
    /// Number of Critical Injuries.
    pub injuries: u8,
    /// Its bleeding clock is stopped. `SS-DMG-25`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
    /// Whether it fights for its life.
    #[serde(default, skip_serializing_if = "is_none")]
    pub stand: LastStand,
    /// How far the cure of an injury has come. `SS-HEAL-09`.
    #[serde(default, skip_serializing_if = "ExtendedCheckProgress::is_fresh")]
    pub cure: ExtendedCheckProgress,
    /// How far the treatment of a Slow Death has come. `SS-CALL-48`.
    #[serde(default, skip_serializing_if = "ExtendedCheckProgress::is_fresh")]
    pub treated: ExtendedCheckProgress,
}

fn is_none(stand: &LastStand) -> bool {
    *stand == LastStand::None
}

/// A unit at one moment: what any rule may ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Number of the unit.
    pub id: u32,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its health.
    pub vitals: Vitals,
    /// Action points left in this pass.
    pub action_points: u8,
    /// How it moved.
    pub gait: MovementMode,
    /// Lies on the ground.
    pub prone: bool,
    /// Took Full Defense this round. `SS-DEF-05`.
    pub full_defense: bool,
    /// Defence rolls since its last action phase. `SS-DEF-28`.
    pub defences: u8,
    /// Busy in melee. `SS-DEF-39`.
    pub in_melee: bool,
    /// Out of the fight, if it is.
    pub down: Option<DownState>,
    /// What its hands hold; empty hands hold nothing.
    pub held: Vec<Arc<Weapon>>,
    /// The hand that holds each of them; nothing for what takes both or none. `SS-CALL-37`.
    pub hands: Vec<Option<BodySide>>,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub phase_delayed: bool,
    /// An extended action, a restraint or anything else that forbids interrupts. `SS-ACT-35`.
    pub may_interrupt: bool,
    /// Karma left and what it is meant for. `SS-BASE-25`.
    pub karma: Karma,
    /// Sits in a vehicle that moves. `SS-DEF-18`.
    pub in_moving_vehicle: bool,
    /// What it suffers for a while. Chapter CALL, and AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
}

impl Fighter {
    /// What its hands hold, each with its hand.
    pub fn held_by_hand(&self) -> impl Iterator<Item = (&Weapon, Option<BodySide>)> {
        let hands = self.hands.iter().copied().chain(std::iter::repeat(None));
        self.held.iter().map(Arc::as_ref).zip(hands)
    }
}
