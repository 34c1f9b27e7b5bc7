//! Checks: pools, range, defence, environment, barriers and attacks.

pub mod attack;
pub mod attack_context;
pub mod attack_progress;
pub mod barriers;
pub mod check;
pub mod defence;
pub mod environment;
pub mod likely_attack;
pub mod odds_calculator;
pub mod pool;
pub mod range;
