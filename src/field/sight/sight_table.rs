//! Cached sight and hidden shares of every pair of bodies.
//!
//! Every value equals [`hidden_share`](crate::hidden_share) of the pair.

use std::sync::Arc;

use super::line_of_sight::{is_clear_of_full, is_level_standing, line_of_sight};
use super::near_lines::DirectionClasses;
use crate::cover::cover_degree::CoverDegree;
use crate::cover::line_of_fire::hidden_share_of_seen;
use crate::grid::{Grid, MapState};
use crate::obstacle::Body;
use model::Cell;

/// The whole body, in percent: the hidden share of a body that is not seen.
const FULLY_HIDDEN: u8 = 100;

/// The hidden share of every body from every other. Keep one and [`update`](Self::update) it: as long as the number
/// of bodies stays the same it allocates nothing, and recomputes only the pairs of bodies that moved, stood up or
/// went prone.
#[derive(Clone, Debug, Default)]
pub struct SightTable {
    /// The state of the map for which the table was computed.
    map: Option<Arc<MapState>>,
    bodies: Vec<Option<SightBody>>,
    /// Bodies that changed since the last update.
    changed: Vec<bool>,
    /// A row for each shooter, a column for each target, in percent.
    hidden: Vec<u8>,
}

/// A body on the map, with the data that all its lines need.
#[derive(Clone, Copy, Debug)]
struct SightBody {
    cell: Cell,
    body: Body,
    near: DirectionClasses,
    /// Whether only flags decide between two such bodies.
    plain: bool,
}

impl SightBody {
    /// Returns `None` off the map.
    fn new(grid: &Grid, cell: Cell, body: Body) -> Option<Self> {
        let plain = is_level_standing(grid, body, body);
        grid.contains(cell).then(|| Self { cell, body, near: grid.near_classes_at(cell), plain })
    }

    fn sees(&self, grid: &Grid, other: &Self) -> bool {
        if self.plain && other.plain {
            is_clear_of_full(grid, (self.cell, self.near), (other.cell, other.near))
        } else {
            line_of_sight(grid, self.cell, self.body, other.cell, other.body)
        }
    }

    fn hidden(&self, grid: &Grid, target: &Self) -> u8 {
        hidden_share_of_seen(grid, self.cell, self.body, target.cell, target.body)
    }
}

impl SightTable {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Updates the table to these positions and bodies, by number; `None` is a body that is not on the map.
    ///
    /// On an unchanged map only the pairs of changed bodies are recomputed; otherwise all are.
    pub fn update(&mut self, grid: &Grid, bodies: &[Option<(Cell, Body)>]) {
        let count = bodies.len();
        let same_map = self.map.as_ref().is_some_and(|map| Arc::ptr_eq(map, grid.state()));
        let is_new = !same_map || self.bodies.len() != count;
        if is_new {
            self.map = Some(Arc::clone(grid.state()));
            self.bodies.clear();
            self.bodies.resize(count, None);
            self.hidden.clear();
            self.hidden.resize(count * count, FULLY_HIDDEN);
        }
        self.changed.clear();
        for (known, &body) in self.bodies.iter_mut().zip(bodies) {
            let body = body.filter(|(cell, _)| grid.contains(*cell));
            let changed = is_new || known.map(|known| (known.cell, known.body)) != body;
            if changed {
                *known = body.and_then(|(cell, body)| SightBody::new(grid, cell, body));
            }
            self.changed.push(changed);
        }
        // A new table has no valid pairs.
        if !is_new {
            (0..count)
                .filter(|&one| self.changed[one])
                .for_each(|one| mark_stale(&mut self.hidden, count, one));
        }
        for one in 0..count {
            if self.changed[one] {
                self.update_pairs(grid, one, if is_new { one } else { 0 });
            }
        }
    }

    /// Recomputes the pairs of a changed body with all bodies from `first` on; those with an earlier changed body are
    /// done.
    fn update_pairs(&mut self, grid: &Grid, one: usize, first: usize) {
        let count = self.bodies.len();
        let Some(body) = self.bodies[one] else { return };
        for (number, (other, changed)) in self.bodies.iter().zip(&self.changed).enumerate().skip(first) {
            if let Some(other) = other
                && !(*changed && number < one)
                && body.sees(grid, other)
            {
                self.hidden[one * count + number] = body.hidden(grid, other);
                self.hidden[number * count + one] = other.hidden(grid, &body);
            }
        }
    }

    /// Hidden share of a body from another, in percent; 100 exactly if it is not seen, or one of them is not on the
    /// map.
    pub fn hidden(&self, from: usize, to: usize) -> u8 {
        let count = self.bodies.len();
        if from < count && to < count { self.hidden[from * count + to] } else { FULLY_HIDDEN }
    }

