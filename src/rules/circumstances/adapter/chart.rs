//! The map around an attack: who stands where, what lies between, and where a miss comes down.
//!
//! Places are squares from the target, east and north. In a scene without a map nothing stands in the way, and the
//! attacker's square is guessed from distances.

use super::super::Locations;
use super::super::cover::{self, CoverOnLine, CoverShape};
use super::super::scatter::{self, Offset, Scatter};
use crate::{BarrierOnLine, Combatant, Engagement, Spot, Square};

/// The map as seen from a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chart<'a> {
    spot: Option<&'a Spot>,
    /// The attacker's square.
    pub attacker: Offset,
}

impl<'a> Chart<'a> {
    /// Around the first target of an attack.
    pub(super) fn of(engagement: &'a Engagement) -> Self {
        let spot = engagement.spot.as_ref();
        let attacker = spot.map_or_else(|| guessed(engagement), |spot| place_of(spot, spot.attacker));
        Self { spot, attacker }
    }

    /// Around a square that is aimed at, or the one in front of a barrier, so many squares away.
    pub(super) fn at_spot(spot: Option<&'a Spot>, rings: u32) -> Self {
        let south = Offset::new(0, -rings.cast_signed());
        Self { spot, attacker: spot.map_or(south, |spot| place_of(spot, spot.attacker)) }
    }

    /// The square of a place; nothing without a map.
    pub(super) fn square(&self, place: Offset) -> Option<Square> {
        let target = self.spot?.target;
        Some(Square { x: target.x + place.east, y: target.y - place.north })
    }

    /// Where a scatter ends: at the last free square before a wall or the map's edge. `CS-SCA-03`, `CS-SCA-08`.
    pub(super) fn end(&self, way: Scatter) -> Offset {
        let path = scatter::path(self.attacker, Offset::default(), way);
        let can_step = |from, to| match (self.spot, self.square(from), self.square(to)) {
            (Some(spot), Some(from), Some(to)) => spot.lay.can_step(from, to),
            _ => true,
        };
        scatter::landing(&path, can_step).unwrap_or_default()
    }

    /// Whether nothing as high as a person bars the straight way between two places. `CS-RULING-18`.
    pub(super) fn reaches(&self, from: Offset, to: Offset) -> bool {
        match (self.spot, self.square(from), self.square(to)) {
            (Some(spot), Some(from), Some(to)) => spot.lay.blast_reaches(from, to),
            _ => true,
        }
    }

    /// What shields a unit from an explosion: cover is judged from its centre. `CS-BASE-35`, `CS-COV-05`.
    pub(super) fn covers(
        &self,
        centre: Offset,
        place: Offset,
        unit: &Combatant,
    ) -> (Vec<CoverOnLine>, Locations) {
        let (Some(spot), Some(from), Some(to)) = (self.spot, self.square(centre), self.square(place)) else {
            return (Vec::new(), Locations::NONE);
        };
        if from == to {
            return (Vec::new(), Locations::NONE);
        }
        let (shelters, hidden) = spot.lay.shelters(from, to, unit.prone);
        let way = shelters.iter().map(|shelter| OnTheWay {
            barrier: &shelter.barrier,
            beside: shelter.beside,
            height_cm: Some(shelter.height_cm),
        });
        covers(way.collect(), hidden, unit)
    }
}

/// A place from the target of an attack.
const fn place_of(spot: &Spot, square: Square) -> Offset {
    Offset::new(square.x - spot.target.x, spot.target.y - square.y)
}

/// The attacker's square where there is no map: one that fits its distances to everybody.
///
/// The distances are all that an explosion asks for then. Where several squares fit, they mirror each other, and so do
/// the places where a miss may land: the odds are the same for each.
fn guessed(engagement: &Engagement) -> Offset {
    let long = engagement.sight.rings.cast_signed();
    let short = engagement.sight.distance_squared.saturating_sub(engagement.sight.rings.pow(2)).isqrt();
    let short = short.cast_signed();
    let squares = [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().flat_map(|(east, north)| {
        [1, -1]
            .map(|side| Offset::new(east * long + side * north * short, north * long + side * east * short))
    });
    let fitting = |place: &Offset| {
        let fits = engagement.company.iter().filter(|near| {
            let way = Offset::new(near.offset.0, near.offset.1).from(*place);
            i64::from(way.east).pow(2) + i64::from(way.north).pow(2) == i64::from(near.sight.distance_squared)
        });
        fits.count()
    };
    squares.rev().max_by_key(fitting).unwrap_or_default()
}

/// A barrier between an attack and its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnTheWay<'a> {
    /// The barrier as it is.
    pub barrier: &'a BarrierOnLine,
    /// It stands next to the target.
    pub beside: bool,
    /// Its height, where it is known.
    pub height_cm: Option<u16>,
}

/// Cover objects on the line, and what the target keeps behind the one beside it. `CS-COV-05`, `CS-COV-16`,
/// `CS-COV-18`, table CS-T3.
///
/// Of a target that is wholly hidden every location is behind what hides it: the hardest object on the line.
pub(super) fn covers(
    mut way: Vec<OnTheWay<'_>>,
    hidden: u8,
    unit: &Combatant,
) -> (Vec<CoverOnLine>, Locations) {
    // Rubble shields nothing, whatever other books would say of it. `CS-COV-16`.
    way.retain(|on| cover::default_ap_left(on.barrier) > 0);
    let on_line =
        |on: &OnTheWay<'_>| CoverOnLine { barrier: on.barrier.clone(), ap: None, beside_target: on.beside };
    if hidden >= 100 {
        let hardest = way.iter().map(on_line).rev().max_by_key(CoverOnLine::ap_left);
        if let Some(cover) = hardest {
            return (vec![CoverOnLine { beside_target: true, ..cover }], Locations::ALL);
        }
    }
    let shielded = super::shielded(unit);
    if shielded.is_empty() {
        return (Vec::new(), shielded);
    }
    let height = way.iter().rfind(|on| on.beside).and_then(|on| on.height_cm);
    let possible = height.map_or(Locations::ALL, |cm| CoverShape::of_height(cm).shields(unit.prone));
    (way.iter().map(on_line).collect(), shielded.and(possible))
}
