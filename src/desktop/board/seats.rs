//! Where those who sit in a vehicle are drawn and pointed at: small, in a row at the foot of its square.

use bevy_egui::egui::{Vec2, vec2};

use crate::battle::{BattleView, UnitDataItem, UnitId};

/// Size of such a token as a share of a whole one.
pub(super) const SHARE: f32 = 0.4;

/// Seats in a row.
const ROW: usize = 4;

/// Where a token lies, in squares from the centre of its square; nothing for whoever sits in no vehicle.
pub(super) fn offset(view: &BattleView, unit: &UnitDataItem) -> Option<Vec2> {
    let seat = view.aboard(unit.rides()?).position(|other| other.id == unit.id)? % ROW;
    Some(vec2((seat as f32 + 0.5) / ROW as f32 - 0.5, 0.36))
}

/// Who sits at a position in the square of a vehicle, in squares from its corner.
pub(super) fn at(view: &BattleView, vehicle: UnitId, within: Vec2) -> Option<UnitId> {
    let seat = (within.x.clamp(0.0, 0.99) * ROW as f32) as usize;
    (within.y > 0.74).then(|| view.aboard(vehicle).nth(seat).map(|unit| *unit.id))?
}
