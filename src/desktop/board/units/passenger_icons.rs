//! Positions of passengers: small tokens in a row at the foot of their vehicle's square.

use bevy_egui::egui::{Vec2, vec2};

use battle::{BattleView, UnitDataItem};
use model::UnitId;

/// Maximum number of seats in a row.
const MAX_SEATS_PER_ROW: usize = 4;

/// Returns the number of places in a vehicle's row.
fn seat_count(view: &BattleView, vehicle: UnitId) -> usize {
    view.occupants(vehicle).count().clamp(2, MAX_SEATS_PER_ROW)
}

/// Returns a passenger's offset from the centre of its square, in squares, and the scale of its token; `None` for a
/// unit that is not in a vehicle.
pub(crate) fn seat_offset(view: &BattleView, unit: &UnitDataItem) -> Option<(Vec2, f32)> {
    let vehicle = unit.vehicle()?;
    let places = seat_count(view, vehicle);
    let index = view.occupants(vehicle).position(|other| other.id == unit.id)? % places;
    let share = (1.3 / places as f32).min(0.45);
    Some((vec2((index as f32 + 0.5) / places as f32 - 0.5, 0.36), share))
}

/// Returns the passenger at a position in the square of a vehicle, in squares from its corner.
pub(crate) fn passenger_at(view: &BattleView, vehicle: UnitId, within: Vec2) -> Option<UnitId> {
    let index = (within.x.clamp(0.0, 0.99) * seat_count(view, vehicle) as f32) as usize;
    (within.y > 0.74).then(|| view.occupants(vehicle).nth(index).map(|unit| *unit.id))?
}
