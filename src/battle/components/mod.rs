//! The state of a fight. Fields are written by `apply` and `setup` alone; everybody reads.

mod barrier;
mod status;
mod turn;
mod unit;

pub use barrier::{Barrier, BarrierId, BarrierPlace, BarrierState};
pub use status::{Status, StatusEffects, StatusKind};
pub use turn::{ActionPoints, Cover, Guard, Initiative, Movement, Turn};
pub use unit::{Casualty, CharacterSheet, GridPosition, Health, Identity, KarmaPoints, Side, Soak, UnitId};

pub use rules::status::Until;
