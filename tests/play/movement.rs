//! Walking, running and sprinting in play: chapter MOVE.

use breachline::battle::{BattleEvent, Order, OrderError, Pace, PaceRejection, PointlessOrder};
use breachline::model::{BarrierId, Cell, CellSide, UnitId};
use breachline::rules::swan_song::{MovementMode, Skill};

use crate::common::{Fight, SHOT, Setup, edge, gun, knife, quick_sheet, sheet, slow_sheet};
use crate::skirmish::replays;

/// Squares in a row to the east of (1, 1): from the first to the last step.
fn east(from: i32, to: i32) -> Vec<(i32, i32)> {
    (from..=to).map(|x| (x, 1)).collect()
}

/// AGI 4 at (1, 1) with a knife and a gun; the other far away. Scores 12 and 7.
fn walker() -> Setup {
    let mut other = sheet();
    other.attributes.reaction = 2;
    other.attributes.intuition = 2;
    Setup::new().unit(0, (1, 1), sheet(), &[gun(5), knife()]).unit(1, (28, 18), other, &[knife()])
}

fn begun() -> Fight {
    walker().start_battle(&[6, 3])
}

#[test]
fn ss_move_01_walk_run_and_sprint() {
    let mut fight = begun();
    assert!(matches!(fight.walk(1, &east(2, 10)), Err(OrderError::TooFar { .. })));
    fight.walk(1, &east(2, 9)).expect("8 squares");
    fight.move_unit(1, &east(10, 12), Pace::Run).expect("the first run");
    let second = fight.move_unit(1, &east(13, 13), Pace::Run);
    assert_eq!(second, Err(OrderError::WrongPace(PaceRejection::SecondRun)));
    fight.rolls(&[(1, 3)]);
    fight.move_unit(1, &east(13, 13), Pace::Sprint).expect("the second run is a sprint");
    assert_eq!(fight.cell(1), (13, 1));
}

#[test]
fn ss_move_21_a_declared_path_may_lead_in_circles_and_costs_every_step() {
    let mut fight = begun();
    let circle = [(2, 1), (2, 2), (1, 2), (1, 1)];
    fight.walk(1, &circle).expect("4 of 8 metres");
    let walked = |fight: &mut Fight| (fight.cell(1), fight.unit(1, |unit| unit.movement.walked()));
    assert_eq!(walked(&mut fight), ((1, 1), 8));
    let farther = [&circle[..], &circle[..1]].concat();
    let refusal = fight.walk(1, &farther).expect_err("5 metres for a square beside it");
    assert!(matches!(refusal, OrderError::TooFar { .. }), "{refusal}");
    let twice = circle.repeat(2);
    assert!(matches!(fight.move_unit(1, &twice.repeat(2), Pace::Run), Err(OrderError::TooFar { .. })));
    let events = fight.move_unit(1, &twice, Pace::Run).expect("a run of 8 metres");
    assert_eq!(events.iter().filter(|event| matches!(event, BattleEvent::Stepped { .. })).count(), 8);
    assert_eq!(walked(&mut fight), ((1, 1), 8), "the run uses no walk");
    replays(&mut fight);
}

#[test]
fn ss_move_01_the_first_run_is_no_sprint() {
    let mut fight = begun();
    let sprint = fight.move_unit(1, &east(2, 3), Pace::Sprint);
    assert_eq!(sprint, Err(OrderError::WrongPace(PaceRejection::RunFirst)));
}

#[test]
fn ss_move_02_walk_rate() {
    let mut fight = begun();
    let refusal = fight.walk(1, &east(2, 10)).expect_err("9 squares");
    assert_eq!(refusal.to_string(), "That is 9 m; unit1 has 8 m left.");
    assert_eq!(refusal.clause(), Some("SS-MOVE-02"));
}

