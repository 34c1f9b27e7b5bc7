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
    site: Option<&'a AttackSite>,
    /// The attacker's square.
    pub attacker: CellOffset,
}

impl<'a> AttackMap<'a> {
    /// The map around the first target of an attack.
    pub(crate) fn from_attack(request: &'a AttackRequest) -> Self {
        let site = request.site.as_ref();
        let attacker =
            site.map_or_else(|| guess_attacker_offset(request), |site| offset_of(site, site.attacker));
        Self { site, attacker }
    }

    /// The map around a targeted square, or the square in front of a targeted barrier, at this distance.
    pub(crate) fn at_site(site: Option<&'a AttackSite>, distance: u32) -> Self {
        let south = CellOffset::new(0, -distance.cast_signed());
        Self { site, attacker: site.map_or(south, |site| offset_of(site, site.attacker)) }
    }

    /// The square of a position; `None` without a map.
    pub(crate) fn cell(&self, position: CellOffset) -> Option<Cell> {
        let target = self.site?.target;
        Some(Cell::new(target.x + position.east, target.y - position.north))
    }

    /// The end of a scatter: the last free square before a wall or the map's edge. `CS-SCA-03`,
    /// `CS-SCA-08`.
    pub(crate) fn scatter_end(&self, scatter: Scatter) -> CellOffset {
        let path = scatter::scatter_path(self.attacker, CellOffset::default(), scatter);
        let can_step = |from, to| match (self.site, self.cell(from), self.cell(to)) {
            (Some(site), Some(from), Some(to)) => site.terrain.can_step(from, to),
            _ => true,
        };
        scatter::scatter_end(&path, can_step).unwrap_or_default()
    }

    /// Whether nothing as high as a person blocks the line between two positions. `CS-RULING-18`.
    pub(crate) fn has_blast_line(&self, from: CellOffset, to: CellOffset) -> bool {
        match (self.site, self.cell(from), self.cell(to)) {
            (Some(site), Some(from), Some(to)) => site.terrain.blast_reaches(from, to),
            _ => true,
        }
    }

    /// Cover of a unit against an explosion, judged from its centre. `CS-BASE-35`, `CS-COV-05`.
    pub(crate) fn blast_covers(
        &self,
        centre: CellOffset,
        position: CellOffset,
        unit: &UnitSnapshot,
    ) -> (Vec<CoverOnLine>, HitLocations) {
        let (Some(site), Some(from), Some(to)) = (self.site, self.cell(centre), self.cell(position)) else {
            return (Vec::new(), HitLocations::NONE);
        };
        if from == to {
            return (Vec::new(), HitLocations::NONE);
        }
        let (shelters, hidden) = site.terrain.shelters(from, to, unit.prone);
        let on_line = shelters.iter().map(|shelter| InterveningBarrier {
            barrier: &shelter.barrier,
            beside: shelter.beside,
            height_cm: Some(shelter.height_cm),
        });
        line_covers(on_line.collect(), hidden, unit)
    }
}

/// The position of a square relative to the target.
const fn offset_of(site: &AttackSite, square: Cell) -> CellOffset {
    CellOffset::new(square.x - site.target.x, site.target.y - square.y)
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
    let matching_distances = |position: &CellOffset| {
        let fits = request.bystanders.iter().filter(|bystander| {
            let offset = CellOffset::new(bystander.offset.0, bystander.offset.1).relative_to(*position);
            let distance_squared = i64::from(bystander.sight.distance_squared);
            i64::from(offset.east).pow(2) + i64::from(offset.north).pow(2) == distance_squared
        });
        fits.count()
    };
    squares.rev().max_by_key(matching_distances).unwrap_or_default()
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
    mut barriers: Vec<InterveningBarrier<'_>>,
    hidden: u8,
    unit: &UnitSnapshot,
) -> (Vec<CoverOnLine>, HitLocations) {
    // Rubble shields nothing, whatever other books say. `CS-COV-16`.
    barriers.retain(|on_line| cover::default_ap_left(on_line.barrier) > 0);
    let cover = |on_line: &InterveningBarrier<'_>| CoverOnLine {
        barrier: on_line.barrier.clone(),
        ap: None,
        beside_target: on_line.beside,
    };
    if hidden >= 100 {
        let hardest = barriers.iter().map(cover).rev().max_by_key(CoverOnLine::ap_left);
        if let Some(cover) = hardest {
            return (vec![CoverOnLine { beside_target: true, ..cover }], HitLocations::ALL);
        }
    }
    let shielded = super::units::shielded_locations(unit);
    if shielded.is_empty() {
        return (Vec::new(), shielded);
    }
    let height = barriers.iter().rfind(|barrier| barrier.beside).and_then(|barrier| barrier.height_cm);
    let possible =
        height.map_or(HitLocations::ALL, |cm| CoverShape::from_height(cm).shielded_locations(unit.prone));
    (barriers.iter().map(cover).collect(), shielded.intersection(possible))
}
