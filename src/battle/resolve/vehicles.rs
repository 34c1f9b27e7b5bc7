//! Vehicles and their occupants: boarding, getting out, and moving together in the driver's phase. `SS-DEF-18`,
//! `SS-RULING-59`.

use bevy_ecs::prelude::*;

use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::VehicleSpec;
use field::Body;
use model::{Cell, Direction, UnitId};
use rules::attack::body_shield;
use rules::special_actions::vehicles::{Passenger, VehicleInterior};
use rules::{Grip, UnitSnapshot, play};

/// Seats and speed of a vehicle; `None` for units that are no vehicles.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct VehicleSeats(pub(crate) Option<VehicleSpec>);

impl UnitDataItem<'_, '_> {
    /// Returns whether the unit is a vehicle: it needs a driver and has no phase of its own.
    pub fn is_driven(&self) -> bool {
        self.vehicle_seats.0.is_some()
    }
    /// Returns the vehicle that the unit sits in; `None` if it is on foot.
    pub fn vehicle(&self) -> Option<UnitId> {
        self.status.seat().map(|(vehicle, _)| vehicle)
    }
}

impl BattleView<'_, '_> {
    /// Returns the occupants of a vehicle, by unit number.
    pub fn occupants(&self, vehicle: UnitId) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.units().filter(move |unit| unit.vehicle() == Some(vehicle))
    }

    /// Returns the driver of a vehicle; `None` if there is none who can act.
    pub fn driver(&self, vehicle: UnitId) -> Option<UnitDataItem<'_, '_>> {
        let drives = StatusKind::Drives(vehicle);
        self.units().find(|unit| unit.is_fighting() && unit.status.has(drives))
    }

    /// Returns the interior of a vehicle; `None` if the unit is no vehicle.
    pub(crate) fn vehicle_interior(&self, unit: &UnitDataItem) -> Option<VehicleInterior> {
        let VehicleSpec { seats, speed } = unit.vehicle_seats.0?;
        let driven = self.driver(*unit.id).is_some();
        Some(VehicleInterior {
            seats,
            speed,
            taken: self.occupants(*unit.id).count() as u8,
            driven,
            side: self.occupants(*unit.id).find(UnitDataItem::is_fighting).map(|inside| inside.side.0),
            moving: driven && unit.status.has(StatusKind::Rolling),
            open: unit.status.has(StatusKind::WindowsDown),
        })
    }

    /// Returns the seat of a unit; `None` if it is on foot.
    pub(crate) fn passenger(&self, unit: &UnitDataItem) -> Option<Passenger> {
        let (vehicle, drives) = unit.status.seat()?;
        let vehicle = Box::new(self.unit_snapshot(&self.unit(vehicle)?));
        Some(Passenger { vehicle, drives, way_out: self.exit_cells(unit).next().is_some() })
    }

    /// Returns the free adjacent squares that a unit can step to.
    fn exit_cells(&self, unit: &UnitDataItem) -> impl Iterator<Item = Cell> {
        let (from, grid) = (unit.cell(), self.field().grid());
        let reached = Direction::ALL.into_iter().filter(move |way| grid.can_step(from, *way));
        reached.map(move |way| from.step(way)).filter(|cell| self.unit_at(*cell).is_none())
    }

    /// Returns the square that a passenger gets out to: the one in sight of the fewest enemies. `None` if none is free.
    pub fn exit_cell(&self, unit: &UnitDataItem) -> Option<Cell> {
        let seen = |cell: &Cell| {
            let enemies = self.units().filter(|other| other.side != unit.side && other.is_fighting());
            let sees = |other: &UnitDataItem| {
                field::line_of_sight(self.field().grid(), other.cell(), other.body(), *cell, Body::STANDING)
            };
            enemies.filter(sees).count()
        };
        self.exit_cells(unit).min_by_key(|cell| (seen(cell), *cell))
    }

    /// Returns what shields a target from an attacker: its vehicle, or a held unit between the two. `None` if nothing
    /// does. `SS-BARR-44`, `AB-SHIELD-01`.
    pub(crate) fn shield_between(
        &self,
        (attacker, from): (&UnitDataItem, Cell),
        (target, at): (&UnitDataItem, Cell),
    ) -> Option<UnitSnapshot> {
        if let Some(vehicle) = target.vehicle() {
            return (attacker.vehicle() != Some(vehicle))
                .then(|| self.unit(vehicle).map(|vehicle| self.unit_snapshot(&vehicle)))?;
        }
        let Some(Grip::Holding(held)) = target.status.grip() else { return None };
        let held = self.unit(held).filter(|_| !play::knows_screens(self.rules()))?;
        let guards = held.out_of_action.down().is_none()
            && attacker.id != held.id
            && body_shield::shields_against(
                (from.x - at.x, from.y - at.y),
                (held.cell().x - at.x, held.cell().y - at.y),
            );
        guards.then(|| self.unit_snapshot(&held))
    }
}

