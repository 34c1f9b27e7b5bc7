//! Explosives and smoke of AI players: whom they throw at, and how they leave a blast.

use breachline::ai::{self, AiPlayer, Difficulty, Personality};
use breachline::battle::{Order, Pace, Target};
use breachline::model::{Cell, CellSide as EdgeSide, UnitId};
use breachline::rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
use breachline::rules::status::AttackProperties;
use breachline::rules::swan_song::{DamageValue, Weapon};
use breachline::rules::turn_engine::timed_items::DetonationTrigger;
use rstest::rstest;

use super::{decided_order, even_player, target_of};
use crate::common::{Fight, Setup, edge, fists, grenade, gun, knife, quick_sheet, rifle, square};
use crate::fog::{foggy, shown};

#[test]
fn ai_players_with_judgement_throw_nothing_where_friends_stand() {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[grenade()])
        .unit(0, (14, 10), quick_sheet(2, 2), &[knife()])
        .unit(0, (15, 11), quick_sheet(2, 2), &[knife()])
        .unit(1, (15, 10), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1, 1, 1]);
    for level in [Difficulty::Hard, Difficulty::Brutal, Difficulty::Master] {
        let order = decided_order(&mut fight, level);
        assert_eq!(target_of(&order), None, "{level}: {order:?}");
    }
}

/// Two enemies stand beside the grenadier, who would be caught as well.
#[rstest]
fn no_level_throws_at_enemies_beside_itself(
    #[values(Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)]
    level: Difficulty,
    #[values(1, 2, 3, 4, 5)] seed: u64,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[grenade()])
        .unit(1, (6, 10), quick_sheet(3, 3), &[knife()])
        .unit(1, (6, 11), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1, 1]);
    let player = AiPlayer { difficulty: level, personality: Some(Personality::Even), seed };
    let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
    assert_eq!(target_of(&order), None, "{level}: {order:?}");
}

/// Two enemies stand beside the grenadier and one out of its blast: only that one is a target.
#[rstest]
fn a_unit_that_would_be_caught_throws_elsewhere(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[grenade()])
        .unit(1, (6, 10), quick_sheet(3, 3), &[knife()])
        .unit(1, (6, 11), quick_sheet(3, 3), &[knife()])
        .unit(1, (14, 10), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1, 1, 1]);
    let order = decided_order(&mut fight, level);
    assert!(matches!(target_of(&order), None | Some(4)), "{level}: {order:?}");
    assert!(matches!(order, Order::Attack { .. } | Order::Move { .. }), "{level}: {order:?}");
}

/// A low wall is two squares beside the grenadier; its fists reach nobody.
#[test]
fn a_throw_counts_on_squares_with_cover_in_reach_of_a_walk() {
    let mut fight = Setup::new()
        .barrier(square(6, 10), |kind| kind.height_cm = 100)
        .unit(0, (5, 8), quick_sheet(4, 4), &[grenade(), fists()])
        .unit(1, (16, 10), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Master, 3)).expect("a unit acts");
    let place = |x, y| {
        let mut positions = decision.positions.iter();
        *positions.find(|position| position.cell == Cell::new(x, y)).expect("it is in reach")
    };
    let (here, covered) = (place(5, 8), place(5, 10));
    assert!(here.attack_score > 0.0 && covered.attack_score > 0.0, "{here:?} {covered:?}");
    assert!(covered.position_score > here.position_score, "{here:?} {covered:?}");
}

/// A unit with both hands at a blade carries a grenade; a wall beside it hides two enemies that stand together. `friend` stands beside
/// them, or far away.
fn carried_grenade(friend: (i32, i32)) -> Fight {
    let blade = Weapon { hands: 2, ..knife() };
    let mut grenadier = quick_sheet(4, 4);
    grenadier.attributes.agility = 6;
    let wall = |setup: Setup, y| {
        setup.barrier(edge(5, y, EdgeSide::East), |kind| (kind.armor, kind.structure) = (40, 40))
    };
    (9..=11)
        .fold(Setup::new(), wall)
        .unit(0, (5, 10), grenadier, &[blade, grenade()])
        .unit(1, (18, 10), quick_sheet(3, 3), &[knife()])
        .unit(1, (19, 10), quick_sheet(3, 3), &[knife()])
        .unit(0, friend, quick_sheet(2, 2), &[knife()])
        .start_battle(&[6, 1, 1, 1])
}

