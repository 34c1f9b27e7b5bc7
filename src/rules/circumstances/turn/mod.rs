//! Turns: actions, phases, initiative, movement and turn budgets.

pub mod actions;
pub mod initiative_and_movement;
pub mod phase;
pub mod turn_budget;
