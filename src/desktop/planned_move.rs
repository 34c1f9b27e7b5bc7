//! The move of a unit to a square: path, pace, and whether the order would be accepted.

use battle::{
    BattleView, Order, OrderError, Pace, SafePaths, TurnPurchase, UnitDataItem, ValidatedOrder,
    diagonal_step, format_metres, move_budget, validate_order,
};
use model::Cell;

/// A move that a click on a square would order.
#[derive(Clone, Debug)]
pub(crate) struct PlannedMove {
    /// The path with its cost.
    pub path: field::Path,
    /// The slowest pace that is accepted, else walking.
    pub pace: Pace,
    /// What is bought before the move; `None` if it needs no purchase, or is not possible even then.
    pub purchase: Option<TurnPurchase>,
    /// The order, after the purchase if there is one, or why it would be rejected.
    pub result: Result<ValidatedOrder, OrderError>,
}

impl PlannedMove {
    /// Plans the move of a unit over these waypoints to a square, evading enemies or not; `None` if there is no path, or the
    /// unit cannot get to a waypoint. Beyond all movement budgets it is any path, to show its length. What a move needs is
    /// bought with it, at the lowest price.
    pub fn plan(
        view: &BattleView,
        unit: &UnitDataItem,
        waypoints: &[Cell],
        (cell, evade): (Cell, bool),
    ) -> Option<Self> {
        let (grid, diagonal) = (view.field().grid(), diagonal_step(view.rules()));
        let purchases = TurnPurchase::list(view, unit, None);
        let budgets = purchases.iter().map(|purchase| purchase.move_budget(view, unit));
        let budgets = budgets.chain([move_budget(view, unit)]);
        let farthest = budgets.map(|budget| budget.walk_left + budget.run.max(budget.sprint));
        let farthest = farthest.max().unwrap_or(0);
        let paths = SafePaths::over_waypoints(view, unit, farthest, waypoints)?;
        let cells = match paths.path_to(cell) {
            Some(cells) => cells,
            None => {
                let is_enemy = |square: Cell| {
                    view.unit_at(square).is_some_and(|other| other.is_fighting() && other.side != unit.side)
                };
                let start = waypoints.last().copied().unwrap_or(unit.cell());
                let onward = field::shortest_path(grid, start, cell, diagonal, is_enemy)?;
                paths.path_to(start)?.into_iter().chain(onward.cells).collect()
            }
        };
        let costs = field::path_cost(grid, unit.cell(), &cells, diagonal).ok()?;
        let path = field::Path { cost: costs.last().copied()?, cells };
        let order = |pace| Order::Move { unit: *unit.id, path: path.cells.clone(), pace, evade };
        let first_allowed = |validate: &dyn Fn(&Order) -> Result<ValidatedOrder, OrderError>| {
            let results = [Pace::Walk, Pace::Run, Pace::Sprint].map(|pace| (pace, validate(&order(pace))));
            results.into_iter().find(|(_, result)| result.is_ok())
        };
        if let Some((pace, result)) = first_allowed(&|order| validate_order(view, order)) {
            return Some(Self { path, pace, purchase: None, result });
        }
        for purchase in purchases {
            if let Some((pace, result)) = first_allowed(&|order| purchase.validate_move(view, order)) {
                return Some(Self { path, pace, purchase: Some(purchase), result });
            }
        }
        let result = validate_order(view, &order(Pace::Walk));
        Some(Self { path, pace: Pace::Walk, purchase: None, result })
    }
}

/// Says that a path is too long, and how far walking and running reach: "Too far: Vex has 6 m left to walk, or 18 m at a
/// run."; where it has none left, how far what it can buy leads. `None` if its length is not what forbids it.
pub(crate) fn too_far_text(view: &BattleView, unit: &UnitDataItem, path: &[Cell]) -> Option<String> {
    let validate = |cells: &[Cell], pace| {
        let order = Order::Move { unit: *unit.id, path: cells.to_vec(), pace, evade: false };
        validate_order(view, &order)
    };
    let metres_left = |pace| match validate(path, pace) {
        Err(OrderError::TooFar { left, .. }) => Some(left),
        _ => None,
    };
    let Some(walk) = metres_left(Pace::Walk) else { return too_far_once_bought(view, unit, path) };
    // The length is judged before the price: a run that cannot be paid is not open for a shorter way either.
    let can_run = || (1..path.len()).any(|count| validate(&path[..count], Pace::Run).is_ok());
    let run = metres_left(Pace::Run).filter(|run| *run != walk && can_run());
    Some(too_far_sentence(unit.identity.name(), &walk, run.as_deref()))
}

