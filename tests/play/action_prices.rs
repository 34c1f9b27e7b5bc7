//! Prices of single actions in play: chapter ACT from clause 38 on.

use breachline::battle::{
    BattleEvent, DiceRejection, History, Obstruction, Order, OrderError, Pace, Target, TargetRejection,
};
use breachline::battle_log::order_text::{given_order_text, order_text};
use breachline::model::{BarrierId, Cell, UnitId};
use breachline::rules::swan_song::{FireMode, Weapon};

use crate::common::{Fight, SHOT, Setup, edge, gun, knife, rifle, sheet, slow_sheet, square};

use super::actions::{ME, alone, drop, duel, prone, run};

#[test]
fn ss_act_38_dropping_is_free() {
    let mut fight = alone(&[gun(5)]);
    run(&mut fight, 6);
    fight.rolls(&[(1, 3), (1, 3)]);
    fight.move_unit(1, &[(7, 5)], Pace::Sprint).expect("1 AP");
    fight.move_unit(1, &[(8, 5)], Pace::Sprint).expect("1 AP");
    assert_eq!(fight.points(1), 0);
    fight.submit(drop(0));
    assert_eq!(fight.free_used(1), 1);
    let cell = fight.cell(1);
    let lies = fight
        .view(|view| view.items().iter().map(|(_, item)| (item.cell().x, item.cell().y)).collect::<Vec<_>>());
    assert_eq!(lies, [cell]);
    assert!(fight.unit(1, |unit| unit.inventory.is_empty()));
}

#[test]
fn ss_act_42_a_stab_costs_two() {
    let mut fight = duel(slow_sheet());
    fight.land(1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_act_43_44_prices_and_rounds_of_the_modes() {
    for (mode, points, loaded) in [
        (FireMode::Single, 2, 29),
        (FireMode::Burst, 2, 27),
        (FireMode::SemiAutoBurst, 1, 27),
        (FireMode::LongBurst, 1, 24),
        (FireMode::FullAutoSimple, 2, 24),
        (FireMode::FullAutoComplex, 1, 20),
    ] {
        let mut fight = alone(&[rifle()]);
        fight.land(1, 2, 0, Some(mode), [0, 0, 0]);
        let left = fight.unit(1, |unit| unit.inventory[0].loaded());
        assert_eq!((fight.points(1), left), (points, loaded), "{mode:?}");
    }
}

#[test]
fn ss_act_45_too_few_rounds() {
    let mut fight = alone(&[Weapon { magazine: 5, ..rifle() }]);
    let fire = |mode| Order::attack(ME, Target::Unit(UnitId(2)), 0, Some(mode));
    assert_eq!(fight.submit_error(fire(FireMode::LongBurst)).clause(), Some("SS-ACT-45"));
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 2);
}

#[test]
fn a_weapon_without_modes_or_magazine_shoots_once() {
    let mut fight = alone(&[Weapon { modes: Vec::new(), magazine: 0, ..gun(5) }]);
    fight.land(1, 2, 0, None, [1, 0, 0]);
    assert_eq!((fight.points(1), fight.flesh(2)), (2, 5));
}

#[test]
fn ss_act_49_50_take_cover() {
    let mut fight = alone(&[knife()]);
    assert!(matches!(fight.submit_error(Order::TakeCover { unit: ME }), OrderError::NoCoverHere));
    let mut fight = Setup::new()
        .barrier(square(6, 5), |kind| kind.height_cm = 100)
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.submit(Order::TakeCover { unit: ME });
    assert_eq!(fight.points(1), 2);
    assert!(fight.unit(1, |unit| unit.cover.is_taken()));
    assert_eq!(fight.submit_error(Order::TakeCover { unit: ME }).to_string(), "unit1 is already in cover.");
    let events = fight.walk(1, &[(5, 4)]).expect("still beside the crate");
    assert!(events.contains(&BattleEvent::CoverLeft { unit: ME }));
    assert!(!fight.unit(1, |unit| unit.cover.is_taken()));
}

#[test]
fn ss_act_51_drop_prone_is_free() {
    let mut fight = alone(&[knife()]);
    fight.submit(prone());
    assert_eq!((fight.prone(1), fight.points(1), fight.free_used(1)), (true, 3, 1));
    assert_eq!(fight.submit_error(prone()).to_string(), "unit1 is already prone.");
}

#[test]
fn ss_act_52_stand_up() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    fight.submit(prone());
    fight.end();
    assert!(matches!(fight.submit_error(Order::StandUp { unit: ME }), OrderError::NotActing { .. }));
    fight.end();
    fight.queue_dice(&[6, 1]);
    fight.until(1);
    fight.submit(Order::StandUp { unit: ME });
    assert_eq!((fight.prone(1), fight.points(1)), (false, 2));
}

