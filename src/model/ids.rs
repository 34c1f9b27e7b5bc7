//! Ids of units, barriers and items, and sides.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stable id of a unit; saved, ordered, never reused in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::component::Component))]
#[serde(transparent)]
pub struct UnitId(pub u32);

/// Stable id of a barrier segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::component::Component))]
#[serde(transparent)]
pub struct BarrierId(pub u32);

/// Stable id of an item on the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::component::Component))]
#[serde(transparent)]
pub struct ItemId(pub u32);

/// The side a unit belongs to, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ecs", derive(bevy_ecs::component::Component))]
#[serde(transparent)]
pub struct Side(pub u8);

impl fmt::Display for UnitId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for BarrierId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What stands on the line of an attack: a segment of a barrier, or a unit that serves as one. `SS-BARR-44` to
/// `SS-BARR-47`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BarrierSource {
    /// A segment of a barrier.
    Segment(BarrierId),
    /// A unit or vehicle in between.
    Unit {
        /// Its id.
        unit: UnitId,
    },
}

impl BarrierSource {
    /// The unit; `None` for a segment.
    #[inline]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Unit { unit } => Some(unit),
            Self::Segment(_) => None,
        }
    }

    /// The segment; `None` for a unit.
    #[inline]
    pub const fn segment(self) -> Option<BarrierId> {
        match self {
            Self::Segment(barrier) => Some(barrier),
            Self::Unit { .. } => None,
        }
    }
}

impl fmt::Display for BarrierSource {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Segment(barrier) => barrier.fmt(f),
            Self::Unit { unit } => write!(f, "unit {unit}"),
        }
    }
}

impl From<BarrierId> for BarrierSource {
    #[inline]
    fn from(barrier: BarrierId) -> Self {
        Self::Segment(barrier)
    }
}
