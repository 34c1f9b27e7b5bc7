//! Turns of AI players as a whole: what they do after an attack, and how near they come.

use breachline::ai::{self, Difficulty};
use breachline::battle::{Order, Target};
use breachline::model::{Cell, UnitId};
use breachline::rules::swan_song::{DamageValue, Weapon};
use rstest::rstest;

use super::{even_player, phase_orders};
use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, sheet, slow_sheet, stunner};

fn last_move_after_attack(orders: &[Order]) -> Option<Cell> {
    let attacked = orders.iter().position(|order| matches!(order, Order::Attack { .. }))?;
    orders[attacked..].iter().rev().find_map(|order| match order {
        Order::Move { path, .. } => path.last().copied(),
        _ => None,
    })
}

/// Open ground; half the range of the gun would draw the unit thirteen squares nearer.
#[rstest]
fn a_unit_that_has_shot_does_not_walk_up_to_the_enemy(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut shots = 0;
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (1, 10), sheet(), &[Weapon { range: 60, ..gun(3) }])
            .unit(1, (28, 10), sheet(), &[knife()])
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        shots += usize::from(orders.iter().any(|order| matches!(order, Order::Attack { .. })));
        if let Some(end) = last_move_after_attack(&orders) {
            assert!(end.chebyshev_distance(Cell::new(28, 10)) >= 27, "{level}, {seed}: {orders:?}");
        }
    }
    assert!(shots > 6, "{level}: {shots} of 12 phases with a shot");
}

/// Open ground; beyond twenty metres, lying on the ground is as good as cover.
#[rstest]
fn ss_def_44_a_unit_that_has_shot_in_the_open_drops_to_the_ground(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut drops = 0;
    for seed in 0..20 {
        let mut fight = Setup::new()
            .unit(0, (1, 10), sheet(), &[Weapon { range: 60, ..gun(7) }])
            .unit(1, (28, 10), sheet(), &[Weapon { range: 60, ..gun(7) }])
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let shot = orders.iter().position(|order| matches!(order, Order::Attack { .. }));
        let drop = orders.iter().position(|order| matches!(order, Order::DropProne { .. }));
        let is_after_shot = |drop: usize| shot.is_some_and(|shot| shot < drop);
        assert!(drop.is_none_or(is_after_shot), "{level}, {seed}: {orders:?}");
        drops += usize::from(drop.is_some());
    }
    assert!(drops > 0, "{level}");
}

/// Squares beside an enemy are not overlooked: a step and a blow.
#[rstest]
fn a_unit_with_a_knife_sees_the_squares_beside_an_enemy(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), quick_sheet(4, 4), &[knife()])
            .unit(1, (8, 10), quick_sheet(3, 3), &[knife()])
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let blow = Target::Unit(UnitId(2));
        let strikes =
            orders.iter().any(|order| matches!(order, Order::Attack { target, .. } if *target == blow));
        assert!(strikes, "{level}, {seed}: {orders:?}");
    }
}

/// After its blow the unit has points left for a walk; the enemy beside it, which has kept its own, could follow.
#[rstest]
fn a_unit_that_has_struck_stays_beside_its_enemy(
    #[values(Difficulty::Normal, Difficulty::Hard)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), quick_sheet(4, 4), &[knife()])
            .unit(1, (6, 10), quick_sheet(3, 3), &[knife()])
            .start_battle(&[6, 1]);
        let player = even_player(level, seed);
        let blow = ai::decide(&mut fight.world, &player).expect("a decision").order;
        assert!(matches!(blow, Order::Attack { .. }), "{level}, {seed}: {blow:?}");
        fight.submit(blow);
        fight.answer("standard");
        let orders = phase_orders(&mut fight, &player);
        let moves = orders.iter().any(|order| matches!(order, Order::Move { .. }));
        assert!(!moves, "{level}, {seed}: {orders:?}");
    }
}

/// The score of the cell that a gunner stands on near three enemies, with a friend on this cell.
fn score_with_friend(level: Difficulty, friend: (i32, i32)) -> f64 {
    let mut fight = Setup::new()
        .unit(0, (12, 10), sheet(), &[gun(3)])
        .unit(0, friend, sheet(), &[knife()])
        .unit(1, (16, 10), sheet(), &[gun(7)])
        .unit(1, (16, 12), sheet(), &[gun(7)])
        .unit(1, (17, 9), sheet(), &[gun(7)])
        .start_battle(&[6, 1, 2, 2, 2]);
    let decisions = (0..).filter_map(|seed| ai::decide(&mut fight.world, &even_player(level, seed)));
    let mut planned = decisions.filter(|decision| !decision.positions.is_empty());
    planned.next().expect("a plan").positions[0].position_score
}

