//! TODO rules::combat_checks::options

pub mod borrowed_chapters;
pub mod switches;
pub mod values;
