//! Called shots at legs and arms: who limps, falls, and drops what it holds.

use breachline::battle::{Order, StatusEnd, Target};
use breachline::model::UnitId;
use breachline::rules::play;
use breachline::rules::status::{Ailment, BodySide};
use breachline::rules::swan_song::attack::pool::attack_parts;
use breachline::rules::swan_song::{FireMode, Sheet};
use breachline::rules::turn_engine::Action;

use super::{call, marksman, order, range, refused, suffers, target};
use crate::common::{SHOT, Setup, gun, knife, rifle};

#[test]
fn ss_base_15_winded_for_one_round_set_in_round_one() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(2)])
        .unit(1, (15, 5), Sheet { action_points: 1, ..target() }, &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_thigh", &[]);
    let until = fight.unit(2, |unit| unit.status.ailments()[1].until);
    assert_eq!(until, StatusEnd::EndOfRound(3), "an original DV of 2 runs through round 3");
    fight.queue_dice(&[6, 5, 6, 5]);
    fight.until_round(3);
    assert!(suffers(&mut fight, Ailment::Winded));
    fight.queue_dice(&[6, 5]);
    fight.until_round(4);
    assert!(!suffers(&mut fight, Ailment::Winded));
}

#[test]
fn ss_call_16_slowed_walks_half_as_far_and_does_not_sprint() {
    let mut sheet = target();
    sheet.attributes.agility = 5;
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), sheet, &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_thigh", &[]);
    fight.end();
    let budget = fight.view(|view| {
        let unit = view.unit(UnitId(2)).expect("it is there");
        play::move_budget(&view.unit_snapshot(&unit), view.rules())
    });
    assert_eq!((budget.walk_left, budget.run), (10, 10));
    let path: Vec<(i32, i32)> = (1..=6).map(|x| (15 + x, 5)).collect();
    let far = fight.walk(2, &path).expect_err("six metres are too far");
    assert_eq!(far.to_string(), "That is 6 m; unit2 has 5 m left.");
    fight.walk(2, &path[..5]).expect("five are not");
}

#[test]
fn ss_call_18_slowed_does_not_sprint() {
    let mut fight = range(target(), &[knife()]);
    call(&mut fight, "left_ankle", &[]);
    let why = refused(&mut fight, 2, Action::Sprint).expect("refused");
    assert!(why.starts_with("Slowed"), "{why}");
}

#[test]
fn ss_call_19_five_rounds_later_still_slowed() {
    let mut fight = range(target(), &[knife()]);
    call(&mut fight, "left_thigh", &[]);
    fight.queue_dice(&[6, 5].repeat(6));
    fight.until_round(6);
    assert!(suffers(&mut fight, Ailment::Slowed));
}

#[test]
fn ss_call_20_winded_no_complex_actions() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife(), rifle()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_thigh", &[]);
    fight.end();
    let why = refused(&mut fight, 2, Action::MeleeAttack).expect("2 AP");
    assert!(why.starts_with("Winded"), "{why}");
    assert_eq!(refused(&mut fight, 2, Action::Fire(FireMode::Single)), None);
}

#[test]
fn ss_call_20_a_called_shot_is_still_simple() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[gun(3)])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_thigh", &[]);
    fight.end();
    fight.walk(2, &[(16, 5)]).expect("a walk");
    fight.queue_dice(&[2; 60]);
    fight.submit(order(2, 1, 0, SHOT, "left_thigh"));
    assert_eq!(fight.points(2), 1, "a shot and a further Free Action");
}

#[test]
fn ss_call_21_interrupts_are_not_barred() {
    let mut fight = range(target(), &[knife()]);
    call(&mut fight, "left_thigh", &[]);
    let sheet = fight.unit(2, |unit| unit.points.left());
    assert_eq!(sheet, 1);
    assert_eq!(refused(&mut fight, 2, Action::Dodge), None);
}

#[test]
fn ss_call_21_full_defense_is_not_barred() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_thigh", &[]);
    assert!(suffers(&mut fight, Ailment::Winded));
    assert_eq!(refused(&mut fight, 2, Action::FullDefense), None, "it costs 2 AP and is an Interrupt");
    fight.end();
    let why = refused(&mut fight, 2, Action::MeleeAttack).expect("another action of 2 AP is barred");
    assert!(why.starts_with("Winded"), "{why}");
}

#[test]
fn ss_call_52_stands_up_in_its_next_phase() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_shin", &[(4, 7)]);
    assert!(fight.prone(2));
    fight.end();
    fight.submit(Order::StandUp { unit: UnitId(2) });
    assert_eq!((fight.prone(2), fight.points(2)), (false, 2));
}

#[test]
fn ss_call_37_what_the_hand_holds_falls() {
    let mut fight = range(target(), &[gun(3)]);
    call(&mut fight, "right_forearm", &[]);
    assert!(suffers(&mut fight, Ailment::BrokenGrip));
    assert_eq!(fight.unit(2, |unit| unit.inventory.items().count()), 0);
    assert_eq!(fight.view(|view| view.items().len()), 1);
}

#[test]
fn ss_call_37_the_other_hand_keeps_hold() {
    let mut fight = range(target(), &[gun(3)]);
    call(&mut fight, "left_forearm", &[]);
    assert_eq!(fight.unit(2, |unit| unit.inventory.items().count()), 1);
}

#[test]
fn ss_call_38_the_other_hand_takes_it_up() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[gun(3)])
        .start_battle(&[6, 5]);
    call(&mut fight, "right_hand", &[(2, 4)]);
    fight.end();
    let item = fight.view(|view| view.items()[0].0);
    fight.submit(Order::PickUp { unit: UnitId(2), item });
    fight.submit(Order::Ready { unit: UnitId(2), weapon: 0 });
    assert_eq!(fight.unit(2, |unit| unit.inventory[0].hand()), Some(BodySide::Left));
}

#[test]
fn ss_call_38_two_hands_are_needed_for_a_rifle() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife(), rifle()])
        .start_battle(&[6, 5]);
    call(&mut fight, "left_hand", &[(2, 4)]);
    fight.end();
    let refusal = fight.submit_error(Order::Ready { unit: UnitId(2), weapon: 1 });
    assert_eq!(refusal.clause(), Some("SS-CALL-38"));
}

#[test]
fn ss_call_59_a_useless_arm() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[gun(3)])
        .start_battle(&[6, 5]);
    call(&mut fight, "right_shoulder", &[(1, 4)]);
    fight.end();
    let shot = Order::attack(UnitId(2), Target::Unit(UnitId(1)), 0, SHOT);
    assert_eq!(fight.submit_error(shot).clause(), Some("SS-CALL-59"));
    fight.queue_dice(&[6, 5].repeat(4));
    fight.until_round(5);
    assert!(!suffers(&mut fight, Ailment::UselessArm));
    let scene = fight.scene(2, 1, 0, SHOT);
    assert_eq!(attack_parts(&scene).pool(), 1, "7 - 6");
}
