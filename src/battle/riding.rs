//! Who sits in which vehicle, and what comes of it on the map: a vehicle moves in its driver's phase, and everybody inside
//! moves with it. `SS-DEF-18`, `SS-RULING-59`.

use bevy_ecs::prelude::*;

use super::components::{Status, StatusKind, UnitId, Until};
use super::event::Event;
use super::state::{Outbox, Task};
use super::view::{BattleView, UnitDataItem};
use content::Seats;
use field::{Body, Cell, Direction};
use rules::riding::{Cabin, Ride};
use rules::{Combatant, Grip, play, screen};

/// Seats and Speed of a vehicle that carries people; none for everybody else.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Seating(pub(crate) Option<Seats>);

impl UnitDataItem<'_, '_> {
    /// It moves when somebody drives it, and has no phase of its own.
    pub fn is_driven(&self) -> bool {
        self.seating.0.is_some()
    }
    /// The vehicle it sits in.
    pub fn rides(&self) -> Option<UnitId> {
        self.status.seat().map(|(vehicle, _)| vehicle)
    }
}

impl BattleView<'_, '_> {
    /// Everybody inside a vehicle, by number.
    pub fn aboard(&self, vehicle: UnitId) -> impl Iterator<Item = UnitDataItem<'_, '_>> {
        self.units().filter(move |unit| unit.rides() == Some(vehicle))
    }

    /// Whoever drives a vehicle and can act.
    pub fn driver(&self, vehicle: UnitId) -> Option<UnitDataItem<'_, '_>> {
        let drives = StatusKind::Drives(vehicle);
        self.units().find(|unit| unit.fighting() && unit.status.has(drives))
    }

    /// The inside of a vehicle that carries people.
    pub(super) fn cabin(&self, unit: &UnitDataItem) -> Option<Cabin> {
        let Seats { seats, speed } = unit.seating.0?;
        let driven = self.driver(*unit.id).is_some();
        Some(Cabin {
            seats,
            speed,
            taken: self.aboard(*unit.id).count() as u8,
            driven,
            side: self.aboard(*unit.id).find(UnitDataItem::fighting).map(|inside| inside.side.0),
            moving: driven && unit.status.has(StatusKind::Rolling),
            open: unit.status.has(StatusKind::WindowsDown),
        })
    }

    /// Where a unit sits.
    pub(super) fn ride(&self, unit: &UnitDataItem) -> Option<Ride> {
        let (vehicle, drives) = unit.status.seat()?;
        let vehicle = Box::new(self.combatant(&self.unit(vehicle)?));
        Some(Ride { vehicle, drives, way_out: self.ways_out(unit).next().is_some() })
    }

    /// Free squares beside a vehicle that somebody inside can get out to.
    fn ways_out(&self, unit: &UnitDataItem) -> impl Iterator<Item = Cell> {
        let (from, grid) = (unit.cell(), self.field().grid());
        let reached = Direction::ALL.into_iter().filter(move |way| grid.can_step(from, *way));
        reached.map(move |way| from.step(way)).filter(|cell| self.unit_at(*cell).is_none())
    }

    /// The square that somebody gets out to: the one that fewest enemies see, the first of equals.
    pub fn way_out(&self, unit: &UnitDataItem) -> Option<Cell> {
        let seen = |cell: &Cell| {
            let enemies = self.units().filter(|other| other.side != unit.side && other.fighting());
            let sees = |other: &UnitDataItem| {
                field::line_of_sight(self.field().grid(), other.cell(), other.body(), *cell, Body::STANDING)
            };
            enemies.filter(sees).count()
        };
        self.ways_out(unit).min_by_key(|cell| (seen(cell), *cell))
    }

    /// Who or what is between an attacker on a square and a unit on another: the vehicle it sits in, or whom it holds
    /// before it on the attacker's side. `SS-BARR-44`, `AB-SHIELD-01`.
    pub(super) fn screen(
        &self,
        (attacker, from): (&UnitDataItem, Cell),
        (target, at): (&UnitDataItem, Cell),
    ) -> Option<Combatant> {
        if let Some(vehicle) = target.rides() {
            return (attacker.rides() != Some(vehicle))
                .then(|| self.unit(vehicle).map(|vehicle| self.combatant(&vehicle)))?;
        }
        let Some(Grip::Holding(held)) = target.status.grip() else { return None };
        let held = self.unit(UnitId(held)).filter(|_| !play::knows_screens(self.rules()))?;
        let guards = held.casualty.down().is_none()
            && attacker.id != held.id
            && screen::guards((from.x - at.x, from.y - at.y), (held.cell().x - at.x, held.cell().y - at.y));
        guards.then(|| self.combatant(&held))
    }
}

fn set(unit: UnitId, kind: StatusKind, out: &mut Outbox) {
    out.push(Event::StatusSet { unit, status: Status { kind, until: Until::Removed } });
}

