//! Isolation: squares where a unit would be alone among several enemies.

use super::known_unit::KnownUnit;
use super::situation::Situation;
use model::Cell;

/// Squares within which others are near: most of them can walk around what a unit stands behind.
const NEAR_CELLS: u32 = 6;
/// Enemies near a square from which a unit can be alone among them.
const MIN_ENEMIES: usize = 2;
/// Share that each enemy in excess of the units of the own side adds to the danger, and the most of them that count.
const EACH_ENEMY: f64 = 0.25;
const MAX_ENEMIES: usize = 3;
/// Greatest weight of what cover saves there: enemies walk around it.
const COVER: f64 = 1.5;

/// Returns how many enemies in excess of its own side, itself included, a unit would have near it on a cell. 0 for a unit without
/// friends, with a post or with a zone to go to, and while an enemy is about to meet its objective.
pub(super) fn excess_enemies(situation: &Situation, cell: Cell) -> usize {
    if situation.friends.is_empty()
        || situation.has_zone
        || situation.keeps_post
        || situation.enemies.iter().any(|enemy| enemy.is_urgent)
    {
        return 0;
    }
    let is_near = |other: &&KnownUnit| other.cell.chebyshev_distance(cell) <= NEAR_CELLS;
    let fights = |other: &&KnownUnit| other.weapon_use.is_some() && !other.is_doomed;
    let enemies = situation.enemies.iter().filter(is_near).filter(fights).count();
    let friends = situation.friends.iter().filter(is_near).filter(fights).count();
    excess(enemies, friends)
}

fn excess(enemies: usize, friends: usize) -> usize {
    if enemies < MIN_ENEMIES { 0 } else { enemies.saturating_sub(1 + friends).min(MAX_ENEMIES) }
}

/// Factor for the danger of a cell with this excess of enemies.
pub(super) fn danger_factor(excess: usize) -> f64 {
    1.0 + EACH_ENEMY * excess as f64
}

/// Weight of what cover saves on such a cell.
pub(super) fn cover_weight(weight: f64, excess: usize) -> f64 {
    if excess > 0 { weight.min(COVER) } else { weight }
}

/// Share of what coming nearer and later attacks are worth that counts on such a cell; `here` is the excess where the unit is.
pub(super) fn pull_share(excess: usize, here: usize) -> f64 {
    1.0 / (1 + excess.saturating_sub(here)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_alone_among_several_enemies_only() {
        let found = [(1, 0), (2, 0), (4, 0), (4, 2), (4, 3), (9, 0)].map(|(one, other)| excess(one, other));
        assert_eq!(found, [0, 1, 3, 1, 0, 3]);
    }

    #[test]
    fn what_a_unit_gives_up_its_friends_for_counts_less() {
        assert!((pull_share(3, 0) - 0.25).abs() < 1e-9 && (pull_share(1, 1) - 1.0).abs() < 1e-9);
        assert!((cover_weight(4.0, 0) - 4.0).abs() < 1e-9 && cover_weight(4.0, 1) < 4.0);
        assert!(danger_factor(3) > danger_factor(1) && (danger_factor(0) - 1.0).abs() < 1e-9);
    }
}
