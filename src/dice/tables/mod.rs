//! TODO dice::tables

pub mod carry_state;
pub mod partial;
pub mod played;
pub mod replayed;
pub mod scripted;
