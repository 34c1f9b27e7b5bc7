//! Cover of every square against one unit.

use battle::BattleSnapshot;
use field::{Body, CoverMap};
use model::UnitId;

/// Maximum range of the cover map, in metres: the diagonal of the largest map.
pub const MAX_RANGE_M: u32 = 710;

/// Updates the cover against a unit for such a body in each square; returns the number of squares whose lines were
/// traced.
pub fn update_cover(field: &mut CoverMap, snapshot: &BattleSnapshot, from: UnitId, body: Body) -> usize {
    snapshot
        .unit(from)
        .map_or(0, |unit| field.update(snapshot.grid(), (unit.cell, unit.body()), body, MAX_RANGE_M))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::SnapshotBuilder;
    use super::*;
    use field::CoverDegree;
    use model::Cell;

    #[test]
    fn ss_cover_07_behind_a_crate() {
        let stand = SnapshotBuilder::new(6, 1).unit(1, (0, 0)).crate_at(7, (2, 0));
        let mut field = CoverMap::new();
        update_cover(&mut field, &stand.snapshot(), UnitId(1), Body::STANDING);
        assert_eq!(field.cells().count(), 6);
        assert_eq!(field.cover(Cell::new(3, 0)), Some(CoverDegree::Partial));
        update_cover(&mut field, &stand.snapshot(), UnitId(1), Body::PRONE);
        assert_eq!(field.cover(Cell::new(3, 0)), Some(CoverDegree::Total));
        assert_eq!(update_cover(&mut field, &stand.snapshot(), UnitId(5), Body::PRONE), 0, "no such unit");
    }
}
