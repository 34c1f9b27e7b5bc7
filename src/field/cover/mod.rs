//! Cover: hidden shares, lines of fire, and maps of both.

pub mod blow;
pub mod cover_degree;
pub mod cover_map;
pub mod line_of_fire;
pub mod shadow;