#[test]
fn ss_move_03_per_round_not_per_pass() {
    let mut fight = begun();
    fight.walk(1, &east(2, 6)).expect("5 squares in pass 1");
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    assert!(matches!(fight.walk(1, &east(7, 10)), Err(OrderError::TooFar { .. })));
    fight.walk(1, &east(7, 9)).expect("3 squares are left");
    assert_eq!(fight.free_used(1), 1);
    fight.end();
    assert_eq!(fight.round().0, 2);
    fight.until(1);
    fight.walk(1, &east(10, 17)).expect("8 squares again");
}

#[test]
fn ss_move_04_walking_is_the_free_action() {
    let mut fight = begun();
    fight.walk(1, &east(2, 2)).expect("one square");
    assert_eq!((fight.points(1), fight.free_used(1)), (3, 1));
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert_eq!(fight.points(1), 2); // the second free action is bought
    fight.move_unit(1, &east(3, 3), Pace::Run).expect("1 AP");
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    assert_eq!(fight.points(1), 0);
    let refusal = fight.submit_error(Order::Drop { unit: UnitId(1), weapon: 1 });
    assert_eq!(refusal.clause(), Some("SS-ACT-10"));
}

#[test]
fn ss_move_05_a_walk_is_split_around_a_shot() {
    let mut fight = begun();
    fight.walk(1, &east(2, 4)).expect("3 squares");
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    fight.walk(1, &east(5, 9)).expect("5 squares");
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 1));
    let mut fight = walker().switch("ss.split_walk", "off").start_battle(&[6, 3]);
    fight.walk(1, &east(2, 4)).expect("3 squares");
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    let refused = fight.walk(1, &east(5, 9)).expect_err("the walk is split");
    assert_eq!(refused.clause(), Some("SS-MOVE-05"));
    assert_eq!(refused.to_string(), "By the house rules a walk cannot be split by other actions.");
}

#[test]
fn ss_move_06_a_run_costs_one_point() {
    let mut fight = begun();
    fight.move_unit(1, &east(2, 4), Pace::Run).expect("a run before the end of the walk");
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 0));
}

#[test]
fn ss_move_07_a_run_gives_one_further_walk_rate() {
    let mut fight = begun();
    let far = fight.move_unit(1, &east(2, 18), Pace::Run).expect_err("walk and run are 16 m");
    assert_eq!(far.to_string(), "That is 17 m; unit1 has 16 m left.");
    fight.walk(1, &east(2, 9)).expect("8 squares");
    assert!(matches!(fight.move_unit(1, &east(10, 18), Pace::Run), Err(OrderError::TooFar { .. })));
    fight.move_unit(1, &east(10, 17), Pace::Run).expect("8 more");
    assert_eq!(fight.cell(1), (17, 1));
}

#[test]
fn ss_move_07_a_long_run_takes_the_walk_with_it() {
    let mut fight = begun();
    fight.move_unit(1, &east(2, 17), Pace::Run).expect("16 squares");
    assert_eq!((fight.cell(1), fight.points(1), fight.free_used(1)), ((17, 1), 2, 1));
    assert!(matches!(fight.walk(1, &east(18, 18)), Err(OrderError::TooFar { .. })));
}

#[test]
fn ss_move_08_a_run_in_a_later_pass_is_a_sprint() {
    let mut fight = begun();
    fight.move_unit(1, &east(2, 4), Pace::Run).expect("pass 1");
    fight.end();
    fight.end();
    assert_eq!(fight.round(), (1, 2));
    let why = fight.move_unit(1, &east(5, 6), Pace::Run).expect_err("no second Run");
    assert_eq!(why, OrderError::WrongPace(PaceRejection::SecondRun));
    fight.rolls(&[(2, 3)]);
    fight.move_unit(1, &east(5, 8), Pace::Sprint).expect("a sprint");
    assert_eq!((fight.cell(1), fight.strain(1)), ((6, 1), 1));
    fight.until_round(2);
    fight.until(1);
    fight.move_unit(1, &east(7, 8), Pace::Run).expect("a new round, a first run");
}

