//! TODO ai::baseline

pub mod easy_player;
pub mod random_player;
