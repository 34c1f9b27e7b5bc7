//! Distance field: the walking cost from one square to every other, ignoring units.

use super::flood_fill::FloodFill;
use super::movement_range::DiagonalStep;
use crate::grid::Grid;
use model::Cell;

/// Walking costs over the whole map. Keep one and [`update`](Self::update) it to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    flood: FloodFill,
}

impl DistanceField {
    /// Recomputes it from another square or on another map.
    pub fn update(&mut self, grid: &Grid, from: Cell, diagonal: DiagonalStep) {
        self.flood.fill::<false>(grid, from, u32::MAX, diagonal, |_| false, |_| false);
    }

    /// Cost of walking to a square, in half metres; `None` if it cannot be reached.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.flood.cost(cell)
    }
}

/// Computes the walking cost from a square to every other.
pub fn distance_field(grid: &Grid, from: Cell, diagonal: DiagonalStep) -> DistanceField {
    let mut field = DistanceField::default();
    field.update(grid, from, diagonal);
    field
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascii_map::AsciiMap;

    #[test]
    fn distances_lead_around_walls_and_end_where_no_way_leads() {
        let map = AsciiMap::new(&["A|. t|B", "    -  ", ". . . #"]);
        let field = distance_field(&map.grid, map.cell_named('A'), DiagonalStep::OneAndAHalf);
        let costs = |y| (0..4).map(|x| field.cost(Cell::new(x, y))).collect::<Vec<_>>();
        assert_eq!(costs(0), [Some(0), Some(6), Some(10), None]);
        assert_eq!(costs(1), [Some(2), Some(4), Some(6), None]);
        assert_eq!(field.cost(Cell::new(-1, 0)), None);
    }
}