/// Whether the best plan with one of some seeds is a walk to harm an enemy.
fn walks_to_harm(fight: &mut Fight, level: Difficulty) -> bool {
    (0..8).any(|seed| {
        let decision = ai::decide(&mut fight.world, &even_player(level, seed)).expect("a unit acts");
        decision.candidates.first().is_some_and(|plan| {
            let harms = |one: &ai::ScoreContribution| {
                matches!(one.term, ai::ScoreTerm::Harm(UnitId(2 | 3))) && one.score > 0.0
            };
            matches!(plan.order, Order::Move { pace: Pace::Walk, .. }) && plan.contributions.iter().any(harms)
        })
    })
}

/// The blade reaches nobody, so that only the grenade can harm after a walk.
#[rstest]
fn a_unit_walks_to_where_it_can_throw_what_it_carries(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    assert!(walks_to_harm(&mut carried_grenade((3, 3)), level), "{level}");
    assert!(!walks_to_harm(&mut carried_grenade((19, 11)), level), "{level}: the friend would be caught");
}

/// The score of the own square of a unit beside a friend, in sight of an enemy with these weapons.
fn score_beside_friend(weapons: &[Weapon], level: Difficulty) -> f64 {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[knife()])
        .unit(0, (5, 11), quick_sheet(2, 2), &[knife()])
        .unit(1, (15, 10), quick_sheet(3, 3), weapons)
        .start_battle(&[6, 1, 1]);
    // A seed that makes no player reckless.
    let decisions = (0..).filter_map(|seed| ai::decide(&mut fight.world, &even_player(level, seed)));
    let mut planned = decisions.filter(|decision| !decision.positions.is_empty());
    planned.next().expect("a plan").positions[0].position_score
}

/// The rifle takes both hands of the enemy.
#[rstest]
fn units_keep_apart_where_an_enemy_carries_an_area_weapon(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let (with, without) =
        (score_beside_friend(&[rifle(), grenade()], level), score_beside_friend(&[rifle()], level));
    assert!(with < without - 0.01, "{level}: {with} and {without}");
}

/// A grenade lies beside a gunner behind a crate, whose turn comes before it goes off.
#[rstest]
fn a_unit_leaves_the_blast_of_a_grenade_that_is_about_to_go_off(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), ..grenade() };
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[timed, gun(5)])
        .unit(1, (15, 10), quick_sheet(4, 4), &[gun(5)])
        .barrier(square(14, 10), |kind| (kind.name, kind.height_cm) = ("crate".to_owned(), 100))
        .start_battle(&[6, 1]);
    let to = Cell::new(15, 9);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to });
    fight.submit(Order::EndPhase { unit: UnitId(1) });
    for _ in 0..12 {
        if fight.acting() != Some(2) {
            break;
        }
        let order = decided_order(&mut fight, level);
        fight.submit(order);
    }
    let cell = fight.view(|view| view.unit(UnitId(2)).expect("it stands").cell());
    assert!(cell.distance_squared(to) > 4, "{level}: {cell:?}");
}

/// Two enemies stand together, far from the grenadier's friend.
#[rstest]
fn an_explosive_is_used_where_it_catches_two_enemies_and_no_friend(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[grenade()])
        .unit(0, (3, 3), quick_sheet(2, 2), &[knife()])
        .unit(1, (13, 10), quick_sheet(3, 3), &[knife()])
        .unit(1, (14, 10), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1, 1, 1]);
    for _ in 0..12 {
        let order = decided_order(&mut fight, level);
        if matches!(target_of(&order), Some(3 | 4)) {
            return;
        }
        assert!(!matches!(order, Order::EndPhase { .. }), "{level} keeps the grenade");
        fight.submit(order);
    }
    panic!("the phase ends");
}

#[test]
fn cs_fog_01_a_unit_with_worse_weapons_lays_smoke() {
    let lays = Some(GroundEffectSpec { what: GroundEffectKind::Smoke, radius_m: 3, rounds: 6 });
    let smoke = Weapon {
        strike: AttackProperties { lays, ..AttackProperties::PLAIN },
        blast: 0,
        explosive: false,
        ..grenade()
    };
    let deadly = Weapon { damage: DamageValue::Fixed(14), range: 60, ..rifle() };
    let ground: Vec<(i32, i32)> = (0..30).flat_map(|x| (0..20).map(move |y| (x, y))).collect();
    let mut fight = foggy()
        .ground(&ground, |_| {})
        .unit(0, (5, 10), quick_sheet(4, 4), &[smoke])
        .unit(1, (20, 10), quick_sheet(3, 3), std::slice::from_ref(&deadly))
        .unit(1, (21, 11), quick_sheet(3, 3), &[deadly])
        .start_battle(&[6, 1, 1]);
    let order = decided_order(&mut fight, Difficulty::Brutal);
    assert!(matches!(order, Order::Attack { target: Target::Square(_), .. }), "{order:?}");
    fight.submit(order);
    assert_eq!(shown(&mut fight, 1), [2, 3], "none of the enemies sees it any more");
}
