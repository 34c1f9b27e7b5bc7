//! Turns: the action economy and the turn budget.

pub mod action_economy;
pub mod initiative;
pub mod turn_budget;
pub mod turn_events;
