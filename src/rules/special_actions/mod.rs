//! TODO rules::special_actions

pub mod grappling;
pub mod human_shield;
pub mod vehicles;
