//! Where a side's units stand as the fight begins: in cover, and no two that matter in one blast.

use super::{Level, Mind};
use battle::{BattleView, Order, Side, check};
use field::{Body, Cell, Cover, hidden_share};

/// A unit is moved for a better square only, by so much.
const BETTER: i32 = 15;

/// The next unit to be placed better, or the word that the side is ready.
pub(super) fn next(view: &BattleView, side: Side, mind: &Mind) -> Order {
    let begin = Order::Begin { side };
    if mind.level < Level::Sharp {
        return begin;
    }
    let skirmish = &view.setup().bundle().skirmish;
    let own = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    let Some(zone) = own.and_then(|zone| skirmish.map.zones.get(zone)) else { return begin };
    let enemies: Vec<Cell> =
        view.units().filter(|unit| *unit.side != side && unit.fighting()).map(|unit| unit.cell()).collect();
    if enemies.is_empty() {
        return begin;
    }
    for unit in view.units().filter(|unit| *unit.side == side && unit.fighting() && unit.rides().is_none()) {
        let here = shelter(view, unit.cell(), &enemies);
        let free = zone
            .iter()
            .copied()
            .filter(|cell| view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none());
        // As far forward as it stands, so that nobody is moved out of the fight.
        let near = free.filter(|cell| cell.rings(unit.cell()) <= 4);
        let best = near.map(|cell| (shelter(view, cell, &enemies), cell)).max_by_key(|(worth, cell)| {
            (*worth, std::cmp::Reverse((cell.distance_squared(unit.cell()), *cell)))
        });
        let Some((_, to)) = best.filter(|(worth, _)| *worth >= here + BETTER) else { continue };
        let order = Order::Deploy { unit: *unit.id, to };
        if check(view, &order).is_ok() {
            return order;
        }
    }
    begin
}

/// How well a square hides somebody from the enemies, in percent; out of sight of all is no better than good cover, for
/// one does not fight from there.
fn shelter(view: &BattleView, cell: Cell, enemies: &[Cell]) -> i32 {
    let grid = view.field().grid();
    let hidden = enemies.iter().map(|enemy| {
        let share = hidden_share(grid, *enemy, Body::STANDING, cell, Body::STANDING);
        if Cover::of_hidden(share) == Cover::Total { 60 } else { i32::from(share) }
    });
    hidden.sum::<i32>() / i32::try_from(enemies.len().max(1)).unwrap_or(i32::MAX)
}
