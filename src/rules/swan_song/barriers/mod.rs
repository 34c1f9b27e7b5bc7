//! Barriers: materials, penetration, attacks on barriers and bodies as shields.

pub mod barrier;
pub mod barrier_attack;
pub mod body_shield;
