//! Falling and objects.

pub mod falling;
pub mod knockback;
pub mod objects;
