//! Mutual sight of all units.

use battle::BattleSnapshot;
use field::SightTable;
use model::{Cell, UnitId};

/// Sight between two units: seeing is mutual, cover is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightPair {
    /// Ids of the two, the lower one first.
    pub units: (UnitId, UnitId),
    /// Their squares.
    pub cells: (Cell, Cell),
    /// They are on different sides.
    pub enemies: bool,
    /// They see each other.
    pub sees: bool,
    /// How much of the second is hidden from the first, and of the first from the second, in percent.
    pub hidden: (u8, u8),
}

/// Sight between all units that are up. Keep one and [`update`](Self::update) it: only pairs of changed units are
/// recomputed.
#[derive(Clone, Debug, Default)]
pub struct SightMatrix {
    table: SightTable,
    units: Vec<(UnitId, u8, Cell)>,
}

impl SightMatrix {
    /// Creates an empty matrix.
    pub fn new() -> Self {
        Self::default()
    }

    /// Updates the matrix.
    pub fn update(&mut self, snapshot: &BattleSnapshot) {
        let up = || snapshot.units().iter().filter(|unit| unit.unit.down.is_none());
        let bodies: Vec<_> = up().map(|unit| Some((unit.cell, unit.body()))).collect();
        self.units = up().map(|unit| (unit.unit.id, unit.unit.side, unit.cell)).collect();
        self.table.update(snapshot.grid(), &bodies);
    }

    /// Returns every pair, by id.
    pub fn pairs(&self) -> impl Iterator<Item = SightPair> + '_ {
        (0..self.units.len()).flat_map(move |one| {
            (one + 1..self.units.len()).map(move |other| {
                let ((id, side, cell), (other_id, other_side, other_cell)) =
                    (self.units[one], self.units[other]);
                SightPair {
                    units: (id, other_id),
                    cells: (cell, other_cell),
                    enemies: side != other_side,
                    sees: self.table.sees(one, other),
                    hidden: (self.table.hidden(one, other), self.table.hidden(other, one)),
                }
            })
        })
    }

    /// Returns the ids of all units, in order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().map(|(id, ..)| *id)
    }

    /// Returns how much of one unit is hidden from another, in percent, by their indices.
    pub fn hidden(&self, from: usize, to: usize) -> u8 {
        self.table.hidden(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::fixtures::SnapshotBuilder;

    // As in `field`: 47 % of the unit behind the crate, 12 % of the one far from it.
    #[test]
    fn sight_is_mutual_and_cover_is_not() {
        let stand =
            SnapshotBuilder::new(6, 3).unit(1, (0, 0)).unit(2, (3, 0)).fallen(3, (1, 2)).crate_at(7, (2, 0));
        let mut sights = SightMatrix::new();
        sights.update(&stand.snapshot());
        let pairs: Vec<_> = sights.pairs().collect();
        assert_eq!(pairs.len(), 1, "fallen units see no one");
        let SightPair { units, enemies, sees, hidden, .. } = pairs[0];
        assert_eq!((units, enemies, sees, hidden), ((UnitId(1), UnitId(2)), true, true, (47, 12)));
        sights.update(&stand.wall_at(8, (1, 0)).snapshot());
        assert_eq!(sights.pairs().next().map(|pair| (pair.sees, pair.hidden)), Some((false, (100, 100))));
        assert_eq!(sights.units().collect::<Vec<_>>(), [UnitId(1), UnitId(2)]);
    }
}
