//! Lookahead of the master player: candidate orders are played out with the engine, and the positions that they lead to
//! are valued by the chance to win.
//!
//! ```text
//! plans of the brutal player -> candidates -> samples (dice, unseen enemies) -> playouts -> win chances -> the best
//! ```
//!
//! The work is bounded by the number of playouts and of their orders, never by time, so that a decision depends on the
//! position, the player and its seed alone.

mod candidates;
mod hidden_units;
mod playout_policy;
mod search;
mod simulation;

pub(crate) use candidates::MAX_PLANS;
pub(crate) use search::look_ahead;
