//! TODO battle::engine

pub mod apply;
pub mod cached_access;
pub mod event_replay;
pub mod invariants;
pub mod journal;
pub mod resolution_loop;
pub mod scene_setup;
pub mod setup;
pub mod state_hash;
pub mod submit;
