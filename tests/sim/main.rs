//! The simulator: what is counted in a fight, and series that are the same however they are fought.

#[path = "../common/mod.rs"]
mod common;

mod behaviour;
mod series;
mod tally;
