//! Where a unit can get, and what it costs.

use battle::{BattleView, Pace, SafePaths, UnitId, move_budget};
use field::Cell;

/// A square that a unit can get to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachableCell {
    /// The square.
    pub cell: Cell,
    /// What the way there costs, in half metres.
    pub half_metres: u32,
    /// The least pace that suffices.
    pub pace: Pace,
}

/// Everywhere that a unit can get.
#[derive(Clone, Debug, Default)]
pub struct MovementOverlay {
    /// The ways.
    pub paths: SafePaths,
    /// The squares, row by row, but for that where it stands.
    pub squares: Vec<ReachableCell>,
}

/// Where a unit can get with all that it has left, whosever phase it is; nowhere if it is not on its feet.
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
