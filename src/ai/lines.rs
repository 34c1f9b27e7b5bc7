//! Lines of fire that somebody has looked along: they stay as they are while the map does.

use std::sync::{Arc, Weak};

use bevy_ecs::prelude::Resource;
use rustc_hash::FxHashMap;

use field::{Body, Cell, Exposure, Grid, exposure};

/// Lines of a map that are kept; with more it begins again.
const MOST: usize = 1 << 17;

/// Somebody of that height on a square.
pub(super) type Stand = (Cell, Body);

/// What minds know of the lines of the maps they think about, whoever thinks. With fog of war each side has its own.
#[derive(Debug, Default, Resource)]
pub(super) struct Lines(Vec<Looks>);

/// Lines of one map.
#[derive(Debug)]
pub(super) struct Looks {
    /// The map. It is not held on to: whoever changes it need not copy it for this.
    grid: Weak<Grid>,
    known: FxHashMap<(Stand, Stand), Option<Exposure>>,
}

impl Lines {
    /// Those of a map as it is now.
    pub fn of(&mut self, grid: &Arc<Grid>) -> &mut Looks {
        self.0.retain(|looks| looks.grid.strong_count() > 0 && looks.known.len() < MOST);
        // The address is not given to another map while something points to it.
        let same = |looks: &Looks| std::ptr::eq(looks.grid.as_ptr(), Arc::as_ptr(grid));
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Looks { grid: Arc::downgrade(grid), known: FxHashMap::default() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

impl Looks {
    /// How a target is exposed to a shooter on this very map; nothing if it is not seen.
    pub fn look(&mut self, grid: &Grid, (from, own): Stand, (to, body): Stand) -> Option<Exposure> {
        let look = || exposure(grid, from, own, to, body);
        *self.known.entry(((from, own), (to, body))).or_insert_with(look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::{Obstacle, Place};

    #[test]
    fn a_line_is_looked_at_anew_when_the_map_has_changed() {
        let mut lines = Lines::default();
        let mut grid = Arc::new(Grid::new(5, 1));
        let [one, other] = [0, 4].map(|x| (Cell::new(x, 0), Body::STANDING));
        let mut look = |grid: &Arc<Grid>| lines.of(grid).look(grid, one, other);
        let open = Some(Exposure { hidden: 0, pierces: None });
        assert_eq!(look(&grid), open);
        let before = Arc::as_ptr(&grid);
        let wall = Obstacle { id: 1, height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
        Arc::make_mut(&mut grid).set_obstacle(Place::Square(Cell::new(2, 0)), Some(wall));
        assert_ne!(before, Arc::as_ptr(&grid), "what is pointed to changes its place, not its contents");
        assert_eq!(look(&grid), None);
        let fog = Arc::new(Grid::new(5, 1));
        assert_eq!((look(&fog), look(&grid)), (open, None), "two maps side by side");
        Arc::make_mut(&mut grid).set_obstacle(Place::Square(Cell::new(2, 0)), None);
        assert_eq!(look(&grid), open);
        assert_eq!(lines.0.len(), 2, "maps that are gone are forgotten");
    }
}
