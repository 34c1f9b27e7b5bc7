//! Where those who sit in a vehicle are drawn and pointed at: small, in a row at the foot of its square.

use bevy_egui::egui::{Vec2, vec2};

use battle::{BattleView, UnitDataItem, UnitId};

/// Most seats in a row.
const MAX_SEATS_PER_ROW: usize = 4;

/// How many places the row at the foot of a vehicle has now.
fn seat_count(view: &BattleView, vehicle: UnitId) -> usize {
    view.occupants(vehicle).count().clamp(2, MAX_SEATS_PER_ROW)
}

/// Where a token lies, in squares from the centre of its square, and its size as a share of a whole one; nothing for
/// whoever sits in no vehicle.
pub(crate) fn seat_offset(view: &BattleView, unit: &UnitDataItem) -> Option<(Vec2, f32)> {
    let vehicle = unit.vehicle()?;
    let places = seat_count(view, vehicle);
    let seat = view.occupants(vehicle).position(|other| other.id == unit.id)? % places;
    let share = (1.3 / places as f32).min(0.45);
    Some((vec2((seat as f32 + 0.5) / places as f32 - 0.5, 0.36), share))
}

/// Who sits at a position in the square of a vehicle, in squares from its corner.
pub(crate) fn passenger_at(view: &BattleView, vehicle: UnitId, within: Vec2) -> Option<UnitId> {
    let seat = (within.x.clamp(0.0, 0.99) * seat_count(view, vehicle) as f32) as usize;
    (within.y > 0.74).then(|| view.occupants(vehicle).nth(seat).map(|unit| *unit.id))?
}
