//! TODO rules::circumstances::turn

pub mod actions;
pub mod initiative_and_movement;
pub mod phase;
pub mod turn_budget;
