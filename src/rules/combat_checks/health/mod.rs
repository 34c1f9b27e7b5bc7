//! TODO rules::combat_checks::health

pub mod damage;
pub mod falling;
pub mod health_state;
pub mod thresholds;
