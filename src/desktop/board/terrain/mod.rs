//! Terrain of the board: tilemap, walls, objects, markings and lighting.

pub mod ground_markings;
pub mod lighting_overlay;
pub mod objects;
pub mod tilemap;
pub mod walls;
