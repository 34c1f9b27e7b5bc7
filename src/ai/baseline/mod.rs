//! Baseline players: random and easy.

pub mod easy_player;
pub mod random_player;
