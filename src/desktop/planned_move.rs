//! The move of a unit to a square: path, pace, and whether the order would be accepted.

use battle::{
    BattleView, Order, OrderError, Pace, SafePaths, UnitDataItem, ValidatedOrder, diagonal_step, move_budget,
    validate_order,
};
use model::Cell;

/// A move that a click on a square would order.
#[derive(Clone, Debug)]
pub(crate) struct PlannedMove {
    /// The path with its cost.
    pub path: field::Path,
    /// The slowest pace that is accepted, else walking.
    pub pace: Pace,
    /// The order, or why it would be rejected.
    pub result: Result<ValidatedOrder, OrderError>,
}

impl PlannedMove {
    /// Plans the move of a unit to another square, evading enemies or not; `None` if there is no path. Beyond all movement
    /// budgets it is any path, to show its length.
    pub fn plan(view: &BattleView, unit: &UnitDataItem, (cell, evade): (Cell, bool)) -> Option<Self> {
        let (grid, diagonal) = (view.field().grid(), diagonal_step(view.rules()));
        let budget = move_budget(view, unit);
        let farthest = budget.walk_left + budget.run.max(budget.sprint);
        let path = match SafePaths::from_unit(view, unit, farthest).path_to(cell) {
            Some(cells) => {
                let costs = field::path_cost(grid, unit.cell(), &cells, diagonal).ok()?;
                field::Path { cost: costs.last().copied()?, cells }
            }
            None => {
                let is_enemy = |square: Cell| {
                    view.unit_at(square).is_some_and(|other| other.is_fighting() && other.side != unit.side)
                };
                field::shortest_path(grid, unit.cell(), cell, diagonal, is_enemy)?
            }
        };
        let order = |pace| Order::Move { unit: *unit.id, path: path.cells.clone(), pace, evade };
        let (pace, result) = [Pace::Walk, Pace::Run, Pace::Sprint]
            .into_iter()
            .map(|pace| (pace, validate_order(view, &order(pace))))
            .find(|(_, result)| result.is_ok())
            .unwrap_or_else(|| (Pace::Walk, validate_order(view, &order(Pace::Walk))));
        Some(Self { path, pace, result })
    }
}
