//! Barriers: crossing and attacking them, with borrowed rules.

pub mod barrier_attack;
pub mod crossing;
