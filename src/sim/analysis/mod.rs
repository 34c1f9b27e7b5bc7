//! Analysis of results: statistics, tallies, summaries, comparisons and ratings.

pub mod behaviour;
pub mod observer;
pub mod paired_comparison;
pub mod rating;
pub mod stats;
pub mod summary;
pub mod tally;
pub mod win_chance_fit;
