//! Reads the path of a knockback: where it starts and what is in its way.

use field::FlightLeg;
use model::{Cell, ObstaclePosition};
use rules::knockback::{DROP_CM, FlightSegment};
use rules::{BarrierOnLine, UnitSnapshot};

/// Returns the square that a unit is thrown away from: the origin of the force, else the striker's square. A unit at
/// the centre of a blast is thrown away from the thrower. `None` if neither gives a direction. `AB-KNOCK-02`.
pub(crate) fn knockback_origin(from: Option<Cell>, at: Cell, striker: Option<Cell>) -> Option<Cell> {
    let away = from.filter(|from| *from != at).or(striker);
    away.filter(|from| *from != at)
}

/// Converts one square of the path for the rule. A `weightless` body flies on at its height beyond an edge, above the heads of
/// units below.
pub(crate) fn flight_segment(
    (leg, weightless): (&FlightLeg, bool),
    stands: impl Fn(ObstaclePosition) -> Option<BarrierOnLine>,
    in_the_way: impl FnOnce(Cell) -> Option<UnitSnapshot>,
) -> FlightSegment {
    let is_above = weightless && leg.rise_cm <= -DROP_CM;
    FlightSegment {
        metres: leg.metres,
        barriers: leg.through.iter().filter_map(|place| stands(*place)).collect(),
        solid: leg.solid,
        rise_cm: if weightless { leg.rise_cm.max(0) } else { leg.rise_cm },
        person: if is_above { None } else { in_the_way(leg.to) },
    }
}
