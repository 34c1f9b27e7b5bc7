//! Armour: AP for each hit location.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::circumstances::HitLocation;

/// Worn armour. `CS-BASE-30`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Armour {
    /// Name shown to players; empty for no armour.
    pub name: String,
    /// AP of the head.
    pub head: u8,
    /// AP of the right arm.
    pub right_arm: u8,
    /// AP of the left arm.
    pub left_arm: u8,
    /// AP of the body.
    pub body: u8,
    /// AP of the right leg.
    pub right_leg: u8,
    /// AP of the left leg.
    pub left_leg: u8,
}

impl Armour {
    /// AP of a location.
    pub const fn ap_at(&self, location: HitLocation) -> u8 {
        match location {
            HitLocation::Head => self.head,
            HitLocation::RightArm => self.right_arm,
            HitLocation::LeftArm => self.left_arm,
            HitLocation::Body => self.body,
            HitLocation::RightLeg => self.right_leg,
            HitLocation::LeftLeg => self.left_leg,
        }
    }
}
