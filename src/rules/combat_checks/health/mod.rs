//! Health: damage, thresholds and lasting effects.

pub mod damage;
pub mod health_state;
pub mod lasting_effects;
pub mod thresholds;
