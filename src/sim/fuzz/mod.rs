//! TODO sim::fuzz

pub mod battle_options;
pub mod coverage;
pub mod fuzz_player;
pub mod fuzz_run;
pub mod plausible_orders;
pub mod random_orders;