#[test]
fn ss_act_53_prone_units_crawl_and_cannot_run() {
    let mut fight = alone(&[knife()]);
    fight.submit(prone());
    let why = fight.move_unit(1, &[(6, 5)], Pace::Run).expect_err("a prone unit cannot run");
    assert_eq!(why.clause(), Some("SS-ACT-53"));
    let five: Vec<(i32, i32)> = (6..=10).map(|x| (x, 5)).collect();
    assert!(matches!(fight.walk(1, &five), Err(OrderError::TooFar { .. })));
    fight.walk(1, &five[..4]).expect("4 squares, with a bought free action");
    assert_eq!((fight.cell(1), fight.points(1)), ((9, 5), 2));
}

#[test]
fn ss_act_54_ready_a_weapon() {
    let mut fight = alone(&[rifle(), knife()]);
    fight.submit(Order::Ready { unit: ME, weapon: 1 });
    assert_eq!(fight.points(1), 2);
    assert_eq!(
        fight.unit(1, |unit| unit.inventory.items().map(|one| one.in_hand()).collect::<Vec<_>>()),
        [false, true]
    );
}

#[test]
fn ss_act_60_reloading_costs_points_and_fills_the_magazine() {
    let mut fight = alone(&[rifle()]);
    let full = fight.submit_error(Order::Reload { unit: ME, weapon: 0 });
    assert_eq!(full.to_string(), "rifle is fully loaded.");
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    fight.submit(Order::Reload { unit: ME, weapon: 0 });
    assert_eq!((fight.points(1), fight.unit(1, |unit| unit.inventory[0].loaded())), (1, 30));
}

#[test]
fn ss_act_60_pick_up() {
    let mut fight = alone(&[gun(5)]);
    fight.submit(drop(0));
    let item = fight.view(|view| view.items()[0].0);
    fight.submit(Order::PickUp { unit: ME, item });
    assert_eq!(fight.points(1), 2);
    assert!(fight.view(|view| view.items().is_empty()));
    assert!(!fight.unit(1, |unit| unit.inventory[0].in_hand()));
    fight.submit(Order::Ready { unit: ME, weapon: 0 });
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert!(matches!(fight.submit_error(Order::PickUp { unit: ME, item }), OrderError::NoSuchItem));
}

#[test]
fn ss_act_60_nothing_is_picked_up_through_a_wall() {
    let mut fight = Setup::new()
        .barrier(edge(6, 5, breachline::model::CellSide::West), |_| {})
        .unit(0, (5, 5), sheet(), &[gun(5)])
        .unit(1, (6, 5), sheet(), &[])
        .start_battle(&[6, 5]);
    fight.submit(drop(0));
    let item = fight.view(|view| view.items()[0].0);
    fight.end();
    let why = fight.submit_error(Order::PickUp { unit: UnitId(2), item });
    assert!(matches!(why, OrderError::ItemOutOfReach { .. }), "{why}");
}

