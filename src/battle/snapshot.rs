//! A fight at one moment, copied, so that it can be asked while the fight goes on: who stands where, behind what, and
//! where a thrown body would fly.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::knock;
use super::lay::square;
use super::view::BattleView;
use field::{Body, Cell, Grid, Leg, Place};
use rules::knockback::{self, Force, Stretch};
use rules::{BarrierOnLine, Combatant, RuleSet, Square};

/// Map, barriers and units at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
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
    pub unit: Combatant,
    /// Where.
    pub cell: Cell,
    /// Is in the way of others.
    pub blocks: bool,
}

/// A way that a body would fly.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Where it begins.
    pub from: Cell,
    /// Square by square, what geometry knows of it.
    pub legs: Vec<Leg>,
    /// The same for rules.
    pub way: Vec<Stretch>,
}

impl Occupant {
    /// How tall it stands or lies.
    pub const fn body(&self) -> Body {
        if self.unit.prone { Body::PRONE } else { Body::STANDING }
    }
}

impl Snapshot {
    /// Of parts.
    pub fn new(grid: Arc<Grid>, barriers: Vec<BarrierOnLine>, units: Vec<Occupant>, rules: RuleSet) -> Self {
        let barriers = barriers.into_iter().map(|barrier| (barrier.id, barrier)).collect();
        Self { grid, barriers: Arc::new(barriers), units, rules, revision: 0 }
    }

    /// Of a fight as it stands; with a viewer, as that side knows it. Barriers of an earlier one are taken over while
    /// nothing has changed about them.
    pub fn of(view: &BattleView, earlier: Option<&Self>) -> Self {
        let (grid, revision) = (view.field().shared_grid(), view.field().revision());
        let same = |old: &&Self| Arc::ptr_eq(&old.grid, &grid) && old.revision == revision;
        let barriers = earlier.filter(same).map(|old| Arc::clone(&old.barriers)).unwrap_or_else(|| {
            let barriers = view.field().barriers().filter_map(|(id, _)| view.barrier(id));
            Arc::new(barriers.map(|data| (data.id.0, view.on_line(&data))).collect())
        });
        let units = view.units().filter(|unit| !unit.casualty.escaped()).map(|unit| {
            let cell = unit.cell();
            let blocks = view.unit_at(cell).is_some_and(|other| other.id == unit.id);
            Occupant { unit: view.combatant(&unit), cell, blocks }
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
    pub fn lane(
        &self,
        unit: &Combatant,
        blow: (Force, Option<Square>),
        striker: Option<Cell>,
    ) -> Option<Lane> {
        if unit.ride.is_some() {
            return None; // it stays in its seat
        }
        let from = self.unit(unit.id)?.cell;
        let source = knock::source(blow.1, from, striker)?;
        let metres = knockback::pushed_m(unit, blow.0, &self.rules);
        let legs = field::flight(&self.grid, from, source, metres);
        let stands = |place: Place| self.barriers.get(&self.grid.obstacle(place)?.id).cloned();
        let in_the_way = |at: Cell| {
            let mut others = self.units.iter().filter(|other| other.blocks && other.unit.id != unit.id);
            others.find(|other| other.cell == at).map(|other| other.unit.clone())
        };
        let way = legs.iter().map(|leg| knock::stretch(leg, stands, in_the_way)).collect();
        Some(Lane { from, legs, way })
    }
}

impl Lane {
    /// Where it begins, as rules name it.
    pub fn start(&self) -> Square {
        square(self.from)
    }
}
