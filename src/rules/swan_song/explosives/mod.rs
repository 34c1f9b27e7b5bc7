//! Explosives: one attack on all units in an area.

pub mod area_attack;
