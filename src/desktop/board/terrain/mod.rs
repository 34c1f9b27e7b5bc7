//! TODO desktop::board::terrain

pub mod ground_markings;
pub mod lighting_overlay;
pub mod objects;
pub mod tilemap;
pub mod walls;
