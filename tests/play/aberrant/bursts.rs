//! Explosions on the map: escaping them, and the damage to walls. Chapter AREA; grapples on the move.

use breachline::battle::{BattleEvent, Order, OrderError, Pace, Target};
use breachline::model::{BarrierId, CellSide, UnitId};
use breachline::rules::{Book, UnitRole};

use super::{aberrant, sheet, strong_willed, weapon};
use crate::common::books::{d10_faces, exchange_result};
use crate::common::{Fight, Setup, edge, square};

/// An explosive of some damage with a radius of 10 m, within 10 m at short range.
fn bomb(damage: &str) -> breachline::rules::aberrant::Weapon {
    let text = r#"name: "bomb", class: ranged, skill: throwing, short_range_m: 40, area: 1, mass_g: 500"#;
    weapon(&format!(r#"({text}, damage: "{damage}")"#))
}

/// Unit 3 throws at unit 2, eleven metres away; unit 1 stands beside unit 2, and unit 1 acts before both.
fn two_and_a_thrower() -> Fight {
    aberrant()
        .nova(0, (16, 5), strong_willed(3), &[])
        .nova(1, (15, 5), strong_willed(3), &[])
        .nova(0, (4, 5), sheet(|_| {}), &[bomb("4L")])
        .start_battle(&[9, 3, 6])
}

#[test]
fn ab_area_09_units_in_a_grapple_keep_their_squares() {
    let mut fight = two_and_a_thrower();
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, Some("seize"));
    fight.answer("none");
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    // No unit is asked. Four dice less a soak of one for each.
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 3), (1, 3)]));
    fight.attack_with(3, 2, 0, None);
    assert!(fight.asked().is_empty(), "{:?}", fight.asked());
    assert_eq!(fight.dice_left(), 0);
    assert_eq!([1, 2].map(|unit| fight.nova(unit).marks.lethal), [1, 1]);
    assert_eq!([1, 2].map(|unit| fight.cell(unit)), [(16, 5), (15, 5)]);
    assert!(fight.unit(1, |unit| unit.status.grip().is_some()), "the grapple goes on");
}

#[test]
fn ab_area_09_a_prone_unit_crawls_too_slowly() {
    let asked = |prone: bool| {
        let mut fight = two_and_a_thrower();
        if prone {
            fight.submit(Order::DropProne { unit: UnitId(1) });
        }
        fight.special_action(1, "reserve", None);
        fight.end();
        // The first target does not dodge: one die of damage past its soak. Then unit 1 is asked.
        fight.queue_dice(&d10_faces(&[(1, 6), (1, 3)]));
        if prone {
            fight.queue_dice(&d10_faces(&[(1, 3)]));
        }
        fight.attack_with(3, 2, 0, None);
        fight.answer("none");
        fight.asked()
    };
    assert_eq!(asked(false), ["dodge", "none"]);
    assert!(asked(true).is_empty(), "ten metres are too far to crawl");
}

/// Unit 1 throws at unit 2; unit 3 stands behind two metres of drywall, which has this structure left.
fn behind_a_wall(damage: &str) -> Fight {
    Setup::with_size(40, 12)
        .by_book(Book::Aberrant)
        .barrier(edge(20, 4, CellSide::East), |_| {})
        .barrier(edge(20, 5, CellSide::East), |_| {})
        .barrier(edge(20, 6, CellSide::East), |_| {})
        .nova(0, (4, 5), sheet(|_| {}), &[bomb(damage)])
        .nova(1, (18, 5), sheet(|_| {}), &[])
        .nova(1, (22, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 2])
}

fn holes(events: &[BattleEvent]) -> Vec<BarrierId> {
    let hole = |event: &BattleEvent| match event {
        BattleEvent::BarrierHoled { barrier } => Some(*barrier),
        _ => None,
    };
    events.iter().filter_map(hole).collect()
}

#[test]
fn ab_area_01_a_burst_breaks_the_wall_and_reaches_behind_it() {
    // 18 dice less armour 2 make 15 levels: the wall is gone, and unit 3 takes the blast.
    let mut fight = behind_a_wall("18L");
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 17), (15, 16), (2, 17)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((holes(&events).len(), fight.dice_left()), (3, 0));
    assert_eq!(fight.nova(3).marks.lethal, 2);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_area_01_a_wall_that_holds_shelters() {
    let mut fight = behind_a_wall("18L");
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 17), (14, 16)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((holes(&events).len(), fight.dice_left(), fight.nova(3).marks.lethal), (0, 0, 0));
    let damaged =
        events.iter().filter(|event| matches!(event, BattleEvent::BarrierDamaged { damage: 14, .. }));
    assert_eq!(damaged.count(), 3);
}

#[test]
fn ab_area_05_a_burst_on_the_ground_breaks_walls_too() {
    let mut fight = behind_a_wall("18L");
    fight.queue_dice(&d10_faces(&[(1, 6), (15, 16), (0, 17), (2, 17)]));
    let square = breachline::model::Cell::new(18, 4);
    let events = fight.submit(Order::attack(UnitId(1), Target::Square(square), 0, None));
    assert_eq!((holes(&events).len(), fight.dice_left()), (3, 0));
    assert_eq!((fight.nova(2).marks.lethal, fight.nova(3).marks.lethal), (0, 2));
}

#[test]
fn ab_obj_01_a_burst_at_a_wall_needs_no_roll_and_reaches_units_near_it() {
    let mut fight = behind_a_wall("18L");
    fight.queue_dice(&d10_faces(&[(15, 16), (1, 17), (2, 17)]));
    let events = fight.submit(Order::attack(UnitId(1), Target::Barrier(BarrierId(1)), 0, None));
    assert_eq!((holes(&events).len(), fight.dice_left()), (3, 0));
    assert_eq!((fight.nova(2).marks.lethal, fight.nova(3).marks.lethal), (1, 2));
}

