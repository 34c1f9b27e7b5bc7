//! Lines of fire that somebody has looked along: they stay as they are while the map does.

use std::sync::{Arc, Weak};

use bevy::prelude::Resource;
use rustc_hash::FxHashMap;

use crate::field::{Body, Cell, Exposure, Grid, exposure};

/// Lines that are kept; with more it begins again.
const MOST: usize = 1 << 17;

/// Somebody of that height on a square.
pub(super) type Stand = (Cell, Body);

/// What minds know of the lines of one map, whoever thinks.
#[derive(Debug, Default, Resource)]
pub(super) struct Lines {
    /// The map. It is not held on to: whoever changes it need not copy it for this.
    grid: Weak<Grid>,
    known: FxHashMap<(Stand, Stand), Option<Exposure>>,
}

impl Lines {
    /// How a target is exposed to a shooter; nothing if it is not seen.
    pub fn look(&mut self, grid: &Arc<Grid>, (from, own): Stand, (to, body): Stand) -> Option<Exposure> {
        // The address is not given to another map while this points to it.
        let same = std::ptr::eq(self.grid.as_ptr(), Arc::as_ptr(grid));
        if !same || self.known.len() >= MOST {
            self.known.clear();
            self.grid = Arc::downgrade(grid);
        }
        let look = || exposure(grid, from, own, to, body);
        *self.known.entry(((from, own), (to, body))).or_insert_with(look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Obstacle, Place};

    #[test]
    fn a_line_is_looked_at_anew_when_the_map_has_changed() {
        let mut lines = Lines::default();
        let mut grid = Arc::new(Grid::new(5, 1));
        let [one, other] = [0, 4].map(|x| (Cell::new(x, 0), Body::STANDING));
        let open = Some(Exposure { hidden: 0, pierces: None });
        assert_eq!(lines.look(&grid, one, other), open);
        let before = Arc::as_ptr(&grid);
        let wall = Obstacle { id: 1, height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
        Arc::make_mut(&mut grid).set_obstacle(Place::Square(Cell::new(2, 0)), Some(wall));
        assert_ne!(
            before,
            Arc::as_ptr(&grid),
            "a map that is pointed to changes its place, not its contents"
        );
        assert_eq!(lines.look(&grid, one, other), None);
        assert_eq!(lines.look(&grid, one, other), None, "and again from memory");
        Arc::make_mut(&mut grid).set_obstacle(Place::Square(Cell::new(2, 0)), None);
        assert_eq!(lines.look(&grid, one, other), open);
    }
}
