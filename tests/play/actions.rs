//! Action points and free actions in play: chapter ACT up to clause 37.

use breachline::battle::{Order, OrderError, Pace, Target};
use breachline::model::UnitId;
use breachline::rules::swan_song::{FireMode, Sheet, Weapon};

use crate::common::{
    Fight, SHOT, Setup, fists, gun, knife, order_for, quick_sheet, rifle, sheet, slow_sheet, square,
};

pub(super) const ME: UnitId = UnitId(1);

/// One unit at (5, 5) with these weapons, scores 12; an enemy far away that has no phase.
pub(super) fn alone(weapons: &[Weapon]) -> Fight {
    Setup::new().unit(0, (5, 5), sheet(), weapons).unit(1, (25, 15), slow_sheet(), &[]).start_battle(&[6, 1])
}

/// Two knife fighters side by side, the first to act at 12, the second at 11.
pub(super) fn duel(second: Sheet) -> Fight {
    Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), second, &[knife()])
        .start_battle(&[6, 5])
}

pub(super) fn run(fight: &mut Fight, x: i32) {
    fight.move_unit(1, &[(x, 5)], Pace::Run).expect("a run");
}

pub(super) fn stab(target: u32, unit: u32) -> Order {
    Order::attack(UnitId(unit), Target::Unit(UnitId(target)), 0, None)
}

pub(super) fn drop(weapon: usize) -> Order {
    Order::Drop { unit: ME, weapon }
}

pub(super) fn prone() -> Order {
    Order::DropProne { unit: ME }
}

#[test]
fn ss_act_07_three_points_a_pass() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (7, 5), slow_sheet(), &[])
        .start_battle(&[1, 1]);
    assert_eq!((fight.score(1), fight.points(1)), (7, 3));
    run(&mut fight, 6);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(1), 0);
    assert_eq!(fight.submit_error(Order::TakeCover { unit: ME }).clause(), Some("SS-ACT-49"));
    assert!(matches!(
        fight.move_unit(1, &[(5, 5)], Pace::Sprint),
        Err(OrderError::NotEnoughActionPoints { needed: 1, left: 0, .. })
    ));
}

#[test]
fn ss_act_09_without_points_only_the_free_action() {
    let mut fight = alone(&[gun(5), knife()]);
    run(&mut fight, 6);
    fight.submit(Order::Ready { unit: ME, weapon: 1 });
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.points(1), 0);
    assert!(matches!(
        fight.move_unit(1, &[(7, 5)], Pace::Sprint),
        Err(OrderError::NotEnoughActionPoints { .. })
    ));
    fight.submit(prone());
    assert!(fight.prone(1));
}

#[test]
fn ss_act_10_one_free_action_a_pass() {
    let mut fight = alone(&[knife()]);
    run(&mut fight, 6);
    fight.rolls(&[(1, 3), (1, 3)]);
    fight.move_unit(1, &[(7, 5)], Pace::Sprint).expect("1 AP");
    fight.move_unit(1, &[(8, 5)], Pace::Sprint).expect("1 AP");
    fight.submit(drop(0));
    assert!(matches!(fight.submit_error(prone()), OrderError::FreeActionUsed { .. }));
    fight.end();
    assert_eq!(fight.round(), (1, 2));
    fight.submit(prone());
    assert_eq!((fight.points(1), fight.free_used(1)), (3, 1));
}

#[test]
fn ss_act_11_the_free_action_comes_with_the_phase_or_after_it() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife(), knife()])
        .unit(1, (25, 15), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    assert!(matches!(fight.submit_error(Order::DropProne { unit: UnitId(2) }), OrderError::NotActing { .. }));
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.submit(prone());
    assert!(fight.prone(1));
    // The other one's phase goes on, and a second free action does not come out of turn.
    assert!(matches!(fight.submit_error(drop(0)), OrderError::NotActing { .. }));
    assert_eq!(fight.acting(), Some(2));
}

#[test]
fn ss_act_11_walking_is_a_free_action_out_of_phase_too() {
    let mut fight = duel(sheet());
    fight.end();
    fight.walk(1, &[(4, 5)]).expect("the unused free action");
    fight.let_pass();
    assert_eq!(fight.cell(1), (4, 5));
    for pace in [Pace::Walk, Pace::Run] {
        let why = fight
            .move_unit(1, &[(3, 5)], pace)
            .expect_err("it is used, and another unit's phase is in progress");
        assert!(matches!(why, OrderError::NotActing { .. }), "{why}");
    }
}

