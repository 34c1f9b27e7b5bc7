//! Barriers: crossing and attacking them, with rules borrowed from Swan Song.

pub mod barrier_attack;
pub mod crossing;
