//! Defence: tests, pools and the penalty for repeated defences.

pub mod frequency;
pub mod methods;
