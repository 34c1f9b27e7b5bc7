//! Cover of AI players: where they end their turns, and what they say of a place.

use std::ops::RangeInclusive;

use breachline::ai::{self, Difficulty};
use breachline::battle::Order;
use breachline::model::{Cell, CellSide as EdgeSide, UnitId};
use breachline::rules::Light;
use breachline::rules::swan_song::{DamageValue, Weapon};
use rstest::rstest;

use super::{decided_order, destination_of, even_player, mirrored_scores, phase_orders};
use crate::common::{Fight, Setup, edge, gun, knife, quick_sheet, rifle, sheet, square};
use crate::fog::{foggy, walled};

/// A gunner faces two enemies across open ground; a low wall is beside the gunner, or beside a square a step away.
#[rstest]
fn a_unit_under_fire_ends_its_turn_in_cover(
    #[values((5, 10), (5, 11))] start: (i32, i32),
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .barrier(square(6, 10), |kind| kind.height_cm = 100)
        .unit(0, start, sheet(), &[gun(7)])
        .unit(1, (16, 10), sheet(), &[gun(7)])
        .unit(1, (17, 12), sheet(), &[gun(7)])
        .start_battle(&[6, 1, 1]);
    let mut moves = 0;
    for _ in 0..12 {
        if fight.acting() != Some(1) {
            break;
        }
        let order = decided_order(&mut fight, level);
        moves += u32::from(matches!(order, Order::Move { .. }));
        fight.submit(order);
    }
    assert!(fight.unit(1, |me| me.cover.is_taken()), "{:?}", fight.cell(1));
    assert!(moves <= 2, "{moves} moves");
}

/// Cover is a step away; a unit that spends its whole turn on shots from where it stands is the exception.
#[rstest]
fn a_unit_that_has_shot_in_the_open_uses_what_is_left_for_cover(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut covered = 0;
    for seed in 0..20 {
        let mut fight = Setup::new()
            .barrier(square(6, 10), |kind| kind.height_cm = 100)
            .unit(0, (5, 11), sheet(), &[gun(7)])
            .unit(1, (16, 10), sheet(), &[gun(7)])
            .unit(1, (17, 12), sheet(), &[gun(7)])
            .start_battle(&[6, 1, 1]);
        phase_orders(&mut fight, &even_player(level, seed));
        covered += usize::from(fight.unit(1, |me| me.cover.is_taken()));
    }
    assert!(covered > 15, "{level}: {covered} of 20");
}

/// How Brutal players rate the square of a gunner with glass to the east in these rows, and a blade right behind it.
fn score_behind_glass(rows: RangeInclusive<i32>) -> f64 {
    let glass = rows.fold(Setup::new(), |setup, y| {
        setup.barrier(edge(5, y, EdgeSide::East), |kind| kind.transparent = true)
    });
    let mut fight = glass
        .unit(0, (5, 10), sheet(), &[gun(7)])
        .unit(1, (6, 10), sheet(), &[knife()])
        .start_battle(&[6, 1]);
    let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Brutal, 3)).expect("a decision");
    decision.positions[0].position_score
}

#[test]
fn ss_base_34_a_blade_behind_glass_is_feared_where_it_can_walk_around() {
    let (around, shut_off) = (score_behind_glass(10..=10), score_behind_glass(0..=19));
    assert!(around < shut_off - 1e-6, "{around} and {shut_off}");
}

/// The best plan of an unfinished turn rates the full danger of staying: planned cover is not yet taken.
#[test]
fn ending_a_turn_counts_no_cover_that_was_not_taken() {
    let mut fight = Setup::new()
        .barrier(square(6, 10), |kind| kind.height_cm = 100)
        .unit(0, (5, 10), sheet(), &[gun(7)])
        .unit(1, (16, 10), sheet(), &[gun(7)])
        .start_battle(&[6, 1]);
    let player = even_player(Difficulty::Brutal, 3);
    for _ in 0..12 {
        if fight.acting() != Some(1) {
            break;
        }
        let order = ai::decide(&mut fight.world, &player).expect("a decision").order;
        let in_cover = fight.unit(1, |me| me.cover.is_taken());
        assert!(in_cover || !matches!(order, Order::EndPhase { .. }), "{:?}", fight.cell(1));
        fight.submit(order);
    }
}

