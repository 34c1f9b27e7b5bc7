//! How skirmishes end: every objective, the round limit, surrender.

use breachline::battle::{
    BattleEvent, BattleOutcome, EndReason, Order, OrderError, PointlessOrder, objective_progress,
};
use breachline::content::{Objective, TimeUp};
use breachline::model::{Cell, Side, UnitId};

use crate::common::{Fight, SHOT, Setup, gun, knife, sheet, slow_sheet};

/// A zone of these squares.
fn zone(setup: Setup, name: &str, squares: &[(i32, i32)]) -> Setup {
    let mut cells: Vec<Cell> = squares.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    cells.sort();
    let name = name.to_owned();
    setup.skirmish(|skirmish| {
        skirmish.map.zones.insert(name, cells);
    })
}

fn goals(setup: Setup, objectives: Vec<Objective>) -> Setup {
    setup.skirmish(|skirmish| skirmish.objectives = objectives)
}

fn wins(side: u8, ending: EndReason) -> Option<BattleOutcome> {
    Some(BattleOutcome { winner: Some(Side(side)), ending })
}

/// Two of side 0 near the exit at (9, 1) and (9, 2), one of side 1 far away.
fn runaways(units: u32) -> Fight {
    let setup = zone(Setup::new(), "exit", &[(9, 1), (9, 2)]);
    let escape = Objective::Escape { side: 0, zone: "exit".to_owned(), units };
    goals(setup, vec![escape, Objective::Eliminate { side: 1 }])
        .unit(0, (7, 1), sheet(), &[knife()])
        .unit(0, (7, 2), sheet(), &[knife()])
        .unit(1, (20, 10), sheet(), &[gun(14)])
        .start_battle(&[6, 5, 1])
}

#[test]
fn escape_ends_when_enough_have_left() {
    let mut fight = runaways(2);
    fight.walk(1, &[(8, 1), (9, 1)]).expect("into the exit");
    assert!(fight.unit(1, |unit| !unit.out_of_action.escaped()), "its turn goes on");
    let events = fight.end();
    assert!(events.contains(&BattleEvent::Escaped { unit: UnitId(1) }));
    assert_eq!(fight.outcome(), None);
    assert!(fight.view(|view| view.unit_at(Cell::new(9, 1)).is_none()));
    fight.walk(2, &[(8, 2), (9, 2)]).expect("into the exit");
    fight.end();
    assert_eq!(fight.outcome(), wins(0, EndReason::Escaped));
}

#[test]
fn escape_by_a_free_action_after_the_phase() {
    let mut fight = runaways(1);
    fight.end();
    fight.walk(1, &[(8, 1), (9, 1)]).expect("the unused free action");
    assert_eq!(fight.outcome(), wins(0, EndReason::Escaped));
}

#[test]
fn escape_of_too_few_leaves_the_field_to_the_others() {
    let mut fight = runaways(2);
    fight.end();
    fight.end();
    fight.land(3, 2, 0, SHOT, [1, 0, 0]);
    fight.end();
    fight.until(1);
    fight.walk(1, &[(8, 1), (9, 1)]).expect("into the exit");
    fight.end();
    assert_eq!(fight.outcome(), wins(1, EndReason::Eliminated));
}

fn hold(side: u8, rounds: u32) -> Objective {
    Objective::Hold { side, zone: "core".to_owned(), rounds }
}

/// Both sides want the core at (5, 5) and (6, 5): the first for two rounds, the second for three.
fn core() -> Fight {
    let setup = zone(Setup::new(), "core", &[(5, 5), (6, 5)]);
    goals(setup, vec![hold(0, 2), hold(1, 3)])
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (7, 5), sheet(), &[knife()])
        .start_battle(&[2, 1])
}

#[test]
fn hold_counts_at_the_end_of_rounds_in_a_row() {
    let mut fight = core();
    fight.queue_dice(&[2, 1]);
    fight.until_round(2);
    assert_eq!(fight.view(|view| [0, 1].map(|objective| view.round().hold_rounds(objective))), [1, 0]);
    assert_eq!(
        fight.view(|view| [0, 1].map(|goal| objective_progress(view, goal))),
        [Some((1, 2)), Some((0, 3))]
    );
    assert_eq!(fight.outcome(), None);
    fight.end();
    fight.end();
    assert_eq!(fight.outcome(), wins(0, EndReason::Held));
}

