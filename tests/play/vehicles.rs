//! Vehicles with passengers: `SS-DEF-18`, the parts of table SS-T15 and their effect on passengers, and the shipped convoy.

use breachline::battle::{
    self, AttackChoice, BattleEvent, BattleOutcome, EndReason, Order, StatusKind, Target,
};
use breachline::content::{Objective, SkirmishOverrides, UnitLink};
use breachline::model::{Cell, Side, UnitId};
use breachline::rules::Book;
use breachline::rules::swan_song::defence::methods::{DefenceMethod, defence_parts};
use breachline::rules::swan_song::{Sheet, Skill, UnitKind, Weapon};
use breachline::rules::turn_engine::timed_items::DetonationTrigger;
use rstest::rstest;

use crate::common::books::special_action;
use crate::common::{Fight, SHOT, Setup, faces_for_hits, grenade, gun, quick_sheet, sheet};
use crate::skirmish::{Goal, begin_with, play, replays, shipped};

/// Body 10, AV 6, forty points of armour.
pub fn car() -> Sheet {
    let mut sheet =
        Sheet { kind: UnitKind::Vehicle, has_flesh: false, armored: 40, speed: 5, ..quick_sheet(1, 1) };
    sheet.attributes.body = 10;
    sheet.armour = vec![6];
    sheet
}

/// A car at (5, 5) with a driver, unit 2, and a passenger, unit 3; a shooter, unit 4, at (15, 5).
fn in_a_car() -> Setup {
    in_this(car())
}

fn in_this(car: Sheet) -> Setup {
    let crew = || Sheet { flesh: Some(40), ..quick_sheet(4, 3) };
    Setup::new()
        .unit(0, (5, 5), car, &[])
        .seats(4, 5)
        .unit(0, (5, 5), crew(), &[gun(6)])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), crew(), &[gun(6)])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(1, (15, 5), sheet(), &[gun(8)])
}

/// The same with the driver first, then the passenger, then the shooter: the car rolls for nothing.
fn driven() -> Fight {
    in_a_car().start_battle(&[6, 3, 1])
}

fn board(unit: u32, vehicle: u32) -> Order {
    special_action(unit, "board", Some(vehicle))
}

/// Dice of a standard defence of one unit against a shot of another.
fn pool(fight: &mut Fight, attacker: u32, target: u32) -> u32 {
    let scene = fight.scene(attacker, target, 0, SHOT);
    defence_parts(&scene, DefenceMethod::STANDARD).pool()
}

/// The shooter hits a part of the car with one net hit and nothing soaked.
fn call(fight: &mut Fight, part: &str) {
    // Seven dice less what the part takes: one hit, whatever is left of them.
    let dice = if matches!(part, "engine_block" | "window_motor") { 3 } else { 1 };
    fight.queue_dice(&faces_for_hits(&[(1, dice), (0, 2), (0, 11)]));
    let aimed = Order::Attack {
        unit: UnitId(4),
        target: Target::Unit(UnitId(1)),
        weapon: 0,
        mode: SHOT,
        option: Some(part.to_owned()),
    };
    fight.submit(aimed);
    if !fight.asked().is_empty() {
        fight.answer("standard");
    }
}

#[test]
fn ss_def_18_three_dice_inside_a_moving_vehicle() {
    let mut fight = driven();
    assert_eq!(pool(&mut fight, 4, 3), 7, "parked");
    fight.walk(2, &[(6, 5), (7, 5)]).expect("it drives");
    assert_eq!((pool(&mut fight, 4, 2), pool(&mut fight, 4, 3)), (10, 10));
    assert_eq!(pool(&mut fight, 4, 1), 2, "the vehicle itself is not inside one");
}

#[test]
fn ss_def_18_until_the_drivers_next_phase() {
    let mut fight = driven();
    fight.walk(2, &[(6, 5)]).expect("it drives");
    fight.end();
    assert_eq!((fight.acting(), pool(&mut fight, 4, 3)), (Some(3), 10));
    fight.end();
    fight.end();
    fight.queue_dice(&[6, 3, 1]);
    fight.until_round(2);
    assert_eq!((fight.acting(), pool(&mut fight, 4, 3)), (Some(2), 7), "it stood still since");
}

