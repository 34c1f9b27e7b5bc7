//! Exact odds: branch search over all outcomes of a rule's dice.

pub mod answer_policy;
pub mod branch_search;
pub mod distribution;
pub mod enumerated;
pub mod frontier;
pub mod key_interner;
pub mod merge_sites;
pub mod roll_chain;
pub mod roll_outcomes;
pub mod symbol_odds;
pub mod symbol_outcomes;
pub mod weight;
