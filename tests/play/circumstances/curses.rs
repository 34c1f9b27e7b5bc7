//! Cursed units: rerolls of tests that pass.

use breachline::rules::status::Ailment;

use super::ailments::hexed;
use super::duties::{three, under};
use super::squares::at;
use super::{Recruits, grenade, rifle, setup, sword};
use crate::common::Fight;

#[test]
fn cs_curs_04_automatic_play_rerolls_the_first_that_passes() {
    let mut fight = three(Ailment::Cursed, |_| {}).switch("cs.curse_auto", "on").start_battle(&[6, 5, 1]);
    fight.hexes(1, 2);
    fight.end();
    fight.blow(2, 1, &[20, 60]);
    assert_eq!(fight.wounds(1), 12);
    // Not again in this round. `CS-CURS-01`
    fight.turn_of(2);
    assert_eq!(fight.round(), (1, 2));
    fight.blow(2, 1, &[20, 3]);
    assert_eq!(fight.wounds(1), 12 - (3 + 1 + 4 - 3));
}

#[test]
fn cs_curs_01_any_test_but_one_in_a_round() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Cursed, Ailment::Panicked])])
        .add(1, (6, 5), &[sword(), rifle()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    // The Willpower test at the start of the phase passes.
    fight.queue_dice(&[20]);
    fight.end();
    assert_eq!(fight.asked(), ["curse", "spare"]);
    fight.queue_dice(&[60]);
    fight.answer("curse");
    assert!(fight.unit(2, |unit| unit.status.restrictions().shaken), "60 counts");
    // It also passes the test at the end of the phase, in the same round.
    fight.queue_dice(&[20]);
    fight.end();
    assert!(fight.asked().is_empty());
    assert_eq!((fight.dice_left(), fight.has(2, Ailment::Panicked)), (0, false));
}

#[test]
fn cs_curs_01_a_throw_at_a_square_uses_it_up() {
    let mut fight = setup()
        .switch("cs.curse_auto", "on")
        .add(0, (5, 5), &[hexed(&[Ailment::Cursed])])
        .add(1, (6, 5), &[grenade()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.end();
    let curse = |fight: &mut Fight| fight.unit(2, |unit| unit.status.ailments()[0].strength);
    assert_eq!(curse(&mut fight), 0);
    // 20 on 40 hits, the second roll misses; it lands 2 m away.
    fight.queue_dice(&[20, 60, 1, 3]);
    fight.submit(at(2, 18, 5));
    assert_eq!((fight.dice_left(), curse(&mut fight)), (0, 1));
}

#[test]
fn cs_curs_02_the_opponent_is_asked_and_the_worse_counts() {
    let mut fight = under(Ailment::Cursed, &[]);
    fight.queue_dice(&[20]);
    fight.attack(2, 1, 0, None).expect("a blow");
    assert_eq!(fight.asked(), ["curse", "spare"]);
    fight.queue_dice(&[80]);
    fight.answer("curse");
    assert_eq!((fight.wounds(1), fight.dice_left()), (12, 0));
}
