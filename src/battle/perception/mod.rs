//! Perception: sight, detection, fog of war and what each side may see of the history.

pub mod comms;
pub mod detection;
pub mod side_history;
pub mod sight;
pub mod unit_sight;
