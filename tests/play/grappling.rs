//! Grappling in books that borrow it: `AB-BASE-10`, `SS-ACT-59`.

use breachline::battle::{BattleEvent, Obstruction, Order, OrderError, StatusKind, special_action_odds};
use breachline::content::UnitLink;
use breachline::model::{Cell, UnitId};
use breachline::rules::play;
use breachline::rules::status::TestTrait;
use rstest::rstest;

use crate::common::{Fight, Setup, knife, share_of_hits, sheet};

/// Two enemies beside each other, the first to act.
fn beside() -> Fight {
    Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 1])
}

fn dice(fight: &mut Fight, unit: u32, of: TestTrait) -> u32 {
    let dice = fight.view(|view| {
        let unit = view.unit(UnitId(unit)).expect("it is there");
        play::trait_value(&view.unit_snapshot(&unit), of, view.rules())
    });
    dice.unsigned_abs()
}

fn seized() -> Fight {
    let mut fight = beside();
    let pools = [1, 2].map(|unit| dice(&mut fight, unit, TestTrait::Athletics));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.special_action(1, "grapple", Some(2));
    assert_eq!(fight.dice_left(), 0);
    fight
}

#[rstest]
#[case::ab_base_10_a_success_seizes_the_other([2, 1], "is seized")]
#[case::ab_base_10_after_a_failure_it_is_the_other_that_slips_away([1, 2], "slips away")]
fn result_is_about_the_neighbour(#[case] hits: [u32; 2], #[case] words: &str) {
    let mut fight = beside();
    let pools = [1, 2].map(|unit| dice(&mut fight, unit, TestTrait::Athletics));
    fight.rolls(&[(hits[0], pools[0]), (hits[1], pools[1])]);
    let events = fight.special_action(1, "grapple", Some(2));
    let about = events.iter().find_map(|event| match event {
        BattleEvent::RuleNote { unit, text, .. } if *text == *words => Some(unit.0),
        _ => None,
    });
    assert_eq!(about, Some(2), "{events:#?}");
}

#[test]
fn ss_act_59_held_and_holding() {
    let mut fight = seized();
    assert!(fight.unit(2, |unit| unit.status.has(StatusKind::HeldBy(UnitId(1)))));
    let refusal = fight.walk(1, &[(5, 6)]).expect_err("it holds another unit");
    assert_eq!(refusal.clause(), Some("AB-BASE-10"));
    fight.special_action(1, "let_go", None);
    fight.walk(1, &[(5, 6)]).expect("a walk");
}

#[test]
fn ss_act_59_breaking_free() {
    let mut fight = seized();
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    assert_eq!(fight.walk(2, &[(7, 5)]).expect_err("it is held").clause(), Some("AB-BASE-10"));
    let pools = [2, 1].map(|unit| dice(&mut fight, unit, TestTrait::Strength));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.special_action(2, "break_free", Some(1));
    assert!(!fight.unit(2, |unit| unit.status.has(StatusKind::HeldBy(UnitId(1)))));
}

#[test]
fn ss_act_59_the_chance_is_told_before_it_is_tried() {
    let mut fight = seized();
    let chances = |fight: &mut Fight, unit, action, other: Option<u32>| {
        fight.view(|view| special_action_odds(view, (UnitId(unit), action, None), other.map(UnitId)))
    };
    assert_eq!(chances(&mut fight, 1, "let_go", None), [], "no dice are needed");
    assert_eq!(chances(&mut fight, 2, "break_free", Some(1)), [], "it is not its phase");
    fight.end();
    let [own, other] = [2, 1].map(|unit| dice(&mut fight, unit, TestTrait::Strength));
    let hits = |dice, hits| share_of_hits(dice, hits, 1.0 / 3.0);
    let won: f64 =
        (0..=own).map(|more| hits(own, more) * (0..more).map(|less| hits(other, less)).sum::<f64>()).sum();
    let mut told = chances(&mut fight, 2, "break_free", Some(1));
    told.sort_by(|one, other| one.0.cmp(&other.0));
    let [(free, yes), (held, no)] = told.as_slice() else { panic!("two outcomes: {told:?}") };
    assert_eq!((free.as_str(), held.as_str()), ("breaks free", "is still held"));
    assert!((yes - won).abs() < 1e-12 && (no - (1.0 - won)).abs() < 1e-12, "{yes} of {won}");
    assert!(won > 0.1 && won < 0.5, "ties go to the defender: {won}");
}

