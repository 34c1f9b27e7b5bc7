//! Checks the map of a bundle and the squares on which its units start.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, error, inspect, require, require_known};
use crate::definitions::kinds::BarrierPlacement;
use crate::scene::MAX_MAP_SIDE;
use crate::scene::map_drawing::{MAX_BARRIERS, MAX_ZONES};
use crate::skirmishes::bundle::SkirmishBundle;
use crate::skirmishes::skirmish::{SkirmishMap, UnitLink};
use model::{Cell, ObstaclePosition};

impl SkirmishBundle {
    /// Checks that terrains and kinds of barriers of the map are known.
    pub(super) fn check_places(&self) -> Checked {
        let map = &self.skirmish.map;
        for id in &map.palette {
            require_known(&self.terrains, "map", "terrain", id)?;
        }
        for barrier in &map.barriers {
            require_known(&self.barrier_kinds, "map", "kind of barrier", &barrier.kind)?;
            let wrong = match barrier.place {
                ObstaclePosition::Edge(_) => BarrierPlacement::Square,
                ObstaclePosition::Square(_) => BarrierPlacement::Edge,
            };
            require(self.barrier_kinds[&barrier.kind].footing != wrong, "map", || {
                format!("a `{}` cannot be placed at {:?}", barrier.kind, barrier.place)
            })?;
        }
        Ok(())
    }

    /// Checks that every unit of a battle that starts afresh has a square of its own that can be entered. A unit in a
    /// vehicle or held by another unit is on that unit's square.
    pub(super) fn check_unit_squares(&self) -> Checked {
        if self.start.is_some() {
            return Ok(());
        }
        let units = &self.skirmish.units;
        let grid = self.grid();
        let held: BTreeSet<&str> = units
            .iter()
            .filter_map(|unit| match &unit.link {
                Some(UnitLink::Holds(held)) => Some(held.as_str()),
                _ => None,
            })
            .collect();
        let mut taken: BTreeMap<Cell, &str> = BTreeMap::new();
        for unit in units {
            let is_carried = matches!(unit.link, Some(UnitLink::Drives(_) | UnitLink::Rides(_)));
            if is_carried || held.contains(unit.name.as_str()) {
                continue;
            }
            let (subject, cell) = (format!("unit `{}`", unit.name), unit.cell);
            require(grid.can_enter(cell), &subject, || {
                format!("the square ({}, {}) cannot be entered", cell.x, cell.y)
            })?;
            if let Some(other) = taken.insert(cell, &unit.name) {
                return Err(error(subject, format!("it is on the square of `{other}`")));
            }
        }
        Ok(())
    }
}

/// Whether a square is on the map.
pub(super) fn is_on(map: &SkirmishMap, cell: Cell) -> bool {
    (0..i32::from(map.width)).contains(&cell.x) && (0..i32::from(map.height)).contains(&cell.y)
}

/// Checks the size of a map, and that everything on it is inside.
pub(super) fn check_map(map: &SkirmishMap) -> Checked {
    let (width, height) = (usize::from(map.width), usize::from(map.height));
    let sides = 1..=MAX_MAP_SIDE;
    require(sides.contains(&width) && sides.contains(&height), "map", || {
        format!("it is {width} x {height} squares; expected 1 to {MAX_MAP_SIDE} each way")
    })?;
    require(map.terrain.len() == width * height, "map", || {
        format!("it has terrain for {} of {} squares", map.terrain.len(), width * height)
    })?;
    let colours = map.palette.len();
    require(map.terrain.iter().all(|&number| usize::from(number) < colours), "map", || {
        format!("a square has a terrain that is not among the {colours} of the palette")
    })?;
    inspect("map", |entry| {
        entry.require_range(&["barriers"], map.barriers.len(), 0..=MAX_BARRIERS);
        entry.require_range(&["zones"], map.zones.len(), 0..=MAX_ZONES);
        for zone in map.zones.keys() {
            entry.require_title(&["zones"], zone);
        }
    })?;
    let mut places = BTreeSet::new();
    for barrier in &map.barriers {
        let is_inside = match barrier.place {
            ObstaclePosition::Square(cell) => is_on(map, cell),
            ObstaclePosition::Edge(edge) => edge.cells().into_iter().any(|cell| is_on(map, cell)),
        };
        require(is_inside, "map", || format!("the barrier at {:?} is outside", barrier.place))?;
        require(places.insert(barrier.place), "map", || format!("two barriers at {:?}", barrier.place))?;
    }
    for (name, cells) in &map.zones {
        let inside = cells.len() <= width * height && cells.iter().all(|&cell| is_on(map, cell));
        require(inside, "map", || format!("zone `{name}` has squares outside"))?;
        let sorted = cells.is_sorted_by(|one, other| one < other);
        require(sorted, "map", || format!("the squares of zone `{name}` are not in order"))?;
    }
    Ok(())
}
