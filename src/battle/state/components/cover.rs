//! The cover that a unit has taken, and the obstacles beside it.

use std::hash::{Hash, Hasher};

use bevy_ecs::prelude::Component;

use field::{CoverObstacle, Grid};
use model::Cell;

/// Cover of a unit on its square: whether it is taken, and behind what. `SS-ACT-49`.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    pub(crate) taken: bool,
    pub(crate) obstacles: Vec<CoverObstacle>,
}

impl Cover {
    /// Whether cover is taken.
    pub fn is_taken(&self) -> bool {
        self.taken
    }

    /// The barriers beside its square that give cover, with their directions: no open doors, none with a hole.
    pub fn obstacles(&self) -> &[CoverObstacle] {
        &self.obstacles
    }

    /// Replaces the obstacles by the barriers beside a square.
    pub(crate) fn update_obstacles(&mut self, grid: &Grid, cell: Cell) {
        self.obstacles.clear();
        self.obstacles.extend(field::obstacles_beside(grid, cell));
    }
}

/// Leaves out the obstacles: they follow from square and map, which are hashed themselves.
impl Hash for Cover {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.taken.hash(state);
    }
}
