//! Turns: actions, queued actions, initiative, movement and turn budgets.

pub mod actions;
pub mod cancelling;
pub mod initiative_and_movement;
pub mod turn_budget;
