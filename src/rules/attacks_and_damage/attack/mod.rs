//! TODO rules::attacks_and_damage::attack

pub mod context;
pub mod resolution;
pub mod weapon_check;
