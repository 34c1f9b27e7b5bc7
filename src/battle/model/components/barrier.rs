//! Segments of barriers.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use content::BarrierKind;
use field::ObstaclePosition;

/// Stable number of a barrier segment.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[require(BarrierState)]
pub struct BarrierId(pub u32);

/// What a barrier segment is made of. `SS-BARR-01`.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    pub(crate) id: Arc<str>,
    pub(crate) kind: Arc<BarrierKind>,
}

impl Barrier {
    /// Id of its kind in the content.
    pub fn id(&self) -> &str {
        &self.id
    }
    /// Its kind: name, ratings, height, how it is drawn.
    pub fn kind(&self) -> &BarrierKind {
        &self.kind
    }
}

/// Where a barrier segment stands.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarrierPlace(pub(crate) ObstaclePosition);

impl BarrierPlace {
    /// Where it stands.
    pub fn place(&self) -> ObstaclePosition {
        self.0
    }
}

/// What has become of a barrier segment.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BarrierState {
    /// Damage so far. `SS-BARR-33`.
    pub(crate) damage: u32,
    /// Has a hole to walk through. `SS-BARR-34`.
    pub(crate) holed: bool,
    /// A door that stands open.
    pub(crate) open: bool,
}

impl BarrierState {
    /// Damage so far.
    pub fn damage(&self) -> u32 {
        self.damage
    }
    /// Has a hole.
    pub fn holed(&self) -> bool {
        self.holed
    }
    /// Stands open.
    pub fn open(&self) -> bool {
        self.open
    }
}
