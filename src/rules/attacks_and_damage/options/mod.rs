//! Options: rule switches, their values, and borrowed chapters.

pub mod borrowed_chapters;
pub mod setting_values;
pub mod switches;
