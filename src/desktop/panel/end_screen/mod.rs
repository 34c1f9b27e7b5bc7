//! End screen: outcome, statistics, and the page after the battle.

pub mod after_battle;
mod dice_luck;
pub mod highlights;
pub(crate) mod question;
pub(crate) mod sequel;
pub mod statistics;
pub mod victory;
