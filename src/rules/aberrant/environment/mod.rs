//! Falling and objects.

pub mod falling;
pub mod objects;
