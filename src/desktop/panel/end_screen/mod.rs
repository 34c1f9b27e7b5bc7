//! End screen: outcome, statistics, and the page after the battle.

pub mod after_battle;
mod counted_damage;
mod dice_luck;
mod end_buttons;
#[cfg(test)]
mod fixtures;
pub mod highlights;
mod outcome_sentences;
mod page_buttons;
pub(crate) mod question;
mod rematch_offers;
pub(crate) mod sequel;
pub mod statistics;
mod statistics_table;
pub mod victory;
