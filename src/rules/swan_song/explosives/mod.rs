//! Explosives: area attacks.

pub mod area_attack;
