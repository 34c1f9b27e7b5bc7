//! The values that every crate names: ids of units, barriers and items, sides, squares of the map and targets.
//!
//! ```rust
//! use model::{BarrierId, BarrierSource, Cell, UnitId};
//!
//! assert_eq!(Cell::new(1, 1).chebyshev_distance(Cell::new(4, 2)), 3);
//! assert_eq!(BarrierSource::Unit { unit: UnitId(2) }.unit(), Some(UnitId(2)));
//! assert_eq!(BarrierSource::from(BarrierId(7)).unit(), None);
//! ```

mod cell;
mod distance;
mod ids;
mod target;

pub use cell::{Cell, CellSide, Direction, Edge, ObstaclePosition, compass_name};
pub use distance::Distance;
pub use ids::{BarrierId, BarrierSource, ItemId, Side, UnitId};
pub use target::Target;
