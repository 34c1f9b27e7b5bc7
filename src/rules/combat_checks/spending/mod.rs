//! TODO rules::combat_checks::spending

pub mod advantages;
pub mod option_tables;
pub mod side_effects;
pub mod threats;