    /// Whether two bodies see each other.
    pub fn sees(&self, one: usize, other: usize) -> bool {
        self.hidden(one, other) < FULLY_HIDDEN
    }

    /// Cover of a body from another. `SS-COVER-07`.
    pub fn cover(&self, from: usize, to: usize) -> CoverDegree {
        CoverDegree::from_hidden_percent(self.hidden(from, to))
    }

    /// All other bodies that a body sees, by number.
    pub fn seen_by(&self, one: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies.len()).filter(move |&other| other != one && self.sees(one, other))
    }
}

/// Clears the row and the column of one body: it neither sees nor is seen.
fn mark_stale(hidden: &mut [u8], count: usize, one: usize) {
    hidden[one * count..][..count].fill(FULLY_HIDDEN);
    hidden.iter_mut().skip(one).step_by(count).for_each(|share| *share = FULLY_HIDDEN);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascii_map::AsciiMap;
    use crate::hidden_share;
    use model::ObstaclePosition;

    fn agrees(table: &SightTable, grid: &Grid, bodies: &[Option<(Cell, Body)>]) {
        for (from, a) in bodies.iter().enumerate() {
            for (to, b) in bodies.iter().enumerate() {
                let expected = match (a, b) {
                    (Some(a), Some(b)) => hidden_share(grid, a.0, a.1, b.0, b.1),
                    _ => 100,
                };
                assert_eq!(table.hidden(from, to), expected, "{from} to {to}");
                assert_eq!(table.sees(from, to), table.sees(to, from));
                assert_eq!(table.cover(from, to), CoverDegree::from_hidden_percent(expected));
            }
            let seen: Vec<usize> = table.seen_by(from).collect();
            assert!((0..bodies.len()).all(|to| seen.contains(&to) == (to != from && table.sees(from, to))));
        }
    }

    #[test]
    fn the_table_follows_bodies_and_map() {
        let mut map = AsciiMap::new(&["A . c B", "       ", ". # . .", "    -  ", "C . . D"]);
        let mut bodies: Vec<_> =
            "ABCD".chars().map(|name| Some((map.cell_named(name), Body::STANDING))).collect();
        let mut table = SightTable::new();
        table.update(&map.grid, &bodies);
        agrees(&table, &map.grid, &bodies);
        assert_eq!((table.hidden(0, 1), table.hidden(1, 0)), (47, 12));
        bodies[1] = Some((map.cell_named('B'), Body::PRONE));
        table.update(&map.grid, &bodies);
        agrees(&table, &map.grid, &bodies);
        assert_eq!(table.hidden(0, 1), 100, "a prone body behind a crate is not seen");
        map.grid.set_obstacle(ObstaclePosition::Square(Cell::new(2, 0)), None);
        table.update(&map.grid, &bodies);
        agrees(&table, &map.grid, &bodies);
        assert_eq!(table.hidden(0, 1), 0);
        bodies[2] = None;
        bodies[3] = Some((Cell::new(9, 9), Body::STANDING));
        table.update(&map.grid, &bodies);
        agrees(&table, &map.grid, &bodies);
        assert_eq!(table.seen_by(0).collect::<Vec<_>>(), [1]);
        table.update(&map.grid, &bodies[..2]);
        agrees(&table, &map.grid, &bodies[..2]);
        assert_eq!((table.hidden(0, 3), table.hidden(7, 7)), (100, 100));
    }

    #[test]
    fn only_the_pairs_of_moved_bodies_are_recomputed() {
        let map = AsciiMap::new(&["A . c B", "       ", "C . . D"]);
        let mut bodies: Vec<_> =
            "ABCD".chars().map(|name| Some((map.cell_named(name), Body::STANDING))).collect();
        let mut table = SightTable::new();
        table.update(&map.grid, &bodies);
        // A mark on every number: recomputed pairs lose it.
        table.hidden.fill(77);
        bodies[2] = Some((Cell::new(1, 1), Body::STANDING));
        table.update(&map.grid.clone(), &bodies);
        for from in 0..4 {
            for to in 0..4 {
                assert_eq!(table.hidden(from, to) == 77, from != 2 && to != 2, "{from} to {to}");
            }
        }
        let mut other = map.grid.clone();
        let crate_place = ObstaclePosition::Square(Cell::new(2, 0));
        let standing = other.obstacle(crate_place);
        other.set_obstacle(crate_place, standing);
        table.update(&other, &bodies);
        assert_eq!(table.hidden(0, 1), 77, "what stood there stands there");
        other.set_obstacle(crate_place, None);
        table.update(&other, &bodies);
        assert_eq!(table.hidden(0, 1), 0);
        table.update(&map.grid, &bodies);
        agrees(&table, &map.grid, &bodies);
    }
}
