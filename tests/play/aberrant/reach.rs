//! Chapters RANGE and THROW, and grapples.

use breachline::battle::BattleEvent;
use breachline::rules::{Book, HitResult};

use super::{aberrant, club, dart, pistol, sheet, weapon};
use crate::common::Setup;
use crate::common::books::{d10_faces, error_clause, exchange_result};

#[test]
fn ab_range_01_05_harder_by_the_increment() {
    // Dexterity 6: nine dice.
    let shot = |metres: i32, successes: usize| {
        let mut fight = Setup::with_size(120, 10)
            .by_book(Book::Aberrant)
            .nova(0, (5, 5), sheet(|sheet| sheet.dexterity = 6), &[pistol("2L")])
            .nova(1, (5 + metres, 5), sheet(|_| {}), &[])
            .start_battle(&[9, 3]);
        fight.queue_dice(&d10_faces(&[(successes, 9)]));
        exchange_result(&fight.attack_with(1, 2, 0, None)).contact
    };
    for (metres, difficulty) in [(10, 0), (11, 2), (20, 2), (21, 4), (40, 4), (41, 6), (80, 6)] {
        assert_eq!(shot(metres, difficulty), HitResult::Miss, "{metres} m");
        assert_ne!(shot(metres, difficulty + 1), HitResult::Miss, "{metres} m");
    }
    let mut fight = Setup::with_size(120, 10)
        .by_book(Book::Aberrant)
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("2L")])
        .nova(1, (86, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-RANGE-05");
}

#[test]
fn ab_throw_01_a_thrown_weapon_lies_where_its_target_stood() {
    let walker = sheet(|sheet| sheet.moves.walk = Some(10));
    let mut fight = aberrant()
        .nova(0, (5, 5), walker, &[club("4B")])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, Some("throw"));
    assert_eq!(fight.items_on_ground(), [("club".to_owned(), (12, 5))]);
    assert!(!fight.carries(1).contains(&"club*".to_owned()));
    fight.walk(1, &[(6, 5), (7, 5), (8, 5), (9, 5), (10, 5), (11, 5)]).expect("six metres");
    let events = fight.pick_up(1);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::PickedUp { .. })));
    assert!(fight.items_on_ground().is_empty());
    assert!(fight.carries(1).iter().any(|own| own.starts_with("club")), "{:?}", fight.carries(1));
}

#[test]
fn ab_throw_01_a_dart_flies_and_is_gone_from_the_hand() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[dart("3L")])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 2)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).words, "1 level of lethal damage");
    assert_eq!((fight.items_on_ground(), fight.dice_left()), (vec![("dart".to_owned(), (12, 5))], 0));
}

#[test]
fn ab_throw_02_an_anvil_is_too_heavy_to_throw() {
    // Strength 2: 10 m, less 5 for every full kilogram beyond the first.
    let with = |grams: u32| {
        let text = format!(r#"(name: "anvil", class: melee, skill: melee, damage: "6B", mass_g: {grams})"#);
        aberrant()
            .nova(0, (5, 5), sheet(|_| {}), &[weapon(&text)])
            .nova(1, (10, 5), sheet(|_| {}), &[])
            .start_battle(&[9, 3])
    };
    let order = breachline::battle::Order::Attack {
        unit: breachline::model::UnitId(1),
        target: breachline::battle::Target::Unit(breachline::model::UnitId(2)),
        weapon: 0,
        mode: None,
        option: Some("throw".to_owned()),
    };
    assert_eq!(with(3000).submit_error(order).to_string(), "Too heavy to throw.");
    let mut fight = with(2999);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, Some("throw"));
    assert_eq!((fight.items_on_ground(), fight.dice_left()), (vec![("anvil".to_owned(), (10, 5))], 0));
}

#[test]
fn ab_base_10_who_is_held_stays_until_it_breaks_free() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[])
        .nova(1, (6, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, Some("seize"))).words, "seized");
    fight.end();
    assert_eq!(error_clause(fight.walk(2, &[(7, 5)]).expect_err("it is held")), "AB-BASE-10");
    fight.queue_dice(&d10_faces(&[(2, 2), (0, 2)]));
    fight.special_action(2, "break_free", Some(1));
    fight.walk(2, &[(7, 5)]).expect("free again");
}
