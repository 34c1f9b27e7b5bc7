//! Ground: falls, hazards, smoke and fire.

pub mod falling;
pub mod ground_effect;
pub mod hazards;
pub mod scatter;
