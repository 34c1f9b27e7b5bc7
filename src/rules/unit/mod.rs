//! Units as rules see them: snapshots, items, costs, display and recovery.

pub mod action_cost;
pub mod after_battle;
pub mod carried_item;
pub mod deadly_harm;
pub mod held_weapon;
pub mod named_injury;
pub mod revival;
pub mod role;
pub mod turn_allowance;
pub mod unit_display;
pub mod unit_snapshot;
