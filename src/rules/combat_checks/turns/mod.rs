//! Turns: the action economy and the turn budget.

pub mod action_economy;
pub mod turn_budget;
pub mod turn_engine;
pub mod turn_events;
