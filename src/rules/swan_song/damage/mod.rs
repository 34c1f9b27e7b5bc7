//! Damage: health pools, armour, wounds, injuries, falls and last stands.

pub mod armour;
pub mod critical_injuries;
pub mod falling;
pub mod health;
pub mod last_stand;
pub mod wounds;
