//! Cache of lines of fire; valid as long as the map is unchanged.

use std::sync::{Arc, Weak};

use bevy_ecs::prelude::Resource;
use rustc_hash::FxHashMap;

use field::{Body, Grid, TargetExposure, line_of_fire, target_exposure};
use model::{BarrierId, Cell};

/// Maximum cached lines per map; beyond that the cache is cleared.
const MAX_LINES_PER_MAP: usize = 1 << 17;

/// A cell and the height of the body on it.
pub(crate) type PlacedBody = (Cell, Body);

/// Cached lines of all maps in use, shared by all AI players. With fog of war each side has its own map.
#[derive(Debug, Default, Resource)]
pub(crate) struct LineOfFireCache(Vec<MapLineCache>);

/// Cached lines of one map.
#[derive(Debug)]
pub(crate) struct MapLineCache {
    /// The map. Weak, so that changing the map does not copy it.
    grid: Weak<Grid>,
    known: FxHashMap<(PlacedBody, PlacedBody), Option<TargetExposure>>,
    known_cover: FxHashMap<(PlacedBody, PlacedBody), Option<BarrierId>>,
}

impl LineOfFireCache {
    /// Returns the cache for the current state of a map.
    pub fn for_grid(&mut self, grid: &Arc<Grid>) -> &mut MapLineCache {
        self.0.retain(|cache| cache.grid.strong_count() > 0 && cache.known.len() < MAX_LINES_PER_MAP);
        // The address is not reused while a weak pointer exists.
        let same = |cache: &MapLineCache| std::ptr::eq(cache.grid.as_ptr(), Arc::as_ptr(grid));
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(MapLineCache {
                grid: Arc::downgrade(grid),
                known: FxHashMap::default(),
                known_cover: FxHashMap::default(),
            });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

impl MapLineCache {
    /// Exposure of a target to a shooter; `None` if there is no line of sight.
    pub fn exposure(
        &mut self,
        grid: &Grid,
        (from, own): PlacedBody,
        (to, body): PlacedBody,
    ) -> Option<TargetExposure> {
        let compute = || target_exposure(grid, from, own, to, body);
        *self.known.entry(((from, own), (to, body))).or_insert_with(compute)
    }

    /// The barrier beside a target that an attack on it crosses last; `None` if there is none.
    pub fn cover_beside(
        &mut self,
        grid: &Grid,
        (from, own): PlacedBody,
        (to, body): PlacedBody,
    ) -> Option<BarrierId> {
        let compute = || {
            let fire = line_of_fire(grid, from, own, to, body);
            let mut crossed = fire.clear.iter().chain(&fire.cover);
            crossed.rfind(|crossing| crossing.place.touches(to)).map(|crossing| crossing.id)
        };
        *self.known_cover.entry(((from, own), (to, body))).or_insert_with(compute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Obstacle;
    use model::ObstaclePosition;

    #[test]
    fn lines_are_recomputed_when_the_map_changes() {
        let mut lines = LineOfFireCache::default();
        let mut grid = Arc::new(Grid::new(5, 1));
        let [one, other] = [0, 4].map(|x| (Cell::new(x, 0), Body::STANDING));
        let mut compute = |grid: &Arc<Grid>| lines.for_grid(grid).exposure(grid, one, other);
        let open = Some(TargetExposure { hidden: 0, pierces: None });
        assert_eq!(compute(&grid), open);
        let before = Arc::as_ptr(&grid);
        let wall = Obstacle {
            id: BarrierId(1),
            height_cm: 250,
            transparent: false,
            blocks_move: true,
            width_pct: 100,
        };
        Arc::make_mut(&mut grid).set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), Some(wall));
        assert_ne!(before, Arc::as_ptr(&grid), "a change allocates a new grid");
        assert_eq!(compute(&grid), None);
        let fog = Arc::new(Grid::new(5, 1));
        assert_eq!((compute(&fog), compute(&grid)), (open, None), "two maps side by side");
        Arc::make_mut(&mut grid).set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), None);
        assert_eq!(compute(&grid), open);
        assert_eq!(lines.0.len(), 2, "maps no longer in use are removed");
    }
}
