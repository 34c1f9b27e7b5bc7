//! What AI players have in hand, and whether they lie or stand.

use breachline::ai::{self, Difficulty};
use breachline::battle::{Order, Target, validate_order};
use breachline::model::{BarrierId, CellSide, UnitId};
use breachline::rules::swan_song::Weapon;
use rstest::rstest;

use crate::ai_players::{even_player, phase_orders};
use crate::common::{Fight, Setup, edge, grenade, gun, knife, quick_sheet, rifle, sheet};

fn readied(orders: &[Order]) -> Vec<usize> {
    let slots = orders.iter().filter_map(|order| match order {
        Order::Ready { weapon, .. } => Some(*weapon),
        _ => None,
    });
    slots.collect()
}

#[rstest]
fn a_unit_that_has_thrown_its_grenade_takes_its_gun_in_hand(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[grenade(), gun(7)])
        .unit(1, (15, 10), quick_sheet(3, 3), &[gun(7)])
        .start_battle(&[6, 1]);
    fight.submit(Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None));
    let orders = phase_orders(&mut fight, &even_player(level, 3));
    assert_eq!(readied(&orders), [1], "{level}: {orders:?}");
}

/// Both guns are equally good; one was just readied.
#[rstest]
fn a_weapon_that_was_readied_is_kept(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7), rifle(), grenade()])
        .unit(1, (15, 10), quick_sheet(3, 3), &[gun(7)])
        .start_battle(&[6, 1]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    let orders = phase_orders(&mut fight, &even_player(level, 3));
    assert_eq!(readied(&orders), [0; 0], "{level}: {orders:?}");
}

#[rstest]
fn a_disarmed_unit_picks_its_weapon_up_again(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
    #[values((5, 10), (7, 10))] from: (i32, i32),
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7)])
        .unit(1, (25, 10), quick_sheet(3, 3), &[gun(7)])
        .start_battle(&[6, 1]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    if from.0 > 5 {
        fight.walk(1, &[(6, 10), from]).expect("the way is free");
    }
    let orders = phase_orders(&mut fight, &even_player(level, 3));
    assert!(orders.iter().any(|order| matches!(order, Order::PickUp { .. })), "{level}: {orders:?}");
}

/// What a simple player does first with the unit that acts.
fn simple_order(fight: &mut Fight, unit: u32) -> Option<Order> {
    fight.view(|view| {
        let me = view.unit(UnitId(unit)).expect("it is on the map");
        ai::simple_orders(view, &me).find(|order| validate_order(view, order).is_ok())
    })
}

#[test]
fn a_simple_player_picks_its_weapon_up_or_takes_another_one_in_hand() {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7), knife(), grenade()])
        .unit(1, (25, 10), quick_sheet(3, 3), &[gun(7)])
        .start_battle(&[6, 1]);
    assert!(matches!(simple_order(&mut fight, 1), Some(Order::Attack { weapon: 0, .. })));
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert!(matches!(simple_order(&mut fight, 1), Some(Order::PickUp { .. })));
    fight.walk(1, &[(6, 10), (7, 10)]).expect("the way is free");
    assert_eq!(simple_order(&mut fight, 1), Some(Order::Ready { unit: UnitId(1), weapon: 1 }));
}

/// What a simple player does with a knife and an enemy right behind glass in these rows.
fn simple_order_at_glass(rows: std::ops::Range<i32>) -> Option<Order> {
    let glass = rows.fold(Setup::new(), |setup, y| {
        setup.barrier(edge(5, y, CellSide::East), |kind| kind.transparent = true)
    });
    let mut fight = glass
        .unit(0, (5, 10), quick_sheet(4, 4), &[knife()])
        .unit(1, (6, 10), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1]);
    simple_order(&mut fight, 1)
}

#[test]
fn ss_base_34_a_simple_player_walks_around_glass_or_breaks_it() {
    assert!(matches!(simple_order_at_glass(10..11), Some(Order::Move { .. })));
    let breaks = Order::attack(UnitId(1), Target::Barrier(BarrierId(10)), 0, None);
    assert_eq!(simple_order_at_glass(0..20), Some(breaks), "no way leads around it");
}

#[rstest]
fn a_unit_without_a_weapon_does_not_walk_towards_guns(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7)])
        .unit(0, (5, 11), quick_sheet(4, 4), &[knife()])
        .unit(1, (24, 10), sheet(), &[gun(7)])
        .start_battle(&[6, 5, 1]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    fight.pick_up(2);
    for _ in 0..3 {
        if fight.acting() != Some(1) {
            fight.end();
        }
    }
    assert_eq!(fight.acting(), Some(1));
    phase_orders(&mut fight, &even_player(level, 3));
    // A step to the side may be one towards them.
    assert!(fight.cell(1).0 <= 6, "{level}: {:?}", fight.cell(1));
}

/// Without an enemy that could shoot, lying has no use.
#[rstest]
fn a_unit_that_lies_stands_up_where_nothing_shoots_at_it(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7)])
        .unit(1, (25, 10), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    let orders = phase_orders(&mut fight, &even_player(level, 3));
    assert!(orders.contains(&Order::StandUp { unit: UnitId(1) }), "{level}: {orders:?}");
}

/// `SS-DEF-44`: from twenty metres on, lying is good cover; standing in the open is deadly.
#[rstest]
fn a_unit_that_lies_far_from_guns_stays_down(
    #[values(Difficulty::Normal, Difficulty::Hard)] level: Difficulty,
) {
    let deadly = || Weapon { range: 100, ..gun(12) };
    let mut fight = Setup::new()
        .unit(0, (3, 10), sheet(), &[Weapon { range: 100, ..gun(7) }])
        .unit(1, (25, 10), sheet(), &[deadly()])
        .unit(1, (25, 12), sheet(), &[deadly()])
        .start_battle(&[6, 1, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    let orders = phase_orders(&mut fight, &even_player(level, 3));
    assert!(!orders.contains(&Order::StandUp { unit: UnitId(1) }), "{level}: {orders:?}");
    assert!(orders.iter().any(|order| matches!(order, Order::Attack { .. })), "{level}: {orders:?}");
}
