//! Moves units into, with and out of vehicles, in the phase of the driver or occupant. `SS-DEF-18`,
//! `SS-RULING-59`.

use super::hazards::expose_on_entering;
use super::melee::{disengage_from_all, disengage_out_of_reach};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{Cell, Direction, UnitId};
use rules::Grip;

/// Seats a unit in a vehicle. A new driver replaces the previous one, who becomes a passenger.
pub(crate) fn board_vehicle(
    view: &BattleView,
    unit: UnitId,
    vehicle: UnitId,
    drives: bool,
    out: &mut Outbox,
) {
    let (Some(data), Some(car)) = (view.unit(unit), view.unit(vehicle)) else { return };
    if drives {
        for before in view.occupants(vehicle).filter(|other| other.status.has(StatusKind::Drives(vehicle))) {
            out.end_status(*before.id, StatusKind::Drives(vehicle));
            out.push_status(*before.id, StatusKind::RidesIn(vehicle));
        }
    }
    if data.vehicle() == Some(vehicle) {
        out.end_status(unit, StatusKind::RidesIn(vehicle));
    } else {
        if data.cover.is_taken() {
            out.push_event(BattleEvent::CoverLeft { unit });
        }
        out.push_event(BattleEvent::Stepped { unit, from: data.cell(), to: car.cell() });
        disengage_from_all(&data, out);
    }
    out.push_status(unit, if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) });
}

/// Moves a unit out of its vehicle to its exit square, if one is free.
pub(crate) fn exit_vehicle(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(to) = view.exit_cell(&data) else { return };
    vacate_seat(&data, out);
    out.push_event(BattleEvent::Stepped { unit, from: data.cell(), to });
    expose_on_entering(view, unit, to, out);
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Ends a unit's seat in a vehicle. The vehicle stops if the unit was its driver.
pub(crate) fn vacate_seat(unit: &UnitDataItem, out: &mut Outbox) {
    let Some((vehicle, drives)) = unit.status.seat() else { return };
    let kind = if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) };
    out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind });
    if unit.cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit: *unit.id });
    }
    if drives {
        out.end_status(vehicle, StatusKind::Rolling);
    }
}

/// Pulls a held unit out of its vehicle to a square beside the holder. Returns false if no square is free.
pub(crate) fn pull_out_of_vehicle(
    view: &BattleView,
    holder: &UnitDataItem,
    held: &UnitDataItem,
    out: &mut Outbox,
) -> bool {
    let (from, grid) = (holder.cell(), view.field().grid());
    let reached = Direction::ALL.into_iter().filter(|way| grid.can_step(from, *way));
    let free = reached.map(|way| from.step(way)).filter(|cell| view.unit_at(*cell).is_none());
    let nearest = free.min_by_key(|cell| (cell.distance_squared(held.cell()), *cell));
    let Some(to) = nearest.filter(|_| holder.vehicle().is_none()) else {
        let text = BattleNote::StaysInVehicle.into();
        out.push_event(BattleEvent::RuleNote { unit: *held.id, text, clause: "SS-DEF-18" });
        return false;
    };
    vacate_seat(held, out);
    out.push_event(BattleEvent::Stepped { unit: *held.id, from: held.cell(), to });
    expose_on_entering(view, *held.id, to, out);
    out.next_steps.push(ResolutionStep::UpdateDetection);
    true
}

/// Moves a body shield to the free square beside its holder that is nearest to the closest visible enemy; it leaves the
/// melees that it is no longer beside. `AB-SHIELD-01`, `CS-MEL-04`.
pub(crate) fn turn_body_shield(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(Grip::Holding(held)) = data.status.grip() else { return };
    let Some(held) = view.unit(held) else { return };
    let seen = view.units().filter(|other| {
        other.side != data.side && other.is_fighting() && other.id != held.id && view.sees(&data, other)
    });
    let near = seen.map(|other| other.cell()).min_by_key(|cell| (data.cell().distance_squared(*cell), *cell));
    let Some(enemy) = near else { return };
    let best = view.exit_cells(&data).chain([held.cell()]);
    let best = best.min_by_key(|cell| (cell.distance_squared(enemy), *cell)).filter(|to| *to != held.cell());
    if let Some(to) = best {
        out.push_event(BattleEvent::Displaced { unit: *held.id, from: held.cell(), to });
        disengage_out_of_reach(view, *held.id, to, out);
        expose_on_entering(view, *held.id, to, out);
        out.next_steps.push(ResolutionStep::UpdateDetection);
    }
}

/// Moves a vehicle and its other occupants to the driver's new square.
pub(crate) fn move_vehicle(view: &BattleView, driver: &UnitDataItem, to: Cell, out: &mut Outbox) {
    let Some((vehicle, true)) = driver.status.seat() else { return };
    let inside = view.occupants(vehicle).map(|unit| *unit.id).filter(|unit| unit != driver.id);
    for unit in inside.chain([vehicle]) {
        out.push_event(BattleEvent::Displaced { unit, from: driver.cell(), to });
    }
    out.push_status(vehicle, StatusKind::Rolling);
}

/// Ends the moving status of a vehicle when its driver's phase begins. `SS-DEF-18`.
pub(crate) fn begin_driver_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if let Some((vehicle, true)) = unit.status.seat() {
        out.end_status(vehicle, StatusKind::Rolling);
    }
}
