//! Dice pools and Willpower.

pub mod dice_pool;
pub mod willpower;
