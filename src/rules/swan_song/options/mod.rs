//! TODO rules::swan_song::options

pub mod borrowed_chapters;
pub mod setting_values;
pub mod switches;
