//! Breachline: tactical skirmishes on one battlefield under five tabletop rulebooks.
//!
//! This crate is the command line; the parts it is made of are crates of their own, and are re-exported here.

pub mod cli;

#[cfg(feature = "desktop")]
pub use desktop;
pub use {ai, battle, content, dice, field, lab, rules, sim};

/// Rules make and drop small things by the million, for odds above all.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
