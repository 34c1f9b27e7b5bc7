//! TODO rules::attacks_and_damage::defence

pub mod frequency;
pub mod methods;
