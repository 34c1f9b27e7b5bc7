//! End screen: outcome, statistics, and the page after the battle.

pub mod after_battle;
mod dice_luck;
pub mod highlights;
mod page_buttons;
pub(crate) mod question;
pub(crate) mod sequel;
pub mod statistics;
mod statistics_table;
pub mod victory;
