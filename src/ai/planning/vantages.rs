//! Vantages: squares from which an enemy with a ranged weapon shoots after a walk, at units that it does not have in its line of fire.

use super::known_unit::KnownUnit;
use super::line_of_fire_cache::PlacedBody;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::unit_estimate::charge_half_metres;
use battle::{BattleView, UnitDataItem, diagonal_step};
use field::distance_field;
use model::{Cell, Direction};
use rules::WeaponReach;

/// Maximum vantages of an enemy, those nearest to the unit.
const MAX_VANTAGES: usize = 4;

/// The farthest square in each direction to which a unit with a ranged weapon can walk and still shoot, of those the nearest to a cell;
/// none for other units.
pub(super) fn find_vantages(
    view: &BattleView,
    other: &UnitDataItem,
    (weapon_use, reach): (WeaponUse, WeaponReach),
    towards: Cell,
) -> Vec<Cell> {
    let half_metres = match reach {
        WeaponReach::Ranged { .. } => charge_half_metres(view, other, weapon_use),
        WeaponReach::Melee { .. } => 0,
    };
    if half_metres == 0 {
        return Vec::new();
    }
    let distances = distance_field(view.field().grid(), other.cell(), diagonal_step(view.rules()));
    let is_reached = |cell: &Cell| distances.cost(*cell).is_some_and(|cost| cost <= half_metres);
    let farthest = |direction: Direction| {
        let next = |cell: &Cell| Some(cell.step(direction));
        let ray = std::iter::successors(next(&other.cell()), next);
        ray.take(half_metres as usize / 2).filter(is_reached).last()
    };
    nearest_to(towards, Direction::ALL.into_iter().filter_map(farthest).collect())
}

/// The nearest ones of some squares to a cell, as many as count.
fn nearest_to(towards: Cell, mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|cell| (cell.distance_squared(towards), *cell));
    cells.truncate(MAX_VANTAGES);
    cells
}

/// The square from which an enemy with a ranged weapon attacks a unit on a cell: its own, or else the first vantage with a line there; its
/// own if there is none.
pub(super) fn shooting_cell(odds_cache: &mut AiOddsCache, enemy: &KnownUnit, target: PlacedBody) -> Cell {
    let mut places = std::iter::once(enemy.cell).chain(enemy.vantages.iter().copied());
    places.find(|from| odds_cache.exposure((*from, enemy.body), target).is_some()).unwrap_or(enemy.cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::situation::tests::for_each_unit;
    use crate::planning::unit_estimate::likely_weapon_use;
    use rules::Book;

    #[test]
    fn only_units_with_ranged_weapons_have_vantages_and_walk_to_them() {
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let (weapon_use, _) = likely_weapon_use(unit).expect("a weapon in hand");
                let vantages = |reach| find_vantages(view, unit, (weapon_use, reach), unit.cell());
                assert!(vantages(WeaponReach::Melee { beyond: 0 }).is_empty());
                let found = vantages(WeaponReach::Ranged { metres: 20 });
                let most = charge_half_metres(view, unit, weapon_use) / 2;
                assert!(!found.is_empty() && found.len() <= MAX_VANTAGES, "{book:?}: {found:?}");
                assert!(
                    found.iter().all(|cell| (1..=most).contains(&cell.chebyshev_distance(unit.cell()))),
                    "{book:?}: {found:?}"
                );
            });
        }
    }

    #[test]
    fn the_nearest_squares_count() {
        let cells = [9, 1, 5, 3, 7].map(|x| Cell::new(x, 0)).to_vec();
        assert_eq!(nearest_to(Cell::new(9, 0), cells), [9, 7, 5, 3].map(|x| Cell::new(x, 0)));
    }
}
