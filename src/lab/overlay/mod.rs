//! What can be laid over a battlefield: lines, cover, sight, blasts, flights, reach.
//!
//! Plain data in, plain data out: most of it takes a [`Snapshot`](battle::Snapshot), so that it can be worked out aside
//! while the scene goes on. Nothing here decides anything: it asks the functions that the fight itself uses.

mod blast;
mod cover;
mod knockback;
mod movement_range;
mod sight_lines;
mod sight_matrix;

pub use self::knockback::{
    Collision, KnockbackForecast, KnockbackStop, KnockbackTrajectory, forecast_blast_knockback,
    forecast_knockback,
};
pub use self::movement_range::{MovementOverlay, ReachableCell, movement_range};
pub use self::sight_lines::{CrossedBarrier, SightLine, sight_line, sight_lines};
pub use self::sight_matrix::{SightMatrix, SightPair};
pub use blast::{BlastCell, BlastOverlay, blast_overlay, blast_overlay_for};
pub use cover::{MAX_RANGE_M, update_cover};

#[cfg(test)]
mod fixtures;
