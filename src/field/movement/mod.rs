//! Movement: ranges, paths, distances and knockback.

pub mod distance_field;
pub mod flood_fill;
pub mod knockback_path;
pub mod landmark_cache;
mod landmarks;
pub mod movement_range;
pub mod path;
mod path_search;
mod search_run;