#[test]
fn ss_def_18_the_car_moves_in_its_drivers_phase_with_all_passengers() {
    let mut fight = driven();
    assert_eq!(fight.acting(), Some(2), "the car has no phase");
    fight.walk(2, &[(6, 5), (7, 6)]).expect("it drives");
    for unit in 1..=3 {
        assert_eq!(fight.cell(unit), (7, 6));
    }
    assert_eq!(fight.points(2), 3, "driving is walking");
    let far: Vec<_> = (8..=11).map(|x| (x, 6)).collect();
    let short = fight.walk(2, &far).expect_err("2.5 of 5 metres are left");
    assert_eq!(short.to_string(), "That is 4 m; unit2 has 2.5 m left.");
    fight.move_unit(2, &far, battle::Pace::Run).expect("as far again for a point");
    assert_eq!((fight.cell(1), fight.points(2)), ((11, 6), 2));
}

#[test]
fn ss_def_18_a_car_that_is_hit_still_has_no_phase() {
    let mut fight = in_a_car().start_battle(&[1, 1, 6]);
    call(&mut fight, "axle");
    assert_eq!(fight.unit(1, |car| car.initiative.score()), 0);
    let waiting = fight.view(|view| view.waiting_entries().iter().map(|entry| entry.id).collect::<Vec<_>>());
    assert!(!waiting.contains(&UnitId(1)), "{waiting:?}");
}

#[test]
fn ss_ruling_59_a_passenger_stays_in_the_seat() {
    let mut fight = driven();
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    let why = fight.walk(3, &[(6, 5)]).expect_err("a passenger");
    assert_eq!(
        (why.clause(), why.to_string().contains("not the driver")),
        (Some("SS-RULING-59"), true),
        "{why}"
    );
    let why = fight.submit_error(special_action(3, "take_wheel", None));
    assert_eq!(
        (why.clause(), why.to_string().contains("a driver already")),
        (Some("SS-RULING-59"), true),
        "{why}"
    );
}

#[test]
fn ss_ruling_59_getting_in_and_out_costs_a_door() {
    let mut fight = driven();
    fight.submit(special_action(2, "alight", None));
    assert_eq!(
        (fight.points(2), fight.cell(2)),
        (2, (4, 4)),
        "the first of the squares that the fewest enemies see"
    );
    assert!(!fight.unit(2, |unit| unit.status.has(StatusKind::Drives(UnitId(1)))));
    fight.submit(board(2, 1));
    assert_eq!((fight.points(2), fight.cell(2)), (1, (5, 5)));
    fight.walk(2, &[(6, 5)]).expect("behind the wheel again");
    assert_eq!(fight.cell(3), (6, 5));
}

#[test]
fn ss_ruling_59_an_enemy_is_not_let_in() {
    let mut fight = in_a_car().unit(1, (6, 5), sheet(), &[gun(6)]).start_battle(&[1, 1, 1, 6]);
    assert_eq!(fight.acting(), Some(5));
    let why = fight.submit_error(board(5, 1));
    assert_eq!(
        (why.clause(), why.to_string().contains("are enemies")),
        (Some("SS-RULING-59"), true),
        "{why}"
    );
}

/// The driver is shot out of the seat.
fn without_a_driver() -> Fight {
    let frail = Sheet { flesh: Some(1), ..quick_sheet(4, 3) };
    let mut fight = Setup::new()
        .unit(0, (5, 5), car(), &[])
        .seats(4, 5)
        .unit(0, (5, 5), frail, &[])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), quick_sheet(4, 3), &[gun(6)])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(1, (15, 5), quick_sheet(6, 6), &[gun(8)])
        .start_battle(&[1, 1, 6]);
    fight.land(4, 2, 0, SHOT, [1, 0, 1]);
    assert!(fight.down(2).is_some());
    fight.end();
    fight
}

#[test]
fn ss_ruling_59_another_passenger_takes_the_wheel() {
    let mut fight = without_a_driver();
    assert_eq!(fight.acting(), Some(3));
    fight.submit(special_action(3, "take_wheel", None));
    fight.walk(3, &[(6, 5)]).expect("it drives");
    assert_eq!(
        (fight.cell(1), fight.cell(2)),
        ((6, 5), (6, 5)),
        "the driver who is out of action stays in the car"
    );
}

#[test]
fn ss_barr_44_the_vehicle_is_between_those_inside_and_a_shot() {
    let mut fight = driven();
    let scene = fight.scene(4, 2, 0, SHOT);
    let [shell] = &scene.barriers[..] else { panic!("one barrier is between them: {:?}", scene.barriers) };
    assert_eq!((shell.structure, shell.armor), (10, 6));
    assert_eq!((shell.id.unit(), scene.sight.hidden), (Some(UnitId(1)), 60));
    let inside = fight.scene(3, 2, 0, SHOT);
    assert!(inside.barriers.is_empty(), "no barrier is between two units in the same car");
}