#[test]
fn hold_is_broken_by_the_other_side() {
    let mut fight = core();
    fight.queue_dice(&[2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
    fight.until_round(2);
    fight.until(2);
    fight.walk(2, &[(6, 5)]).expect("into the core");
    fight.end();
    assert_eq!(fight.view(|view| [0, 1].map(|objective| view.round().hold_rounds(objective))), [0, 0]);
    // The first side leaves: now only the rounds of the other side count.
    fight.walk(1, &[(4, 5)]).expect("out of it");
    fight.let_pass();
    fight.until_round(4);
    assert_eq!(fight.view(|view| [0, 1].map(|objective| view.round().hold_rounds(objective))), [0, 1]);
    fight.until_round(5);
    fight.end();
    fight.end();
    assert_eq!(fight.outcome(), wins(1, EndReason::Held));
}

#[test]
fn reach_counts_at_the_end_of_a_round() {
    let setup = zone(Setup::new(), "door", &[(3, 1)]);
    let mut fight = goals(setup, vec![Objective::Reach { side: 0, zone: "door".to_owned() }])
        .unit(0, (1, 1), sheet(), &[knife()])
        .unit(1, (20, 10), sheet(), &[knife()])
        .start_battle(&[2, 1]);
    fight.walk(1, &[(2, 1), (3, 1)]).expect("into the zone");
    assert_eq!(fight.outcome(), None);
    fight.end();
    assert_eq!(fight.outcome(), None);
    fight.end();
    assert_eq!(fight.outcome(), wins(0, EndReason::Reached));
    assert_eq!(fight.round().0, 1);
}

#[test]
fn eliminate_when_no_enemy_fights() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(14)])
        .unit(1, (10, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.outcome(), wins(0, EndReason::Eliminated));
}

fn limit(then: TimeUp, others: usize) -> Fight {
    let mut setup = Setup::new().skirmish(|skirmish| (skirmish.rounds, skirmish.then) = (2, then));
    setup = setup.unit(0, (1, 1), sheet(), &[knife()]);
    for y in 0..others {
        setup = setup.unit(1, (20, y as i32), sheet(), &[knife()]);
    }
    let faces = vec![1; 1 + others];
    let mut fight = setup.start_battle(&[faces.clone(), faces].concat());
    while fight.outcome().is_none() {
        fight.end();
    }
    assert_eq!(fight.round().0, 2);
    fight
}

#[test]
fn the_round_limit_ends_a_battle_as_the_skirmish_says() {
    let up = |winner: Option<u8>| Some(BattleOutcome { winner: winner.map(Side), ending: EndReason::TimeUp });
    assert_eq!(limit(TimeUp::Draw, 2).outcome(), up(None));
    assert_eq!(limit(TimeUp::Wins(0), 2).outcome(), up(Some(0)));
    assert_eq!(limit(TimeUp::MostStanding, 2).outcome(), up(Some(1)));
    assert_eq!(limit(TimeUp::MostStanding, 1).outcome(), up(None));
}

#[test]
fn a_surrender_ends_the_battle_for_the_other_side() {
    let mut fight = runaways(2);
    let no_side = OrderError::NothingToDo(PointlessOrder::NoSuchSide);
    assert_eq!(fight.submit_error(Order::Surrender { side: Side(7) }), no_side);
    fight.submit(Order::Surrender { side: Side(0) });
    assert_eq!(fight.outcome(), wins(1, EndReason::Surrender));
    assert_eq!(fight.submit_error(Order::Surrender { side: Side(1) }), OrderError::BattleOver);
    assert_eq!(fight.submit_error(Order::EndPhase { unit: UnitId(1) }), OrderError::BattleOver);
}

#[test]
fn surrender_while_a_question_is_open() {
    let mut fight =
        Setup::new().unit(0, (5, 5), sheet(), &[gun(5)]).unit(1, (10, 5), sheet(), &[]).start_battle(&[6, 1]);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert!(!fight.asked().is_empty());
    fight.submit(Order::Surrender { side: Side(1) });
    assert!(fight.asked().is_empty());
    assert_eq!(fight.outcome(), wins(0, EndReason::Surrender));
}
