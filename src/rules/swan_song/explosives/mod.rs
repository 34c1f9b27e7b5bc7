//! TODO rules::swan_song::explosives

pub mod area_attack;
