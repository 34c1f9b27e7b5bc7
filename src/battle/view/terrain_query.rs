//! Terrain queries: steps, explosions and shelter on the map, for the rules.

use std::sync::Arc;

use field::{Body, Cell, EscapeDash, Grid, ObstaclePosition};
use rules::{BarrierOnLine, ShelteringBarrier, Square, TerrainQuery};

/// The grid at one moment, with every intact barrier.
#[derive(Debug)]
pub(crate) struct GridTerrainQuery {
    pub grid: Arc<Grid>,
    pub standing: Vec<(BarrierOnLine, ObstaclePosition)>,
    /// Occupied cells.
    pub taken: Vec<Cell>,
}

/// Converts a cell for the rules.
pub(crate) const fn to_rule_square(cell: Cell) -> Square {
    Square { x: cell.x, y: cell.y }
}

/// Converts a square of the rules.
pub(crate) const fn to_cell(square: Square) -> Cell {
    Cell::new(square.x, square.y)
}

/// Whether a barrier is on a cell or beside it.
pub(crate) fn touches(place: ObstaclePosition, at: Cell) -> bool {
    match place {
        ObstaclePosition::Edge(edge) => edge.cells().contains(&at),
        ObstaclePosition::Square(other) => other.chebyshev_distance(at) <= 1,
    }
}

impl TerrainQuery for GridTerrainQuery {
    fn can_step(&self, from: Square, to: Square) -> bool {
        let from = to_cell(from);
        from.direction_to(to_cell(to)).is_some_and(|direction| self.grid.can_step(from, direction))
    }

    fn blast_reaches(&self, centre: Square, square: Square) -> bool {
        field::blast_reaches(&self.grid, to_cell(centre), to_cell(square))
    }

    fn shelters(&self, centre: Square, square: Square, prone: bool) -> (Vec<ShelteringBarrier>, u8) {
        let (from, to) = (to_cell(centre), to_cell(square));
        let body = if prone { Body::PRONE } else { Body::STANDING };
        let fire = field::line_of_fire(&self.grid, from, Body::STANDING, to, body);
        let shelters = fire.cover.iter().filter_map(|crossing| {
            let barrier = self.standing.iter().find(|(barrier, _)| barrier.id == crossing.id)?.0.clone();
            let height_cm = self.grid.obstacle(crossing.place)?.height_cm;
            Some(ShelteringBarrier { barrier, beside: touches(crossing.place, to), height_cm })
        });
        (shelters.collect(), fire.hidden)
    }

    fn nearby_objects(&self, square: Square, metres: u32) -> Vec<(String, Square)> {
        let from = to_cell(square);
        let behind = |place: ObstaclePosition| match place {
            ObstaclePosition::Square(at) => at,
            ObstaclePosition::Edge(edge) => {
                let [one, other] = edge.cells();
                if from.distance_squared(one) > from.distance_squared(other) { one } else { other }
            }
        };
        let all = self.standing.iter().map(|(barrier, place)| (barrier.name.clone(), behind(*place)));
        let nearby = all.filter(|(_, at)| from.distance_squared(*at) <= metres.pow(2));
        nearby.map(|(name, at)| (name, super::terrain_query::to_rule_square(at))).collect()
    }

    fn blast_escape(
        &self,
        from: Square,
        centre: Square,
        radius_m: u32,
        metres: u32,
        straight: bool,
    ) -> Option<Square> {
        let taken = |at: Cell| self.taken.contains(&at);
        let burst = (to_cell(centre), radius_m);
        field::find_blast_escape(&self.grid, to_cell(from), burst, EscapeDash { metres, straight }, taken)
            .map(to_rule_square)
    }
}
