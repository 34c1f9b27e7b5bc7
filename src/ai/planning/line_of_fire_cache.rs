//! Lines of fire that somebody has looked along: they stay as they are while the map does.

use std::sync::{Arc, Weak};

use bevy_ecs::prelude::Resource;
use rustc_hash::FxHashMap;

use field::{Body, Cell, Grid, TargetExposure, target_exposure};

/// Lines of a map that are kept; with more it begins again.
const MAX_LINES_PER_MAP: usize = 1 << 17;

/// Somebody of that height on a square.
pub(crate) type PlacedBody = (Cell, Body);

/// What minds know of the lines of the maps they think about, whoever thinks. With fog of war each side has its own.
#[derive(Debug, Default, Resource)]
pub(crate) struct LineOfFireCache(Vec<MapLineCache>);

/// Lines of one map.
#[derive(Debug)]
pub(crate) struct MapLineCache {
    /// The map. It is not held on to: whoever changes it need not copy it for this.
    grid: Weak<Grid>,
    known: FxHashMap<(PlacedBody, PlacedBody), Option<TargetExposure>>,
}

impl LineOfFireCache {
    /// Those of a map as it is now.
    pub fn for_grid(&mut self, grid: &Arc<Grid>) -> &mut MapLineCache {
        self.0.retain(|looks| looks.grid.strong_count() > 0 && looks.known.len() < MAX_LINES_PER_MAP);
        // The address is not given to another map while something points to it.
        let same = |looks: &MapLineCache| std::ptr::eq(looks.grid.as_ptr(), Arc::as_ptr(grid));
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(MapLineCache { grid: Arc::downgrade(grid), known: FxHashMap::default() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

impl MapLineCache {
    /// How a target is exposed to a shooter on this very map; nothing if it is not seen.
    pub fn exposure(
        &mut self,
        grid: &Grid,
        (from, own): PlacedBody,
        (to, body): PlacedBody,
    ) -> Option<TargetExposure> {
        let look = || target_exposure(grid, from, own, to, body);
        *self.known.entry(((from, own), (to, body))).or_insert_with(look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::{Obstacle, ObstaclePosition};

    #[test]
    fn a_line_is_looked_at_anew_when_the_map_has_changed() {
        let mut lines = LineOfFireCache::default();
        let mut grid = Arc::new(Grid::new(5, 1));
        let [one, other] = [0, 4].map(|x| (Cell::new(x, 0), Body::STANDING));
        let mut look = |grid: &Arc<Grid>| lines.for_grid(grid).exposure(grid, one, other);
        let open = Some(TargetExposure { hidden: 0, pierces: None });
        assert_eq!(look(&grid), open);
        let before = Arc::as_ptr(&grid);
        let wall = Obstacle { id: 1, height_cm: 250, transparent: false, blocks_move: true, width_pct: 100 };
        Arc::make_mut(&mut grid).set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), Some(wall));
        assert_ne!(before, Arc::as_ptr(&grid), "what is pointed to changes its place, not its contents");
        assert_eq!(look(&grid), None);
        let fog = Arc::new(Grid::new(5, 1));
        assert_eq!((look(&fog), look(&grid)), (open, None), "two maps side by side");
        Arc::make_mut(&mut grid).set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), None);
        assert_eq!(look(&grid), open);
        assert_eq!(lines.0.len(), 2, "maps that are gone are forgotten");
    }
}