fn push_status(unit: UnitId, kind: StatusKind, out: &mut Outbox) {
    out.push_event(BattleEvent::StatusSet { unit, status: Status { kind, until: StatusEnd::Removed } });
}

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
            out.push_event(BattleEvent::StatusEnded { unit: *before.id, kind: StatusKind::Drives(vehicle) });
            push_status(*before.id, StatusKind::RidesIn(vehicle), out);
        }
    }
    if data.vehicle() == Some(vehicle) {
        out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::RidesIn(vehicle) });
    } else {
        if data.taking_cover.is_taken() {
            out.push_event(BattleEvent::CoverLeft { unit });
        }
        out.push_event(BattleEvent::Stepped { unit, from: data.cell(), to: car.cell() });
        super::melee::disengage_from_all(&data, out);
    }
    push_status(unit, if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) }, out);
}

/// Moves a unit out of its vehicle to its exit square, if one is free.
pub(crate) fn exit_vehicle(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(to) = view.exit_cell(&data) else { return };
    vacate_seat(&data, out);
    out.push_event(BattleEvent::Stepped { unit, from: data.cell(), to });
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Ends a unit's seat in a vehicle. The vehicle stops if the unit was its driver.
pub(crate) fn vacate_seat(unit: &UnitDataItem, out: &mut Outbox) {
    let Some((vehicle, drives)) = unit.status.seat() else { return };
    let kind = if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) };
    out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind });
    if unit.taking_cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit: *unit.id });
    }
    if drives {
        out.push_event(BattleEvent::StatusEnded { unit: vehicle, kind: StatusKind::Rolling });
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
        let text = "cannot be pulled out of the vehicle".to_owned();
        out.push_event(BattleEvent::RuleNote { unit: *held.id, text, clause: "SS-DEF-18" });
        return false;
    };
    vacate_seat(held, out);
    out.push_event(BattleEvent::Stepped { unit: *held.id, from: held.cell(), to });
    out.next_steps.push(ResolutionStep::UpdateDetection);
    true
}

/// Moves a body shield to the free square beside its holder that is nearest to the closest visible enemy.
/// `AB-SHIELD-01`.
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
        out.next_steps.push(ResolutionStep::UpdateDetection);
    }
}

/// Opens or closes the windows of a vehicle. `SS-CALL-115`.
pub(crate) fn set_windows(vehicle: UnitId, open: bool, out: &mut Outbox) {
    if open {
        push_status(vehicle, StatusKind::WindowsDown, out);
    } else {
        out.push_event(BattleEvent::StatusEnded { unit: vehicle, kind: StatusKind::WindowsDown });
    }
}

/// Moves a vehicle and its other occupants to the driver's new square.
pub(crate) fn move_vehicle(view: &BattleView, driver: &UnitDataItem, to: Cell, out: &mut Outbox) {
    let Some((vehicle, true)) = driver.status.seat() else { return };
    let inside = view.occupants(vehicle).map(|unit| *unit.id).filter(|unit| unit != driver.id);
    for unit in inside.chain([vehicle]) {
        out.push_event(BattleEvent::Displaced { unit, from: driver.cell(), to });
    }
    push_status(vehicle, StatusKind::Rolling, out);
}

/// Ends the moving status of a vehicle when its driver's phase begins. `SS-DEF-18`.
pub(crate) fn begin_driver_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if let Some((vehicle, true)) = unit.status.seat() {
        out.push_event(BattleEvent::StatusEnded { unit: vehicle, kind: StatusKind::Rolling });
    }
}