#[test]
fn ab_base_10_no_unit_is_placed_out_of_a_grip() {
    let zone = vec![Cell::new(4, 5), Cell::new(5, 5), Cell::new(6, 5)];
    let setup = Setup::new().skirmish(|skirmish| {
        skirmish.map.zones.insert("start".to_owned(), zone);
        skirmish.sides[0].deployment = Some("start".to_owned());
    });
    let setup = setup.unit(0, (4, 5), sheet(), &[]).unit(0, (5, 5), sheet(), &[]);
    let mut fight = setup
        .unit(1, (6, 5), sheet(), &[knife()])
        .tied(UnitLink::Holds("unit2".to_owned()))
        .start_deployment();
    let place = |unit, x| Order::Deploy { unit: UnitId(unit), to: Cell::new(x, 5) };
    assert_eq!(fight.submit_error(place(2, 4)), OrderError::Blocked(Obstruction::Grappling));
    let refusal = fight.submit_error(place(1, 5));
    assert_eq!(refusal.to_string(), "unit2 is held or holds another unit.", "nor changes places with it");
    assert_eq!(fight.unit(2, |unit| unit.cell()), Cell::new(5, 5));
}

#[test]
fn ss_act_59_taking_control_turns_the_grip_round() {
    let mut fight = seized();
    fight.end();
    let pools = [2, 1].map(|unit| dice(&mut fight, unit, TestTrait::Strength));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.special_action(2, "take_control", Some(1));
    let mut grips = |unit| {
        fight.unit(unit, |unit| {
            let grip = |kind: &StatusKind| matches!(kind, StatusKind::Holding(_) | StatusKind::HeldBy(_));
            unit.status.iter().map(|status| status.kind).filter(grip).collect::<Vec<_>>()
        })
    };
    assert_eq!(grips(2), [StatusKind::Holding(UnitId(1))], "a unit is in one grip only");
    assert_eq!(grips(1), [StatusKind::HeldBy(UnitId(2))]);
}

/// A car at (6, 5) with a passenger, and an enemy beside it, who acts first; the others stand on these squares.
fn beside_a_car(others: &[(i32, i32)]) -> Fight {
    let mut setup = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[])
        .seats(4, 5)
        .unit(1, (6, 5), sheet(), &[knife()])
        .tied(UnitLink::Rides("unit2".to_owned()));
    let mut scores = vec![6, 1];
    for cell in others {
        setup = setup.unit(0, *cell, sheet(), &[]);
        scores.push(1);
    }
    setup.start_battle(&scores)
}

fn seize_the_passenger(fight: &mut Fight) {
    let pools = [1, 3].map(|unit| dice(fight, unit, TestTrait::Athletics));
    fight.rolls(&[(2, pools[0]), (1, pools[1])]);
    fight.special_action(1, "grapple", Some(3));
    assert_eq!(fight.dice_left(), 0);
}

#[test]
fn ss_act_59_a_unit_seized_in_a_vehicle_is_pulled_out_of_it() {
    let mut fight = beside_a_car(&[]);
    seize_the_passenger(&mut fight);
    assert!(fight.unit(3, |unit| unit.vehicle().is_none() && unit.status.has(StatusKind::HeldBy(UnitId(1)))));
    // The passenger is pulled to the square beside the grappler that is nearest to the car, from the north.
    assert_eq!((fight.cell(2), fight.cell(3)), ((6, 5), (6, 4)));
}

#[test]
fn ss_act_59_without_room_beside_it_stays_in_its_seat() {
    let around: Vec<_> = (4..=6).flat_map(|y| (4..=6).map(move |x| (x, y))).collect();
    let taken: Vec<_> = around.into_iter().filter(|cell| ![(5, 5), (6, 5)].contains(cell)).collect();
    let mut fight = beside_a_car(&taken);
    seize_the_passenger(&mut fight);
    assert_eq!(fight.unit(3, |unit| (unit.vehicle(), unit.status.grip())), (Some(UnitId(2)), None));
    assert_eq!(fight.unit(1, |unit| unit.status.grip()), None);
}

#[test]
fn ss_act_59_no_unit_seizes_a_car_or_from_inside_one() {
    let mut fight = beside_a_car(&[]);
    let seize = |unit, target| Order::SpecialAction {
        unit: UnitId(unit),
        action: "grapple".to_owned(),
        target: Some(UnitId(target)),
        weapon: None,
    };
    let refusal = fight.submit_error(seize(1, 2));
    assert_eq!(refusal.clause(), Some("AB-BASE-10"));
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    assert_eq!(fight.submit_error(seize(3, 1)).clause(), Some("AB-BASE-10"));
}
