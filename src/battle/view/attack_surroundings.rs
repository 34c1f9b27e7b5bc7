//! What is around an attack or an explosion: ground, map, other units and objects, collected from the view.

use std::sync::Arc;

use super::battle_end::keeps_side_in_battle;
use super::battle_view::{BattleView, UnitDataItem, target_cell};
use crate::state::components::held_phase::ArmedItem;
use crate::state::order::Target;
use content::{BarrierKind, Terrain};
use field::Body;
use model::{Cell, Side, UnitId};
use rules::{
    AttackSite, Bystander, Detonation, GroundConditions, OperableObject, Surroundings, TargetSight,
    TerrainMap, UnitSnapshot,
};

impl BattleView<'_, '_> {
    /// Ground, light and fog of both cells and between them.
    pub(super) fn surroundings(&self, from: Cell, at: Cell) -> Surroundings {
        Surroundings {
            attacker: self.terrain_cell(from),
            target: self.terrain_cell(at),
            obscured_between: from
                .cells_between(at)
                .any(|cell| self.terrain_at(cell).is_some_and(|terrain| terrain.obscured)),
            weather: self.setup().bundle().skirmish.weather,
            zero_gravity: self.setup().bundle().skirmish.zero_gravity,
        }
    }

    /// Ground of a cell for the rules.
    pub(crate) fn terrain_cell(&self, cell: Cell) -> GroundConditions {
        self.terrain_at(cell).map_or_else(GroundConditions::default, Terrain::conditions)
    }

    /// The map around an attack, with its barriers and occupied cells if the rules need them.
    pub(super) fn attack_site(&self, attacker: Cell, target: Cell, wants_bystanders: bool) -> AttackSite {
        let (mut standing, mut taken) = (Vec::new(), Vec::new());
        if wants_bystanders {
            let all = self.field().barriers().filter_map(|(id, _)| self.barrier(id));
            let intact = all.filter(|data| !data.state.holed() && !data.state.open());
            standing.extend(intact.map(|data| (self.barrier_on_line(&data), data.place.place())));
            taken.extend(self.units().filter(UnitDataItem::is_fighting).map(|unit| unit.cell()));
        }
        let map = Arc::new(TerrainMap { grid: self.field().shared_grid(), standing, taken });
        AttackSite { terrain: map, attacker, target }
    }

    /// Returns the units that keep other sides than this one in the battle, seen or not: whether a question of an attack is
    /// asked does not depend on who looks.
    pub(super) fn last_enemies(&self, side: Side) -> Vec<UnitId> {
        self.all_units()
            .filter(|other| *other.side != side && keeps_side_in_battle(other))
            .map(|other| *other.id)
            .collect()
    }

    /// Whether other units keep the side of a unit in the battle: in the open, inside vehicles or still to arrive.
    pub(super) fn has_others_left(&self, unit: &UnitDataItem) -> bool {
        self.all_units()
            .any(|other| other.id != unit.id && other.side == unit.side && keeps_side_in_battle(&other))
    }

    /// Other units inside vehicles, by id.
    pub(super) fn units_aboard(
        &self,
        unit: &UnitDataItem,
        target: Option<&UnitDataItem>,
    ) -> Vec<UnitSnapshot> {
        let is_party =
            |third: &UnitDataItem| third.id == unit.id || target.is_some_and(|target| target.id == third.id);
        let inside = self.units().filter(|third| third.vehicle().is_some() && third.can_be_caught());
        inside.filter(|third| !is_party(third)).map(|third| self.unit_snapshot(&third)).collect()
    }