#[test]
fn ss_act_60_a_door() {
    let mut fight = Setup::new()
        .barrier(edge(5, 5, breachline::model::CellSide::East), |kind| kind.openable = true)
        .barrier(edge(8, 5, breachline::model::CellSide::East), |kind| kind.openable = true)
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (7, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    let sees = |fight: &mut Fight| {
        fight.view(|view| {
            view.sees(&view.unit(UnitId(1)).expect("here"), &view.unit(UnitId(2)).expect("here"))
        })
    };
    let shut = |fight: &mut Fight| {
        let why = fight.walk(1, &[(6, 5)]).expect_err("the door is shut");
        assert_eq!(why.to_string(), "Invalid path: step 1 of the path: a barrier is in the way.");
    };
    assert!(!sees(&mut fight));
    shut(&mut fight);
    assert_eq!(
        fight.submit_error(Order::Door { unit: ME, barrier: BarrierId(1) }),
        OrderError::InvalidTarget(TargetRejection::TooFarToOpen)
    );
    let door = Order::Door { unit: ME, barrier: BarrierId(0) };
    let to_give = |fight: &mut Fight| fight.view(|view| order_text(view, &door));
    let given = |fight: &mut Fight| {
        let record = fight.world.resource::<History>().records().last().expect("an order").clone();
        fight.view(|view| given_order_text(view, &record))
    };
    let says = |text: String, verb: &str| assert!(text.contains(&format!(" {verb} the ")), "{text}");
    says(to_give(&mut fight), "opens");
    fight.submit(door.clone());
    assert_eq!(fight.points(1), 2);
    assert!(sees(&mut fight));
    says(given(&mut fight), "opens");
    says(to_give(&mut fight), "closes");
    fight.submit(door.clone());
    assert!(!sees(&mut fight));
    says(given(&mut fight), "closes");
    shut(&mut fight);
    fight.submit(Order::Door { unit: ME, barrier: BarrierId(0) });
    fight.walk(1, &[(6, 5)]).expect("through the open door");
}

#[test]
fn ss_act_60_no_door_closes_on_a_unit() {
    let mut fight = Setup::new()
        .barrier(square(6, 5), |kind| kind.openable = true)
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(0, (7, 5), sheet(), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 1]);
    fight.submit(Order::Door { unit: ME, barrier: BarrierId(0) });
    fight.walk(1, &[(6, 5)]).expect("into the doorway");
    fight.end();
    assert_eq!(
        fight.submit_error(Order::Door { unit: UnitId(2), barrier: BarrierId(0) }),
        OrderError::Blocked(Obstruction::DoorwayOccupied)
    );
}

#[test]
fn ss_act_61_another_mode_is_a_free_action() {
    let mut fight = alone(&[rifle()]);
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]);
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 1));
    fight.end();
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]); // set already
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 0));
    let mut fight = alone(&[rifle()]);
    fight.walk(1, &[(6, 5)]).expect("the free action");
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]);
    assert_eq!(fight.points(1), 1);
}

#[test]
fn own_dice_only_where_the_skirmish_allows_them() {
    let mut fight = Setup::new()
        .skirmish(|skirmish| skirmish.options.own_dice = false)
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[]);
    let not_here = OrderError::InvalidDice(DiceRejection::NotEnabled);
    assert_eq!(fight.submit_error(Order::Dice { faces: vec![6] }), not_here);
    let mut fight = alone(&[knife()]);
    for faces in [vec![], vec![0], vec![11], vec![1; 1001]] {
        let why = fight.submit_error(Order::Dice { faces });
        assert!(matches!(why, OrderError::InvalidDice(DiceRejection::FaceOutOfRange { .. })), "{why}");
    }
}

#[test]
fn ss_act_61_the_refusal_counts_the_change_of_mode() {
    let mut fight = alone(&[rifle()]);
    fight.walk(1, &[(6, 5)]).expect("the free action");
    run(&mut fight, 7);
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 1));
    let fire = |mode| Order::attack(ME, Target::Unit(UnitId(2)), 0, Some(mode));
    let refusal = fight.submit_error(fire(FireMode::LongBurst));
    assert!(
        matches!(refusal, OrderError::NotEnoughForOtherMode { needed: 3, change: 1, left: 2, .. }),
        "{refusal}"
    );
    let words = refusal.to_string();
    assert!(words.starts_with("2 AP left; this costs 3: 1 to change the fire mode"), "{words}");
    assert!(words.ends_with("and 2 to attack."), "{words}");
    // Without a change of mode the same points are enough.
    fight.land(1, 2, 0, Some(FireMode::Burst), [0, 1, 0]);
    assert_eq!(fight.points(1), 0);
}

#[test]
fn ss_act_61_an_attack_is_priced_after_a_move() {
    let mut fight = alone(&[rifle()]);
    let path = vec![Cell::new(6, 5)];
    let plan = |fight: &mut Fight, pace| {
        let order = Order::Move { unit: ME, path: path.clone(), pace, evade: false };
        fight.view(|view| {
            let plan = breachline::battle::validate_order(view, &order).expect("a move");
            let price = |mode, earlier| {
                breachline::battle::check_attack_price(view, ME, (0, Some(mode)), earlier).is_ok()
            };
            let all = [FireMode::Single, FireMode::Burst, FireMode::LongBurst];
            all.map(|mode| (price(mode, None), price(mode, Some(&plan))))
        })
    };
    assert_eq!(plan(&mut fight, Pace::Walk), [(true, true); 3]);
    fight.walk(1, &[(5, 6)]).expect("the free action");
    // A run leaves 2 of 3 points: enough for a burst in another mode, not for a long one.
    assert_eq!(plan(&mut fight, Pace::Run), [(true, true), (true, true), (true, false)]);
}
