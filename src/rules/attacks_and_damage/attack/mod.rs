//! Attacks: weapon tests and their resolution.

pub mod context;
pub mod resolution;
pub mod weapon_check;
