//! Sight: line of sight, field of view, tables of both, and rays of light.

pub mod field_of_view;
pub mod light_rays;
pub mod line_of_sight;
pub mod near_lines;
mod octant;
pub mod shadow_casting;
pub mod sight_blocker;
pub mod sight_table;