/// Says that a path is too long also after a purchase: a refusal that offers the purchase would lead nowhere. `None` if there is
/// nothing to buy, or if something else forbids the move.
fn too_far_once_bought(view: &BattleView, unit: &UnitDataItem, path: &[Cell]) -> Option<String> {
    let is_too_far = |purchase: &TurnPurchase, pace| {
        let order = Order::Move { unit: *unit.id, path: path.to_vec(), pace, evade: false };
        matches!(purchase.validate_move(view, &order), Err(OrderError::TooFar { .. }))
    };
    let reach = |purchase: &TurnPurchase| {
        let budget = purchase.move_budget(view, unit);
        let run = if is_too_far(purchase, Pace::Run) { budget.run } else { 0 };
        is_too_far(purchase, Pace::Walk).then_some(budget.walk_left + run)
    };
    let purchases = TurnPurchase::list(view, unit, None);
    let reaches = purchases.iter().filter_map(|purchase| Some((reach(purchase)?, purchase.bought.name)));
    let (reach, bought) = reaches.max_by_key(|(reach, _)| *reach)?;
    Some(too_far_with_purchase(unit.identity.name(), bought, &format_metres(reach)))
}

fn too_far_with_purchase(unit: &str, bought: &str, reach: &str) -> String {
    format!("Too far, even with a {bought}: {unit} gets {reach} m with it.")
}

fn too_far_sentence(unit: &str, walk: &str, run: Option<&str>) -> String {
    match run {
        Some(run) => format!("Too far: {unit} has {walk} m left to walk, or {run} m at a run."),
        None => format!("Too far: {unit} has {walk} m left."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{warehouse_in_every_book, with_context};

    #[test]
    fn a_way_that_is_too_long_names_what_walking_and_running_reach() {
        assert_eq!(too_far_sentence("Vex", "8", None), "Too far: Vex has 8 m left.");
        let both = "Too far: Vex has 6 m left to walk, or 18 m at a run.";
        assert_eq!(too_far_sentence("Vex", "6", Some("18")), both);
        let bought = "Too far, even with a second manoeuvre: Vex gets 6 m with it.";
        assert_eq!(too_far_with_purchase("Vex", "second manoeuvre", "6"), bought);
    }

    #[test]
    fn a_square_beyond_a_bought_move_does_not_offer_the_purchase() {
        let mut refused = 0;
        for (book, mut world) in warehouse_in_every_book() {
            // What the turn holds is spent on something else.
            let ready = with_context(&mut world, |context| {
                let view = context.view;
                let unit = view.round().acting().and_then(|id| view.unit(id))?;
                let stowed = unit.inventory.slots().filter(|(_, carried)| !carried.in_hand());
                let ready = |weapon| Order::Ready { unit: *unit.id, weapon };
                let orders = stowed.map(|(slot, _)| ready(slot));
                let mut orders = orders.chain([Order::TakeCover { unit: *unit.id }]);
                orders.find(|order| validate_order(view, order).is_ok())
            });
            let Some(ready) = ready else { continue };
            battle::journal::submit_order(&mut world, ready).expect("it is valid");
            refused += with_context(&mut world, |context| count_far_squares(context.view, book));
        }
        assert!(refused > 0, "a book sells moves");
    }

    /// Checks the squares beyond what a bought move reaches, where nothing else is left to move with; returns how many there are.
    fn count_far_squares(view: &BattleView, book: rules::Book) -> usize {
        let Some(unit) = view.round().acting().and_then(|id| view.unit(id)) else { return 0 };
        let purchases = TurnPurchase::list(view, &unit, None);
        if purchases.is_empty() || move_budget(view, &unit).walk_left > 0 {
            return 0;
        }
        let farthest = purchases.iter().map(|purchase| purchase.move_budget(view, &unit).walk_left).max();
        let mut refused = 0;
        for cell in view.field().grid().cells() {
            let Some(planned) = PlannedMove::plan(view, &unit, &[], (cell, false)) else { continue };
            let is_far = planned.result.is_err() && Some(planned.path.cost) > farthest;
            if is_far && view.unit_at(cell).is_none() {
                let text = too_far_text(view, &unit, &planned.path.cells);
                assert!(
                    text.is_some_and(|text| text.starts_with("Too far, even with a ")),
                    "{book:?}: {cell:?}"
                );
                refused += 1;
            }
        }
        refused
    }
}
