//! TODO desktop::board::interaction

pub mod board_actions;
pub mod keyboard;
pub mod mouse;
pub mod picking;
