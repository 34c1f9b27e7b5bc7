//! TODO rules::combat_checks::critical_injuries

pub mod after_battle;
pub mod chart;
pub mod healing;
pub mod infliction;
pub mod injury;
