//! The battlefield as pure geometry: squares, obstacles, sight, fire, cover, movement, blasts.
//!
//! One definition of each, used by rules, machine players, previews and overlays alike. Everything is an integer; nothing
//! here knows of units, rules or rounds.

mod blast;
mod cast;
mod cell;
mod cover;
mod distance;
mod fire;
mod flight;
mod flood;
mod grid;
mod heat;
mod line;
mod matter;
mod near;
mod path;
mod planes;
mod reach;
mod refuge;
mod shade;
mod sight;
#[cfg(test)]
mod sketch;
mod table;
mod track;
mod view;

pub use blast::{blast, blast_reaches};
pub use cell::{Cell, Direction, Edge, Place, Side};
pub use cover::{Cover, can_take_cover, cover_by_side};
pub use distance::{DistanceField, distance_field};
pub use fire::{Crossing, Exposure, LineOfFire, exposure, hidden_share, line_of_fire};
pub use flight::{Leg, flight, thrown_to};
pub use grid::Grid;
pub use heat::CoverField;
pub use matter::{Body, Ground, Obstacle, STEP_CM};
pub use path::{Path, PathFinder, StepError, StepReason, path_cost, shortest_path};
pub use reach::{DiagonalStep, Reach};
pub use refuge::{Dash, refuge};
pub use sight::line_of_sight;
pub use table::SightTable;
pub use track::squares_on_line;
pub use view::{View, view};
