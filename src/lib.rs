//! Breachline: tactical skirmishes on one battlefield under five tabletop rulebooks.
//!
//! Arrows between the folders point one way: `dice` and `field` use nothing, `rules` use `dice`, `content` reads files
//! into their data, `battle` owns the state of a fight, `ai` gives orders without a hand,
//! `sim` has many fights fought, everything with a window is in `desktop`.

pub mod ai;
pub mod battle;
pub mod cli;
pub mod content;
#[cfg(feature = "desktop")]
pub mod desktop;
pub mod dice;
pub mod field;
pub mod lab;
pub mod paths;
pub mod rules;
pub mod sim;

/// Rules make and drop small things by the million, for odds above all.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
