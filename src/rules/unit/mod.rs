//! Units as rules see them: snapshots, costs, display and recovery.

pub mod action_cost;
pub mod after_battle;
pub mod unit_display;
pub mod unit_snapshot;