    /// Other units that an area attack may catch, by id: conscious ones, and living ones on the ground. `SS-DEF-49`.
    pub(super) fn bystanders(
        &self,
        (unit, from): (&UnitDataItem, Cell),
        target: Option<&UnitDataItem>,
        at: Cell,
    ) -> Vec<Bystander> {
        let is_target = |third: &UnitDataItem| target.is_some_and(|other| other.id == third.id);
        self.units()
            .filter(|third| third.can_be_caught() && third.id != unit.id && !is_target(third))
            // Explosions outside a vehicle hit the vehicle, not its occupants.
            .filter(|third| third.vehicle().is_none())
            .map(|third| {
                let cell = third.cell();
                let fire = field::line_of_fire(self.field().grid(), from, unit.body(), cell, third.body());
                Bystander {
                    unit: self.unit_snapshot(&third),
                    offset: (cell.x - at.x, at.y - cell.y),
                    sight: self.sight_conditions((unit, from), (&third, cell), &fire),
                    surroundings: self.surroundings(from, cell),
                    sees_target: field::line_of_sight(
                        self.field().grid(),
                        cell,
                        third.body(),
                        at,
                        target.map_or(Body::STANDING, UnitDataItem::body),
                    ),
                }
            })
            .collect()
    }

    /// Intact doors and similar objects that a unit sees, and what intact walls hide.
    pub(super) fn operables(&self, (unit, from): (&UnitDataItem, Cell), at: Cell) -> Vec<OperableObject> {
        let grid = self.field().grid();
        let sees = |cell| field::line_of_sight(grid, from, unit.body(), cell, Body::STANDING);
        let all = self.field().barriers().filter_map(|(id, _)| self.barrier(id));
        let opens = |kind: &BarrierKind| kind.openable || kind.hides.is_some();
        all.filter(|data| opens(data.barrier.kind()) && !data.state.holed())
            .filter_map(|data| {
                let target = Target::Barrier(*data.id);
                let cell = target_cell(self, from, target).filter(|cell| sees(*cell))?;
                Some(OperableObject {
                    id: *data.id,
                    name: data.barrier.kind().name.clone(),
                    from_target: target_cell(self, at, target)?.chebyshev_distance(at),
                    offset: data.place.place().offset_from(at),
                    from_attacker: cell.chebyshev_distance(from),
                    is_open: data.state.open(),
                    hidden: data.barrier.kind().hides.is_some(),
                })
            })
            .collect()
    }

    /// Collects the detonation of an armed item. Chapter TIMED.
    pub(crate) fn detonation(&self, armed: &ArmedItem) -> Option<Detonation> {
        let owner = self.unit(armed.fuse().owner)?;
        let (at, grid) = (armed.cell(), self.field().grid());
        // Explosions outside a vehicle hit the vehicle, not its occupants.
        let is_reached = |unit: &UnitDataItem| unit.vehicle().is_none_or(|vehicle| armed.is_inside(vehicle));
        let caught = self.units().filter(|unit| unit.can_be_caught() && is_reached(unit));
        let bystanders = caught.map(|unit| {
            let cell = unit.cell();
            let fire = field::line_of_fire(grid, at, Body::STANDING, cell, unit.body());
            Bystander {
                unit: self.unit_snapshot(&unit),
                offset: (cell.x - at.x, at.y - cell.y),
                sight: TargetSight {
                    aware: !self.is_surprised_by(&unit, *owner.id),
                    ..self.sight_conditions((&owner, at), (&unit, cell), &fire)
                },
                surroundings: self.surroundings(at, cell),
                sees_target: field::line_of_sight(grid, cell, unit.body(), at, Body::PRONE),
            }
        });
        let all = self.field().barriers().filter_map(|(id, _)| self.barrier(id));
        let intact = all.filter(|data| !data.state.holed() && !data.state.open());
        let touching = intact.filter(|data| data.place.place().touches(at));
        Some(Detonation {
            owner: self.unit_snapshot(&owner),
            weapon: armed.item().weapon().clone(),
            site: self.attack_site(at, at, true),
            bystanders: bystanders.collect(),
            touching: touching.map(|data| self.barrier_on_line(&data)).collect(),
            rules: self.rules().clone(),
        })
    }

    /// Whether an energy source is on a cell or beside it. `SS-HEAL-02`.
    pub(crate) fn has_energy_source_beside(&self, cell: Cell) -> bool {
        let cells = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(cell.x + x, cell.y + y)));
        cells.into_iter().any(|cell| self.terrain_at(cell).is_some_and(|terrain| terrain.energy))
    }
}