/// A unit takes a seat, or the wheel: whoever sat there and can no longer drive makes room.
pub(super) fn board(view: &BattleView, unit: UnitId, vehicle: UnitId, drives: bool, out: &mut Outbox) {
    let (Some(data), Some(car)) = (view.unit(unit), view.unit(vehicle)) else { return };
    if drives {
        for before in view.aboard(vehicle).filter(|other| other.status.has(StatusKind::Drives(vehicle))) {
            out.push(Event::StatusEnded { unit: *before.id, kind: StatusKind::Drives(vehicle) });
            set(*before.id, StatusKind::RidesIn(vehicle), out);
        }
    }
    if data.rides() == Some(vehicle) {
        out.push(Event::StatusEnded { unit, kind: StatusKind::RidesIn(vehicle) });
    } else {
        if data.cover.taken() {
            out.push(Event::CoverLeft { unit });
        }
        out.push(Event::Stepped { unit, from: data.cell(), to: car.cell() });
        super::melee::part_from_all(&data, out);
    }
    set(unit, if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) }, out);
}

/// A unit gets out, onto the square that fewest enemies see.
pub(super) fn alight(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(to) = view.way_out(&data) else { return };
    leave(&data, out);
    out.push(Event::Stepped { unit, from: data.cell(), to });
    out.then.push(Task::Look);
}

/// Whoever is taken out of a vehicle sits there no longer; without its driver it stands.
pub(super) fn leave(unit: &UnitDataItem, out: &mut Outbox) {
    let Some((vehicle, drives)) = unit.status.seat() else { return };
    let kind = if drives { StatusKind::Drives(vehicle) } else { StatusKind::RidesIn(vehicle) };
    out.push(Event::StatusEnded { unit: *unit.id, kind });
    if unit.cover.taken() {
        out.push(Event::CoverLeft { unit: *unit.id });
    }
    if drives {
        out.push(Event::StatusEnded { unit: vehicle, kind: StatusKind::Rolling });
    }
}

/// Whoever is seized in a vehicle is pulled out of it, beside whoever seized it; whether there was room.
pub(super) fn pull_out(
    view: &BattleView,
    holder: &UnitDataItem,
    held: &UnitDataItem,
    out: &mut Outbox,
) -> bool {
    let (from, grid) = (holder.cell(), view.field().grid());
    let reached = Direction::ALL.into_iter().filter(|way| grid.can_step(from, *way));
    let free = reached.map(|way| from.step(way)).filter(|cell| view.unit_at(*cell).is_none());
    let nearest = free.min_by_key(|cell| (cell.distance_squared(held.cell()), *cell));
    let Some(to) = nearest.filter(|_| holder.rides().is_none()) else {
        let text = "sits too well to be pulled out".to_owned();
        out.push(Event::Told { unit: *held.id, text, clause: "SS-DEF-18" });
        return false;
    };
    leave(held, out);
    out.push(Event::Stepped { unit: *held.id, from: held.cell(), to });
    out.then.push(Task::Look);
    true
}

/// Whoever is held before a unit comes to stand on the free square beside it that is nearest to its nearest enemy in
/// sight. `AB-SHIELD-01`.
pub(super) fn turn_shield(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let Some(Grip::Holding(held)) = data.status.grip() else { return };
    let Some(held) = view.unit(UnitId(held)) else { return };
    let seen = view.units().filter(|other| {
        other.side != data.side && other.fighting() && other.id != held.id && view.sees(&data, other)
    });
    let near = seen.map(|other| other.cell()).min_by_key(|cell| (data.cell().distance_squared(*cell), *cell));
    let Some(enemy) = near else { return };
    let best = view.ways_out(&data).chain([held.cell()]);
    let best = best.min_by_key(|cell| (cell.distance_squared(enemy), *cell)).filter(|to| *to != held.cell());
    if let Some(to) = best {
        out.push(Event::Carried { unit: *held.id, from: held.cell(), to });
        out.then.push(Task::Look);
    }
}

/// The windows of a vehicle are wound down or up. `SS-CALL-115`.
pub(super) fn wind(vehicle: UnitId, open: bool, out: &mut Outbox) {
    if open {
        set(vehicle, StatusKind::WindowsDown, out);
    } else {
        out.push(Event::StatusEnded { unit: vehicle, kind: StatusKind::WindowsDown });
    }
}

/// A driver has gone from one square to another: the vehicle and everybody else inside are there too.
pub(super) fn drive(view: &BattleView, driver: &UnitDataItem, to: Cell, out: &mut Outbox) {
    let Some((vehicle, true)) = driver.status.seat() else { return };
    let inside = view.aboard(vehicle).map(|unit| *unit.id).filter(|unit| unit != driver.id);
    for unit in inside.chain([vehicle]) {
        out.push(Event::Carried { unit, from: driver.cell(), to });
    }
    set(vehicle, StatusKind::Rolling, out);
}

/// A driver's phase begins: what the vehicle did before no longer counts as moving. `SS-DEF-18`.
pub(super) fn phase_begins(unit: &UnitDataItem, out: &mut Outbox) {
    if let Some((vehicle, true)) = unit.status.seat() {
        out.push(Event::StatusEnded { unit: vehicle, kind: StatusKind::Rolling });
    }
}
