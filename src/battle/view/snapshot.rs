//! A fight at one moment, copied, so that it can be asked while the fight goes on: who stands where, behind what, and
//! where a thrown body would fly.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::battle_view::BattleView;
use super::terrain_query::to_rule_square;
use crate::resolve::knockback;
use field::{Body, Cell, FlightLeg, Grid, ObstaclePosition};
use rules::knockback::{FlightSegment, KnockbackForce};
use rules::{BarrierOnLine, RuleSet, Square, UnitSnapshot};

/// Map, barriers and units at one moment.
#[derive(Clone, Debug)]
pub struct BattleSnapshot {
    grid: Arc<Grid>,
    barriers: Arc<BTreeMap<u32, BarrierOnLine>>,
    /// Everybody who takes up room, and the fallen who may be thrown, by number.
    units: Vec<Occupant>,
    rules: RuleSet,
    /// Of the map, when it was copied.
    revision: u32,
}

/// Somebody on the map.
#[derive(Clone, Debug)]
pub struct Occupant {
    /// Who.
    pub unit: UnitSnapshot,
    /// Where.
    pub cell: Cell,
    /// Is in the way of others.
    pub is_blocking: bool,
}

/// A way that a body would fly.
#[derive(Clone, Debug, PartialEq)]
pub struct KnockbackFlight {
    /// Where it begins.
    pub from: Cell,
    /// Square by square, what geometry knows of it.
    pub legs: Vec<FlightLeg>,
    /// The same for rules.
    pub segments: Vec<FlightSegment>,
}

impl Occupant {
    /// How tall it stands or lies.
    pub const fn body(&self) -> Body {
        if self.unit.prone { Body::PRONE } else { Body::STANDING }
    }
}

impl BattleSnapshot {
    /// Of parts.
    pub fn new(grid: Arc<Grid>, barriers: Vec<BarrierOnLine>, units: Vec<Occupant>, rules: RuleSet) -> Self {
        let barriers = barriers.into_iter().map(|barrier| (barrier.id, barrier)).collect();
        Self { grid, barriers: Arc::new(barriers), units, rules, revision: 0 }
    }

    /// Of a fight as it stands; with a viewer, as that side knows it. Barriers of an earlier one are taken over while
    /// nothing has changed about them.
    pub fn from_view(view: &BattleView, earlier: Option<&Self>) -> Self {
        let (grid, revision) = (view.field().shared_grid(), view.field().revision());
        let same = |old: &&Self| Arc::ptr_eq(&old.grid, &grid) && old.revision == revision;
        let barriers = earlier.filter(same).map(|old| Arc::clone(&old.barriers)).unwrap_or_else(|| {
            let barriers = view.field().barriers().filter_map(|(id, _)| view.barrier(id));
            Arc::new(barriers.map(|data| (data.id.0, view.barrier_on_line(&data))).collect())
        });
        let units = view.units().filter(|unit| !unit.out_of_action.escaped()).map(|unit| {
            let cell = unit.cell();
            let blocks = view.unit_at(cell).is_some_and(|other| other.id == unit.id);
            Occupant { unit: view.unit_snapshot(&unit), cell, is_blocking: blocks }
        });
        let rules = view.rules().clone();
        Self { grid, barriers, units: units.collect(), rules, revision }
    }

    /// The switches of the fight.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The map.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// A barrier segment by its number.
    pub fn barrier(&self, id: u32) -> Option<&BarrierOnLine> {
        self.barriers.get(&id)
    }

    /// Somebody by number.
    pub fn unit(&self, id: u32) -> Option<&Occupant> {
        self.units.iter().find(|occupant| occupant.unit.id == id)
    }

    /// Everybody, by number.
    pub fn units(&self) -> &[Occupant] {
        &self.units
    }

    /// The way of a unit that is thrown: struck like this, from that square or else by somebody who stands there; nothing
    /// if it is not thrown, or straight down. `AB-KNOCK-02`.
    pub fn knockback_flight(
        &self,
        unit: &UnitSnapshot,
        blow: (KnockbackForce, Option<Square>),
        striker: Option<Cell>,
    ) -> Option<KnockbackFlight> {
        if unit.ride.is_some() {
            return None; // it stays in its seat
        }
        let from = self.unit(unit.id)?.cell;
        let source = knockback::knockback_origin(blow.1, from, striker)?;
        let metres = rules::knockback::knockback_metres(unit, blow.0, &self.rules);
        let legs = field::knockback_path(&self.grid, from, source, metres);
        let stands = |place: ObstaclePosition| self.barriers.get(&self.grid.obstacle(place)?.id).cloned();
        let in_the_way = |at: Cell| {
            let mut others = self.units.iter().filter(|other| other.is_blocking && other.unit.id != unit.id);
            others.find(|other| other.cell == at).map(|other| other.unit.clone())
        };
        let way = legs.iter().map(|leg| knockback::flight_segment(leg, stands, in_the_way)).collect();
        Some(KnockbackFlight { from, legs, segments: way })
    }
}

impl KnockbackFlight {
    /// Where it begins, as rules name it.
    pub fn start(&self) -> Square {
        to_rule_square(self.from)
    }
}
