//! Turns: budgets, initiative and movement.

pub mod turn_budget;
pub mod turn_rules;
