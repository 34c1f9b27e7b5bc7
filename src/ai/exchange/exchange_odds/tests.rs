use super::*;
use crate::exchange::test_support::{TableOdds, combatant, odds, slot};

const GUN: (WeaponUse, WeaponReach) = (slot(0), WeaponReach::Ranged { metres: 60 });
const RIFLE: (WeaponUse, WeaponReach) = (slot(1), WeaponReach::Ranged { metres: 60 });
const KNIFE: (WeaponUse, WeaponReach) = (slot(2), WeaponReach::Melee { beyond: 0 });

fn armed(weapon_uses: &[(WeaponUse, WeaponReach)]) -> Combatant {
    Combatant { weapon_uses: weapon_uses.to_vec(), ..combatant(1, true, 0) }
}

/// The best attack of the first unit on the second one, both on their cells.
fn best(table: &mut impl AttackOdds, attacker: Combatant, target: Combatant) -> Option<OddsEstimate> {
    let at = (1, target.cell, target.is_covered);
    ExchangeOdds::new(table).best_attack(&[attacker, target], (0, Cell::new(0, 0)), at)
}

#[test]
fn the_attack_with_the_best_score_against_the_health_left_is_the_best() {
    // 0.1 + 0.9 * (0.5 * 0.6 + 0.03 * 0.6) = 0.386, and 0.3 + 0.7 * (0.5 * 0.2 + 0.03 * 0.4) = 0.378.
    let [gun, rifle] = [odds(0.1, 0.6, 6.0), odds(0.3, 0.4, 2.0)];
    let by_weapon = |weapon: usize| Some(if weapon == 0 { gun } else { rifle });
    let mut table = TableOdds::new(|(_, weapon, ..)| by_weapon(weapon));
    assert_eq!(best(&mut table, armed(&[GUN, RIFLE]), combatant(2, false, 5)), Some(gun));
    // With 20 points left the damage counts half: 0.1 + 0.9 * 0.168 = 0.251 and 0.3 + 0.7 * 0.062 = 0.343.
    let strong = Combatant { points: 20.0, ..combatant(2, false, 5) };
    assert_eq!(best(&mut table, armed(&[GUN, RIFLE]), strong), Some(rifle));
}

#[test]
fn blades_are_for_neighbours() {
    let mut table =
        TableOdds::new(|(_, weapon, ..)| Some(odds(if weapon == 2 { 0.9 } else { 0.1 }, 0.9, 3.0)));
    let out = |found: Option<OddsEstimate>| found.map(|estimate| estimate.out);
    assert_eq!(out(best(&mut table, armed(&[GUN, KNIFE]), combatant(2, false, 2))), Some(0.1));
    assert_eq!(out(best(&mut table, armed(&[GUN, KNIFE]), combatant(2, false, 1))), Some(0.9));
    assert_eq!(best(&mut table, armed(&[KNIFE]), combatant(2, false, 2)), None);
}

#[test]
fn no_unit_attacks_without_a_line_of_sight() {
    let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
    table.wall_x = Some(2);
    assert_eq!(best(&mut table, armed(&[GUN]), combatant(2, false, 5)), None);
    assert_eq!(best(&mut table, armed(&[GUN]), combatant(2, false, 2)), Some(odds(0.5, 0.5, 5.0)));
}

#[test]
fn cover_is_assumed_only_where_the_target_has_not_taken_it() {
    let postures = |target: Combatant, at: Cell, is_covered: bool| {
        let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
        let units = [armed(&[GUN]), target];
        ExchangeOdds::new(&mut table).best_attack(&units, (0, Cell::new(0, 0)), (1, at, is_covered));
        table.asked[0].5
    };
    let (here, elsewhere) = (Cell::new(5, 0), Cell::new(6, 0));
    let in_cover = || Combatant { is_covered: true, ..combatant(2, false, 5) };
    assert_eq!(postures(combatant(2, false, 5), here, false), TargetPosture::Current);
    assert_eq!(postures(combatant(2, false, 5), here, true), TargetPosture::Covered);
    assert_eq!(postures(in_cover(), here, true), TargetPosture::Current);
    assert_eq!(postures(in_cover(), elsewhere, true), TargetPosture::Covered);
}

#[test]
fn a_pair_is_asked_once_for_each_cell() {
    let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
    let units = [armed(&[GUN]), combatant(2, false, 5)];
    let mut exchange = ExchangeOdds::new(&mut table);
    for from in [0, 0, 1, 0] {
        exchange.best_attack(&units, (0, Cell::new(from, 0)), (1, Cell::new(5, 0), false));
    }
    assert_eq!(table.asked.len(), 2);
}
