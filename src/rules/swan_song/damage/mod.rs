//! TODO rules::swan_song::damage

pub mod armour;
pub mod critical_injuries;
pub mod falling;
pub mod health;
pub mod knockdown;
pub mod last_stand;
pub mod wounds;
