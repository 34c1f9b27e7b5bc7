//! Lessons while they are played: the hint that is shown, and simple opponents.
//!
//! A hint follows from the history of the battle and from the hints that the player has continued past. Nothing of it is
//! part of the battle: journals and hashes are those of the same orders without hints.

mod hint_progress;
mod training_opponent;

pub use hint_progress::{current_hint, hint_cells};
pub use training_opponent::{TrainingOpponent, training_order};