#[rstest]
fn a_unit_alone_among_several_enemies_fears_more(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let (beside, alone) = (score_with_friend(level, (12, 12)), score_with_friend(level, (4, 10)));
    assert!(beside < -0.01 && alone < 1.1 * beside, "{level}: {beside} and {alone}");
}

/// The score of the cell that a unit stands on, if it is to be slain or not.
fn own_score(level: Difficulty, is_wanted: bool) -> f64 {
    let setup = Setup::new().unit(0, (5, 10), sheet(), &[knife()]).unit(1, (20, 10), sheet(), &[gun(8)]);
    let setup = if is_wanted { setup.must_slay(1, 1) } else { setup };
    let mut fight = setup.start_battle(&[6, 1]);
    // A seed that makes no player reckless.
    let decisions = (0..).filter_map(|seed| ai::decide(&mut fight.world, &even_player(level, seed)));
    let mut planned = decisions.filter(|decision| !decision.positions.is_empty());
    planned.next().expect("a plan").positions[0].position_score
}

#[rstest]
fn a_unit_that_has_to_be_slain_fears_danger_twice(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let (wanted, other) = (own_score(level, true), own_score(level, false));
    assert!(other < -0.01 && (wanted - 2.0 * other).abs() < 1e-6, "{level}: {wanted}, {other}");
}

/// A stunner has just knocked out an enemy, and the unit with this weapon on its side acts; the enemy that fights is far away.
fn after_a_knock_out(cell: (i32, i32), weapon: Weapon, has_to_be_slain: bool) -> Fight {
    let setup = Setup::new()
        .unit(0, (4, 10), sheet(), &[stunner(10)])
        .unit(0, cell, quick_sheet(4, 4), &[weapon])
        .unit(1, (6, 10), slow_sheet(), &[])
        .unit(1, (27, 10), slow_sheet(), &[]);
    let setup = if has_to_be_slain { setup.must_slay(0, 3) } else { setup };
    let mut fight = setup.start_battle(&[6, 1, 1, 1]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert!(fight.down(3).is_some());
    fight.end();
    fight
}

/// A unit to slay that lies unconscious is a goal of the nearest unit alone: the way of others leads to the enemy that fights.
#[rstest]
fn an_unconscious_target_of_the_objective_draws_no_unit_but_the_nearest(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..4 {
        let mut fight = after_a_knock_out((14, 10), knife(), true);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        assert!(fight.cell(2).0 >= 14, "{level}, {seed}: {orders:?}");
    }
}

/// The enemy that fights is out of the range of the gun.
#[rstest]
fn an_unconscious_target_that_has_to_be_slain_is_attacked(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
    #[values(true, false)] has_to_be_slain: bool,
) {
    for seed in 0..4 {
        let mut fight = after_a_knock_out((10, 10), Weapon { range: 9, ..gun(9) }, has_to_be_slain);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let target = Target::Unit(UnitId(3));
        let slays =
            orders.iter().any(|order| matches!(order, Order::Attack { target: at, .. } if *at == target));
        assert_eq!(slays, has_to_be_slain, "{level}, {seed}: {orders:?}");
    }
}

/// A unit to slay is shot at from where the gun reaches it; only a unit to rescue is walked up to.
#[rstest]
fn a_gunner_does_not_run_up_to_the_unit_that_it_has_to_slay(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), sheet(), &[Weapon { range: 60, ..gun(6) }])
            .unit(1, (20, 10), sheet(), &[Weapon { range: 60, ..gun(6) }])
            .must_slay(0, 2)
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let left = 20 - fight.cell(1).0;
        assert!(left >= 12, "{level}, {seed}: {left} squares left, {orders:?}");
    }
}

/// Also in the rounds in which it would keep away from enemies: the knife does far more than the gun in the other hand.
#[rstest]
fn a_unit_that_strikes_better_than_it_shoots_walks_up_to_an_enemy_in_reach(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let blade = Weapon { damage: DamageValue::StrengthPlus(7), ..knife() };
    let mut blows = 0;
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), quick_sheet(4, 4), &[blade.clone(), gun(2)])
            .unit(1, (9, 10), slow_sheet(), &[gun(1)])
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        blows += usize::from(orders.iter().any(|order| matches!(order, Order::Attack { weapon: 0, .. })));
    }
    assert!(blows > 5, "{level}: {blows} of 12");
}
