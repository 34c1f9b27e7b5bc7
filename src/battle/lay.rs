//! The map as rules may ask it: steps, explosions, shelter from them.

use std::sync::Arc;

use field::{Body, Cell, Dash, Grid, Place};
use rules::{BarrierOnLine, Lay, Shelter, Square};

/// The grid at one moment, with every barrier that stands on it.
#[derive(Debug)]
pub(super) struct Ground {
    pub grid: Arc<Grid>,
    pub standing: Vec<(BarrierOnLine, Place)>,
    /// Squares where somebody stands.
    pub taken: Vec<Cell>,
}

/// A square of the map as rules name it.
pub(super) const fn square(cell: Cell) -> Square {
    Square { x: cell.x, y: cell.y }
}

/// A square that a rule names.
pub(super) const fn cell(square: Square) -> Cell {
    Cell::new(square.x, square.y)
}

/// A barrier stands beside a square, or on it.
pub(super) fn touches(place: Place, at: Cell) -> bool {
    match place {
        Place::Edge(edge) => edge.cells().contains(&at),
        Place::Square(other) => other.rings(at) <= 1,
    }
}

impl Lay for Ground {
    fn can_step(&self, from: Square, to: Square) -> bool {
        let from = cell(from);
        from.direction_to(cell(to)).is_some_and(|direction| self.grid.can_step(from, direction))
    }

    fn blast_reaches(&self, centre: Square, square: Square) -> bool {
        field::blast_reaches(&self.grid, cell(centre), cell(square))
    }

    fn shelters(&self, centre: Square, square: Square, prone: bool) -> (Vec<Shelter>, u8) {
        let (from, to) = (cell(centre), cell(square));
        let body = if prone { Body::PRONE } else { Body::STANDING };
        let fire = field::line_of_fire(&self.grid, from, Body::STANDING, to, body);
        let shelters = fire.cover.iter().filter_map(|crossing| {
            let barrier = self.standing.iter().find(|(barrier, _)| barrier.id == crossing.id)?.0.clone();
            let height_cm = self.grid.obstacle(crossing.place)?.height_cm;
            Some(Shelter { barrier, beside: touches(crossing.place, to), height_cm })
        });
        (shelters.collect(), fire.hidden)
    }

    fn things(&self, square: Square, metres: u32) -> Vec<(String, Square)> {
        let from = cell(square);
        let behind = |place: Place| match place {
            Place::Square(at) => at,
            Place::Edge(edge) => {
                let [one, other] = edge.cells();
                if from.distance_squared(one) > from.distance_squared(other) { one } else { other }
            }
        };
        let all = self.standing.iter().map(|(barrier, place)| (barrier.name.clone(), behind(*place)));
        let near = all.filter(|(_, at)| from.distance_squared(*at) <= metres.pow(2));
        near.map(|(name, at)| (name, self::square(at))).collect()
    }

    fn refuge(
        &self,
        from: Square,
        centre: Square,
        radius_m: u32,
        metres: u32,
        straight: bool,
    ) -> Option<Square> {
        let taken = |at: Cell| self.taken.contains(&at);
        let burst = (cell(centre), radius_m);
        field::refuge(&self.grid, cell(from), burst, Dash { metres, straight }, taken).map(square)
    }
}
