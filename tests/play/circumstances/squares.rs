//! Grenades at squares with or without a unit. `CS-BASE-35`.

use breachline::battle::{AttackChoice, BattleEvent, BattleSnapshot, Order, Target};
use breachline::battle::{battle_hash, journal};
use breachline::lab::overlay;
use breachline::model::{Cell, CellSide, UnitId};
use breachline::rules::circumstances::{DamageDice, Sheet, Weapon};
use breachline::rules::{Book, HitResult, play as book};

use super::{Recruits, clause, grenade, knife, setup, sword, told};
use crate::common::{self, Fight, Setup, edge};

pub(super) fn at(unit: u32, x: i32, y: i32) -> Order {
    Order::attack(UnitId(unit), Target::Square(Cell::new(x, y)), 0, None)
}

/// A thrower at (5, 15); enemies at (5, 5) and (7, 5) with a free square between them; a friend out of the way.
fn thrower() -> Setup {
    setup().add(0, (5, 15), &[grenade()]).add(1, (5, 5), &[sword()]).add(1, (7, 5), &[sword()]).add(
        0,
        (20, 15),
        &[],
    )
}

fn begun() -> Fight {
    thrower().start_battle(&[6, 1, 1, 1])
}

fn throw(fight: &mut Fight, order: Order, faces: &[u8]) -> Vec<BattleEvent> {
    fight.queue_dice(faces);
    let events = fight.try_submit(order).expect("an open square in range");
    fight.take(events)
}

#[test]
fn cs_base_35_a_square_as_target() {
    let mut fight = begun();
    // Short range: 40 + 10. Both enemies are 1 m from the middle.
    let events = throw(&mut fight, at(1, 6, 5), &[50, 50, 8, 50, 8]);
    assert_eq!([1, 2, 3, 4].map(|unit| fight.wounds(unit)), [12, 4, 4, 12]);
    assert_eq!(told(&events), ["Grenade goes off on target"]);
    let resolved = events.iter().find_map(|event| match event {
        BattleEvent::AttackResolved { target, contact, damage, .. } => Some((*target, *contact, *damage)),
        _ => None,
    });
    assert_eq!(resolved, Some((Target::Square(Cell::new(6, 5)), HitResult::Hit, 16)));
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 1);
}

#[test]
fn cs_sca_06_a_miss_goes_off_elsewhere() {
    let mut fight = begun();
    // Far left, 2 m: from (9, 5) to (7, 3), 2 m from one of them.
    let events = throw(&mut fight, at(1, 9, 5), &[60, 1, 3, 50, 8]);
    assert_eq!([2, 3].map(|unit| fight.wounds(unit)), [12, 4], "{:?}", told(&events));
}

/// The same units with 90 Wounds and a threshold of 14, and a grenade with a bonus of 23.
fn blown() -> Fight {
    let heavy = Weapon { damage: DamageDice::d10(1, 23), ..grenade() };
    let sound = |sheet: &mut Sheet| sheet.wounds = 90;
    setup()
        .switch("borrow.knockback", "on")
        .add(0, (5, 15), &[heavy])
        .with(1, (5, 5), sound, &[sword()])
        .with(1, (7, 5), sound, &[sword()])
        .start_battle(&[6, 1, 1])
}

#[test]
fn ab_knock_02_away_from_where_it_goes_off() {
    let mut fight = blown();
    let told = fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
        let engagement = view.attack_request(aimed, Cell::new(6, 5)).expect("a thrower");
        overlay::forecast_knockback(&BattleSnapshot::from_view(view, None), &engagement, &[])
            .expect("few branches")
    });
    // 31 of damage: 8 m for each of the two, west to the rim and east.
    throw(&mut fight, at(1, 6, 5), &[50, 50, 8, 50, 8]);
    assert_eq!([fight.cell(2), fight.cell(3)], [(0, 5), (15, 5)]);
    for (unit, end) in [(2, (0, 5)), (3, (15, 5))] {
        let found = told.trajectories.iter().any(|flight| {
            flight.unit == UnitId(unit) && flight.metres == 8 && (flight.end().x, flight.end().y) == end
        });
        assert!(found, "unit {unit}: {:?}", told.trajectories);
    }
}

#[test]
fn ab_knock_02_away_from_where_a_miss_goes_off() {
    let mut fight = blown();
    // Far left, 2 m: from (9, 5) to (7, 3). The unit two squares south of it flies south.
    throw(&mut fight, at(1, 9, 5), &[60, 1, 3, 50, 8]);
    assert_eq!([fight.cell(2), fight.cell(3)], [(5, 5), (7, 13)]);
}

