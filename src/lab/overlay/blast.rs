//! Blast overlay: squares in the radius of an explosion, shielding by barriers, damage by distance.

use battle::BattleSnapshot;
use field::Grid;
use model::{Cell, UnitId};
use rules::{BlastProfile, RuleSet, UnitSnapshot, Weapon, play};

/// A square within the radius.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastCell {
    /// The square.
    pub cell: Cell,
    /// A barrier shields it: units there are not hit.
    pub is_shielded: bool,
    /// Damage there in the terms of the rulebook, before dodging and soaking.
    pub damage: String,
}

/// An explosion around a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastOverlay {
    /// The centre.
    pub centre: Cell,
    /// Radius and damage.
    pub burst: BlastProfile,
    /// Every square within the radius, row by row.
    pub squares: Vec<BlastCell>,
    /// Ids of the units that it hits.
    pub caught: Vec<UnitId>,
}

/// Computes the blast of a unit's weapon in a square; `None` for a single-target weapon. `CS-BASE-35`, `SS-RULING-60`,
/// `AB-AREA-02`.
pub fn blast_overlay(
    snapshot: &BattleSnapshot,
    attacker: UnitId,
    weapon: &Weapon,
    centre: Cell,
) -> Option<BlastOverlay> {
    let attacker = &snapshot.unit(attacker)?.unit;
    let units = snapshot.units().iter().filter(|unit| unit.unit.down.is_none());
    let standing = units.map(|unit| (unit.unit.id, unit.cell));
    blast_overlay_for(standing, snapshot.grid(), (attacker, weapon), snapshot.rules(), centre)
}

/// Computes the blast for these units, each with its id and square.
pub fn blast_overlay_for(
    units: impl Iterator<Item = (UnitId, Cell)>,
    grid: &Grid,
    (attacker, weapon): (&UnitSnapshot, &Weapon),
    rules: &RuleSet,
    centre: Cell,
) -> Option<BlastOverlay> {
    let burst = play::blast_profile(attacker, weapon, rules)?;
    let squares: Vec<_> = field::blast_cells(grid, centre, burst.radius_m)
        .into_iter()
        .filter_map(|(cell, shadowed)| {
            let damage = burst.damage_at(centre.distance_squared(cell))?.to_owned();
            Some(BlastCell { cell, is_shielded: shadowed, damage })
        })
        .collect();
    let is_struck = |cell: Cell| squares.iter().any(|square| square.cell == cell && !square.is_shielded);
    let caught = units.filter(|(_, cell)| is_struck(*cell)).map(|(id, _)| id).collect();
    Some(BlastOverlay { centre, burst, squares, caught })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::fixtures::{SnapshotBuilder, grenade, rifle};
    use super::*;
    use rules::{Book, RuleSet};

    fn rules(falloff: &str) -> RuleSet {
        let mut rules = RuleSet::new(Book::SwanSong);
        rules.set("ss.area", falloff).expect("a switch");
        rules
    }

    // A pillar next to the centre shields the square behind it; DV 10, radius 3.
    #[rstest]
    #[case::ss_ruling_60_full("full_dv", ["10", "10", "10", "10"])]
    #[case::ss_ruling_60_falloff("falloff", ["10", "9", "8", "7"])]
    fn by_distance(#[case] falloff: &str, #[case] damage: [&str; 4]) {
        let stand =
            SnapshotBuilder::new(9, 3).rules(rules(falloff)).unit(1, (0, 2)).unit(2, (3, 1)).unit(3, (7, 1));
        let snapshot = stand.wall_at(7, (5, 1)).snapshot();
        let blast =
            blast_overlay(&snapshot, UnitId(1), &grenade(), Cell::new(4, 1)).expect("it has a radius");
        let row: Vec<_> = blast.squares.iter().filter(|square| square.cell.y == 1).collect();
        let blast_cell = |x: i32| row.iter().find(|square| square.cell.x == x).expect("within the radius");
        for (x, damage) in (1..=4).rev().zip(damage) {
            assert_eq!(
                (blast_cell(x).damage.as_str(), blast_cell(x).is_shielded),
                (damage, false),
                "column {x}"
            );
        }
        assert_eq!([5, 6, 7].map(|x| blast_cell(x).is_shielded), [false, true, true], "behind the pillar");
        assert_eq!((row.len(), blast.caught), (7, vec![UnitId(2)]));
    }

    #[test]
    fn a_rifle_has_no_blast() {
        let snapshot = SnapshotBuilder::new(3, 3).unit(1, (0, 0)).snapshot();
        assert_eq!(blast_overlay(&snapshot, UnitId(1), &rifle(), Cell::new(1, 1)), None);
    }
}