#[test]
fn ss_move_09_to_12_the_sprint() {
    let mut runner = sheet();
    runner.skills.insert(Skill::Running, 3);
    runner.attributes.strength = 4;
    runner.attributes.body = 1;
    runner.attributes.reaction = 1; // Physical Limit ceil(10 / 3) = 4
    let mut fight = Setup::new()
        .unit(0, (1, 1), runner, &[knife()])
        .unit(1, (28, 18), quick_sheet(1, 1), &[knife()])
        .start_battle(&[6, 1]);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("the first run");
    fight.rolls(&[(5, 7)]);
    fight.move_unit(1, &east(3, 12), Pace::Sprint).expect("a sprint");
    assert_eq!(fight.pool("sprint"), 7);
    assert_eq!(fight.cell(1), (6, 1)); // 5 hits, 4 of them count, a metre each
    assert_eq!(fight.strain(1), 1);
    fight.rolls(&[(0, 7)]);
    fight.move_unit(1, &east(7, 7), Pace::Sprint).expect("a second sprint");
    assert_eq!((fight.cell(1), fight.strain(1), fight.points(1)), ((6, 1), 2, 0));
}

#[test]
fn ss_move_10_a_sprint_never_ends_on_a_friend() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[knife()])
        .unit(0, (4, 1), slow_sheet(), &[knife()])
        .unit(1, (28, 18), slow_sheet(), &[knife()])
        .start_battle(&[6, 1, 1]);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("the first run");
    fight.rolls(&[(2, 3)]);
    let events = fight.move_unit(1, &east(3, 5), Pace::Sprint).expect("past a friend");
    assert_eq!(fight.cell(1), (3, 1));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, BattleEvent::Stepped { to, .. } if *to == Cell::new(4, 1)))
    );
}

#[test]
fn ss_move_13_a_sprint_costs_one_point() {
    let mut fight = begun();
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("a run");
    fight.move_unit(1, &east(3, 3), Pace::Sprint).expect("a sprint");
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_move_14_running_costs_two_dice() {
    let mut fight = begun();
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("a run");
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 5);
}

#[test]
fn ss_move_16_running_until_the_next_phase_begins() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[knife()])
        .unit(1, (12, 1), sheet(), &[gun(5)])
        .start_battle(&[6, 5]);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("a run");
    fight.end();
    fight.land(2, 1, 0, SHOT, [0, 1, 0]);
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (5, 8)); // SS-MOVE-19, SS-DEF-40
    fight.until(1);
    assert_eq!(fight.unit(1, |unit| unit.movement.gait()), MovementMode::Steady);
    fight.until(2);
    fight.land(2, 1, 0, SHOT, [0, 1, 0]);
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (7, 6));
}

#[test]
fn ss_move_17_before_the_run() {
    let mut fight = begun();
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 7);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("shoot, then run");
    let mut fight = begun();
    let needless = OrderError::NothingToDo(PointlessOrder::NoAnnouncementNeeded);
    assert_eq!(fight.submit_error(Order::AnnounceRun { unit: UnitId(1) }), needless);
}

#[test]
fn ss_move_17_whole_phase() {
    let strict = || walker().switch("ss.run_penalty", "whole_phase").start_battle(&[6, 3]);
    let mut fight = strict();
    fight.submit(Order::AnnounceRun { unit: UnitId(1) });
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 5);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("it was announced");
    let mut fight = strict();
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 7);
    let why = fight.move_unit(1, &east(2, 2), Pace::Run).expect_err("it was not announced");
    assert_eq!(why.clause(), Some("SS-MOVE-17"));
}

#[test]
fn ss_move_17_an_announced_run_that_never_comes_is_no_run() {
    let mut fight = walker().switch("ss.run_penalty", "whole_phase").start_battle(&[6, 3]);
    fight.submit(Order::AnnounceRun { unit: UnitId(1) });
    fight.end();
    assert_eq!(fight.unit(1, |unit| unit.movement.gait()), MovementMode::Steady);
}

