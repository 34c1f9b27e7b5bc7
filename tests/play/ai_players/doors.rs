//! Closed doors on the way of AI players.

use breachline::ai::{self, Difficulty};
use breachline::battle::{Order, validate_order};
use breachline::model::{BarrierId, CellSide as EdgeSide, UnitId};
use breachline::rules::swan_song::Weapon;
use rstest::rstest;

use super::even_player;
use crate::common::{Fight, Setup, edge, gun, knife, quick_sheet};

/// A wall across the map between a unit with a knife and its enemy, with one closed door.
fn walled_off() -> Fight {
    walled_off_from((15, 10), knife())
}

fn walled_off_from(enemy: (i32, i32), weapon: Weapon) -> Fight {
    let mut setup = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[knife()])
        .unit(1, enemy, quick_sheet(3, 3), &[weapon])
        .barrier(edge(10, 10, EdgeSide::West), |kind| {
            (kind.name, kind.openable) = ("wooden door".to_owned(), true);
        });
    for y in (0..20).filter(|y| *y != 10) {
        setup = setup.barrier(edge(10, y, EdgeSide::West), |kind| (kind.armor, kind.structure) = (40, 40));
    }
    setup.start_battle(&[6, 1])
}

#[test]
fn a_simple_player_goes_to_a_closed_door_and_opens_it() {
    let mut fight = walled_off();
    for _ in 0..40 {
        let acting = fight.acting().expect("a unit acts");
        let order = fight.view(|view| {
            let me = view.unit(UnitId(acting)).expect("it acts");
            ai::simple_orders(view, &me).find(|order| validate_order(view, order).is_ok())
        });
        match order.filter(|_| acting == 1) {
            Some(Order::Door { .. }) => {
                assert_eq!(fight.cell(1), (9, 10));
                return;
            }
            Some(order @ Order::Move { .. }) => {
                fight.submit(order);
                assert!(fight.cell(1).0 < 10);
            }
            _ => {
                fight.end();
            }
        }
    }
    panic!("the door stays closed: {:?}", fight.cell(1));
}

#[rstest]
fn a_unit_with_a_knife_opens_the_door_between_it_and_its_enemy(
    #[values(Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)]
    level: Difficulty,
) {
    let mut fight = walled_off();
    let player = even_player(level, 5);
    for _ in 0..200 {
        if fight.acting() != Some(1) {
            fight.end();
            continue;
        }
        let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
        let opens = matches!(order, Order::Door { .. });
        fight.submit(order);
        if opens {
            return;
        }
    }
    panic!("{level}: the door stays closed, {:?}", fight.cell(1));
}

/// After two moves nothing can follow on the door but standing in it, in front of a gun or beside its line of fire.
#[test]
fn a_unit_that_cannot_go_on_opens_no_door_in_front_of_an_enemy() {
    let door = Order::Door { unit: UnitId(1), barrier: BarrierId(0) };
    let opens = |enemy| {
        let mut fight = walled_off_from(enemy, gun(7));
        fight.walk(1, &[(6, 10), (7, 10)]).expect("open ground");
        fight.walk(1, &[(8, 10), (9, 10)]).expect("open ground");
        fight.view(|view| validate_order(view, &door).map(|_| ())).expect("the door can be opened");
        let player = even_player(Difficulty::Master, 5);
        let decided = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
        let advised = ai::advise(&mut fight.world, 5).expect("a side is to act").order;
        [decided == door, advised == door]
    };
    assert_eq!(opens((15, 10)), [false; 2], "it would stand in its line of fire");
    let [_, advised] = opens((12, 2));
    assert!(advised, "no enemy sees it");
}
