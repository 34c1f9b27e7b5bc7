//! Fuzzing: random and plausible orders that look for broken invariants, replays and undo.

pub mod action_audit;
pub mod battle_options;
pub mod coverage;
pub mod fuzz_player;
pub mod fuzz_run;
pub mod order_audit;
pub mod plausible_orders;
pub mod random_orders;
