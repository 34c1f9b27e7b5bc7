//! Components of barrier segments: kind, place, damage.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy_ecs::prelude::*;

use content::BarrierKind;
use model::ObstaclePosition;

/// Kind of a barrier segment. `SS-BARR-01`.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(BarrierState)]
pub struct Barrier {
    pub(crate) id: Arc<str>,
    pub(crate) kind: Arc<BarrierKind>,
}

impl Barrier {
    /// Id of the kind in the content.
    pub fn id(&self) -> &str {
        &self.id
    }
    /// Name, ratings, height and appearance.
    pub fn kind(&self) -> &BarrierKind {
        &self.kind
    }
}

/// Position of a barrier segment.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BarrierPlace(pub(crate) ObstaclePosition);

impl BarrierPlace {
    /// The position.
    pub fn place(&self) -> ObstaclePosition {
        self.0
    }
}

/// Current state of a barrier segment.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BarrierState {
    /// Damage taken. `SS-BARR-33`.
    pub(crate) damage: u32,
    /// Has a hole that units can walk through. `SS-BARR-34`.
    pub(crate) holed: bool,
    /// Open door or window.
    pub(crate) open: bool,
    /// Turned into the kind that it hid. `CC-ADV-09`.
    pub(crate) noticed: bool,
}

/// Writes `noticed` only where it is set, so that the hashes of older journals hold.
impl Hash for BarrierState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.damage, self.holed, self.open).hash(state);
        if self.noticed {
            self.noticed.hash(state);
        }
    }
}

impl BarrierState {
    /// Damage taken.
    pub fn damage(&self) -> u32 {
        self.damage
    }
    /// Whether it has a hole.
    pub fn holed(&self) -> bool {
        self.holed
    }
    /// Whether it is open.
    pub fn open(&self) -> bool {
        self.open
    }
}
