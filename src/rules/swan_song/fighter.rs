//! `Fighter`: the state of a unit in the terms of Swan Song, as its rules take it, and `Vitals`, its pools of health
//! and Strain.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Karma, LastStand, Sheet, Weapon};
use crate::status::{ActiveAilment, BodySide};
use crate::swan_song::checks::extended_check::ExtendedCheckProgress;
use crate::{DownState, MovementMode};
use model::UnitId;

/// A pool of points that counts down and can go below 0.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
pub struct PointPool {
    /// Points left; below 0 is overflow.
    pub now: i32,
    /// Points when full; 0 if the unit has no such pool.
    pub max: i32,
}

impl PointPool {
    /// Returns a full pool.
    pub const fn full(max: i32) -> Self {
        Self { now: max, max }
    }
}

/// Health and strain of a unit.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
pub struct Vitals {
    /// Shield Health, hit first.
    pub shield: PointPool,
    /// Armored Health, hit second.
    pub armored: PointPool,
    /// Flesh Health, hit last; `max` 0 for units without flesh.
    pub flesh: PointPool,
    /// Strain taken, counts up to `strain_threshold`.
    pub strain: i32,
    /// Strain at which the unit falls unconscious.
    pub strain_threshold: i32,
    /// Number of Critical Injuries.
    pub injuries: u8,
    /// Stabilised: no longer bleeding. `SS-DMG-25`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stable: bool,
    /// State of its last stand.
    #[serde(default, skip_serializing_if = "is_none")]
    pub stand: LastStand,
    /// Progress of an injury's cure. `SS-HEAL-09`.
    #[serde(default, skip_serializing_if = "ExtendedCheckProgress::is_fresh")]
    pub cure: ExtendedCheckProgress,
    /// Progress of a Slow Death's treatment. `SS-CALL-48`.
    #[serde(default, skip_serializing_if = "ExtendedCheckProgress::is_fresh")]
    pub treated: ExtendedCheckProgress,
}

fn is_none(stand: &LastStand) -> bool {
    *stand == LastStand::None
}

/// A unit at one moment: everything the rules read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The unit's id.
    pub id: UnitId,
    /// Its sheet.
    pub sheet: Arc<Sheet>,
    /// Its health.
    pub vitals: Vitals,
    /// Action points left in this pass.
    pub action_points: u8,
    /// How it moved this round.
    pub gait: MovementMode,
    /// Lies on the ground.
    pub prone: bool,
    /// Took Full Defense this round. `SS-DEF-05`.
    pub full_defense: bool,
    /// Defence rolls since its last action phase. `SS-DEF-28`.
    pub defences: u8,
    /// Busy in melee. `SS-DEF-39`.
    pub in_melee: bool,
    /// Set if the unit is out of action.
    pub down: Option<DownState>,
    /// Weapons in its hands.
    pub held: Vec<Arc<Weapon>>,
    /// The hand that holds each of them; `None` if it takes both hands or none. `SS-CALL-37`.
    pub hands: Vec<Option<BodySide>>,
    /// Acts in a delayed phase. `SS-DELAY-09`.
    pub phase_delayed: bool,
    /// False during an extended action, a restraint or anything else that forbids interrupts. `SS-ACT-35`.
    pub may_interrupt: bool,
    /// Karma left and the plan for it. `SS-BASE-25`.
    pub karma: Karma,
    /// Sits in a moving vehicle. `SS-DEF-18`.
    pub in_moving_vehicle: bool,
    /// Active ailments. Chapter CALL, and AIL of Circumstances.
    pub ailments: Vec<ActiveAilment>,
}

impl Fighter {
    /// Weapons in its hands, each with its hand.
    pub fn held_by_hand(&self) -> impl Iterator<Item = (&Weapon, Option<BodySide>)> {
        let hands = self.hands.iter().copied().chain(std::iter::repeat(None));
        self.held.iter().map(Arc::as_ref).zip(hands)
    }
}
