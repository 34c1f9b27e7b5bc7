//! Wounded units of both sides: whom AI players finish, and what badly hurt units do.

use breachline::ai::{self, Difficulty, ScoreTerm};
use breachline::battle::Order;
use breachline::content::CampaignUnit;
use breachline::model::UnitId;
use breachline::rules::HealthState;
use breachline::rules::swan_song::{DamageValue, PointPool, Sheet, Vitals, Weapon};
use rstest::rstest;

use super::{even_player, phase_orders, target_of};
use crate::common::{Fight, Setup, gun, knife, quick_sheet, rifle, sheet, slow_sheet, stunner};
use crate::fog::walled;

/// Health with so much flesh left of ten.
fn flesh_left(now: i32) -> CampaignUnit {
    let flesh = PointPool { now, ..PointPool::full(10) };
    CampaignUnit::new(HealthState::SwanSong(Vitals { flesh, strain_threshold: 10, ..Vitals::default() }), 0)
}

/// The nearer enemy is unhurt, the other one falls by any hit.
#[rstest]
fn an_enemy_that_is_likely_to_fall_is_not_spared(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut finished = 0;
    for seed in 0..20 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), sheet(), &[gun(5)])
            .unit(1, (11, 10), slow_sheet(), &[gun(5)])
            .unit(1, (12, 13), slow_sheet(), &[gun(5)])
            .skirmish(|skirmish| skirmish.units[2].campaign_unit = Some(flesh_left(1)))
            .start_battle(&[6, 1, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        finished += usize::from(orders.iter().find_map(target_of) == Some(3));
    }
    assert!(finished > 13, "{level}: {finished} of 20");
}

/// Both enemies are a few steps away.
#[rstest]
fn a_blade_goes_for_the_enemy_that_is_likely_to_fall(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut finished = 0;
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), sheet(), &[knife()])
            .unit(1, (7, 8), slow_sheet(), &[knife()])
            .unit(1, (8, 11), slow_sheet(), &[knife()])
            .skirmish(|skirmish| skirmish.units[2].campaign_unit = Some(flesh_left(1)))
            .start_battle(&[6, 1, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        finished += usize::from(orders.iter().find_map(target_of) == Some(3));
    }
    assert!(finished > 8, "{level}: {finished} of 12");
}

/// The stunner does more, but only the gun fells the enemy, by any hit. Normal players do not see how badly
/// hurt it is.
#[test]
fn of_two_weapons_the_one_that_fells_the_enemy_is_used() {
    let mut felled = 0;
    for seed in 0..20 {
        let mut fight = Setup::new()
            .unit(0, (5, 10), sheet(), &[stunner(6), gun(3)])
            .unit(1, (11, 10), slow_sheet(), &[knife()])
            .skirmish(|skirmish| skirmish.units[1].campaign_unit = Some(flesh_left(1)))
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(Difficulty::Normal, seed));
        let weapon = orders.iter().find_map(|order| match order {
            Order::Attack { weapon, .. } => Some(*weapon),
            _ => None,
        });
        felled += usize::from(weapon == Some(1));
    }
    assert!(felled > 8, "{felled} of 20");
}

/// Open ground, and an enemy with a gun that the knife does not reach in this turn.
#[rstest]
fn a_badly_hurt_unit_does_not_walk_into_fire(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = Setup::new()
            .unit(0, (3, 10), sheet(), &[knife()])
            .unit(1, (28, 10), sheet(), &[gun(7)])
            .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(flesh_left(2)))
            .start_battle(&[6, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let (x, _) = fight.cell(1);
        assert!(x <= 3, "{level}, {seed}: {x}, {orders:?}");
    }
}

