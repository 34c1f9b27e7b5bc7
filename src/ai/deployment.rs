//! Where a side's units stand as the fight begins: in cover, and no two that matter in one blast.

use super::{AiPlayer, Difficulty};
use battle::validate_order;
use battle::{BattleView, Order, Side};
use field::{Body, Cell, Cover, hidden_share};

/// A unit is moved for a better square only, by so much.
const MIN_COVER_GAIN: i32 = 15;

/// The next unit to be placed better, or the word that the side is ready.
pub(super) fn next_deployment(view: &BattleView, side: Side, mind: &AiPlayer) -> Order {
    let begin = Order::Begin { side };
    if mind.difficulty < Difficulty::Hard {
        return begin;
    }
    let skirmish = &view.setup().bundle().skirmish;
    let own = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    let Some(zone) = own.and_then(|zone| skirmish.map.zones.get(zone)) else { return begin };
    let enemies: Vec<Cell> = view
        .units()
        .filter(|unit| *unit.side != side && unit.is_fighting())
        .map(|unit| unit.cell())
        .collect();
    if enemies.is_empty() {
        return begin;
    }
    for unit in
        view.units().filter(|unit| *unit.side == side && unit.is_fighting() && unit.vehicle().is_none())
    {
        let here = cover_percent(view, unit.cell(), &enemies);
        let free = zone
            .iter()
            .copied()
            .filter(|cell| view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none());
        // As far forward as it stands, so that nobody is moved out of the fight.
        let near = free.filter(|cell| cell.chebyshev_distance(unit.cell()) <= 4);
        let best =
            near.map(|cell| (cover_percent(view, cell, &enemies), cell)).max_by_key(|(worth, cell)| {
                (*worth, std::cmp::Reverse((cell.distance_squared(unit.cell()), *cell)))
            });
        let Some((_, to)) = best.filter(|(worth, _)| *worth >= here + MIN_COVER_GAIN) else { continue };
        let order = Order::Deploy { unit: *unit.id, to };
        if validate_order(view, &order).is_ok() {
            return order;
        }
    }
    begin
}

/// How well a square hides somebody from the enemies, in percent; out of sight of all is no better than good cover, for
/// one does not fight from there.
fn cover_percent(view: &BattleView, cell: Cell, enemies: &[Cell]) -> i32 {
    let grid = view.field().grid();
    let hidden = enemies.iter().map(|enemy| {
        let share = hidden_share(grid, *enemy, Body::STANDING, cell, Body::STANDING);
        if Cover::from_hidden_percent(share) == Cover::Total { 60 } else { i32::from(share) }
    });
    hidden.sum::<i32>() / i32::try_from(enemies.len().max(1)).unwrap_or(i32::MAX)
}
