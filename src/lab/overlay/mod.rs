//! What can be laid over a battlefield: lines, cover, sight, blasts, flights, reach.
//!
//! Plain data in, plain data out: most of it takes a [`Snapshot`](battle::Snapshot), so that it can be worked out aside
//! while the scene goes on. Nothing here decides anything: it asks the functions that the fight itself uses.

mod blast;
mod cover;
mod knock;
mod lines;
mod reach;
mod sights;

pub use blast::{Blast, Burnt, blast, blast_among};
pub use cover::{FURTHEST_M, cover};
pub use knock::{Collision, Flight, Halt, KnockField, knockback, knockback_at};
pub use lines::{Crossed, Line, line, lines};
pub use reach::{Move, Moves, moves};
pub use sights::{Pair, Sights};

#[cfg(test)]
mod fixtures;
