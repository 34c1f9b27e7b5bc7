//! Implementations of `Table`: seeded, scripted, replayed, and wrappers around another table.

pub mod carry_state;
pub mod partial;
pub mod played;
pub mod replayed;
pub mod scripted;
