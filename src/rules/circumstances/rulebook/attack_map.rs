//! The map around an attack: positions, obstacles, and where a miss lands.
//!
//! Positions are squares from the target, east and north. Without a map there are no obstacles, and the
//! attacker's square is guessed from the distances.

use crate::circumstances::HitLocations;
use crate::circumstances::damage::cover;
use crate::circumstances::damage::cover::{CoverOnLine, CoverShape};
use crate::ground::scatter;
use crate::ground::scatter::{CellOffset, Scatter};
use crate::{AttackRequest, AttackSite, BarrierOnLine, UnitSnapshot};
use model::Cell;

/// The map relative to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackMap<'a> {
    spot: Option<&'a AttackSite>,
    /// The attacker's square.
    pub attacker: CellOffset,
}

impl<'a> AttackMap<'a> {
    /// The map around the first target of an attack.
    pub(crate) fn from_attack(request: &'a AttackRequest) -> Self {
        let spot = request.site.as_ref();
        let attacker =
            spot.map_or_else(|| guess_attacker_offset(request), |spot| offset_of(spot, spot.attacker));
        Self { spot, attacker }
    }

    /// The map around a targeted square, or the square in front of a targeted barrier, at this distance.
    pub(crate) fn at_site(spot: Option<&'a AttackSite>, rings: u32) -> Self {
        let south = CellOffset::new(0, -rings.cast_signed());
        Self { spot, attacker: spot.map_or(south, |spot| offset_of(spot, spot.attacker)) }
    }

    /// The square of a position; `None` without a map.
    pub(crate) fn cell(&self, place: CellOffset) -> Option<Cell> {
        let target = self.spot?.target;
        Some(Cell::new(target.x + place.east, target.y - place.north))
    }

    /// The end of a scatter: the last free square before a wall or the map's edge. `CS-SCA-03`,
    /// `CS-SCA-08`.
    pub(crate) fn scatter_end(&self, way: Scatter) -> CellOffset {
        let path = scatter::scatter_path(self.attacker, CellOffset::default(), way);
        let can_step = |from, to| match (self.spot, self.cell(from), self.cell(to)) {
            (Some(spot), Some(from), Some(to)) => spot.terrain.can_step(from, to),
            _ => true,
        };
        scatter::scatter_end(&path, can_step).unwrap_or_default()
    }

    /// Whether nothing as high as a person blocks the line between two positions. `CS-RULING-18`.
    pub(crate) fn reaches(&self, from: CellOffset, to: CellOffset) -> bool {
        match (self.spot, self.cell(from), self.cell(to)) {
            (Some(spot), Some(from), Some(to)) => spot.terrain.blast_reaches(from, to),
            _ => true,
        }
    }

    /// Cover of a unit against an explosion, judged from its centre. `CS-BASE-35`, `CS-COV-05`.
    pub(crate) fn blast_covers(
        &self,
        centre: CellOffset,
        place: CellOffset,
        unit: &UnitSnapshot,
    ) -> (Vec<CoverOnLine>, HitLocations) {
        let (Some(spot), Some(from), Some(to)) = (self.spot, self.cell(centre), self.cell(place)) else {
            return (Vec::new(), HitLocations::NONE);
        };
        if from == to {
            return (Vec::new(), HitLocations::NONE);
        }
        let (shelters, hidden) = spot.terrain.shelters(from, to, unit.prone);
        let way = shelters.iter().map(|shelter| InterveningBarrier {
            barrier: &shelter.barrier,
            beside: shelter.beside,
            height_cm: Some(shelter.height_cm),
        });
        line_covers(way.collect(), hidden, unit)
    }
}

/// The position of a square relative to the target.
const fn offset_of(spot: &AttackSite, square: Cell) -> CellOffset {
    CellOffset::new(square.x - spot.target.x, spot.target.y - square.y)
}

/// Guesses the attacker's square without a map: one that fits its distances to all units.
///
/// An explosion then only depends on these distances. If several squares fit, they are mirror images, as
/// are the squares where a miss may land, so the odds are the same.
fn guess_attacker_offset(request: &AttackRequest) -> CellOffset {
    let long = request.sight.chebyshev_distance.cast_signed();
    let short =
        request.sight.distance_squared.saturating_sub(request.sight.chebyshev_distance.pow(2)).isqrt();
    let short = short.cast_signed();
    let squares = [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().flat_map(|(east, north)| {
        [1, -1].map(|side| {
            CellOffset::new(east * long + side * north * short, north * long + side * east * short)
        })
    });
    let fitting = |place: &CellOffset| {
        let fits = request.bystanders.iter().filter(|bystander| {
            let way = CellOffset::new(bystander.offset.0, bystander.offset.1).relative_to(*place);
            let distance_squared = i64::from(bystander.sight.distance_squared);
            i64::from(way.east).pow(2) + i64::from(way.north).pow(2) == distance_squared
        });
        fits.count()
    };
    squares.rev().max_by_key(fitting).unwrap_or_default()
}

/// A barrier between an attack and its target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterveningBarrier<'a> {
    /// The barrier.
    pub barrier: &'a BarrierOnLine,
    /// It is adjacent to the target.
    pub beside: bool,
    /// Its height in centimetres, if known.
    pub height_cm: Option<u16>,
}

/// Cover objects on the line, and the locations that the target shields behind the adjacent one.
/// `CS-COV-05`, `CS-COV-16`, `CS-COV-18`, table CS-T3.
///
/// A wholly hidden target has all locations behind what hides it: the hardest object on the line.
pub(crate) fn line_covers(
    mut way: Vec<InterveningBarrier<'_>>,
    hidden: u8,
    unit: &UnitSnapshot,
) -> (Vec<CoverOnLine>, HitLocations) {
    // Rubble shields nothing, whatever other books say. `CS-COV-16`.
    way.retain(|on| cover::default_ap_left(on.barrier) > 0);
    let on_line = |on: &InterveningBarrier<'_>| CoverOnLine {
        barrier: on.barrier.clone(),
        ap: None,
        beside_target: on.beside,
    };
    if hidden >= 100 {
        let hardest = way.iter().map(on_line).rev().max_by_key(CoverOnLine::ap_left);
        if let Some(cover) = hardest {
            return (vec![CoverOnLine { beside_target: true, ..cover }], HitLocations::ALL);
        }
    }
    let shielded = super::units::shielded_locations(unit);
    if shielded.is_empty() {
        return (Vec::new(), shielded);
    }
    let height = way.iter().rfind(|on| on.beside).and_then(|on| on.height_cm);
    let possible =
        height.map_or(HitLocations::ALL, |cm| CoverShape::from_height(cm).shielded_locations(unit.prone));
    (way.iter().map(on_line).collect(), shielded.intersection(possible))
}
