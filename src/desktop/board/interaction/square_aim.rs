//! What an aim hits on a square: a unit, a barrier, or with a weapon that detonates there the square itself; and at which square such
//! a weapon is aimed near an enemy that it cannot be aimed at.

use crate::board::overlay::blast;
use crate::session::{Hover, Intent};
use battle::validate_order;
use battle::{BattleView, Order, Target, UnitDataItem};
use model::{Cell, UnitId};
use rules::DownState;

/// How far from an enemy a square to aim at is sought, in squares.
const SOUGHT: i32 = 5;

/// Returns the target of an attack: an enemy, else the square if the weapon can detonate there, also beside a body, else a barrier;
/// never a friendly unit.
pub(crate) fn attack_target(
    unit: &UnitDataItem,
    view: &BattleView,
    hover: Hover,
    weapon: usize,
) -> Option<Target> {
    let other = hover.unit.and_then(|id| view.unit(id));
    let is_square = || hover.barrier.is_none() && view.can_target_cells(unit, weapon);
    match other {
        Some(other) if other.side != unit.side && !(is_beyond_attack(&other) && is_square()) => {
            Some(Target::Unit(*other.id))
        }
        Some(other) if other.is_fighting() => None,
        _ if is_square() => Some(Target::Square(hover.cell)),
        _ => hover.barrier.map(Target::Barrier),
    }
}

/// Whether no attack can be aimed at a unit any more: it is dead or has left the map.
fn is_beyond_attack(unit: &UnitDataItem) -> bool {
    unit.out_of_action.down() == Some(DownState::Dead) || !unit.out_of_action.on_map()
}

/// Says that a weapon that detonates on squares is not aimed at the square of the attacker itself; `None` for other clicks.
pub(super) fn own_square_text(
    view: &BattleView,
    unit: &UnitDataItem,
    intent: Intent,
    hover: Hover,
) -> Option<String> {
    let Intent::Attack { weapon, .. } = intent else { return None };
    let is_own = hover.unit == Some(*unit.id) && view.can_target_cells(unit, weapon);
    let carried = unit.inventory.get(weapon).filter(|_| is_own)?;
    Some(format!(
        "{} cannot be aimed at the square of {} itself: click another square, or cancel the attack.",
        carried.name(),
        unit.identity.name()
    ))
}

/// Returns the square near an enemy at which a weapon that detonates on squares is aimed: the nearest free one that catches the enemy
/// and nobody of the own side, else the nearest one that catches nobody of the own side. `None` for other weapons, and where no such
/// square is possible.
pub(crate) fn best_square(
    view: &BattleView,
    unit: &UnitDataItem,
    intent: Intent,
    enemy: Cell,
) -> Option<Cell> {
    let Intent::Attack { weapon, mode, option } = intent else { return None };
    let carried = unit.inventory.get(weapon).filter(|_| view.can_target_cells(unit, weapon))?;
    let is_possible = |cell: Cell| {
        let target = Target::Square(cell);
        let option = option.map(str::to_owned);
        validate_order(view, &Order::Attack { unit: *unit.id, target, weapon, mode, option }).is_ok()
    };
    let is_own = |id: &UnitId| view.unit(*id).is_some_and(|other| other.side == unit.side);
    let target = view.unit_at(enemy).map(|other| *other.id);
    let mut nearest = None;
    for cell in cells_near(enemy).into_iter().filter(|cell| view.unit_at(*cell).is_none()) {
        if !is_possible(cell) {
            continue;
        }
        let area = blast::blast_at(view, unit, carried.weapon(), cell);
        let caught = area.map(|area| area.caught).unwrap_or_default();
        match () {
            () if caught.iter().any(is_own) => {}
            () if target.is_some_and(|target| caught.contains(&target)) => return Some(cell),
            () => nearest = nearest.or(Some(cell)),
        }
    }
    nearest
}

/// Returns the squares around one, the nearest first.
fn cells_near(cell: Cell) -> Vec<Cell> {
    let offsets = -SOUGHT..=SOUGHT;
    let columns = |down: i32| offsets.clone().map(move |right| Cell::new(cell.x + right, cell.y + down));
    let mut cells: Vec<Cell> = offsets.clone().flat_map(columns).collect();
    cells.sort_by_key(|other| (cell.distance_squared(*other), *other));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_sought_from_the_enemy_outwards() {
        let enemy = Cell::new(7, 3);
        let cells = cells_near(enemy);
        assert_eq!((cells.len(), cells[0]), (121, enemy));
        assert!(cells[1..5].iter().all(|cell| enemy.distance_squared(*cell) == 1));
        assert_eq!(enemy.distance_squared(cells[120]), 50, "the corners come last");
    }
}
