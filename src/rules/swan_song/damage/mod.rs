//! Damage: health pools, armour, wounds, injuries, knockdown, falls and last stands.

pub mod armour;
pub mod critical_injuries;
pub mod falling;
pub mod health;
pub mod knockdown;
pub mod last_stand;
pub mod wounds;
