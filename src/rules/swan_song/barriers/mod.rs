//! Attacks on barriers, and bodies as shields. The barriers themselves are in `crate::barriers`.

pub mod barrier_attack;
pub mod body_shield;
pub mod impact;
#[cfg(test)]
mod tests;
