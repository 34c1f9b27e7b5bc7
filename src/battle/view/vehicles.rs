//! Reads vehicles: their occupants, drivers and exits, and what shields a target. `SS-DEF-18`.

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::components::StatusKind;
use content::VehicleSpec;
use field::Body;
use model::{Cell, Direction, UnitId};
use rules::attack::body_shield;
use rules::special_actions::vehicles::{Passenger, VehicleInterior};
use rules::{Grip, UnitSnapshot, play};

impl UnitDataItem<'_, '_> {
    /// Returns whether the unit is a vehicle: it needs a driver and has no phase of its own.
    pub fn is_driven(&self) -> bool {
        self.vehicle_seats.0.is_some()
    }

    /// Returns whether the unit is a machine or a building: it is wrecked or destroyed where a person falls unconscious or
    /// dies, and does not bleed. Robots look like machines in every book; the sheets of some books say so as well.
    pub fn is_machine(&self) -> bool {
        self.is_driven() || self.identity.glyph().is_machine() || play::is_inanimate(self.sheet.get())
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
            // A wreck has come to a halt.
            moving: driven && unit.is_fighting() && unit.status.has(StatusKind::Rolling),
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
    pub(crate) fn exit_cells(&self, unit: &UnitDataItem) -> impl Iterator<Item = Cell> {
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
        let held = self.unit(held).filter(|_| !play::has_body_shields(self.rules()))?;
        let guards = held.out_of_action.down().is_none()
            && attacker.id != held.id
            && body_shield::shields_against(
                (from.x - at.x, from.y - at.y),
                (held.cell().x - at.x, held.cell().y - at.y),
            );
        guards.then(|| self.unit_snapshot(&held))
    }
}
