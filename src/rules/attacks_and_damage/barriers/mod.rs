//! TODO rules::attacks_and_damage::barriers

pub mod barrier_attack;
pub mod crossing;
