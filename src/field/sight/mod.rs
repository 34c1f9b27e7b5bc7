//! Sight: line of sight, field of view, and tables of both.

pub mod field_of_view;
pub mod line_of_sight;
pub mod near_lines;
pub mod shadow_casting;
pub mod sight_table;
