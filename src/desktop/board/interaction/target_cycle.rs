//! What keys go through: the units of a side, and the visible enemies of a unit.

use crate::attack_ranking::AttackRanking;
use crate::session::Intent;
use crate::turn_status::TurnStatus;
use battle::validate_order;
use battle::{BattleView, Order, Target, UnitDataItem};
use model::{Cell, Side, UnitId};

/// Returns the next unit of the acting side that can still act in this pass, by id; during deployment, of the selected unit's
/// side. From a unit that cannot act it goes to the acting one.
pub(crate) fn next_unit(view: &BattleView, selected: Option<UnitId>, back: bool) -> Option<(UnitId, Cell)> {
    let side_of = |id: UnitId| view.unit(id).map(|unit| *unit.side);
    let side: Option<Side> = view.round().acting().or(selected).and_then(side_of);
    let units: Vec<_> = view
        .units()
        .filter(|unit| unit.is_fighting() && side.is_none_or(|side| *unit.side == side))
        .filter(|unit| !TurnStatus::of_unit(view, unit).is_some_and(TurnStatus::is_done))
        .map(|unit| (*unit.id, unit.cell()))
        .collect();
    let place = |wanted: Option<UnitId>| units.iter().position(|(id, _)| Some(*id) == wanted);
    let next = match (place(selected), back) {
        (None, _) => place(view.round().acting()).unwrap_or(0),
        (Some(at), false) => (at + 1) % units.len(),
        (Some(at), true) => (at + units.len() - 1) % units.len(),
    };
    units.get(next).copied()
}

/// Whether a unit can attack another one with its aim; without an aim there is nothing to refuse.
pub(super) fn can_attack(view: &BattleView, unit: &UnitDataItem, intent: Intent, other: UnitId) -> bool {
    match intent {
        Intent::Attack { weapon, mode, option } => {
            let (unit, target) = (*unit.id, Target::Unit(other));
            let option = option.map(str::to_owned);
            validate_order(view, &Order::Attack { unit, target, weapon, mode, option }).is_ok()
        }
        _ => true,
    }
}

/// Returns the squares of the visible enemies of a unit, the nearest first; with an aim, only those that it can attack.
pub(crate) fn enemy_cells(view: &BattleView, unit: &UnitDataItem, intent: Intent) -> Vec<Cell> {
    let mut enemies: Vec<_> = view
        .units()
        .filter(|other| view.is_target(unit, other))
        .map(|other| (unit.cell().distance_squared(other.cell()), *other.id, other.cell()))
        .collect();
    enemies.sort();
    let aims: Vec<Cell> = enemies
        .iter()
        .filter(|(_, id, _)| can_attack(view, unit, intent, *id))
        .map(|(.., cell)| *cell)
        .collect();
    // Without a valid target the cards say why.
    if aims.is_empty() { enemies.into_iter().map(|(.., cell)| cell).collect() } else { aims }
}

/// Returns the squares of the visible enemies of a unit in the order in which a key goes through them: those that it can
/// attack in the order of the list of attacks, then the others, the nearest first. With an aim, only those that it can
/// attack with it, if there are any.
pub(crate) fn cycled_cells(
    view: &BattleView,
    unit: &UnitDataItem,
    intent: Intent,
    ranking: Option<&AttackRanking>,
) -> Vec<Cell> {
    let ranked = ranking.filter(|ranking| ranking.unit == *unit.id);
    let ranked: Vec<Cell> = ranked
        .iter()
        .flat_map(|ranking| &ranking.targets)
        .filter_map(|target| view.unit(target.enemy))
        .map(|enemy| enemy.cell())
        .collect();
    let mut cells = enemy_cells(view, unit, intent);
    // Stable: enemies that are not listed keep the order of their distances.
    cells.sort_by_key(|cell| ranked.iter().position(|other| other == cell).unwrap_or(usize::MAX));
    cells
}

/// Returns the element after the current one, or before it; the first one if there is none.
pub(crate) fn next_cell(cells: &[Cell], current: Option<Cell>, back: bool) -> Option<Cell> {
    let at = current.and_then(|current| cells.iter().position(|cell| *cell == current));
    let next = match (at, back) {
        (None, false) => 0,
        (None, true) => cells.len().checked_sub(1)?,
        (Some(at), false) => (at + 1) % cells.len(),
        (Some(at), true) => (at + cells.len() - 1) % cells.len(),
    };
    cells.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_cycled_in_both_directions() {
        let cells = [Cell::new(1, 0), Cell::new(2, 0), Cell::new(3, 0)];
        assert_eq!(next_cell(&cells, None, false), Some(cells[0]));
        assert_eq!(next_cell(&cells, None, true), Some(cells[2]));
        assert_eq!(next_cell(&cells, Some(cells[2]), false), Some(cells[0]));
        assert_eq!(next_cell(&cells, Some(cells[0]), true), Some(cells[2]));
        assert_eq!(next_cell(&[], None, true), None);
        assert_eq!(next_cell(&[], Some(cells[0]), false), None);
    }
}
