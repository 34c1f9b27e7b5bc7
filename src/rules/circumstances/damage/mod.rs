//! TODO rules::circumstances::damage

pub mod armour;
pub mod cover;
pub mod hit_location;
pub mod resolution;
