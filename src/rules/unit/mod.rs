//! TODO rules::unit

pub mod action_cost;
pub mod after_battle;
pub mod unit_display;
pub mod unit_snapshot;
