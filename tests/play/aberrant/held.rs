//! Attacks on an item that a unit holds: chapter OBJ on the map.

use breachline::battle::{AttackChoice, Order, Target};
use breachline::model::UnitId;
use breachline::rules::{HitResult, WeaponMalfunction, play};

use super::{aberrant, club, pistol, sheet, weapon};
use crate::common::Fight;
use crate::common::books::{d10_faces, exchange_result, rule_texts};

/// Unit 1 acts first and has a club of eight lethal dice; unit 2 stands beside it with a pistol, unit 3 keeps the fight
/// going.
fn armed(switch: &str) -> Fight {
    aberrant()
        .switch("ab.object_performance_damage", switch)
        .nova(0, (5, 5), sheet(|_| {}), &[club("8L")])
        .nova(1, (6, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (20, 15), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 1])
}

/// The attack dice of a shot at unit 1, as its card shows them.
fn attack_dice(fight: &mut Fight) -> String {
    fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(2), weapon: 0, mode: None, option: None };
        let engagement = view.attack_request(aimed, UnitId(1)).expect("both are there");
        play::forecast(&engagement).expect("a card").totals[0].value.clone()
    })
}

/// Three successes are one net success at +2, and three dice get through; this many of them are levels.
fn strike(fight: &mut Fight, levels: usize) -> Vec<breachline::battle::BattleEvent> {
    fight.queue_dice(&d10_faces(&[(3, 6), (levels, 3)]));
    fight.attack_with(1, 2, 0, Some("at_held"))
}

#[test]
fn ab_obj_10_a_pistol_of_one_level_shoots_worse() {
    for (switch, after) in [("on", "5 dice"), ("off", "6 dice")] {
        let mut fight = armed(switch);
        assert_eq!(attack_dice(&mut fight), "6 dice");
        let events = strike(&mut fight, 2);
        assert_eq!(exchange_result(&events).words, "2 levels to the pistol");
        assert_eq!(rule_texts(&events), ["pistol has 1 of 3 levels left"]);
        let fault = fight.unit(2, |unit| unit.inventory[0].fault());
        assert_eq!(fault, WeaponMalfunction::Worn { left: 1, of: 3 });
        assert_eq!(attack_dice(&mut fight), after, "{switch}");
        assert_eq!(fight.gauge(2, "Health"), armed(switch).gauge(2, "Health"), "its holder is not harmed");
        fight.end();
        fight.queue_dice(&d10_faces(&[(0, if switch == "on" { 5 } else { 6 })]));
        fight.attack_with(2, 1, 0, None);
        assert_eq!(fight.dice_left(), 0, "{switch}");
        crate::skirmish::replays(&mut fight);
    }
}

#[test]
fn ab_obj_10_two_of_three_levels_change_nothing() {
    let mut fight = armed("on");
    strike(&mut fight, 1);
    assert_eq!(attack_dice(&mut fight), "6 dice");
}

#[test]
fn ab_obj_20_three_levels_destroy_a_pistol() {
    let mut fight = armed("off");
    let events = strike(&mut fight, 3);
    assert_eq!(rule_texts(&events), ["pistol is destroyed"]);
    assert!(fight.carries(2).iter().all(|own| !own.starts_with("pistol")), "{:?}", fight.carries(2));
    assert!(fight.items_on_ground().is_empty());
}

#[test]
fn ab_obj_02_two_successes_miss_a_gun() {
    let mut fight = armed("off");
    fight.queue_dice(&d10_faces(&[(2, 6)]));
    let events = fight.attack_with(1, 2, 0, Some("at_held"));
    assert_eq!((exchange_result(&events).contact, fight.dice_left()), (HitResult::Miss, 0));
}

#[test]
fn ab_obj_02_empty_hands() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club("8L")])
        .nova(1, (6, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    assert_eq!(fight.attack_error(1, 2, 0, Some("at_held")), "AB-OBJ-02");
}

/// A weapon that only stuns does not damage items.
#[test]
fn ab_obj_09_no_tasers() {
    let taser = weapon(r#"(name: "taser", class: melee, skill: melee, damage: "6S", mass_g: 300)"#);
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[taser])
        .nova(1, (6, 5), sheet(|_| {}), &[pistol("5L")])
        .start_battle(&[9, 3]);
    let order = Order::Attack {
        unit: UnitId(1),
        target: Target::Unit(UnitId(2)),
        weapon: 0,
        mode: None,
        option: Some("at_held".to_owned()),
    };
    assert_eq!(fight.submit_error(order).to_string(), "Taser cannot be used like this.");
}

#[test]
fn ab_obj_20_the_card_tells_what_it_may_come_to() {
    let mut fight = armed("off");
    let (roll, remarks) = fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: Some("at_held") };
        let engagement = view.attack_request(aimed, UnitId(2)).expect("both are there");
        let card = play::forecast(&engagement).expect("a card");
        let remarks: Vec<_> = card.notes.into_iter().map(|one| (one.text, one.value)).collect();
        (card.roll, remarks)
    });
    assert_eq!(roll, "6 dice, difficulty +2");
    let aims =
        ("Target: pistol (counts as a pistol)".to_owned(), "3 of 3 levels of structure left".to_owned());
    assert!(remarks.contains(&aims), "{remarks:?}");
}
