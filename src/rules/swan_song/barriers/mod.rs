//! TODO rules::swan_song::barriers

pub mod barrier;
pub mod barrier_attack;
pub mod body_shield;
