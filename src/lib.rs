//! Breachline: tactical skirmishes on one battlefield under five tabletop rulebooks.
//!
//! This crate is the command line; it re-exports the other crates.

pub mod cli;

#[cfg(feature = "desktop")]
pub use desktop;
pub use {ai, battle, battle_log, content, dice, field, lab, lesson, model, rules, sim};

/// Odds allocate and free many small values.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
