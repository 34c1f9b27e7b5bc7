//! TODO rules::attacks_and_damage::turns

pub mod turn_budget;
pub mod turn_rules;
