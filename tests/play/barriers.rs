//! Walls that wear down and open, on a real map: chapter BARR.

use breachline::battle::{BattleEvent, Order, OrderError, Target, TargetRejection};
use breachline::content::BarrierKind;
use breachline::model::{BarrierId, CellSide, ObstaclePosition, UnitId};
use breachline::rules::swan_song::{DamageValue, Weapon};

use crate::common::{Fight, SHOT, Setup, edge, gun, knife, sheet, slow_sheet, square};

/// A melee attack of this DV without penetration: the barrier rolls against it.
fn hammer(damage: u32) -> Weapon {
    Weapon {
        name: "hammer".to_owned(),
        damage: DamageValue::Fixed(damage),
        arp: 0,
        penetrating: false,
        ..knife()
    }
}

/// A wall of five segments east of column 6, rows 3 to 7 as numbers 0 to 4; a breacher beside the middle one.
fn wall(weapon: Weapon, change: impl Fn(&mut BarrierKind) + Copy) -> Fight {
    let mut setup = Setup::new();
    for y in 3..8 {
        setup = setup.barrier(edge(6, y, CellSide::East), change);
    }
    setup.unit(0, (6, 5), sheet(), &[weapon]).unit(1, (20, 15), slow_sheet(), &[]).start_battle(&[6, 1])
}

/// An attack on the middle segment without hits, against a barrier that rolls this many dice without a hit.
fn strike(fight: &mut Fight, dice: u32) -> Vec<BattleEvent> {
    fight.rolls(&[(0, 7), (0, dice)]);
    let target = Target::Barrier(BarrierId(2));
    let events = fight.submit(Order::attack(UnitId(1), target, 0, None));
    assert_eq!(fight.dice_left(), 0);
    events
}

/// Damage of the five segments, and which have a hole.
fn state(fight: &mut Fight) -> ([u32; 5], [bool; 5]) {
    let read = |fight: &mut Fight, id: u32| {
        fight.view(|view| {
            let data = view.barrier(BarrierId(id)).expect("five segments");
            (data.state.damage(), data.state.holed())
        })
    };
    let all = [0, 1, 2, 3, 4].map(|id| read(fight, id));
    (all.map(|one| one.0), all.map(|one| one.1))
}

fn of_structure(structure: u32) -> impl Fn(&mut BarrierKind) + Copy {
    move |kind| (kind.structure, kind.armor) = (structure, 4)
}

#[test]
fn ss_barr_33_damage_adds_up() {
    let mut fight = wall(hammer(5), of_structure(10));
    fight.rolls(&[(0, 7), (1, 14)]);
    let blow = Order::attack(UnitId(1), Target::Barrier(BarrierId(2)), 0, None);
    fight.submit(blow.clone());
    assert_eq!(state(&mut fight).0, [0, 0, 4, 0, 0]);
    fight.end();
    fight.rolls(&[(0, 7), (1, 14)]);
    fight.submit(blow);
    assert_eq!(state(&mut fight).0, [0, 0, 8, 0, 0]);
}

#[test]
fn ss_barr_02_each_segment_has_hit_points_of_its_own() {
    // Hardwood: Structure 6, so 6 for each square metre of 10 cm.
    let mut fight = wall(hammer(5), of_structure(6));
    strike(&mut fight, 10);
    assert_eq!(state(&mut fight), ([0, 0, 5, 0, 0], [false; 5]), "the other segments are undamaged");
    let mut fight = wall(hammer(18), of_structure(6));
    strike(&mut fight, 10);
    let (damage, holes) = state(&mut fight);
    assert_eq!((damage.iter().sum::<u32>(), holes.iter().filter(|hole| **hole).count()), (18, 3));
}

#[test]
fn ss_barr_34_a_hole() {
    for (damage, hole) in [(5, false), (6, true)] {
        let mut fight = wall(hammer(damage), of_structure(6));
        strike(&mut fight, 10);
        assert_eq!(state(&mut fight).1[2], hole, "{damage} of 6");
        let wall = fight.walk(1, &[(7, 5)]).err().map(|why| why.to_string());
        assert_eq!(
            wall.as_deref(),
            (!hole).then_some("Invalid path: step 1 of the path: a barrier is in the way.")
        );
    }
    for (damage, hole) in [(35, false), (36, true)] {
        let thick = |kind: &mut BarrierKind| (kind.structure, kind.armor, kind.thickness_cm) = (12, 4, 30);
        let mut fight = wall(hammer(damage), thick);
        strike(&mut fight, 16);
        assert_eq!(state(&mut fight).1[2], hole, "{damage} of 36");
    }
}

#[test]
fn ss_barr_35_the_size_of_the_hole() {
    for (damage, left, holes) in [
        (29, [0, 14, 15, 0, 0], [false, false, true, false, false]),
        (30, [0, 15, 15, 0, 0], [false, true, true, false, false]),
        (45, [0, 15, 15, 15, 0], [false, true, true, true, false]),
        (76, [15, 15, 15, 15, 15], [true; 5]),
    ] {
        let mut fight = wall(hammer(damage), of_structure(15));
        strike(&mut fight, 19);
        assert_eq!(state(&mut fight), (left, holes), "{damage} against 15");
    }
}