#[test]
fn ss_barr_47_what_it_stops_hurts_the_vehicle() {
    // Armoured Health would take half a point of one, which is nothing.
    let soft = Sheet { has_flesh: true, flesh: Some(40), armored: 0, ..car() };
    let mut fight = in_this(soft).start_battle(&[6, 3, 1]);
    fight.submit(Order::TakeCover { unit: UnitId(2) });
    fight.end();
    fight.end();
    assert_eq!(fight.acting(), Some(4));
    let before = (fight.flesh(1), fight.flesh(2));
    // A tie: the body of the car takes one point of wear, and the driver soaks the rest of DV 7.
    let scene = fight.scene(4, 2, 0, SHOT);
    let attack = breachline::rules::swan_song::attack::pool::attack_parts(&scene).pool();
    let defence = pool(&mut fight, 4, 2);
    fight.rolls(&[(1, attack), (1, defence), (0, 2)]);
    fight.attack(4, 2, 0, SHOT).expect("a shot");
    if !fight.asked().is_empty() {
        fight.answer("standard");
    }
    assert_eq!((before.0 - fight.flesh(1), before.1 - fight.flesh(2)), (1, 6));
}

#[rstest]
#[case::ss_call_108_engine("engine_block", "SS-CALL-108")]
#[case::ss_call_109_tank("fuel_tank", "SS-CALL-108")]
fn a_called_shot_stops_the_car(#[case] part: &str, #[case] clause: &str) {
    let mut fight = in_a_car().start_battle(&[1, 1, 6]);
    call(&mut fight, part);
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    assert_eq!(fight.walk(2, &[(6, 5)]).expect_err("it stands").clause(), Some(clause));
}

#[test]
fn ss_call_111_a_metre_on_a_broken_axle() {
    let mut fight = in_a_car().start_battle(&[1, 1, 6]);
    call(&mut fight, "axle");
    fight.end();
    let far = fight.walk(2, &[(6, 5), (7, 5)]).expect_err("Speed 1");
    assert_eq!(far.to_string(), "That is 2 m; unit2 has 1 m left.");
    fight.walk(2, &[(6, 5)]).expect("one metre");
}

#[test]
fn ss_call_114_no_unit_leaves_by_a_jammed_door() {
    let mut fight = in_a_car().start_battle(&[1, 1, 6]);
    call(&mut fight, "door_lock");
    fight.end();
    assert_eq!(fight.submit_error(special_action(2, "alight", None)).clause(), Some("SS-CALL-114"));
}

#[test]
fn ss_call_115_a_jammed_window_stays_up() {
    let mut fight = in_a_car().start_battle(&[1, 1, 6]);
    call(&mut fight, "window_motor");
    fight.end();
    assert_eq!(fight.submit_error(special_action(2, "windows", None)).clause(), Some("SS-CALL-115"));
    let shot = Order::attack(UnitId(2), Target::Unit(UnitId(4)), 0, SHOT);
    assert_eq!(fight.submit_error(shot).clause(), Some("SS-CALL-115"));
}

#[test]
fn ss_call_115_shots_out_of_an_open_window() {
    let mut fight = driven();
    fight.submit(special_action(2, "windows", None));
    assert_eq!(fight.points(2), 2);
    fight.queue_dice(&[2; 30]);
    fight.attack(2, 4, 0, SHOT).expect("a shot");
}

/// The shipped convoy with its own dice; Hale acts first.
fn convoy() -> Fight {
    let overrides = SkirmishOverrides { own_dice: Some(true), ..SkirmishOverrides::default() };
    let mut fight = crate::skirmish::load(shipped("convoy", &overrides), 7);
    fight.queue_dice(&[1, 1, 1, 1, 6, 1, 1, 1, 1]);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: Side(side) });
    }
    fight
}