#[test]
fn ss_timed_01_a_grenade_thrown_ahead_goes_off_in_the_next_round() {
    use breachline::rules::turn_engine::timed_items::DetonationTrigger;
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let mut fight = setup()
        .add(0, (5, 15), &[timed])
        .add(1, (5, 5), &[sword()])
        .add(1, (7, 5), &[sword()])
        .start_battle(&[6, 1, 1]);
    assert_eq!(clause(fight.try_submit(at(1, 6, 5)).expect_err("it is not an attack")), "SS-TIMED-04");
    let to = Cell::new(6, 5);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to });
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(2);
    // No test: a location and damage for each of the two.
    fight.queue_dice(&[50, 8, 50, 8]);
    while fight.view(|view| !view.armed_items().is_empty()) {
        if fight.asked().is_empty() {
            fight.end();
        } else {
            fight.answer("none");
        }
    }
    assert_eq!(([2, 3].map(|unit| fight.wounds(unit)), fight.dice_left()), ([4, 4], 0));
}

#[test]
fn cs_base_35_squares_have_neither_size_nor_state() {
    let mut fight = begun();
    let number = fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
        let engagement = view.attack_request(aimed, Cell::new(6, 5)).expect("a thrower");
        book::forecast(&engagement).expect("odds").totals[0].value.clone()
    });
    assert_eq!(number, "50");
}

#[test]
fn cs_base_35_the_preview_tells_whom_it_may_catch() {
    let mut fight = begun();
    let (odds, remarks) = fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
        let engagement = view.attack_request(aimed, Cell::new(6, 5)).expect("a thrower");
        let card = book::forecast(&engagement).expect("odds");
        let remarks: Vec<_> =
            card.notes.iter().map(|remark| (remark.text.clone(), remark.value.clone())).collect();
        (card.odds, remarks)
    });
    assert!((odds.hit - 0.5).abs() < 1e-9);
    assert!(remarks.contains(&("In the area: unit2, unit3".to_owned(), "2 m".to_owned())), "{remarks:?}");
    // One in ten of 5 in 100 misfires goes off in the hand.
    assert!(remarks.contains(&("Hits unit1".to_owned(), "1 %".to_owned())), "{remarks:?}");
    let both = odds.bars.iter().find(|bar| bar.damage == 2).map_or(0.0, |bar| bar.share);
    assert!(both >= 0.5, "a hit catches both: {both}");
}

#[test]
fn cs_base_35_only_what_goes_off_is_aimed_at_squares() {
    let mut fight = setup().add(0, (5, 15), &[knife()]).add(1, (5, 5), &[sword()]).start_battle(&[6, 1]);
    assert_eq!(clause(fight.submit_error(at(1, 6, 5))), "CS-BASE-35");
    let aims = |fight: &mut Fight| {
        fight.view(|view| view.can_target_cells(&view.unit(UnitId(1)).expect("it is there"), 0))
    };
    assert!(!aims(&mut fight));
    assert!(aims(&mut begun()));
}

#[test]
fn cs_sca_08_no_wall_between_and_no_square_off_the_map() {
    let mut fight = thrower()
        .barrier(edge(6, 8, CellSide::North), |kind| kind.height_cm = 300)
        .start_battle(&[6, 1, 1, 1]);
    assert_eq!(fight.submit_error(at(1, 6, 99)).to_string(), "That square is blocked.");
    assert_eq!(clause(fight.submit_error(at(1, 6, 5))), "CS-SCA-08");
    assert_eq!(clause(fight.submit_error(at(2, 6, 5))), "CS-BASE-35", "with a sword");
}

#[test]
fn an_aim_at_a_square_is_replayed() {
    let mut fight = begun();
    throw(&mut fight, at(1, 6, 5), &[50, 50, 8, 50, 8]);
    let before = battle_hash(&mut fight.world);
    let order = serde_json::to_string(&at(1, 6, 5)).expect("plain data");
    assert!(order.contains(r#""Square":{"x":6,"y":5}"#), "{order}");
    assert_eq!(serde_json::from_str::<Order>(&order).expect("read back"), at(1, 6, 5));
    journal::undo_last_order(&mut fight.world).expect("tests may take everything back");
    assert_ne!(battle_hash(&mut fight.world), before);
}

#[test]
fn other_books_aim_at_a_unit_or_an_object() {
    let mut fight = Setup::new()
        .with_book(Book::SwanSong)
        .unit(0, (5, 15), common::sheet(), &[common::rifle()])
        .unit(1, (5, 5), common::sheet(), &[])
        .start_battle(&[]);
    let acting = fight.acting().expect("a unit acts");
    assert_eq!(clause(fight.submit_error(at(acting, 6, 5))), "SS-ATK-06");
}
