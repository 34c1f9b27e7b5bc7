//! Deployment of AI players: places units in cover.

use super::{AiPlayer, Difficulty};
use battle::validate_order;
use battle::{BattleView, Order};
use field::{Body, CoverDegree, hidden_share};
use model::{Cell, Side};

/// Minimum gain in cover for moving a unit, in percent.
const MIN_COVER_GAIN: i32 = 15;

/// The next deployment order, or `Begin` when the side is ready.
pub(super) fn next_deployment(view: &BattleView, side: Side, player: &AiPlayer) -> Order {
    let begin = Order::Begin { side };
    if player.difficulty < Difficulty::Hard {
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
        let free_cells = zone
            .iter()
            .copied()
            .filter(|cell| view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none());
        // Nearby cells only, so that no unit is moved far back.
        let near_cells = free_cells.filter(|cell| cell.chebyshev_distance(unit.cell()) <= 4);
        let best =
            near_cells.map(|cell| (cover_percent(view, cell, &enemies), cell)).max_by_key(|(cover, cell)| {
                (*cover, std::cmp::Reverse((cell.distance_squared(unit.cell()), *cell)))
            });
        let Some((_, to)) = best.filter(|(cover, _)| *cover >= here + MIN_COVER_GAIN) else { continue };
        let order = Order::Deploy { unit: *unit.id, to };
        if validate_order(view, &order).is_ok() {
            return order;
        }
    }
    begin
}

/// Average cover of a cell against the enemies, in percent. A cell hidden from an enemy counts as 60, because
/// the unit cannot attack from there.
fn cover_percent(view: &BattleView, cell: Cell, enemies: &[Cell]) -> i32 {
    let grid = view.field().grid();
    let hidden = enemies.iter().map(|enemy| {
        let share = hidden_share(grid, *enemy, Body::STANDING, cell, Body::STANDING);
        if CoverDegree::from_hidden_percent(share) == CoverDegree::Total { 60 } else { i32::from(share) }
    });
    hidden.sum::<i32>() / i32::try_from(enemies.len().max(1)).unwrap_or(i32::MAX)
}