/// The score of the own square of a badly hurt gunner in the open, with two friends on these squares.
fn hurt_score(level: Difficulty, friends: [(i32, i32); 2]) -> f64 {
    let far = |damage| Weapon { range: 60, ..gun(damage) };
    let mut fight = Setup::new()
        .unit(0, (3, 10), sheet(), &[far(3)])
        .unit(1, (18, 10), sheet(), &[far(7)])
        .unit(0, friends[0], sheet(), &[knife()])
        .unit(0, friends[1], sheet(), &[knife()])
        .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(flesh_left(2)))
        .start_battle(&[6, 1, 2, 2]);
    let decision = ai::decide(&mut fight.world, &even_player(level, 3)).expect("a decision");
    decision.positions[0].position_score
}

/// Friends at the other end of the map draw no fire.
#[rstest]
fn a_badly_hurt_unit_that_is_alone_fears_more(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let (near, alone) = (hurt_score(level, [(3, 12), (5, 8)]), hurt_score(level, [(28, 1), (28, 18)]));
    assert!(near < -0.01 && alone < 1.5 * near, "{level}: {near} and {alone}");
}

/// A wall is two steps behind the gunner; its gun does little.
#[rstest]
fn a_badly_hurt_unit_that_is_alone_withdraws_out_of_sight(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let deadly = Weapon { damage: DamageValue::Fixed(14), range: 60, ..rifle() };
    for seed in 0..6 {
        let mut fight = walled(Setup::new())
            .unit(0, (11, 9), quick_sheet(4, 4), &[gun(3)])
            .unit(1, (20, 9), quick_sheet(3, 3), std::slice::from_ref(&deadly))
            .unit(1, (20, 7), quick_sheet(3, 3), std::slice::from_ref(&deadly))
            .unit(0, (0, 19), sheet(), &[knife()])
            .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(flesh_left(2)))
            .start_battle(&[6, 1, 1, 1]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let (x, y) = fight.cell(1);
        assert!(x < 10 && y < 10, "{level}, {seed}: ({x}, {y}), {orders:?}");
    }
}

/// No enemy can attack it here. In some phases a unit acts without a plan.
#[rstest]
fn ss_heal_10_a_badly_hurt_healer_treats_itself(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let healed = |flesh: i32| {
        let heals = |seed: &u64| {
            let mut fight = Setup::new()
                .unit(0, (3, 10), Sheet { heal: 3, ..sheet() }, &[knife()])
                .unit(1, (28, 10), slow_sheet(), &[knife()])
                .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(flesh_left(flesh)))
                .start_battle(&[6, 1]);
            let orders = phase_orders(&mut fight, &even_player(level, *seed));
            orders
                .iter()
                .any(|order| matches!(order, Order::SpecialAction { action, .. } if action == "heal_self"))
        };
        (0..12_u64).filter(heals).count()
    };
    assert!(healed(2) > 6, "{level}: {} of 12", healed(2));
    assert_eq!(healed(9), 0, "{level}: a scratch can wait");
}

/// Whether a player considers a plan for this reason.
fn considers(fight: &mut Fight, term: ScoreTerm) -> bool {
    let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Brutal, 3)).expect("a decision");
    decision.candidates.iter().any(|plan| plan.contributions.iter().any(|one| one.term == term))
}

/// A healer four squares behind a badly hurt friend, far from an enemy.
#[test]
fn a_badly_hurt_unit_and_its_healer_come_together() {
    let healer = || Sheet { heal: 3, ..sheet() };
    let setup = |enemy: &[Weapon], order: &[u8]| {
        Setup::new()
            .unit(0, (3, 10), sheet(), &[knife()])
            .unit(0, (3, 14), healer(), &[knife()])
            .unit(1, (28, 10), sheet(), enemy)
            .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(flesh_left(2)))
            .start_battle(order)
    };
    let mut hurt_acts = setup(&[gun(7)], &[6, 1, 2]);
    assert!(considers(&mut hurt_acts, ScoreTerm::TreatedBy(UnitId(2))));
    let mut healer_acts = setup(&[knife()], &[5, 6, 1]);
    assert!(considers(&mut healer_acts, ScoreTerm::Treats(UnitId(1))));
}
