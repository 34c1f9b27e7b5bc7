//! TODO rules::attacks_and_damage::options

pub mod borrowed_chapters;
pub mod setting_values;
pub mod switches;
