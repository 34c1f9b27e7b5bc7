//! Definitions of archetypes, armour, barriers and terrain, and their validation.

pub mod entry_validator;
pub mod kinds;
pub mod personality;
pub mod raw;
pub mod validate;
