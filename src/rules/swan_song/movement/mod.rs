//! TODO rules::swan_song::movement

pub mod gaits;
pub mod interception;
