//! Rounds, passes and phases in play: chapters ROUND and INIT.

mod common;

use battle::UnitId;
use breachline::battle::{self, Event, Order};
use common::{Setup, knife, rifle, sheet};

#[test]
fn ss_round_06_highest_score_first() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[knife()])
        .unit(1, (9, 1), sheet(), &[knife()])
        .unit(1, (9, 9), sheet(), &[knife()])
        .begin(&[3, 6, 5]);
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [9, 12, 11]);
    let mut order = Vec::new();
    for _ in 0..3 {
        order.extend(fight.acting());
        fight.end();
    }
    assert_eq!(order, [2, 3, 1]);
}

#[test]
fn ss_round_12_ten_off_every_score_after_a_pass() {
    let mut fight =
        Setup::new().unit(0, (1, 1), sheet(), &[knife()]).unit(1, (9, 1), sheet(), &[knife()]).begin(&[6, 5]);
    fight.end();
    let events = fight.end();
    assert!(events.contains(&Event::PassEnded { pass: 1 }));
    assert_eq!([1, 2].map(|unit| fight.score(unit)), [2, 1]);
    assert_eq!(fight.round(), (1, 2));
}

#[test]
fn ss_round_09_an_order_is_declared_before_it_is_resolved() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[rifle()])
        .unit(1, (9, 1), sheet(), &[knife()])
        .begin(&[6, 5]);
    let mode = Some(breachline::rules::swan_song::FireMode::Burst);
    fight.dice(&[1; 30]);
    fight.attack(1, 2, 0, mode).expect("a burst in range");
    fight.answer("standard");
    let left = fight.dice_left();
    let refusal = fight.refused(Order::Attack {
        unit: UnitId(1),
        target: battle::Target::Unit(UnitId(2)),
        weapon: 0,
        mode,
    });
    assert_eq!(refusal.clause(), Some("SS-ACT-27"));
    assert_eq!(fight.dice_left(), left);
}
