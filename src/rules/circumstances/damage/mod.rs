//! Damage, hit locations, armour and cover.

pub mod armour;
pub mod cover;
pub mod hit_location;
pub mod resolution;
