//! The simulator: the tally of a fight, and series that give the same results in any order and number of threads.

#[path = "../common/mod.rs"]
mod common;

mod behaviour;
mod series;
mod tally;
