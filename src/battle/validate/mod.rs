//! Validation of orders: what they cost, what they lead to, and why they are rejected.

pub mod after_battle;
pub mod available_actions;
pub mod deployment;
pub mod forced_action;
pub mod order_error;
pub mod order_validator;
pub mod pinned_moves;
pub mod prompt_answers;
pub mod rejection;
pub mod treatments;
pub mod validated_order;
