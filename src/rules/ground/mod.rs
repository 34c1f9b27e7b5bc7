//! TODO rules::ground

pub mod falling;
pub mod ground_effect;
pub mod hazards;
