//! Movement range of a unit, with path costs.

use battle::{BattleView, Pace, SafePaths, move_budget};
use model::{Cell, UnitId};

/// A square in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachableCell {
    /// The square.
    pub cell: Cell,
    /// Path cost, in half metres.
    pub half_metres: u32,
    /// The slowest sufficient pace.
    pub pace: Pace,
}

/// The movement range of a unit.
#[derive(Clone, Debug, Default)]
pub struct MovementOverlay {
    /// The paths.
    pub paths: SafePaths,
    /// The squares in range, row by row, without the unit's own.
    pub squares: Vec<ReachableCell>,
}

/// Computes the range of a unit with all movement it has left, even out of turn; empty if it is not on its feet.
pub fn movement_range(view: &BattleView, unit: UnitId) -> MovementOverlay {
    let Some(unit) = view.unit(unit).filter(|unit| unit.is_fighting()) else {
        return MovementOverlay::default();
    };
    let budget = move_budget(view, &unit);
    let run = if budget.runs == 0 { budget.run + budget.walk_left } else { 0 };
    let sprint = if budget.runs > 0 { budget.sprint } else { 0 };
    let ways = SafePaths::from_unit(view, &unit, budget.walk_left.max(run).max(sprint));
    let pace = |cost: u32| match () {
        () if cost <= budget.walk_left => Pace::Walk,
        () if cost <= run => Pace::Run,
        () => Pace::Sprint,
    };
    let squares = ways.cells().filter(|(cell, _)| *cell != unit.cell());
    let squares =
        squares.map(|(cell, half_metres)| ReachableCell { cell, half_metres, pace: pace(half_metres) });
    MovementOverlay { squares: squares.collect(), paths: ways }
}
