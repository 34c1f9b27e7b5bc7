//! TODO rules::aberrant::checks

pub mod dice_pool;
pub mod willpower;
