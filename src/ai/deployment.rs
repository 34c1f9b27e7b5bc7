//! Deployment of AI players: places units in cover.

use std::collections::BTreeMap;

use super::{AiPlayer, Difficulty};
use battle::validate_order;
use battle::{BattleView, Order};
use field::{Body, CoverDegree, hidden_share};
use model::{Cell, Side};
use rules::WeaponReach;

/// Minimum gain in cover for moving a unit, in percent.
const MIN_COVER_GAIN: i32 = 15;
/// How far a unit is moved at most, in squares, so that none is moved far back.
const MAX_SQUARES: u32 = 4;
/// What a square loses on which an enemy can shoot at the unit without anything in the way, in percent: any other one is better.
const EXPOSED: i32 = 200;

/// An enemy in sight: its square, and the range of the longest ranged weapon in its hands in metres, 0 without one.
type KnownEnemy = (Cell, u32);

/// The next deployment order, or `Begin` when the side is ready.
pub(super) fn next_deployment(view: &BattleView, side: Side, player: &AiPlayer) -> Order {
    let begin = Order::Begin { side };
    if player.difficulty < Difficulty::Hard {
        return begin;
    }
    let skirmish = &view.setup().bundle().skirmish;
    let own = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    let Some(zone) = own.and_then(|zone| skirmish.map.zones.get(zone)) else { return begin };
    let enemies = known_enemies(view, side);
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
        let enemies = known_enemies(view, side);
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

/// The enemies in sight.
fn known_enemies(view: &BattleView, side: Side) -> Vec<KnownEnemy> {
    let enemies = view.units().filter(|unit| *unit.side != side && unit.is_fighting());
    let known = enemies.map(|unit| {
        let ranges = unit.inventory.held_items().map(|(_, carried)| match carried.reach() {
            WeaponReach::Ranged { metres } => metres,
            WeaponReach::Melee { .. } => 0,
        });
        (unit.cell(), ranges.max().unwrap_or_default())
    });
    known.collect()
}

/// Average cover of a cell against the enemies, in percent, less [`EXPOSED`] if one of them can shoot there without anything in the
/// way.
fn cover_percent(view: &BattleView, cell: Cell, enemies: &[KnownEnemy]) -> i32 {
    let grid = view.field().grid();
    let shares = enemies.iter().map(|(enemy, range)| {
        let share = hidden_share(grid, *enemy, Body::STANDING, cell, Body::STANDING);
        (share, enemy.chebyshev_distance(cell) <= *range)
    });
    cover_of_shares(&shares.collect::<Vec<_>>())
}

/// The same from the hidden share of each enemy, in percent, and whether that enemy shoots so far. A cell hidden from an enemy counts
/// as 60, because the unit cannot attack from there.
fn cover_of_shares(shares: &[(u8, bool)]) -> i32 {
    let covers = shares.iter().map(|(share, _)| match CoverDegree::from_hidden_percent(*share) {
        CoverDegree::Total => 60,
        _ => i32::from(*share),
    });
    let average = covers.sum::<i32>() / i32::try_from(shares.len().max(1)).unwrap_or(i32::MAX);
    let is_exposed = |(share, shoots): &(u8, bool)| {
        *shoots && CoverDegree::from_hidden_percent(*share) == CoverDegree::None
    };
    if shares.iter().any(is_exposed) { average - EXPOSED } else { average }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_square_is_better_than_one_where_an_enemy_can_shoot_at_the_unit_without_cover() {
        let exposed = cover_of_shares(&[(25, true), (99, true), (99, true)]);
        assert_eq!(exposed, 74 - EXPOSED);
        let partly = cover_of_shares(&[(26, true), (26, true), (26, true)]);
        assert_eq!(partly, 26, "partial cover from everyone");
        assert!(partly >= exposed + MIN_COVER_GAIN);
        assert_eq!(
            cover_of_shares(&[(0, false), (80, true)]),
            40,
            "one that cannot shoot so far exposes no unit"
        );
        assert_eq!(cover_of_shares(&[(100, true), (100, true)]), 60, "hidden from everyone");
        assert_eq!(cover_of_shares(&[]), 0);
    }

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
