//! Snapshots: a copy of map, barriers and units, for background calculations such as knockback previews.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::battle_view::BattleView;
use super::knockback;
use field::{Body, FlightLeg, Grid};
use model::{BarrierId, Cell, ObstaclePosition, UnitId};
use rules::knockback::{FlightSegment, KnockbackForce};
use rules::{BarrierOnLine, RuleSet, UnitSnapshot};

/// Map, barriers and units of a battle at one moment.
#[derive(Clone, Debug)]
pub struct BattleSnapshot {
    grid: Arc<Grid>,
    barriers: Arc<BTreeMap<BarrierId, BarrierOnLine>>,
    /// Units that occupy a cell or may be knocked back, by id.
    units: Vec<Occupant>,
    rules: RuleSet,
    /// Whether nothing falls.
    weightless: bool,
    /// Revision of the map at the time of the copy.
    revision: u32,
}

/// A unit on the map.
#[derive(Clone, Debug)]
pub struct Occupant {
    /// The unit.
    pub unit: UnitSnapshot,
    /// Its cell.
    pub cell: Cell,
    /// Whether it blocks the way of others.
    pub is_blocking: bool,
}

/// Path of a unit that is knocked back.
#[derive(Clone, Debug, PartialEq)]
pub struct KnockbackFlight {
    /// Start.
    pub from: Cell,
    /// Geometry of the path, cell by cell.
    pub legs: Vec<FlightLeg>,
    /// The same for the rules.
    pub segments: Vec<FlightSegment>,
}

impl Occupant {
    /// Its height, standing or prone.
    pub const fn body(&self) -> Body {
        if self.unit.prone { Body::PRONE } else { Body::STANDING }
    }
}

impl BattleSnapshot {
    /// Creates a snapshot of a place with gravity from its parts.
    pub fn new(grid: Arc<Grid>, barriers: Vec<BarrierOnLine>, units: Vec<Occupant>, rules: RuleSet) -> Self {
        let barriers =
            barriers.into_iter().filter_map(|barrier| Some((barrier.id.segment()?, barrier))).collect();
        Self { grid, barriers: Arc::new(barriers), units, rules, weightless: false, revision: 0 }
    }

    /// Copies a battle; with a viewer, as that side knows it. Reuses the barriers of an earlier snapshot if unchanged.
    pub fn from_view(view: &BattleView, earlier: Option<&Self>) -> Self {
        let (grid, revision) = (view.field().shared_grid(), view.field().revision());
        let same = |old: &&Self| Arc::ptr_eq(&old.grid, &grid) && old.revision == revision;
        let barriers = earlier.filter(same).map(|old| Arc::clone(&old.barriers)).unwrap_or_else(|| {
            let barriers = view.field().barriers().filter_map(|(id, _)| view.barrier(id));
            Arc::new(barriers.map(|data| (*data.id, view.barrier_on_line(&data))).collect())
        });
        let units = view.units().filter(|unit| unit.out_of_action.on_map()).map(|unit| {
            let cell = unit.cell();
            let blocks = view.unit_at(cell).is_some_and(|other| other.id == unit.id);
            Occupant { unit: view.unit_snapshot(&unit), cell, is_blocking: blocks }
        });
        let (rules, weightless) = (view.rules().clone(), view.setup().bundle().skirmish.zero_gravity);
        Self { grid, barriers, units: units.collect(), rules, weightless, revision }
    }

    /// The rulebook and house rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The map.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// A barrier segment by id.
    pub fn barrier(&self, id: BarrierId) -> Option<&BarrierOnLine> {
        self.barriers.get(&id)
    }

    /// A unit by id.
    pub fn unit(&self, id: UnitId) -> Option<&Occupant> {
        self.units.iter().find(|occupant| occupant.unit.id == id)
    }

    /// All units, by id.
    pub fn units(&self) -> &[Occupant] {
        &self.units
    }

    /// Path of a unit that is knocked back from a cell or, without one, from the striker's; `None` if it is not knocked
    /// back or only straight down. `AB-KNOCK-02`.
    pub fn knockback_flight(
        &self,
        unit: &UnitSnapshot,
        hit: (KnockbackForce, Option<Cell>),
        striker: Option<Cell>,
    ) -> Option<KnockbackFlight> {
        if unit.ride.is_some() {
            return None; // it stays in its seat
        }
        let from = self.unit(unit.id)?.cell;
        let source = knockback::knockback_origin(hit.1, from, striker)?;
        let metres = rules::knockback::knockback_metres(unit, hit.0, &self.rules);
        let legs = field::knockback_path(&self.grid, from, source, metres);
        let barrier_at = |place: ObstaclePosition| self.barriers.get(&self.grid.obstacle(place)?.id).cloned();
        let unit_in_way = |at: Cell| {
            let mut others = self.units.iter().filter(|other| other.is_blocking && other.unit.id != unit.id);
            others.find(|other| other.cell == at).map(|other| other.unit.clone())
        };
        let segment = |leg| knockback::flight_segment((leg, self.weightless), barrier_at, unit_in_way);
        let segments = legs.iter().map(segment).collect();
        Some(KnockbackFlight { from, legs, segments })
    }
}

impl KnockbackFlight {
    /// Start, as the rules denote it.
    pub fn start(&self) -> Cell {
        self.from
    }
}
