//! Attacks: target numbers, resolution, evasion, grapples, jams, scatter and blasts.

pub mod blast;
pub mod context;
pub mod evasion;
pub mod grapple;
pub mod jamming;
pub mod legality;
pub mod melee;
pub mod range;
pub mod resolution;
#[cfg(test)]
mod scatter_tests;
pub mod target_number;
