//! Chapter ECON, and the defence that maneuvers give.

use breachline::battle::Order;
use breachline::model::{CellSide, UnitId};
use breachline::rules::WeaponMalfunction;

use super::{ORDER, checks, four, pistol, plain, sword};
use crate::common::books::error_clause;
use crate::common::{Fight, edge};

const ONE: UnitId = UnitId(1);

fn duel() -> Fight {
    checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3])
}

#[test]
fn cc_econ_03_04_05_07_an_action_and_two_maneuvers() {
    let mut fight = duel();
    fight.special_action(1, "aim", None);
    assert_eq!(fight.points(1), 2);
    assert_eq!(fight.special_action_error(1, "guarded_stance", None), "CC-ECON-04");
    fight.special_action(1, "buy_maneuver", None);
    assert_eq!(fight.trooper(1).strain, 2);
    fight.special_action(1, "guarded_stance", None);
    assert_eq!(fight.special_action_error(1, "buy_maneuver", None), "CC-ECON-05");
    assert_eq!(fight.special_action_error(1, "give_up_action", None), "CC-ECON-07");
    fight.checked((1, 2, 0), (0, 0), &[], &[]);
    assert_eq!(fight.points(1), 0);
    assert_eq!(fight.attack_error(1, 2, 0, None), "CC-ECON-03");
}

#[test]
fn cc_econ_06_the_action_is_given_up_for_a_maneuver() {
    let mut fight = duel();
    fight.special_action(1, "aim", None);
    fight.special_action(1, "give_up_action", None);
    fight.special_action(1, "guarded_stance", None);
    assert_eq!((fight.points(1), fight.trooper(1).strain), (0, 0));
    assert_eq!(fight.attack_error(1, 2, 0, None), "CC-ECON-03");
}

#[test]
fn cc_econ_08_a_move_is_twice_agility() {
    let mut fight = duel();
    let path: Vec<(i32, i32)> = (6..=12).map(|x| (x, 5)).collect();
    let far = fight.walk(1, &path).expect_err("seven squares");
    assert_eq!(far.to_string(), "That is 7 m; unit1 has 6 m left.");
    fight.walk(1, &path[..6]).expect("six squares");
    assert_eq!(fight.cell(1), (11, 5));
    let more = fight.walk(1, &[(12, 5)]).expect_err("no maneuver is left");
    assert_eq!(error_clause(more), "CC-ECON-04");
}

#[test]
fn cc_econ_08_aim_is_a_boost_for_one_check_and_the_stance_lasts() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol(), sword()])
        .trooper(1, (6, 5), plain(), &[sword()])
        .start_battle(&[4, 3]);
    let bare = fight.dice_of(1, 2, 0, None);
    assert_eq!(bare, [0, 0, 1, 2, 2, 0]);
    fight.special_action(1, "aim", None);
    fight.special_action(1, "buy_maneuver", None);
    fight.special_action(1, "guarded_stance", None);
    assert_eq!(fight.dice_of(1, 2, 0, None), [1, 1, 1, 2, 2, 0]);
    assert_eq!(fight.gauge(1, "Temporary"), "Guarded Stance, aimed");
    fight.checked((1, 2, 0), (0, 0), &[], &[]);
    assert_eq!(fight.dice_of(1, 2, 0, None), [0, 1, 1, 2, 2, 0], "aimed once");
    fight.end();
    assert_eq!(fight.dice_of(2, 1, 0, None), [0, 1, 1, 2, 2, 0], "CC-DEF-06: harder to hit in melee");
    fight.round_with(2, &[4, 3]);
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 1, "through the next own turn");
    fight.end();
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 0);
}

#[test]
fn cc_econ_10_to_13_lying_down() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol(), sword()])
        .trooper(1, (6, 5), plain(), &[sword()])
        .start_battle(&[4, 3]);
    fight.submit(Order::DropProne { unit: ONE });
    assert_eq!(fight.dice_of(2, 1, 0, None), [1, 0, 1, 2, 2, 0], "CC-ECON-10");
    assert_eq!(fight.dice_of(1, 2, 1, None), [0, 1, 1, 2, 2, 0], "CC-ECON-12");
    fight.special_action(1, "buy_maneuver", None);
    assert_eq!(error_clause(fight.walk(1, &[(5, 6)]).expect_err("Prone")), "CC-ECON-13");
    fight.submit(Order::StandUp { unit: ONE });
    fight.end();
    fight.submit(Order::DropProne { unit: UnitId(2) });
    assert_eq!(fight.dice_of(1, 2, 0, None), [0, 1, 1, 2, 2, 0], "CC-ECON-11");
}

#[test]
fn cc_econ_14_dropping_is_a_free_act_once_a_turn() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol(), sword()])
        .trooper(1, (17, 5), plain(), &[])
        .start_battle(&[4, 3]);
    fight.submit(Order::Ready { unit: ONE, weapon: 1 });
    fight.submit(Order::Drop { unit: ONE, weapon: 1 });
    assert_eq!((fight.points(1), fight.items_on_ground()), (2, vec![("sword".to_owned(), (5, 5))]));
    assert_eq!(error_clause(fight.submit_error(Order::Drop { unit: ONE, weapon: 0 })), "CC-ECON-14");
    fight.special_action(1, "buy_maneuver", None);
    fight.pick_up(1);
    assert!(fight.items_on_ground().is_empty());
}

#[test]
fn cc_def_05_cover_counts_where_its_edge_is_crossed() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .trooper(1, (3, 5), plain(), &[pistol()])
        .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[4, 3, 2]);
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 0);
    fight.submit(Order::TakeCover { unit: ONE });
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 1);
    assert_eq!(fight.dice_of(3, 1, 0, None)[1], 0, "from behind");
    let more = fight.walk(1, &[(5, 6)]).expect_err("no maneuver is left");
    assert_eq!(error_clause(more), "CC-ECON-04");
}

#[test]
fn cc_tht_10_reloading_is_a_maneuver() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["empty:weapon0"]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].fault()), WeaponMalfunction::Empty);
    assert_eq!(fight.points(1), 1);
    fight.submit(Order::Reload { unit: ONE, weapon: 0 });
    assert_eq!(
        (fight.points(1), fight.unit(1, |unit| unit.inventory[0].fault())),
        (0, WeaponMalfunction::None)
    );
}
