//! Bodies as shields on the map: `SS-BARR-44` to `SS-BARR-51`, `SS-ACT-62`.

use breachline::battle::Order;
use breachline::model::UnitId;
use breachline::rules::swan_song::Sheet;

use crate::common::{Fight, SHOT, Setup, faces_for_hits, gun, knife, quick_sheet, sheet, slow_sheet};

/// A body of BOD 5 and AV 3.
fn heavy() -> Sheet {
    let mut sheet = slow_sheet();
    sheet.attributes.body = 5;
    sheet.armour = vec![3];
    sheet
}

/// Unit 1 at (5, 5), a body beside it at (6, 5), a shooter at (15, 5). The body was shot by the shooter.
fn beside_a_body() -> Fight {
    let holder = Sheet { flesh: Some(40), ..quick_sheet(4, 4) };
    let mut fight = Setup::new()
        .unit(0, (5, 5), holder, &[knife()])
        .unit(1, (6, 5), Sheet { flesh: Some(2), ..heavy() }, &[])
        .unit(1, (15, 5), sheet(), &[gun(6)])
        .start_battle(&[1, 1, 6]);
    assert_eq!(fight.acting(), Some(3));
    // It shoots its own comrade unconscious.
    fight.land(3, 2, 0, SHOT, [1, 0, 2]);
    assert!(fight.down(2).is_some(), "{}", fight.flesh(2));
    fight.end();
    fight
}

fn lift(unit: u32, body: u32) -> Order {
    Order::SpecialAction {
        unit: UnitId(unit),
        action: "lift_body".to_owned(),
        target: Some(UnitId(body)),
        weapon: None,
    }
}

fn drop(unit: u32) -> Order {
    Order::SpecialAction { unit: UnitId(unit), action: "drop_body".to_owned(), target: None, weapon: None }
}

#[test]
fn ss_act_62_lifting_costs_two_points() {
    let mut fight = beside_a_body();
    fight.submit(lift(1, 2));
    assert_eq!((fight.points(1), fight.cell(2)), (1, (5, 5)));
}

#[test]
fn ss_barr_51_who_can_be_lifted() {
    let mut fight = beside_a_body();
    assert_eq!(fight.submit_error(lift(1, 3)).clause(), Some("SS-BARR-51"));
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.submit_error(lift(1, 2)).clause(), Some("SS-BARR-51"));
}

#[test]
fn ss_barr_48_agility_suffers() {
    let mut fight = beside_a_body();
    let budget = |fight: &mut Fight| {
        fight.view(|view| {
            let unit = view.unit(UnitId(1)).expect("it is there");
            breachline::rules::play::move_budget(&view.unit_snapshot(&unit), view.rules()).walk_left
        })
    };
    // AGI 4, then BOD 5 - STR 3 less.
    assert_eq!(budget(&mut fight), 16);
    fight.submit(lift(1, 2));
    assert_eq!(budget(&mut fight), 8);
}

#[test]
fn ss_barr_49_the_score_drops_at_once() {
    let mut fight = beside_a_body();
    let before = fight.score(1);
    fight.submit(lift(1, 2));
    assert_eq!(fight.score(1), before - 2);
}

#[test]
fn ss_barr_50_only_while_carried() {
    let mut fight = beside_a_body();
    let before = fight.score(1);
    fight.submit(lift(1, 2));
    fight.submit(drop(1));
    assert_eq!((fight.score(1), fight.free_used(1)), (before, 1));
    assert_eq!(fight.cell(2), (5, 5));
}

#[test]
fn ss_barr_44_the_body_goes_with_its_holder() {
    let mut fight = beside_a_body();
    fight.submit(lift(1, 2));
    fight.walk(1, &[(5, 6), (5, 7)]).expect("a walk");
    assert_eq!(fight.cell(2), (5, 7));
}

#[test]
fn ss_barr_44_good_cover_behind_a_body() {
    let mut fight = beside_a_body();
    fight.submit(lift(1, 2));
    fight.submit(Order::TakeCover { unit: UnitId(1) });
    let scene = fight.scene(3, 1, 0, SHOT);
    assert_eq!((scene.sight.hidden, scene.barriers.len()), (60, 1));
    assert_eq!((scene.barriers[0].structure, scene.barriers[0].armor), (5, 3));
}

#[test]
fn ss_barr_47_the_body_is_hurt_before_its_holder() {
    let mut fight = beside_a_body();
    fight.submit(lift(1, 2));
    fight.submit(Order::TakeCover { unit: UnitId(1) });
    fight.end();
    while fight.acting() != Some(3) {
        fight.end();
    }
    let flesh = fight.flesh(2);
    let scene = fight.scene(3, 1, 0, SHOT);
    let plan = breachline::rules::swan_song::attack::resolution::AttackPlan::new(&scene);
    let breachline::rules::swan_song::defence::methods::AvailableDefence::Options(options) = &plan.defence
    else {
        panic!("aware")
    };
    // A tie goes through the body: DV 5 - 1, BOD 3 soaks with one die.
    fight.queue_dice(&faces_for_hits(&[
        (2, plan.attack.pool()),
        (2, options[0].pool),
        (0, plan.soak.pool()),
    ]));
    fight.attack(3, 1, 0, SHOT).expect("a shot");
    if !fight.asked().is_empty() {
        fight.answer("standard");
    }
    assert_eq!((fight.flesh(2), fight.flesh(1)), (flesh - 1, 36));
}
