//! Reach of a unit in its next turn: the squares that it can move to, and those that it can attack after that.

use std::collections::BTreeSet;

use battle::{BattleView, CellSet, NextTurn, SafePaths, UnitDataItem};
use field::{Body, FieldOfView, Grid, field_of_view, line_of_sight};
use model::{Cell, UnitId};
use rules::WeaponReach;

/// What a unit can do in its next turn. The squares that it can attack are found step by step, from one position after
/// the other.
#[derive(Clone, Debug)]
pub struct UnitReach {
    /// The unit.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// How far it moves, and how far before an attack.
    pub turn: NextTurn,
    /// Its position.
    pub from: Cell,
    /// The squares that it can move to, without its own.
    pub moves: BTreeSet<Cell>,
    body: Body,
    here: CellSet,
    attacked: CellSet,
    /// The positions that have not been looked at, with the cost of the way there; the nearest is the last.
    left: Vec<(u32, Cell)>,
}

impl UnitReach {
    /// Finds the squares that a unit can move to, as far as the viewer knows the field. What it can attack is still to be
    /// found.
    pub fn new(view: &BattleView, unit: &UnitDataItem) -> Self {
        let (turn, from, grid) = (view.next_turn(unit), unit.cell(), view.field().grid());
        let paths = SafePaths::from_unit(view, unit, turn.max_move);
        let moves = paths.cells().filter(|(cell, _)| *cell != from).map(|(cell, _)| cell).collect();
        let farthest = turn.attacks.iter().map(|attack| attack.max_move).max();
        let positions = paths.cells().map(|(cell, cost)| (cost, cell)).chain([(0, from)]);
        let mut left: Vec<(u32, Cell)> =
            positions.filter(|(cost, _)| farthest.is_some_and(|farthest| *cost <= farthest)).collect();
        left.sort_unstable_by(|one, other| other.cmp(one));
        left.dedup();
        Self {
            unit: *unit.id,
            name: unit.identity.name().to_owned(),
            turn,
            from,
            moves,
            body: unit.body(),
            here: CellSet::new(grid),
            attacked: CellSet::new(grid),
            left,
        }
    }

    /// Finds what the unit can attack, from all positions.
    pub fn complete(view: &BattleView, unit: &UnitDataItem) -> Self {
        let mut reach = Self::new(view, unit);
        let mut seen = FieldOfView::new();
        while !reach.is_complete() {
            reach.look_from_next(view.field().grid(), &mut seen);
        }
        reach
    }

    /// Whether the unit has been looked at in all positions.
    pub fn is_complete(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether the unit can attack a square from where it is.
    pub fn attacks_without_moving(&self, cell: Cell) -> bool {
        self.here.contains(cell)
    }

    /// Whether the unit can attack a square in its next turn, as far as it has been looked at.
    pub fn attacks(&self, cell: Cell) -> bool {
        self.attacked.contains(cell)
    }

    /// Adds what the unit can attack from the next position; its own is the first. `seen` is scratch space.
    pub fn look_from_next(&mut self, grid: &Grid, seen: &mut FieldOfView) {
        let Some((cost, at)) = self.left.pop() else { return };
        let body = if at == self.from { self.body } else { Body::STANDING };
        let (mut shot, mut strike) = (None, None);
        for attack in self.turn.attacks.iter().filter(|attack| cost <= attack.max_move) {
            match attack.reach {
                WeaponReach::Ranged { metres } => shot = shot.max(Some(metres)),
                WeaponReach::Melee { beyond } => strike = strike.max(Some(beyond.saturating_add(1))),
            }
        }
        let mut attacked = Vec::new();
        let widest = u32::from(grid.width()) + u32::from(grid.height());
        if let Some(metres) = shot {
            field_of_view(grid, at, body, metres.min(widest), seen);
            attacked.extend(seen.cells());
        }
        if let Some(rings) = strike {
            let rings = rings.min(widest).cast_signed();
            let around = (-rings..=rings)
                .flat_map(|down| (-rings..=rings).map(move |across| Cell::new(at.x + across, at.y + down)));
            attacked.extend(around.filter(|cell| line_of_sight(grid, at, body, *cell, Body::STANDING)));
        }
        for cell in attacked.into_iter().filter(|cell| grid.can_enter(*cell)) {
            self.attacked.insert(cell);
            if at == self.from {
                self.here.insert(cell);
            }
        }
    }
}
