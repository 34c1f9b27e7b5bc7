//! Grenades and throwing knives on the map. Chapters SCA and GRN.

use breachline::battle::{Order, Target};
use breachline::model::{Cell, CellSide, UnitId};

use super::{Recruits, Weapon, clause, grenade, knife, setup, sword, told};
use crate::common::{Fight, Setup, edge};

/// A thrower at (5, 15); a target at (5, 5) with a friend on either side of a wall, both 1 m away.
fn thrower() -> Setup {
    setup()
        .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 300)
        .add(0, (5, 15), &[grenade()])
        .add(1, (5, 5), &[sword()])
        .add(1, (4, 5), &[sword()])
        .add(1, (6, 5), &[sword()])
}

fn begun() -> Fight {
    thrower().start_battle(&[6, 1, 1, 1])
}

#[test]
fn cs_ruling_18_walls_stop_explosions() {
    let mut fight = begun();
    // Short range: 40 + 10. Two are hit at the body for 8; the third stands behind the wall.
    let events = fight.blow(1, 2, &[50, 50, 8, 50, 8]);
    assert_eq!([2, 3, 4].map(|unit| fight.wounds(unit)), [4, 4, 12]);
    assert_eq!(told(&events), ["Grenade goes off at unit2"]);
}

#[test]
fn cs_sca_08_a_miss_stops_at_the_wall() {
    let mut fight = begun();
    // To the right, 5 m.
    let events = fight.blow(1, 2, &[51, 5, 10, 50, 8, 50, 8]);
    assert_eq!(told(&events), ["Grenade bounces off an obstacle and lands at the target"]);
    assert_eq!([2, 3, 4].map(|unit| fight.wounds(unit)), [4, 4, 12]);
}

#[test]
fn cs_grn_02_a_dud_is_used_up() {
    let mut fight = begun();
    let events = fight.blow(1, 2, &[98, 9]);
    assert_eq!(told(&events), ["Grenade does not go off"]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 1);
    assert_eq!(clause(fight.submit_error(Order::Reload { unit: UnitId(1), weapon: 0 })), "CS-GRN-02");
}

#[test]
fn cs_grn_03_in_the_hand() {
    let mut fight = begun();
    let events = fight.blow(1, 2, &[96, 10, 50, 8]);
    assert_eq!(told(&events), ["Grenade goes off in the hand"]);
    assert_eq!([1, 2].map(|unit| fight.wounds(unit)), [4, 12]);
}

#[test]
fn cs_base_35_at_a_wall() {
    let mut fight = begun();
    fight.queue_dice(&[50, 50, 8, 50, 8, 9, 6, 6, 6, 6]);
    let wall = Target::Barrier(breachline::model::BarrierId(0));
    let order = Order::attack(UnitId(1), wall, 0, None);
    let events = fight.try_submit(order).expect("in range");
    fight.take(events);
    assert_eq!(
        [2, 3, 4].map(|unit| fight.wounds(unit)),
        [4, 4, 12],
        "only the units on this side of the wall"
    );
}

#[test]
fn cs_sca_08_no_throw_goes_through_walls() {
    let mut fight = thrower()
        .barrier(edge(5, 8, CellSide::North), |kind| kind.height_cm = 300)
        .start_battle(&[6, 1, 1, 1]);
    assert_eq!(clause(fight.attack(1, 2, 0, None).expect_err("a wall")), "CS-SCA-08");
}

#[test]
fn cs_sca_07_a_knife_lies_where_it_landed() {
    let mut fight = setup().add(0, (5, 15), &[knife()]).add(1, (5, 3), &[sword()]).start_battle(&[6, 1]);
    // Far right, 3 m.
    fight.blow(1, 2, &[41, 3, 5]);
    let lies = fight.view(|view| view.items().iter().map(|(_, item)| item.cell()).collect::<Vec<_>>());
    assert_eq!(lies, [Cell::new(8, 0)]);
    assert!(fight.unit(1, |unit| unit.inventory.items().all(|carried| carried.hands() == 0)));
}

#[test]
fn cs_sca_07_a_knife_of_a_bundle_lies_there_too() {
    let bundle = Weapon { magazine: 3, ..knife() };
    let mut fight = setup()
        .add(0, (5, 15), &[bundle])
        .add(1, (5, 3), &[sword()])
        .add(1, (8, 0), &[sword()])
        .start_battle(&[6, 1, 1]);
    // Far right, 3 m: onto the square of a bystander.
    fight.blow(1, 2, &[41, 3, 5]);
    assert_eq!([2, 3].map(|unit| fight.wounds(unit)), [12, 12], "it hits no one on its way");
    let lies = |fight: &mut Fight| {
        fight.view(|view| {
            view.items().iter().map(|(_, item)| (item.cell(), item.item().loaded())).collect::<Vec<_>>()
        })
    };
    assert_eq!(lies(&mut fight), [(Cell::new(8, 0), 1)]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 2, "two are left in the hand");
    fight.turn_of(1);
    fight.blow(1, 2, &[41, 3, 5]);
    fight.turn_of(1);
    fight.blow(1, 2, &[41, 2, 5]);
    assert_eq!(
        lies(&mut fight),
        [(Cell::new(8, 0), 1), (Cell::new(8, 0), 1), (Cell::new(5, 0), 1)],
        "the last one leaves the hand empty"
    );
    assert!(fight.unit(1, |unit| unit.inventory.items().all(|carried| carried.hands() == 0)));
}
