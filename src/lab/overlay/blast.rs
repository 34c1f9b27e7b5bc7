//! What an explosion would reach: squares, shadows behind barriers, damage by distance.

use battle::BattleSnapshot;
use field::{Cell, Grid};
use rules::{BlastProfile, RuleSet, UnitSnapshot, Weapon, play};

/// A square within the radius.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastCell {
    /// Where.
    pub cell: Cell,
    /// A barrier shields it: nobody there is caught.
    pub is_shielded: bool,
    /// Damage there in the book's words, before anybody dodges or soaks.
    pub damage: String,
}

/// An explosion around a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastOverlay {
    /// Where it goes off.
    pub centre: Cell,
    /// Radius and damage.
    pub burst: BlastProfile,
    /// Every square within the radius, row by row.
    pub squares: Vec<BlastCell>,
    /// Numbers of the units that it catches.
    pub caught: Vec<u32>,
}

/// What a unit's weapon would do if it went off in a square; nothing for what strikes one target. `CS-BASE-35`,
/// `SS-RULING-60`, `AB-AREA-02`.
pub fn blast_overlay(
    snapshot: &BattleSnapshot,
    attacker: u32,
    weapon: &Weapon,
    centre: Cell,
) -> Option<BlastOverlay> {
    let attacker = &snapshot.unit(attacker)?.unit;
    let units = snapshot.units().iter().filter(|unit| unit.unit.down.is_none());
    let standing = units.map(|unit| (unit.unit.id, unit.cell));
    blast_overlay_for(standing, snapshot.grid(), (attacker, weapon), snapshot.rules(), centre)
}

/// The same on a map with these units, each with its number and where it is.
pub fn blast_overlay_for(
    units: impl Iterator<Item = (u32, Cell)>,
    grid: &Grid,
    (attacker, weapon): (&UnitSnapshot, &Weapon),
    rules: &RuleSet,
    centre: Cell,
) -> Option<BlastOverlay> {
    let burst = play::blast(attacker, weapon, rules)?;
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

    // A pillar beside the centre shadows the square behind it; DV 10, radius 3.
    #[rstest]
    #[case::ss_ruling_60_full("full_dv", ["10", "10", "10", "10"])]
    #[case::ss_ruling_60_falloff("falloff", ["10", "9", "8", "7"])]
    fn by_distance(#[case] falloff: &str, #[case] damage: [&str; 4]) {
        let stand =
            SnapshotBuilder::new(9, 3).rules(rules(falloff)).unit(1, (0, 2)).unit(2, (3, 1)).unit(3, (7, 1));
        let snapshot = stand.wall_at(7, (5, 1)).snapshot();
        let blast = blast_overlay(&snapshot, 1, &grenade(), Cell::new(4, 1)).expect("it has a radius");
        let row: Vec<_> = blast.squares.iter().filter(|square| square.cell.y == 1).collect();
        let told = |x: i32| row.iter().find(|square| square.cell.x == x).expect("within the radius");
        for (x, damage) in (1..=4).rev().zip(damage) {
            assert_eq!((told(x).damage.as_str(), told(x).is_shielded), (damage, false), "column {x}");
        }
        assert_eq!([5, 6, 7].map(|x| told(x).is_shielded), [false, true, true], "behind the pillar");
        assert_eq!((row.len(), blast.caught), (7, vec![2]));
    }

    #[test]
    fn a_rifle_covers_nothing() {
        let snapshot = SnapshotBuilder::new(3, 3).unit(1, (0, 0)).snapshot();
        assert_eq!(blast_overlay(&snapshot, 1, &rifle(), Cell::new(1, 1)), None);
    }
}
