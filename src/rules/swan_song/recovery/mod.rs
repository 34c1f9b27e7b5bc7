//! TODO rules::swan_song::recovery

pub mod healing;
pub mod treatment;