#[test]
fn ss_move_18_a_charge() {
    let duel = |at: (i32, i32)| {
        Setup::new().unit(0, (1, 1), sheet(), &[knife()]).unit(1, at, slow_sheet(), &[]).start_battle(&[6, 5])
    };
    let mut fight = duel((6, 1));
    fight.move_unit(1, &east(2, 5), Pace::Run).expect("a run into melee");
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 9);
    let mut fight = duel((2, 1));
    fight.move_unit(1, &[(1, 2)], Pace::Run).expect("beside it all the time");
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 5);
}

#[test]
fn ss_move_21_a_path_is_declared_whole() {
    let mut fight = walker().barrier(edge(5, 1, CellSide::East), |_| {}).start_battle(&[6, 3]);
    let refusal = fight.walk(1, &east(2, 7)).expect_err("a wall on the way");
    assert!(matches!(refusal, OrderError::InvalidPath { at, .. } if at == Cell::new(6, 1)), "{refusal:?}");
    assert_eq!(fight.cell(1), (1, 1));
    let events = fight.walk(1, &east(2, 5)).expect("up to the wall");
    assert_eq!(events.iter().filter(|event| matches!(event, BattleEvent::Stepped { .. })).count(), 4);
}

/// A door opened in round 1 is shut after 2 of the 4 squares that lead through it: doors are free here, so that
/// a unit that has acted can shut one in another unit's phase.
fn slammed() -> Fight {
    let mut fight = Setup::new()
        .switch("ss.ap.door", "free")
        .barrier(edge(3, 1, CellSide::East), |kind| kind.openable = true)
        .unit(0, (1, 1), sheet(), &[knife()])
        .unit(1, (4, 1), quick_sheet(5, 5), &[knife()])
        .start_battle(&[6, 5]);
    let door = Order::Door { unit: UnitId(2), barrier: BarrierId(0) };
    fight.submit(door.clone());
    fight.queue_dice(&[6, 5]);
    fight.until_round(2);
    fight.until(1);
    fight.walk(1, &east(2, 3)).expect("2 squares");
    fight.submit(door);
    let shut = fight.walk(1, &[(4, 1)]).expect_err("the door is shut");
    assert!(matches!(&shut, OrderError::InvalidPath { at, .. } if *at == Cell::new(4, 1)), "{shut}");
    assert_eq!(shut.to_string(), "Invalid path: step 1 of the path: a barrier is in the way.");
    fight
}

#[test]
fn ss_move_22_never_longer() {
    let mut fight = slammed();
    assert_eq!(fight.cell(1), (3, 1));
    // What was declared and walked is used up, not more: 6 of 8 metres are left for further declarations.
    let seven: Vec<(i32, i32)> = (2..9).map(|y| (3, y)).collect();
    assert!(matches!(fight.walk(1, &seven), Err(OrderError::TooFar { .. })));
    fight.walk(1, &seven[..6]).expect("6 squares");
}

#[test]
fn ss_move_23_a_door_slams_and_the_unit_stops_or_goes_elsewhere() {
    let mut fight = slammed();
    fight.walk(1, &[(3, 2), (3, 3)]).expect("2 squares another way");
    fight.let_pass();
    assert_eq!((fight.cell(1), fight.unit(1, |unit| unit.movement.walked())), ((3, 3), 8));
    let mut fight = slammed();
    fight.end(); // or it stops
    assert_eq!(fight.cell(1), (3, 1));
}

#[test]
fn ss_move_24_the_distance_does_not_matter() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), sheet(), &[gun(5)])
        .unit(1, (12, 1), sheet(), &[gun(5)])
        .start_battle(&[6, 5]);
    fight.move_unit(1, &east(2, 2), Pace::Run).expect("one square");
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 5);
    fight.end();
    fight.land(2, 1, 0, SHOT, [0, 1, 0]);
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (5, 8));
}
