use super::*;
use crate::exchange::test_support::{TableOdds, combatant, method, odds, slot};

const GUN: (WeaponUse, WeaponReach) = (slot(0), WeaponReach::Ranged { metres: 60 });
const RIFLE: (WeaponUse, WeaponReach) = (slot(1), WeaponReach::Ranged { metres: 60 });
const KNIFE: (WeaponUse, WeaponReach) = (slot(2), WeaponReach::Melee { beyond: 0 });

fn armed(weapons: &[(WeaponUse, WeaponReach)]) -> Combatant {
    let methods = weapons.iter().map(|(weapon_use, reach)| method(*weapon_use, *reach)).collect();
    Combatant { methods, ..combatant(1, true, 0) }
}

/// The chances that attacks of the first unit put the second one out of action, both on their cells.
fn outs(table: &mut impl AttackOdds, attacker: Combatant, target: Combatant) -> Vec<Option<f64>> {
    let at = (1, target.cell, Shelter::of(target.is_covered));
    let mut exchange = ExchangeOdds::new(table);
    let pair = exchange.of_pair(&[attacker, target], (0, Cell::new(0, 0)), at);
    pair.iter().map(|estimate| estimate.map(|estimate| estimate.out)).collect()
}

#[test]
fn each_weapon_has_odds_of_its_own_and_blades_are_for_neighbours() {
    let mut table = TableOdds::new(|(_, weapon, ..)| {
        (weapon != 1).then_some(odds(if weapon == 2 { 0.9 } else { 0.1 }, 0.9, 3.0))
    });
    let mut at = |x| outs(&mut table, armed(&[GUN, RIFLE, KNIFE]), combatant(2, false, x));
    assert_eq!(at(2), [Some(0.1), None, None]);
    assert_eq!(at(1), [Some(0.1), None, Some(0.9)]);
}

#[test]
fn no_unit_attacks_without_a_line_of_sight() {
    let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
    table.wall_x = Some(2);
    assert_eq!(outs(&mut table, armed(&[GUN]), combatant(2, false, 5)), [None]);
    assert_eq!(outs(&mut table, armed(&[GUN]), combatant(2, false, 2)), [Some(0.5)]);
}

/// The posture in which a target on a cell is attacked, by attacks that pass beside its cover or not.
fn asked_posture(target: Combatant, at: Cell, (is_covered, is_passed): (bool, bool)) -> TargetPosture {
    sheltered_posture(target, at, (Shelter::of(is_covered), is_passed))
}

fn sheltered_posture(target: Combatant, at: Cell, (shelter, is_passed): (Shelter, bool)) -> TargetPosture {
    let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
    table.is_cover_passed = is_passed;
    let units = [armed(&[GUN]), target];
    ExchangeOdds::new(&mut table).of_pair(&units, (0, Cell::new(0, 0)), (1, at, shelter));
    table.asked[0].5
}

#[test]
fn cover_keeps_off_only_what_crosses_it_and_is_gone_once_it_is_given_up() {
    let here = Cell::new(5, 0);
    let in_cover = || Combatant { is_covered: true, ..combatant(2, false, 5) };
    assert_eq!(asked_posture(combatant(2, false, 5), here, (true, true)), TargetPosture::Current);
    assert_eq!(asked_posture(in_cover(), here, (true, true)), TargetPosture::Current, "as it stands");
    assert_eq!(asked_posture(in_cover(), here, (false, false)), TargetPosture::Exposed);
}

/// Whatever it has taken or stands behind, to tell what that keeps off.
#[test]
fn a_target_is_attacked_as_if_nothing_hid_it() {
    let here = Cell::new(5, 0);
    let bare = |target: Combatant| sheltered_posture(target, here, (Shelter::Ignored, false));
    assert_eq!(bare(combatant(2, false, 5)), TargetPosture::Exposed);
    assert_eq!(bare(Combatant { is_covered: true, ..combatant(2, false, 5) }), TargetPosture::Exposed);
}

#[test]
fn glass_stops_a_blow_also_at_a_target_that_is_attacked_as_if_nothing_hid_it() {
    let mut table = TableOdds::new(|_| Some(odds(0.5, 0.5, 5.0)));
    table.pane_x = Some(0);
    let units = [armed(&[GUN, KNIFE]), combatant(2, false, 1)];
    let at = (1, Cell::new(1, 0), Shelter::Ignored);
    ExchangeOdds::new(&mut table).of_pair(&units, (0, Cell::new(0, 0)), at);
    let postures: Vec<TargetPosture> = table.asked.iter().map(|asked| asked.5).collect();
    assert_eq!(postures, [TargetPosture::Exposed, TargetPosture::Current]);
}

#[test]
fn cover_is_assumed_only_where_the_target_has_not_taken_it() {
    let postures =
        |target: Combatant, at: Cell, is_covered: bool| asked_posture(target, at, (is_covered, false));
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
        exchange.of_pair(&units, (0, Cell::new(from, 0)), (1, Cell::new(5, 0), Shelter::Found));
    }
    assert_eq!(table.asked.len(), 2);
}