#[test]
fn ss_barr_35_open_segments_block_nothing() {
    let mut fight = wall(hammer(30), of_structure(15));
    let wall = fight.walk(1, &[(7, 5)]).expect_err("a wall");
    assert_eq!(wall.to_string(), "Invalid path: step 1 of the path: a barrier is in the way.");
    let grid = fight.view(|view| view.field().revision());
    strike(&mut fight, 19);
    assert!(fight.view(|view| view.field().revision()) > grid);
    fight.walk(1, &[(6, 4), (7, 4)]).expect("through the neighbour");
}

#[test]
fn ss_barr_35_a_hole_does_not_jump_over_a_gap() {
    // The third segment of a wall stands apart: a gap of one square, then two more.
    let mut setup = Setup::new();
    for y in [2, 3, 5, 6] {
        setup = setup.barrier(edge(6, y, CellSide::East), of_structure(5));
    }
    let mut fight = setup
        .unit(0, (6, 5), sheet(), &[hammer(30)])
        .unit(1, (20, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    strike(&mut fight, 9);
    let holed =
        |fight: &mut Fight, id| fight.view(|view| view.barrier(BarrierId(id)).expect("here").state.holed());
    assert_eq!([0, 1, 2, 3].map(|id| holed(&mut fight, id)), [false, false, true, true]);
}

#[test]
fn ss_barr_35_things_in_squares_open_along_their_row() {
    let mut setup = Setup::new();
    for y in 3..6 {
        setup = setup.barrier(square(7, y), of_structure(5));
    }
    let mut fight = setup
        .unit(0, (6, 4), sheet(), &[hammer(12)])
        .unit(1, (20, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.rolls(&[(0, 7), (0, 9)]);
    let target = Target::Barrier(BarrierId(1));
    fight.submit(Order::attack(UnitId(1), target, 0, None));
    let damage =
        |fight: &mut Fight, id| fight.view(|view| view.barrier(BarrierId(id)).expect("here").state.damage());
    assert_eq!([0, 1, 2].map(|id| damage(&mut fight, id)), [5, 5, 2]);
}

#[test]
fn ss_barr_43_two_shots_through_drywall() {
    let mut fight = wall(gun(9), of_structure(2));
    let target = Target::Barrier(BarrierId(2));
    let shot = Order::attack(UnitId(1), target, 0, SHOT);
    for (damage, hole) in [(1, false), (2, true)] {
        fight.rolls(&[(0, 7)]);
        fight.submit(shot.clone());
        assert_eq!(fight.dice_left(), 0);
        let (damages, holes) = state(&mut fight);
        assert_eq!((damages, holes[2]), ([0, 0, damage, 0, 0], hole));
        fight.end();
    }
    assert_eq!(fight.submit_error(shot), OrderError::InvalidTarget(TargetRejection::Gone));
    fight.walk(1, &[(7, 5)]).expect("through the hole");
}

#[test]
fn ss_barr_42_too_weak_does_nothing() {
    // DV 4 and 5 against Armor 4. `SS-BARR-41`
    for (damage, worn) in [(5, 0), (6, 1)] {
        let mut fight = wall(gun(damage), of_structure(2));
        fight.rolls(&[(0, 7)]);
        let target = Target::Barrier(BarrierId(2));
        fight.submit(Order::attack(UnitId(1), target, 0, SHOT));
        assert_eq!((state(&mut fight).0, fight.dice_left()), ([0, 0, worn, 0, 0], 0));
    }
}

#[test]
fn a_wall_behind_glass_costs_the_glass() {
    let mut fight = Setup::new()
        .barrier(edge(6, 5, CellSide::East), |kind| {
            kind.name = "glass".to_owned();
            kind.transparent = true;
            (kind.structure, kind.armor) = (1, 2);
        })
        .barrier(edge(9, 5, CellSide::East), |_| {})
        .unit(0, (5, 5), sheet(), &[gun(9)])
        .unit(1, (20, 15), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.rolls(&[(0, 7)]);
    let target = Target::Barrier(BarrierId(1));
    let events = fight.submit(Order::attack(UnitId(1), target, 0, SHOT));
    assert!(events.contains(&BattleEvent::BarrierHoled { barrier: BarrierId(0) }));
    assert!(events.contains(&BattleEvent::BarrierDamaged {
        barrier: BarrierId(1),
        by: Some(UnitId(1)),
        damage: 1
    }));
}

#[test]
fn places_of_segments_are_theirs() {
    let mut fight = wall(gun(5), |_| {});
    let ObstaclePosition::Edge(middle) = edge(6, 5, CellSide::East) else { unreachable!("an edge") };
    let found = fight.view(|view| view.barrier_at(ObstaclePosition::Edge(middle)).map(|data| *data.id));
    assert_eq!(found, Some(BarrierId(2)));
}
