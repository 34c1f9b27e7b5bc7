//! Attacks: pools, accuracy, called shots, multiple attacks and their resolution.

pub mod accuracy;
pub mod called_shot;
pub mod context;
pub mod multiple_attacks;
pub mod pool;
pub mod resolution;
