//! Pointer and keyboard interaction with the board.

pub mod board_actions;
pub mod keyboard;
pub mod mouse;
pub mod picking;
