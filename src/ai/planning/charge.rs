//! Charges: squares where an enemy with a melee weapon can attack in its next phase after walking up.

use super::known_unit::KnownUnit;
use super::line_of_fire_cache::PlacedBody;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::unit_estimate::charge_half_metres;
use battle::{BattleView, UnitDataItem, diagonal_step};
use field::{DistanceField, distance_field};
use model::{Cell, Direction};
use rules::WeaponReach;

/// Where an enemy can charge to.
#[derive(Clone, Debug)]
pub(crate) struct Charge {
    /// Distances from its cell.
    distances: DistanceField,
    /// How far it can move and still attack, in half metres.
    half_metres: u32,
}

impl Charge {
    /// The charge of a unit with its likely weapon; `None` if that is no melee weapon, or if it cannot move and attack.
    pub fn of_unit(
        view: &BattleView,
        other: &UnitDataItem,
        (weapon_use, reach): (WeaponUse, WeaponReach),
    ) -> Option<Self> {
        if !matches!(reach, WeaponReach::Melee { .. }) {
            return None;
        }
        let half_metres = charge_half_metres(view, other, weapon_use);
        let distances = || distance_field(view.field().grid(), other.cell(), diagonal_step(view.rules()));
        (half_metres > 0).then(|| Self { distances: distances(), half_metres })
    }

    /// The cells beside a target from which the unit can attack it, the nearest first.
    pub fn ends_beside(&self, target: Cell) -> Vec<Cell> {
        let beside = Direction::ALL.into_iter().map(|direction| target.step(direction));
        let costs = beside.filter_map(|cell| Some((self.distances.cost(cell)?, cell)));
        let mut reached: Vec<(u32, Cell)> = costs.filter(|(cost, _)| *cost <= self.half_metres).collect();
        reached.sort_unstable();
        reached.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// The cell from which an enemy with a melee weapon strikes at a unit on a cell: its own, or else the nearest one beside the unit to
/// which it can walk, with nothing in the way of the blow; `None` if there is none. `beyond` is how far its weapon reaches beyond the
/// squares beside it.
pub(super) fn striking_cell(
    odds_cache: &mut AiOddsCache,
    (enemy, beyond): (&KnownUnit, u32),
    target: PlacedBody,
) -> Option<Cell> {
    let own = Some(enemy.cell).filter(|cell| cell.chebyshev_distance(target.0) <= beyond + 1);
    let ends = enemy.charge.iter().flat_map(|charge| charge.ends_beside(target.0));
    own.into_iter().chain(ends).find(|from| odds_cache.can_strike((*from, enemy.body), target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::situation::tests::for_each_unit;
    use crate::planning::unit_estimate::likely_weapon_use;
    use rules::{Book, play};

    /// Any unit can run at its enemy in some books; in all of them it can walk up to one and strike.
    #[test]
    fn a_unit_with_a_melee_weapon_threatens_what_it_can_walk_up_to() {
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let (weapon_use, _) = likely_weapon_use(unit).expect("a weapon in hand");
                let melee = WeaponReach::Melee { beyond: 0 };
                let charge =
                    Charge::of_unit(view, unit, (weapon_use, melee)).expect("it can move and attack");
                let next = view.snapshot_at_next_phase(unit).expect("no phase is lost");
                let budget = play::move_budget(&next, view.rules());
                assert!(
                    [budget.walk_left, budget.run].contains(&charge.half_metres),
                    "{book:?}: {} of {budget:?}",
                    charge.half_metres
                );
                let reaches = |cell| !charge.ends_beside(cell).is_empty();
                assert!(reaches(unit.cell().step(Direction::East)));
                assert!(!reaches(Cell::new(unit.cell().x + 60, unit.cell().y)), "beyond the map");
                assert!(
                    Charge::of_unit(view, unit, (weapon_use, WeaponReach::Ranged { metres: 9 })).is_none()
                );
            });
        }
    }
}
