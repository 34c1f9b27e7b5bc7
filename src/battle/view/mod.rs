//! TODO battle::view

pub mod attack_request;
pub mod battle_view;
pub mod safe_paths;
pub mod snapshot;
pub mod terrain_query;