#[test]
fn ss_act_12_more_free_actions() {
    let mut fight = Setup::new()
        .switch("ss.free_actions_per_pass", "2")
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.submit(drop(0));
    fight.submit(prone());
    assert_eq!((fight.points(1), fight.free_used(1)), (3, 2));
}

#[test]
fn ss_act_13_a_free_action_is_bought() {
    let mut fight = alone(&[rifle()]);
    fight.walk(1, &[(6, 5)]).expect("the free action");
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]); // another mode than before: bought for 1 AP
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_act_14_free_actions_roll_nothing() {
    let mut fight = alone(&[knife()]);
    fight.queue_dice(&[6]);
    fight.submit(drop(0));
    assert_eq!(fight.dice_left(), 1);
}

#[test]
fn ss_act_15_one_free_action_and_any_mix() {
    let start = || {
        Setup::new()
            .unit(0, (5, 5), sheet(), &[knife()])
            .unit(1, (9, 5), slow_sheet(), &[])
            .start_battle(&[6, 1])
    };
    let mut fight = start();
    fight.walk(1, &[(6, 5)]).expect("a walk");
    run(&mut fight, 7);
    fight.walk(1, &[(8, 5)]).expect("the rest of the walk");
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(1), 0);
    let mut fight = start();
    fight.walk(1, &[(6, 5)]).expect("a walk");
    run(&mut fight, 7);
    fight.rolls(&[(1, 3)]);
    fight.move_unit(1, &[(8, 5)], Pace::Sprint).expect("a sprint");
    // SS-ACT-17: a complex action needs all its points at once.
    assert!(matches!(
        fight.submit_error(stab(2, 1)),
        OrderError::NotEnoughActionPoints { needed: 2, left: 1, .. }
    ));
}

#[test]
fn ss_act_16_simple_actions_combine() {
    let mut fight = Setup::new()
        .barrier(square(5, 4), |_| {})
        .unit(0, (5, 5), sheet(), &[rifle(), gun(5)])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.submit(order_for(|unit| Order::TakeCover { unit }, 1));
    fight.submit(Order::Ready { unit: ME, weapon: 1 });
    fight.land(1, 2, 1, SHOT, [0, 1, 0]);
    assert_eq!(fight.points(1), 0);
}

#[test]
fn ss_act_24_25_points_come_back_and_none_are_kept() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), quick_sheet(3, 3), &[])
        .start_battle(&[6, 4]);
    run(&mut fight, 6);
    assert_eq!(fight.points(1), 2);
    fight.end();
    fight.end();
    assert_eq!(fight.round(), (1, 2));
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [2, 0]);
    assert_eq!([1, 2].map(|unit| fight.points(unit)), [3, 0]);
}

#[test]
fn ss_act_26_draw_then_shoot() {
    let mut fight = alone(&[knife(), gun(5), fists()]);
    let shoot = Order::attack(ME, Target::Unit(UnitId(2)), 1, SHOT);
    assert!(matches!(fight.submit_error(shoot), OrderError::NotInHand { .. }));
    fight.submit(Order::Ready { unit: ME, weapon: 1 });
    fight.land(1, 2, 1, SHOT, [0, 1, 0]);
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_act_27_28_one_attack_a_phase() {
    let mut fight = alone(&[gun(5)]);
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.points(1), 2);
    let again = Order::attack(ME, Target::Unit(UnitId(2)), 0, SHOT);
    assert_eq!(fight.submit_error(again.clone()).clause(), Some("SS-ACT-27"));
    fight.end();
    fight.queue_dice(&[2; 14]);
    fight.submit(again); // the next phase has its own attack
}

#[test]
fn ss_act_37_unknown_orders_are_refused_with_the_known_ones() {
    let problem = serde_json::from_str::<Order>(r#"{"Clinch":{"unit":1}}"#).expect_err("no such order");
    let text = problem.to_string();
    assert!(text.contains("Clinch") && text.contains("TakeCover") && text.contains("Attack"), "{text}");
}
