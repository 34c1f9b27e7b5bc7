//! TODO rules::aberrant::environment

pub mod falling;
pub mod objects;
