//! TODO content::definitions

pub mod kinds;
pub mod personality;
pub mod raw;
pub mod validate;
