//! TODO rules::aberrant::turn

pub mod actions;
pub mod cancelling;
pub mod initiative_and_movement;
pub mod turn_budget;
