//! AI players: what they announce beside their allies, and with weapons that last for few attacks; and when they defend.

use breachline::ai::{Difficulty, RatingReason};
use breachline::battle::Order;
use breachline::model::UnitId;
use breachline::rules::aberrant::bands::band::{HenchmanQuality, HenchmanType, SupportWeapon};

use super::bands::{launcher, leader, men};
use super::queues::{ABOVE_EASY, advised, announced};
use super::{aberrant, club, pistol, sheet, strong_willed};
use crate::ai_players::{even_player, phase_orders};
use crate::common::Fight;

/// Asks unit 4 what it announces, after unit 1, which acts later with this pistol, has announced an attack on unit 2.
fn second_announcement(first_pistol: &str) -> Fight {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[pistol(first_pistol)])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .nova(0, (5, 7), strong_willed(3), &[pistol("40L")])
        .start_battle(&[6, 2, 1, 9]);
    fight.answer("first");
    while fight.view(|view| view.queue_candidates().map(|(unit, _)| unit)) != Some(UnitId(4)) {
        fight.answer("none");
    }
    assert_eq!(fight.asked()[..2], ["first", "0@3"], "the nearest enemy first");
    fight
}

/// Unit 1 is sure to fell unit 2 if it hits, or only likely to.
#[test]
fn ab_cancel_01_ai_players_announce_nothing_on_what_an_ally_fells_anyway() {
    let mut fight = second_announcement("40L");
    for level in ABOVE_EASY {
        assert_eq!(announced(&mut fight, level), ["0@3"; 6], "{level}");
    }
    let rated = fight.view(breachline::ai::rate_announcements);
    assert!(rated.iter().all(|one| one.key != "first"), "{rated:?}");

    let mut fight = second_announcement("12L");
    assert!(advised(&mut fight, "first").reasons.contains(&RatingReason::AllyToo));
    assert!(!advised(&mut fight, "0@3").reasons.contains(&RatingReason::AllyToo));
}

/// What an attack of unit 4 on unit 2 is worth, on which unit 1 has announced one as well. Unit 2 acts before unit 1 and announces
/// an attack on it, or nothing.
fn worth_beside_an_ally(announced_on_ally: &str) -> f64 {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[pistol("12L")])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("20L")])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .nova(0, (5, 7), strong_willed(3), &[pistol("40L")])
        .start_battle(&[2, 6, 1, 9]);
    let asked = |fight: &mut Fight| fight.view(|view| view.queue_candidates().map(|(unit, _)| unit));
    fight.answer("first");
    assert_eq!(asked(&mut fight), Some(UnitId(2)));
    fight.answer(announced_on_ally);
    while asked(&mut fight) != Some(UnitId(4)) {
        fight.answer("none");
    }
    advised(&mut fight, "first").value
}

#[test]
fn ab_cancel_01_an_ally_that_may_fall_before_its_turn_leaves_more_to_do() {
    let (threatened, safe) = (worth_beside_an_ally("first"), worth_beside_an_ally("none"));
    assert!(threatened > safe + 0.01, "{threatened} and {safe}");
}

/// One of six henchmen has a launcher, and what is announced binds all attacks of the turn.
#[test]
fn ab_mass_16_a_weapon_for_one_attack_is_worth_one_of_those_of_the_turn() {
    let gunners = |carriers| HenchmanType {
        support: vec![SupportWeapon { weapon: "launcher".into(), carriers, bursts: Vec::new() }],
        ..men("gunners", 6, HenchmanQuality::Professional)
    };
    let share = |carriers| {
        let mut fight = aberrant()
            .switch("ab.declare_mode", "pass")
            .nova(0, (5, 5), leader(vec![gunners(carriers)]), &[pistol("6L"), launcher(0)])
            .nova(1, (10, 5), sheet(|_| {}), &[])
            .start_battle(&[9, 2]);
        assert_eq!(advised(&mut fight, "first").reasons, [], "the pistol lasts");
        let rated = advised(&mut fight, "1@2");
        assert_eq!(rated.reasons.contains(&RatingReason::FewUses), carriers < 6, "{rated:?}");
        rated.share.expect("it has odds")
    };
    let (once, often) = (share(1), share(6));
    assert!(once < often - 0.1, "{once} of {often}");
}

/// Each can put the other out of action with a few blows: a full defence would take all of them.
#[test]
fn ab_base_08_a_unit_beside_an_enemy_attacks_it_if_that_does_more_than_a_defence_prevents() {
    for level in [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal] {
        for seed in 0..8 {
            let mut fight = aberrant()
                .nova(0, (5, 5), sheet(|_| {}), &[club("14L")])
                .nova(1, (6, 5), sheet(|_| {}), &[club("14L")])
                .start_battle(&[9, 2]);
            let orders = phase_orders(&mut fight, &even_player(level, seed));
            let attacks = orders.iter().any(|order| matches!(order, Order::Attack { .. }));
            assert!(attacks, "{level}, {seed}: {orders:?}");
        }
    }
}
