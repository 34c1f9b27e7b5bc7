//! TODO rules::swan_song::checks

pub mod base;
pub mod extended_check;
pub mod karma;
