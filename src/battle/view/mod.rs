//! Read access to a battle: the view, snapshots, and requests for the rules.

pub mod attack_request;
pub mod battle_view;
pub mod safe_paths;
pub mod snapshot;
