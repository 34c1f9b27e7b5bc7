//! Cover on a real map: chapter COVER, and the clauses of DEF that need an obstacle.

use breachline::battle::{BattleEvent, Order};
use breachline::content::BarrierKind;
use breachline::model::{CellSide, UnitId};
use breachline::rules::swan_song::{HitResult, Sheet, Skill, Weapon};

use crate::common::{Fight, SHOT, Setup, contact, edge, gun, knife, sheet, square};

/// A shooter at (5, 5) with DV 8 and 10 dice; a target at (10, 5) with an obstacle west of its square. The target acts
/// first and takes cover, if asked for, and has no points left then.
fn behind(take_cover: bool, change: impl FnOnce(&mut BarrierKind)) -> Fight {
    let shooter = Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() };
    let mut fight = Setup::new()
        .barrier(edge(10, 5, CellSide::West), change)
        .unit(0, (5, 5), shooter, &[Weapon { range: 100, ..gun(9) }])
        .unit(1, (10, 5), Sheet { action_points: 1, ..sheet() }, &[knife()])
        .start_battle(&[1, 6]);
    if take_cover {
        fight.submit(Order::TakeCover { unit: UnitId(2) });
    }
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    fight
}

fn curtain(percent: u8) -> impl Fn(&mut BarrierKind) {
    move |kind| kind.width_pct = percent
}

fn hidden(fight: &mut Fight) -> u8 {
    fight.scene(1, 2, 0, SHOT).sight.hidden
}

#[test]
fn ss_cover_01_a_tie_goes_through_the_cover() {
    let mut fight = behind(true, curtain(60));
    fight.rolls(&[(2, 10), (2, 10), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Hit, 0, 7)); // SS-COVER-02: DV 8, the plaster takes 1
    assert_eq!(fight.flesh(2), 3);
    let clauses = fight.clauses();
    let place = |clause| clauses.iter().position(|one| *one == clause).expect(clause);
    assert!(place("SS-COVER-01") < place("SS-BARR-37") && place("SS-BARR-37") < place("SS-ATK-21"));
    let worn = |event: &BattleEvent| matches!(event, BattleEvent::BarrierDamaged { damage: 1, .. });
    assert!(events.iter().any(worn));
}

#[test]
fn ss_cover_03_a_clean_hit_misses_the_cover() {
    let mut fight = behind(true, curtain(60));
    fight.rolls(&[(3, 10), (2, 10), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Hit, 1, 9));
    assert!(!events.iter().any(|event| matches!(event, BattleEvent::BarrierDamaged { .. })));
}

#[test]
fn ss_cover_04_without_taking_cover_a_tie_is_a_graze() {
    let mut fight = behind(false, curtain(60));
    fight.rolls(&[(2, 10), (2, 6)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Graze, 0, 0));
}

#[test]
fn ss_cover_05_a_hidden_target_is_reached_through_the_barrier() {
    let mut fight = behind(true, curtain(100));
    fight.rolls(&[(4, 4), (1, 4), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (4, 4)); // SS-DEF-45, SS-BARR-07
    assert_eq!(contact(&events), (HitResult::Hit, 3, 10)); // DV 8 + 3, 1 lost in the barrier
    let clauses = fight.clauses();
    let place = |clause| clauses.iter().position(|one| *one == clause).expect(clause);
    assert!(place("SS-BARR-37") < place("SS-ATK-21"));
}

#[test]
fn ss_cover_06_a_barrier_that_stops_it_leaves_no_graze() {
    let mut fight = behind(true, |kind| {
        kind.width_pct = 60;
        kind.armor = 20;
    });
    fight.rolls(&[(2, 10), (2, 10)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Blocked, 0, 0));
    assert_eq!(fight.flesh(2), 10);
}

#[test]
fn ss_cover_07_ss_def_41_46_48_what_the_share_is_worth() {
    for (percent, dice) in [(25, 0), (26, 2), (40, 2), (50, 2), (51, 4), (60, 4), (99, 4)] {
        for take_cover in [false, true] {
            let mut fight = behind(take_cover, curtain(percent));
            assert_eq!(hidden(&mut fight), percent);
            fight.land(1, 2, 0, SHOT, [0, 1, 0]);
            let expected = 6 + if take_cover { dice } else { 0 };
            assert_eq!(fight.pool("defence"), expected, "{percent}%, cover taken: {take_cover}");
        }
    }
}

#[test]
fn ss_def_48_beside_a_crate() {
    let start = |take_cover: bool| {
        let mut fight = Setup::new()
            .barrier(square(9, 5), |kind| kind.height_cm = 120)
            .unit(0, (5, 5), sheet(), &[gun(9)])
            .unit(1, (10, 5), Sheet { action_points: 1, ..sheet() }, &[knife()])
            .start_battle(&[1, 6]);
        if take_cover {
            fight.submit(Order::TakeCover { unit: UnitId(2) });
        }
        fight.end();
        assert!(hidden(&mut fight) > 50, "{}", hidden(&mut fight));
        fight.land(1, 2, 0, SHOT, [0, 1, 0]);
        fight.pool("defence")
    };
    assert_eq!((start(false), start(true)), (6, 10));
}

#[test]
fn ss_act_49_cover_is_lost_with_the_square() {
    let mut fight = behind(true, curtain(60));
    fight.end();
    fight.until(2);
    fight.walk(2, &[(10, 6)]).expect("one square");
    fight.walk(2, &[(10, 5)]).expect("and back");
    assert!(!fight.unit(2, |unit| unit.cover.is_taken()));
    fight.until(1);
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 6);
}

#[test]
fn ss_barr_07_hidden_means_unaware() {
    let mut fight = behind(true, curtain(100));
    fight.rolls(&[(0, 4), (1, 4)]);
    fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert_eq!(fight.pool("defence"), 4);
    let mut fight = behind(false, curtain(100));
    fight.rolls(&[(1, 4), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert!(!fight.rolled("defence"));
    assert_eq!(contact(&events).1, 1);
}

#[test]
fn ss_barr_09_10_through_glass() {
    let glass = |armor| {
        move |kind: &mut BarrierKind| {
            kind.name = "ballistic glass".to_owned();
            kind.transparent = true;
            (kind.structure, kind.armor) = (4, armor);
        }
    };
    let mut fight = behind(false, glass(6));
    assert_eq!(hidden(&mut fight), 0);
    fight.rolls(&[(3, 10), (0, 6), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (10, 6)); // aware, no blind fire
    assert_eq!(contact(&events), (HitResult::Hit, 3, 10)); // 8 + 3 - 1
    let clauses = fight.clauses();
    let place = |clause| clauses.iter().position(|one| *one == clause).expect(clause);
    assert!(place("SS-BARR-37") < place("SS-ATK-21"));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::BarrierDamaged { damage: 1, .. })));
    let mut fight = behind(false, glass(20));
    fight.rolls(&[(3, 10), (0, 6)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Blocked, 3, 0));
}

#[test]
fn glass_that_is_shot_out_is_gone() {
    let mut fight = behind(false, |kind| {
        kind.transparent = true;
        (kind.structure, kind.armor) = (1, 2);
    });
    fight.rolls(&[(1, 10), (0, 6), (1, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::BarrierHoled { .. })));
    fight.end();
    fight.until(1);
    fight.rolls(&[(1, 10), (0, 6), (1, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert!(!events.iter().any(|event| matches!(event, BattleEvent::BarrierDamaged { .. })));
}
