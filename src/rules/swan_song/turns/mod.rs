//! TODO rules::swan_song::turns

pub mod ambush;
pub mod surprise;
