//! Overlays of a battlefield: lines, cover, sight, blasts, knockback, movement range, reach of units.
//!
//! Plain data in, plain data out: most functions take a [`BattleSnapshot`](battle::BattleSnapshot), so that they can run in the
//! background. They call the functions that a battle itself uses.

mod blast;
mod cover;
mod knockback;
mod movement_range;
mod sight_lines;
mod sight_matrix;
mod unit_reach;

pub use self::knockback::{
    Collision, KnockbackForecast, KnockbackStop, KnockbackTrajectory, forecast_knockback,
};
pub use self::movement_range::{MovementOverlay, ReachableCell, movement_range};
pub use self::sight_lines::{CrossedBarrier, SightLine, sight_line, sight_lines};
pub use self::sight_matrix::{SightMatrix, SightPair};
pub use self::unit_reach::UnitReach;
pub use blast::{BlastCell, BlastOverlay, blast_overlay, blast_overlay_for};
pub use cover::{MAX_RANGE_M, update_cover};

#[cfg(test)]
mod fixtures;
