//! Spending advantages, threats, triumphs and despairs.

pub mod advantages;
pub mod effects;
pub mod offer;
pub mod option_tables;
pub mod side_effects;
pub mod threats;