#[test]
fn ab_base_10_the_controller_drags_at_half_a_walk() {
    let mut fight = aberrant()
        .nova(0, (8, 5), sheet(|_| {}), &[])
        .nova(1, (9, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, Some("seize"));
    // Dexterity 3 walks six metres: three with a body in tow.
    let far = fight.walk(1, &[(7, 5), (6, 5), (5, 5), (4, 5)]);
    assert!(matches!(far, Err(OrderError::TooFar { .. })), "{far:?}");
    let run = fight.move_unit(1, &[(7, 5)], Pace::Run).expect_err("no running");
    assert_eq!(crate::common::books::error_clause(run), "AB-BASE-10");
    fight.walk(1, &[(7, 5), (6, 6)]).expect("two and a half metres");
    assert_eq!([1, 2].map(|unit| fight.cell(unit)), [(6, 6), (7, 5)]);
    assert!(fight.unit(2, |unit| unit.status.grip().is_some()));
    let further = fight.walk(1, &[(5, 6)]);
    assert!(matches!(further, Err(OrderError::TooFar { .. })), "{further:?}");
    fight.end();
    let held = fight.walk(2, &[(8, 5)]).expect_err("it is held");
    assert_eq!(crate::common::books::error_clause(held), "AB-BASE-10");
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_base_10_a_dragged_unit_is_not_put_into_a_crate() {
    let mut fight = aberrant()
        .barrier(square(7, 4), |_| {})
        .nova(0, (8, 5), sheet(|_| {}), &[])
        .nova(1, (9, 5), sheet(|_| {}), &[])
        .nova(0, (7, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 1]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, Some("seize"));
    // An ally stands on the square that the walker leaves last, and a crate beside it.
    fight.walk(1, &[(7, 5), (6, 5)]).expect("two metres");
    assert_eq!([1, 2].map(|unit| fight.cell(unit)), [(6, 5), (7, 6)]);
}

#[test]
fn ab_base_10_four_dice_of_strength_and_the_margin_crush() {
    let strong = sheet(|sheet| sheet.strength = 4);
    let mut fight =
        aberrant().nova(0, (8, 5), strong, &[]).nova(1, (9, 5), sheet(|_| {}), &[]).start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, Some("seize"));
    // Strength + Brawl against the same: three successes against one. 4B + 1 past a soak of 2.
    fight.queue_dice(&d10_faces(&[(3, 7), (1, 5), (3, 3)]));
    let events = fight.attack_with(1, 2, 0, Some("crush"));
    assert_eq!(exchange_result(&events).words, "3 levels of bashing damage, dazed");
    assert_eq!(fight.dice_left(), 0);
}

/// A small house of 10 x 12 x 5 m twelve metres away, unit 2.
fn at_a_house(weapon: breachline::rules::aberrant::Weapon) -> Fight {
    let house = sheet(|sheet| {
        let kind = breachline::rules::aberrant::environment::buildings::BuildingKind::House;
        sheet.building = Some(breachline::rules::aberrant::environment::buildings::Building {
            kind,
            dims_m: [10, 12, 5],
            extra_levels: 0,
        });
    });
    aberrant()
        .nova(0, (4, 5), sheet(|_| {}), &[weapon])
        .nova(1, (16, 5), house, &[])
        .nova(1, (25, 15), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 1])
}

#[test]
fn ab_obj_04_14_a_house_takes_one_level_of_any_shot() {
    let mut fight = at_a_house(super::pistol("40L"));
    fight.queue_dice(&d10_faces(&[(12, 30)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((exchange_result(&events).damage, fight.dice_left()), (1, 0));
    assert_eq!(fight.attack_error(1, 2, 0, Some("vital")), "AB-OBJ-09");
    fight.end();
    assert_eq!(fight.acting(), Some(3), "a house has no defence");
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_obj_07_a_blast_engulfs_a_house() {
    let mut fight = at_a_house(bomb("18L"));
    // Eight dice past the armour of ten: five levels, four times.
    fight.queue_dice(&d10_faces(&[(5, 8)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!((fight.nova(2).marks.lethal, fight.dice_left()), (20, 0));
    assert_eq!(fight.cell(2), (16, 5), "a house is not knocked back");
    fight.queue_dice(&d10_faces(&[(3, 8)]));
    fight.attack_with(1, 2, 0, None);
    assert!(fight.down(2).is_some(), "twelve more levels destroy it");
}

/// The attacker rolls the damage of everybody in the area, so that the odds of an answer in between are out of reach; without a limit
/// they would be searched for hours.
#[test]
fn ab_cine_08_no_odds_are_searched_for_among_the_rolls_of_a_large_area() {
    let extra =
        sheet(|sheet| (sheet.role, sheet.group) = (UnitRole::CinematicExtra, Some("mooks".to_owned())));
    let thrower = sheet(|sheet| sheet.dexterity = 8);
    let crowd = (1..9)
        .fold(aberrant().nova(0, (4, 5), thrower, &[bomb("9B")]).nova(1, (14, 5), extra, &[]), |setup, y| {
            setup.nova(1, (16, y), sheet(|_| {}), &[])
        });
    let mut fight = crowd.start_battle(&[9]);
    fight.attack_with(1, 2, 0, None);
    while fight.asked() != ["incapacitate", "kill"] {
        let first = fight.asked()[0].clone();
        fight.answer(&first);
    }
    let odds = fight.view(|view| view.prompt_context().map(|asked| asked.answer_odds("kill", u64::MAX)));
    assert_eq!(odds, Some(None));
}
