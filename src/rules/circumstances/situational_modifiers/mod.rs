//! Situational modifiers: terrain, fog, light, weather, size, movement and stealth.

pub mod difficult_terrain;
pub mod fog;
pub mod higher_ground;
pub mod light;
pub mod prone;
pub mod running;
pub mod size;
pub mod stealth;
pub mod weather;
