//! What an attack is aimed at: a unit, a barrier or a square.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BarrierId, Cell, UnitId};

/// Target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A barrier segment. `SS-BARR-19`.
    Barrier(BarrierId),
    /// A cell, for area attacks. `CS-BASE-35`.
    Square(Cell),
}

impl From<UnitId> for Target {
    fn from(id: UnitId) -> Self {
        Self::Unit(id)
    }
}

impl From<BarrierId> for Target {
    fn from(id: BarrierId) -> Self {
        Self::Barrier(id)
    }
}

impl From<Cell> for Target {
    fn from(cell: Cell) -> Self {
        Self::Square(cell)
    }
}
