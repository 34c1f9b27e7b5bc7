//! Health: damage, thresholds, falling and lasting effects.

pub mod damage;
pub mod falling;
pub mod health_state;
pub mod thresholds;