#[test]
fn advice_names_the_cover_and_the_door_of_a_place() {
    let mut fight = Setup::new()
        .barrier(square(6, 10), |kind| kind.name = "crate".to_owned())
        .barrier(edge(5, 12, EdgeSide::South), |kind| {
            (kind.name, kind.openable) = ("wooden door".to_owned(), true);
        })
        .barrier(edge(8, 3, EdgeSide::East), |kind| {
            (kind.name, kind.transparent) = ("window".to_owned(), true);
        })
        .unit(0, (2, 2), sheet(), &[gun(7)])
        .unit(1, (16, 10), sheet(), &[gun(7)])
        .start_battle(&[6, 1]);
    let place =
        |fight: &mut Fight, x, y| fight.view(|view| ai::describe_place(view, UnitId(1), Cell::new(x, y)));
    assert_eq!(place(&mut fight, 5, 10).as_deref(), Some("behind the crate, by the wooden door"));
    assert_eq!(place(&mut fight, 7, 9), None, "the crate is on the far side from the enemy");
    assert_eq!(place(&mut fight, 3, 13).as_deref(), Some("by the wooden door"));
    assert_eq!(place(&mut fight, 20, 3), None);
    assert_eq!(place(&mut fight, 8, 3).as_deref(), Some("at the window"), "nobody is behind glass");
}

#[test]
fn a_badly_hurt_unit_falls_back() {
    let deadly = Weapon { damage: DamageValue::Fixed(14), range: 60, ..rifle() };
    let mut fight = walled(Setup::new())
        .unit(0, (12, 9), quick_sheet(4, 4), &[knife()])
        .unit(1, (20, 9), quick_sheet(3, 3), std::slice::from_ref(&deadly))
        .unit(1, (20, 7), quick_sheet(3, 3), &[deadly])
        .start_battle(&[6, 1, 1]);
    for level in [Difficulty::Hard, Difficulty::Brutal] {
        let end = destination_of(&decided_order(&mut fight, level)).unwrap_or_else(|| panic!("{level} goes"));
        assert!(end.x < 10 && end.y < 10, "{level}: behind the wall, not {end:?}");
    }
}

/// A low wall halfway hides the unit, the crate is on its other side: there is nothing to take cover behind.
#[rstest]
fn no_cover_is_taken_behind_what_no_attack_crosses(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .barrier(square(5, 11), |kind| kind.height_cm = 100)
        .barrier(square(9, 10), |kind| kind.height_cm = 100)
        .unit(0, (5, 10), sheet(), &[gun(7)])
        .unit(1, (16, 10), sheet(), &[gun(7)])
        .start_battle(&[6, 1]);
    let player = even_player(level, 3);
    let decision = ai::decide(&mut fight.world, &player).expect("a side is to act");
    let covers = |order: &Order| matches!(order, Order::TakeCover { .. });
    assert!(
        !decision.candidates.iter().any(|plan| covers(&plan.order)),
        "{level}: {:?}",
        decision.candidates
    );
}

/// Light changes no odds here, but in fog of war nobody is seen in the dark beyond four squares.
#[test]
fn a_square_where_no_enemy_sees_the_unit_is_safer() {
    let south: Vec<(i32, i32)> = (0..30).flat_map(|x| (11..20).map(move |y| (x, y))).collect();
    let mut fight = foggy()
        .ground(&south, |terrain| terrain.light = Light::Dark)
        .unit(0, (6, 10), sheet(), &[gun(7)])
        .unit(1, (22, 10), sheet(), &[gun(7)])
        .start_battle(&[6, 1]);
    let pairs = mirrored_scores(&mut fight, 10);
    assert!(!pairs.is_empty());
    for (cell, lit, dark) in pairs.into_iter().filter(|(cell, ..)| cell.x < 17) {
        assert!(dark > lit + 1e-6, "{cell:?}: {dark} is not above {lit}");
    }
}