#[test]
fn ss_call_108_a_shot_at_the_engine_wins_the_convoy() {
    let mut fight = convoy();
    let name = fight.acting().map(|unit| fight.unit(unit, |unit| unit.identity.name().to_owned()));
    assert_eq!(name.as_deref(), Some("Hale"));
    let hale = fight.acting().expect("a unit acts");
    let aimed = AttackChoice { unit: UnitId(hale), weapon: 0, mode: SHOT, option: Some("engine_block") };
    assert!(fight.view(|view| view.attack_request(aimed, UnitId(1))).is_some());
    fight.queue_dice(&[6; 7]);
    fight.queue_dice(&[2; 40]);
    fight.submit(Order::Attack {
        unit: UnitId(hale),
        target: Target::Unit(UnitId(1)),
        weapon: 0,
        mode: SHOT,
        option: Some("engine_block".to_owned()),
    });
    while fight.outcome().is_none() && !fight.asked().is_empty() {
        let first = fight.asked()[0].clone();
        fight.answer(&first);
    }
    assert_eq!(fight.outcome(), Some(BattleOutcome { winner: Some(Side(1)), ending: EndReason::Stopped }));
}

#[test]
fn the_convoy_escapes_when_no_unit_stops_it() {
    let mut fight = begin_with(shipped("convoy", &SkirmishOverrides::default()), 7);
    let outcome = play(&mut fight, [Goal::Run("toll gate"), Goal::Idle]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(0)), ending: EndReason::Escaped });
    replays(&mut fight);
}

/// Ordinary damage stops the van under books without called shots.
#[rstest]
fn a_wreck_is_stopped(
    #[values(Book::Aberrant, Book::AttacksAndDamage, Book::Circumstances, Book::CombatChecks)] book: Book,
) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut bundle = shipped("convoy", &overrides);
    bundle.skirmish.objectives = vec![Objective::Stop { side: 1, unit: "Grey van".to_owned() }];
    bundle.skirmish.rounds = 60;
    let mut fight = begin_with(bundle, 7);
    let outcome = play(&mut fight, [Goal::Idle, Goal::Enemy]);
    assert_eq!((outcome.winner, outcome.ending), (Some(Side(1)), EndReason::Stopped), "{outcome:?}");
}

/// The car with the driver's mine beside it, windows down, the antenna shot off or not; in the next round.
fn wired(antenna: bool) -> Fight {
    let mine = Weapon { trigger: Some(DetonationTrigger::Radio), magazine: 0, ..grenade() };
    let program = Weapon { name: "program".to_owned(), skill: Skill::Programs, ..gun(6) };
    let crew = || Sheet { flesh: Some(40), ..quick_sheet(4, 3) };
    // One die is left of a shot at the antenna.
    let mut marksman = sheet();
    marksman.attributes.agility += 2;
    let mut fight = Setup::new()
        .unit(0, (5, 5), car(), &[])
        .seats(4, 5)
        .unit(0, (5, 5), crew(), &[mine])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), crew(), &[program])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(1, (15, 5), marksman, &[gun(8)])
        .start_battle(&[1, 1, 6]);
    if antenna {
        call(&mut fight, "antenna");
    }
    fight.end();
    fight.submit(special_action(2, "windows", None));
    fight.submit(Order::Activate { unit: UnitId(2), weapon: 0, timer: None, to: Cell::new(6, 6) });
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight
}

fn program() -> Order {
    Order::attack(UnitId(3), Target::Unit(UnitId(4)), 0, SHOT)
}

fn by_radio(fight: &mut Fight) -> Order {
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(2);
    fight.until(2);
    let item = fight.view(|view| view.armed_items()[0].0);
    Order::Detonate { unit: UnitId(2), item }
}

#[test]
fn ss_call_112_113_signals_leave_a_car_with_its_antenna() {
    let mut fight = wired(false);
    assert!(fight.view(|view| battle::validate_order(view, &program())).is_ok());
    let signal = by_radio(&mut fight);
    fight.queue_dice(&[2; 60]);
    let events = fight.submit(signal);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Detonated { .. })), "{events:#?}");
}

#[test]
fn ss_call_113_no_program_and_no_signal_without_the_antenna() {
    let mut fight = wired(true);
    assert_eq!(fight.submit_error(program()).clause(), Some("SS-CALL-113"));
    let signal = by_radio(&mut fight);
    assert_eq!(fight.submit_error(signal).clause(), Some("SS-CALL-113"));
}

#[test]
fn ss_call_112_no_remote_order_until_it_gets_out() {
    let mut fight = wired(true);
    let signal = by_radio(&mut fight);
    assert_eq!(fight.submit_error(signal.clone()).clause(), Some("SS-CALL-113"));
    fight.walk(2, &[(6, 5)]).expect("it still drives");
    fight.submit(special_action(2, "alight", None));
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(3);
    fight.until(2);
    fight.queue_dice(&[2; 60]);
    fight.submit(signal);
}
