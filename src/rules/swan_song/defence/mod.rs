//! TODO rules::swan_song::defence

pub mod cover;
pub mod methods;
