//! Wounds, fatigue, falling, suffocation and ailments.

pub mod falling;
pub mod fatigue;
pub mod health_state;
pub mod suffocation;

#[cfg(test)]
pub mod ailment_tests;
