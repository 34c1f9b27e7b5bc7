//! Battlefield geometry on a grid of squares: obstacles, line of sight, line of fire, cover, movement and blasts.
//!
//! Rules, AI players, forecasts and overlays use the same definitions. All results are integers. The crate has no
//! concept of units, rules or rounds.
//!
//! ```rust
//! use field::{Body, Grid, Obstacle, line_of_sight};
//! use model::{BarrierId, Cell, ObstaclePosition};
//!
//! let wall = Obstacle { id: BarrierId(1), height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
//! let mut grid = Grid::new(5, 3);
//! grid.set_obstacle(ObstaclePosition::Square(Cell::new(2, 1)), Some(wall));
//!
//! let sees = |to| line_of_sight(&grid, Cell::new(0, 1), Body::STANDING, to, Body::STANDING);
//! assert!(!sees(Cell::new(4, 1)), "the wall is in between");
//! assert!(sees(Cell::new(2, 1)), "an obstacle in the target's own square does not count");
//! ```

mod bit_planes;
mod blast;
mod blast_escape;
mod cover;
mod grid;
mod line_cells;
mod line_traversal;
mod movement;
mod obstacle;
mod sight;

pub use blast::{blast_cells, blast_reaches};
pub use blast_escape::{EscapeDash, find_blast_escape};
pub use cover::blow::obstacle_to_blow;
pub use cover::cover_degree::{
    CoverDegree, CoverObstacle, can_take_cover, cover_by_side, hidden_behind_obstacles_beside,
    hidden_by_side, hiding_obstacle_beside, obstacles_beside,
};
pub use cover::cover_map::CoverMap;
pub use cover::line_of_fire::{
    CrossedObstacle, LineOfFire, TargetExposure, hidden_share, hiding_obstacles, line_of_fire,
    target_exposure,
};
pub use grid::Grid;
pub use line_cells::squares_on_line;
pub use movement::distance_field::{DistanceField, distance_field};
pub use movement::knockback_path::{FlightLeg, flown_metres, knockback_path, knockback_target};
pub use movement::movement_range::{DiagonalStep, MovementRange};
pub use movement::path::{Path, PathFinder, StepError, StepReason, path_cost, shortest_path};
pub use obstacle::{Body, Obstacle, STEP_CM, TerrainCell};
pub use sight::field_of_view::{FieldOfView, field_of_view};
pub use sight::light_rays::{LIGHT_PARTS, LightPoint, RayReach, light_polygon, light_reach};
pub use sight::line_of_sight::line_of_sight;
pub use sight::sight_blocker::{SightBlocker, sight_blocker};
pub use sight::sight_table::SightTable;

#[cfg(test)]
mod ascii_map;
