//! End screen: outcome, statistics, and the page after the battle.

pub mod after_battle;
pub mod highlights;
pub mod statistics;
pub mod victory;
