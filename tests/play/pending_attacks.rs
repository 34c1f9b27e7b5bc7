//! Odds of every answer to an open question after the dice rolled so far: they match the results in play.

use std::sync::Arc;

use breachline::battle::{AttackChoice, BattleEvent, Order, Pace, Target};
use breachline::model::{Cell, UnitId};
use breachline::rules::swan_song::{Sheet, Weapon};
use breachline::rules::turn_engine::timed_items::DetonationTrigger;
use breachline::rules::{AttackTarget, Odds, PendingAttack};

use crate::common::{Fight, Setup, grenade, knife, sheet, slow_sheet, thrower};

/// Much flesh, and points for reactions.
fn wary() -> Sheet {
    Sheet { flesh: Some(40), ..sheet() }
}

/// A thrower at (5, 15), a unit at (5, 5) that is asked, and one beside it that is not.
fn range(weapon: Weapon) -> Fight {
    Setup::new()
        .unit(0, (5, 15), thrower(), &[weapon, knife()])
        .unit(1, (5, 5), wary(), &[knife()])
        .unit(1, (6, 5), Sheet { flesh: Some(40), ..slow_sheet() }, &[knife()])
        .start_battle(&[6, 1, 1])
}

/// A grenade thrown at a square beside both, two hits, until a unit is asked.
fn at_a_square() -> Fight {
    let mut fight = range(grenade());
    fight.rolls(&[(2, 6)]);
    fight.submit(Order::attack(UnitId(1), Target::Square(Cell::new(6, 6)), 0, None));
    fight
}

/// The same grenade on a timer.
fn by_itself() -> Fight {
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let mut fight = range(timed);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to: Cell::new(6, 6) });
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(2);
    fight.rolls(&[(2, 6)]);
    while fight.asked().is_empty() {
        fight.end();
    }
    fight
}

/// A grenade thrown at the other unit: the unit that is asked stands beside it.
fn at_the_neighbour() -> Fight {
    let mut fight = range(grenade());
    fight.rolls(&[(2, 6), (0, 4), (0, 1)]);
    fight.submit(Order::attack(UnitId(1), Target::Unit(UnitId(3)), 0, None));
    fight
}

fn odds(fight: &mut Fight, key: &str) -> Odds {
    fight
        .view(|view| view.prompt_context()?.answer_odds(key, 50_000))
        .expect("an answer that changes the odds")
}

/// Possible hits of this many dice, with their probabilities.
fn binomial(dice: u32) -> impl Iterator<Item = (u32, f64)> {
    let choose =
        move |hits: u32| (0..hits).fold(1.0, |ways, at| ways * f64::from(dice - at) / f64::from(at + 1));
    (0..=dice)
        .map(move |hits| (hits, choose(hits) * 2_f64.powi((dice - hits) as i32) / 3_f64.powi(dice as i32)))
}

/// Mean damage, played out with every number of hits of the defence and of the one die of soak.
fn played(start: fn() -> Fight, key: &str, pool: u32) -> f64 {
    let mut mean = 0.0;
    for (hits, share) in binomial(pool) {
        for (soak, of_it) in binomial(1) {
            let mut fight = start();
            fight.rolls(&[(hits, pool), (soak, 1), (0, 4), (0, 1)]);
            fight.answer(key);
            mean += share * of_it * f64::from(40 - fight.flesh(2));
        }
    }
    mean
}

#[track_caller]
fn agrees(start: fn() -> Fight) {
    let mut fight = start();
    assert_eq!(fight.asked(), ["standard", "full_defense"]);
    assert_eq!(
        fight.view(|view| view.prompt_context().and_then(|affair| affair.affected_unit())),
        Some(UnitId(2))
    );
    let means = [("standard", 4), ("full_defense", 7)].map(|(key, pool)| {
        let (told, found) = (odds(&mut fight, key).mean, played(start, key, pool));
        assert!((told - found).abs() < 1e-9, "{key}: told {told}, played {found}");
        told
    });
    assert!(means[1] < means[0], "three more dice reduce the damage: {means:?}");
}

#[test]
fn ss_ruling_60_odds_of_units_in_a_blast_on_a_square() {
    agrees(at_a_square);
}

#[test]
fn ss_timed_01_odds_of_units_in_a_detonation() {
    agrees(by_itself);
}

#[test]
fn ss_def_49_odds_of_units_beside_the_target() {
    agrees(at_the_neighbour);
}

/// Without events the request of an attack is the same one; after an event it is assembled again.
#[test]
fn an_attack_is_assembled_once_per_state() {
    let mut fight = range(grenade());
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    let request =
        |fight: &mut Fight| fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let (one, other) = (request(&mut fight), request(&mut fight));
    assert!(Arc::ptr_eq(&one, &other));
    let at_cell = fight.view(|view| view.attack_request(aimed, Cell::new(5, 5))).expect("a thrower");
    assert_eq!(at_cell.target, AttackTarget::Cell);
    let path = vec![Cell::new(5, 14)];
    fight.submit(Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false });
    let metres = [one, request(&mut fight)].map(|attack| attack.sight.chebyshev_distance);
    assert_eq!(metres, [10, 9]);
}

/// Odds are those of the attack that waits for an answer, until the answer is given.
#[test]
fn a_waiting_attack_stays_the_same() {
    let mut fight = at_the_neighbour();
    let waiting = |fight: &mut Fight| {
        fight.view(|view| match view.prompt_context().expect("an attack waits").pending_attack() {
            PendingAttack::Attack(attack) => Arc::clone(attack),
            PendingAttack::Detonation(_) => panic!("no item lies there"),
        })
    };
    let (one, other) = (waiting(&mut fight), waiting(&mut fight));
    assert!(Arc::ptr_eq(&one, &other));
    assert_eq!(one.defender().map(|unit| unit.id), Some(UnitId(3)));
}

fn centre(fight: &mut Fight) -> Option<Cell> {
    fight.view(|view| view.prompt_context()?.blast_centre())
}

#[test]
fn ss_ruling_60_a_blast_on_target_is_at_its_aim_for_every_question() {
    assert_eq!(centre(&mut at_a_square()), Some(Cell::new(6, 6)));
    assert_eq!(centre(&mut by_itself()), Some(Cell::new(6, 6)));
    assert_eq!(centre(&mut at_the_neighbour()), Some(Cell::new(6, 5)));
}

/// The target at (6, 5) evades, and the grenade flies 1 m on to the north: the unit that is asked is still in the blast.
#[test]
fn cs_sca_03_a_blast_that_has_scattered_is_where_it_came_down_for_later_questions() {
    let mut fight = range(grenade());
    fight.queue_dice(&[5, 2, 2, 2, 2, 2, 5, 5, 2, 2, 2, 2]);
    fight.submit(Order::attack(UnitId(1), Target::Unit(UnitId(3)), 0, None));
    assert_eq!(fight.asked(), ["standard", "full_defense"]);
    assert_eq!(centre(&mut fight), Some(Cell::new(6, 4)));
    let events = fight.answer("standard");
    let went_off = events.iter().find_map(|event| match event {
        BattleEvent::BlastAstray { cell, .. } => *cell,
        _ => None,
    });
    assert_eq!((went_off, fight.dice_left()), (Some(Cell::new(6, 4)), 0), "the place of the event");
}
