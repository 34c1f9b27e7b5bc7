//! The map around an attack: its grid, the barriers that stand on it, and the free squares.

use std::sync::Arc;

use field::{Body, EscapeDash, Grid};
use model::{BarrierSource, Cell, ObstaclePosition};

use crate::BarrierOnLine;

/// A barrier between an explosion and a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelteringBarrier {
    /// The barrier in its present state.
    pub barrier: BarrierOnLine,
    /// Whether it is beside the unit.
    pub beside: bool,
    /// Height in centimetres.
    pub height_cm: u16,
}

/// The terrain of a battle at one moment.
#[derive(Clone, Debug)]
pub struct TerrainMap {
    /// The grid.
    pub grid: Arc<Grid>,
    /// Every intact barrier.
    pub standing: Vec<(BarrierOnLine, ObstaclePosition)>,
    /// Occupied squares.
    pub taken: Vec<Cell>,
}

impl TerrainMap {
    /// Whether the step between two neighbouring squares is open.
    pub fn can_step(&self, from: Cell, to: Cell) -> bool {
        from.direction_to(to).is_some_and(|direction| self.grid.can_step(from, direction))
    }

    /// Whether an explosion in one square reaches another. `CS-RULING-18`.
    pub fn blast_reaches(&self, centre: Cell, cell: Cell) -> bool {
        field::blast_reaches(&self.grid, centre, cell)
    }

    /// Intact barriers that an explosion meets: they stand within its radius, and no other one shields them.
    /// `AB-AREA-01`.
    pub fn barriers_in_blast(
        &self,
        centre: Cell,
        radius_m: u32,
    ) -> impl Iterator<Item = &(BarrierOnLine, ObstaclePosition)> {
        let meets = move |cell: Cell| {
            let near = u64::from(centre.distance_squared(cell)) <= u64::from(radius_m).pow(2);
            near && (cell == centre || self.blast_reaches(centre, cell))
        };
        self.standing.iter().filter(move |(_, place)| match place {
            ObstaclePosition::Square(cell) => meets(*cell),
            ObstaclePosition::Edge(edge) => edge.cells().into_iter().any(meets),
        })
    }

    /// The map once the obstacles at these places are gone.
    pub fn without_obstacles(&self, places: &[ObstaclePosition]) -> Arc<Grid> {
        if places.is_empty() {
            return self.grid.clone();
        }
        let mut grid = (*self.grid).clone();
        for place in places {
            grid.set_obstacle(*place, None);
        }
        Arc::new(grid)
    }

    /// Barriers between an explosion and a body in another square, and the share of the body that they hide, in
    /// percent.
    pub fn shelters(&self, centre: Cell, cell: Cell, prone: bool) -> (Vec<ShelteringBarrier>, u8) {
        let body = if prone { Body::PRONE } else { Body::STANDING };
        let fire = field::line_of_fire(&self.grid, centre, Body::STANDING, cell, body);
        let shelters = fire.cover.iter().filter_map(|crossing| {
            let id = BarrierSource::Segment(crossing.id);
            let barrier = self.standing.iter().find(|(barrier, _)| barrier.id == id)?.0.clone();
            let height_cm = self.grid.obstacle(crossing.place)?.height_cm;
            Some(ShelteringBarrier { barrier, beside: crossing.place.touches(cell), height_cm })
        });
        (shelters.collect(), fire.hidden)
    }

    /// Objects within `metres` of a square: the name, and the square behind the object or filled by it.
    /// `AB-KNOCK-14`.
    pub fn nearby_objects(&self, from: Cell, metres: u32) -> Vec<(String, Cell)> {
        let behind = |place: ObstaclePosition| match place {
            ObstaclePosition::Square(at) => at,
            ObstaclePosition::Edge(edge) => {
                let [one, other] = edge.cells();
                if from.distance_squared(one) > from.distance_squared(other) { one } else { other }
            }
        };
        let all = self.standing.iter().map(|(barrier, place)| (barrier.name.clone(), behind(*place)));
        all.filter(|(_, at)| from.distance_squared(*at) <= metres.pow(2)).collect()
    }

    /// The nearest free square within the dash's metres that is outside an explosion, given by its centre and radius,
    /// or in cover from it. `AB-AREA-09`, `AB-AREA-10`.
    pub fn blast_escape(&self, from: Cell, blast: (Cell, u32), dash: EscapeDash) -> Option<Cell> {
        field::find_blast_escape(&self.grid, from, blast, dash, |at| self.taken.contains(&at))
    }
}

/// The squares of an attack, for knockback, falls and explosions.
#[derive(Clone, Debug)]
pub struct AttackSite {
    /// The map in its present state.
    pub terrain: Arc<TerrainMap>,
    /// The attacker's square.
    pub attacker: Cell,
    /// The attacked square, or the one in front of the attacked barrier.
    pub target: Cell,
}

/// Sites on the same map are equal if their squares are.
impl PartialEq for AttackSite {
    fn eq(&self, other: &Self) -> bool {
        (self.attacker, self.target) == (other.attacker, other.target)
            && Arc::ptr_eq(&self.terrain, &other.terrain)
    }
}

impl Eq for AttackSite {}
