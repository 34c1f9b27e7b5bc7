//! TODO rules::combat_checks::turns

pub mod action_economy;
pub mod turn_budget;
pub mod turn_engine;
pub mod turn_events;
