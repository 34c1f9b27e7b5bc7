//! Who sits in which vehicle, and what comes of it on the map: a vehicle moves in its driver's phase, and everybody inside
//! moves with it. `SS-DEF-18`, `SS-RULING-59`.

use bevy_ecs::prelude::*;

use crate::model::components::{Status, StatusEnd, StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::VehicleSpec;
use field::{Body, Cell, Direction};
use rules::attack::body_shield;
use rules::special_actions::vehicles::{Passenger, VehicleInterior};
use rules::{Grip, UnitSnapshot, play};

/// Seats and Speed of a vehicle that carries people; none for everybody else.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct VehicleSeats(pub(crate) Option<VehicleSpec>);

impl UnitDataItem<'_, '_> {
    /// It moves when somebody drives it, and has no phase of its own.
    pub fn is_driven(&self) -> bool {
        self.vehicle_seats.0.is_some()
    }
    /// The vehicle it sits in.
    pub fn vehicle(&self) -> Option<UnitId> {
        self.status.seat().map(|(vehicle, _)| vehicle)
    }
}

impl BattleView<'_, '_> {
    /// Everybody inside a vehicle, by number.
    pub fn occupants(&self, vehicle: UnitId) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.units().filter(move |unit| unit.vehicle() == Some(vehicle))
    }

    /// Whoever drives a vehicle and can act.
    pub fn driver(&self, vehicle: UnitId) -> Option<UnitDataItem<'_, '_>> {
        let drives = StatusKind::Drives(vehicle);
        self.units().find(|unit| unit.is_fighting() && unit.status.has(drives))
    }

    /// The inside of a vehicle that carries people.
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

    /// Where a unit sits.
    pub(crate) fn passenger(&self, unit: &UnitDataItem) -> Option<Passenger> {
        let (vehicle, drives) = unit.status.seat()?;
        let vehicle = Box::new(self.unit_snapshot(&self.unit(vehicle)?));
        Some(Passenger { vehicle, drives, way_out: self.exit_cells(unit).next().is_some() })
    }

    /// Free squares beside a vehicle that somebody inside can get out to.
    fn exit_cells(&self, unit: &UnitDataItem) -> impl Iterator<Item = Cell> {
        let (from, grid) = (unit.cell(), self.field().grid());
        let reached = Direction::ALL.into_iter().filter(move |way| grid.can_step(from, *way));
        reached.map(move |way| from.step(way)).filter(|cell| self.unit_at(*cell).is_none())
    }

    /// The square that somebody gets out to: the one that fewest enemies see, the first of equals.
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

    /// Who or what is between an attacker on a square and a unit on another: the vehicle it sits in, or whom it holds
    /// before it on the attacker's side. `SS-BARR-44`, `AB-SHIELD-01`.
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
        let held = self.unit(UnitId(held)).filter(|_| !play::knows_screens(self.rules()))?;
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

/// A unit takes a seat, or the wheel: whoever sat there and can no longer drive makes room.
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

/// A unit gets out, onto the square that fewest enemies see.
pub(crate) fn exit_vehicle(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(to) = view.exit_cell(&data) else { return };
    vacate_seat(&data, out);
    out.push_event(BattleEvent::Stepped { unit, from: data.cell(), to });
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Whoever is taken out of a vehicle sits there no longer; without its driver it stands.
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

/// Whoever is seized in a vehicle is pulled out of it, beside whoever seized it; whether there was room.
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
        let text = "sits too well to be pulled out".to_owned();
        out.push_event(BattleEvent::RuleNote { unit: *held.id, text, clause: "SS-DEF-18" });
        return false;
    };
    vacate_seat(held, out);
    out.push_event(BattleEvent::Stepped { unit: *held.id, from: held.cell(), to });
    out.next_steps.push(ResolutionStep::UpdateDetection);
    true
}

/// Whoever is held before a unit comes to stand on the free square beside it that is nearest to its nearest enemy in
/// sight. `AB-SHIELD-01`.
pub(crate) fn turn_body_shield(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(Grip::Holding(held)) = data.status.grip() else { return };
    let Some(held) = view.unit(UnitId(held)) else { return };
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

/// The windows of a vehicle are wound down or up. `SS-CALL-115`.
pub(crate) fn set_windows(vehicle: UnitId, open: bool, out: &mut Outbox) {
    if open {
        push_status(vehicle, StatusKind::WindowsDown, out);
    } else {
        out.push_event(BattleEvent::StatusEnded { unit: vehicle, kind: StatusKind::WindowsDown });
    }
}

/// A driver has gone from one square to another: the vehicle and everybody else inside are there too.
pub(crate) fn move_vehicle(view: &BattleView, driver: &UnitDataItem, to: Cell, out: &mut Outbox) {
    let Some((vehicle, true)) = driver.status.seat() else { return };
    let inside = view.occupants(vehicle).map(|unit| *unit.id).filter(|unit| unit != driver.id);
    for unit in inside.chain([vehicle]) {
        out.push_event(BattleEvent::Displaced { unit, from: driver.cell(), to });
    }
    push_status(vehicle, StatusKind::Rolling, out);
}

/// A driver's phase begins: what the vehicle did before no longer counts as moving. `SS-DEF-18`.
pub(crate) fn begin_driver_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if let Some((vehicle, true)) = unit.status.seat() {
        out.push_event(BattleEvent::StatusEnded { unit: vehicle, kind: StatusKind::Rolling });
    }
}
