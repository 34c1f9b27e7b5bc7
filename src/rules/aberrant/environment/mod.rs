//! Falls, knockback, buildings and objects.

pub mod buildings;
pub mod falling;
pub mod knockback;
pub mod objects;
