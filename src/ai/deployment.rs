//! Deployment of AI players: places units in cover.

use std::collections::BTreeMap;

use super::{AiPlayer, Difficulty};
use battle::validate_order;
use battle::{BattleView, Order};
use field::{Body, CoverDegree, hidden_share};
use model::{Cell, Side};

/// Minimum gain in cover for moving a unit, in percent.
const MIN_COVER_GAIN: i32 = 15;
/// How far a unit is moved at most, in squares, so that none is moved far back.
const MAX_SQUARES: u32 = 4;

/// The next deployment order, or `Begin` when the side is ready.
pub(super) fn next_deployment(view: &BattleView, side: Side, player: &AiPlayer) -> Order {
    let begin = Order::Begin { side };
    if player.difficulty < Difficulty::Hard {
        return begin;
    }
    let skirmish = &view.setup().bundle().skirmish;
    let own = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    let Some(zone) = own.and_then(|zone| skirmish.map.zones.get(zone)) else { return begin };
    let enemies = enemy_cells(view, side);
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
        let near_cells = free_cells.filter(|cell| cell.chebyshev_distance(unit.cell()) <= MAX_SQUARES);
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

/// How well each square of a side's zone hides a unit from the enemies in sight: by this units are placed, and placements advised.
#[derive(Clone, Debug, Default)]
pub struct DeploymentCover(BTreeMap<Cell, i32>);

impl DeploymentCover {
    /// Computes it for the squares of a zone that can be entered.
    pub fn of_zone(view: &BattleView, side: Side, zone: &[Cell]) -> Self {
        let enemies = enemy_cells(view, side);
        let grid = view.field().grid();
        let cells = zone.iter().copied().filter(|cell| grid.can_enter(*cell));
        Self(cells.map(|cell| (cell, cover_percent(view, cell, &enemies))).collect())
    }

    /// Whether advice leaves a unit on a square: no free square near it hides it clearly better.
    pub fn is_settled(&self, cell: Cell, is_free: impl Fn(Cell) -> bool) -> bool {
        let here = self.0.get(&cell).copied().unwrap_or_default();
        let is_better = |(other, cover): (&Cell, &i32)| {
            *cover >= here + MIN_COVER_GAIN
                && other.chebyshev_distance(cell) <= MAX_SQUARES
                && is_free(*other)
        };
        !self.0.iter().any(is_better)
    }
}

/// The squares of the enemies in sight.
fn enemy_cells(view: &BattleView, side: Side) -> Vec<Cell> {
    let enemies = view.units().filter(|unit| *unit.side != side && unit.is_fighting());
    enemies.map(|unit| unit.cell()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_settled_where_no_free_square_near_it_hides_it_clearly_better() {
        let [here, near, far] = [0, 4, 5].map(|x| Cell::new(x, 0));
        let cover = |near_cover| DeploymentCover([(here, 20), (near, near_cover), (far, 90)].into());
        assert!(cover(34).is_settled(here, |_| true), "it gains too little, and the best one is too far");
        assert!(!cover(35).is_settled(here, |_| true));
        assert!(cover(35).is_settled(here, |cell| cell != near), "the square is taken");
        assert!(!cover(35).is_settled(near, |_| true), "the best one is near from there");
    }
}
