//! AI players: what they see, whom they prefer to attack, and that all their orders are allowed.

mod cover;
mod doors;
mod explosives;
mod objectives;
mod retreats;
mod turns;
mod wounds;

use breachline::ai::{self, AiPlayer, Difficulty, Personality};
use breachline::battle::{Order, Target};
use breachline::content::{SkirmishBundle, SkirmishOverrides};
use breachline::model::{Cell, CellSide as EdgeSide, UnitId};
use breachline::rules::swan_song::{DamageValue, Weapon};
use rstest::rstest;

use crate::common::{Fight, Setup, edge, gun, knife, quick_sheet, rifle};
use crate::fog::{foggy, walled};
use crate::skirmish::{load, replays, shipped};

const DIFFICULTIES: [Difficulty; 5] =
    [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master];

/// A player without a bias of its own.
pub(crate) fn even_player(difficulty: Difficulty, seed: u64) -> AiPlayer {
    AiPlayer { difficulty, personality: Some(Personality::Even), seed }
}

fn decided_order(fight: &mut Fight, level: Difficulty) -> Order {
    ai::decide(&mut fight.world, &even_player(level, 3)).expect("a side is to act").order
}

/// The orders of the acting unit until its phase ends; that is not ended yet.
pub(crate) fn phase_orders(fight: &mut Fight, player: &AiPlayer) -> Vec<Order> {
    let (unit, mut orders) = (fight.acting(), Vec::new());
    while fight.acting() == unit && orders.len() < 20 {
        let Some(decision) = ai::decide(&mut fight.world, player) else { break };
        orders.push(decision.order.clone());
        if matches!(decision.order, Order::EndPhase { .. }) {
            break;
        }
        fight.submit(decision.order);
    }
    orders
}

fn target_of(order: &Order) -> Option<u32> {
    match order {
        Order::Attack { target: Target::Unit(UnitId(id)), .. } => Some(*id),
        _ => None,
    }
}

fn destination_of(order: &Order) -> Option<Cell> {
    match order {
        Order::Move { path, .. } => path.last().copied(),
        _ => None,
    }
}

/// The cells north of a row that a master rates for the acting unit, with the scores of ending there and on their mirror images
/// south of it.
pub(crate) fn mirrored_scores(fight: &mut Fight, row: i32) -> Vec<(Cell, f64, f64)> {
    let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Master, 3)).expect("a decision");
    let score_of = |cell: Cell| {
        decision.positions.iter().find(|position| position.cell == cell).map(|found| found.position_score)
    };
    let north = decision.positions.iter().filter(|position| position.cell.y < row);
    let pair = |position: &ai::ScoredPosition| {
        let cell = position.cell;
        Some((cell, position.position_score, score_of(Cell::new(cell.x, 2 * row - cell.y))?))
    };
    north.filter_map(pair).collect()
}

/// Both sides played by AI players until the fight is over, or for this many orders; every order has to be allowed.
fn play_battle(bundle: SkirmishBundle, players: [AiPlayer; 2], most: usize) -> Fight {
    let mut fight = load(bundle, 11);
    for _ in 0..most {
        let Some(side) = ai::side_to_act(&mut fight.world) else { break };
        let decision =
            ai::decide(&mut fight.world, &players[usize::from(side.0)]).expect("an AI player decides");
        fight.submit(decision.order);
    }
    fight
}

#[test]
fn the_same_seed_decides_the_same_and_reasons_add_up() {
    let mut fight = walled(Setup::new())
        .unit(0, (8, 12), quick_sheet(4, 4), &[gun(5)])
        .unit(1, (14, 12), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    for level in DIFFICULTIES {
        let player = AiPlayer::new(level, 5);
        let one = ai::decide(&mut fight.world, &player).expect("a decision");
        assert_eq!(Some(&one), ai::decide(&mut fight.world, &player).as_ref(), "{level}");
        for plan in &one.candidates {
            let sum: f64 = plan.contributions.iter().map(|reason| reason.score).sum();
            assert!((plan.score - sum).abs() < 1e-9, "{level}: {plan:?}");
            let slip = plan.contributions.iter().find(|reason| reason.term == ai::ScoreTerm::Misjudgement);
            let slip = slip.map_or(0.0, |reason| reason.score.abs());
            assert!(level != Difficulty::Brutal || slip <= 0.001, "{plan:?}");
        }
    }
}

#[test]
fn a_player_knows_only_what_its_side_sees() {
    let decisions = [(12, 8), (25, 3), (20, 18)].map(|hidden| {
        let mut fight = walled(foggy())
            .unit(0, (8, 8), quick_sheet(4, 4), &[gun(5)])
            .unit(1, hidden, quick_sheet(3, 3), &[gun(5)])
            .barrier(edge(10, 10, EdgeSide::West), |_| {});
        // No square beyond the wall is in view, wherever the other unit stands.
        fight = (11..20).fold(fight, |fight, y| fight.barrier(edge(10, y, EdgeSide::West), |_| {}));
        let mut fight = fight.start_battle(&[6, 1]);
        DIFFICULTIES.map(|level| decided_order(&mut fight, level))
    });
    assert_eq!(decisions[0], decisions[1]);
    assert_eq!(decisions[0], decisions[2]);
}

#[test]
fn an_enemy_in_the_open_is_preferred_to_one_behind_cover() {
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(5)])
        .unit(1, (11, 8), quick_sheet(3, 3), &[knife()])
        .unit(1, (12, 13), quick_sheet(3, 3), &[knife()])
        .barrier(edge(11, 8, EdgeSide::West), |kind| kind.height_cm = 120)
        .start_battle(&[6, 1, 1]);
    for level in [Difficulty::Hard, Difficulty::Brutal] {
        let order = decided_order(&mut fight, level);
        assert_ne!(target_of(&order), Some(2), "{level}: {order:?}");
    }
    // A normal AI player does not see what the wall keeps off.
    assert_ne!(target_of(&decided_order(&mut fight, Difficulty::Normal)), Some(3));
    // An easy AI player attacks the nearest enemy.
    let nearest = (0..9).filter_map(|seed| {
        let player = AiPlayer::new(Difficulty::Easy, seed);
        target_of(&ai::decide(&mut fight.world, &player).expect("a decision").order)
    });
    assert!(nearest.into_iter().any(|id| id == 2));
}

#[test]
fn what_is_barred_is_not_tried_again() {
    // A unit that the side does not see stands in the way.
    let mut fight = walled(foggy())
        .unit(0, (8, 12), quick_sheet(4, 4), &[knife()])
        .unit(1, (12, 4), quick_sheet(3, 3), &[knife()])
        .start_battle(&[6, 1]);
    for _ in 0..60 {
        if ai::side_to_act(&mut fight.world).is_none_or(|side| side.0 != 0) {
            return;
        }
        let order = decided_order(&mut fight, Difficulty::Brutal);
        fight.submit(order);
    }
    panic!("a phase ends");
}

#[test]
fn a_unit_beside_a_drop_is_pushed_over_it() {
    let plain = |height: u16| {
        let mut setup = Setup::new()
            .unit(0, (10, 10), quick_sheet(4, 4), &[knife()])
            .unit(1, (11, 10), quick_sheet(3, 3), &[knife()])
            .unit(1, (9, 10), quick_sheet(3, 3), &[knife()]);
        let high: Vec<(i32, i32)> = (0..12).flat_map(|x| (0..20).map(move |y| (x, y))).collect();
        setup = setup.ground(&high, |terrain| terrain.height_cm = height.try_into().expect("small"));
        let mut fight = setup.start_battle(&[6, 1, 1]);
        let player = even_player(Difficulty::Brutal, 3);
        let decision = ai::decide(&mut fight.world, &player).expect("a decision");
        let push = decision
            .candidates
            .iter()
            .flat_map(|plan| &plan.contributions)
            .filter(|reason| reason.term == ai::ScoreTerm::Push);
        (target_of(&decision.order), push.count())
    };
    assert_eq!(plain(0).1, 0, "level ground");
    let (target, pushes) = plain(600);
    assert_eq!((target, pushes > 0), (Some(2), true));
}

#[test]
fn whole_fights_of_players_are_allowed_and_replay() {
    for (one, other) in [(Difficulty::Brutal, Difficulty::Easy), (Difficulty::Normal, Difficulty::Hard)] {
        let bundle = shipped("lane", &SkirmishOverrides::default());
        let players = [
            AiPlayer::new(one, 1),
            AiPlayer { personality: Some(Personality::Careful), ..AiPlayer::new(other, 2) },
        ];
        let mut fight = play_battle(bundle, players, 400);
        replays(&mut fight);
    }
}

#[test]
fn a_random_player_says_only_what_is_allowed() {
    let players = [AiPlayer::new(Difficulty::Random, 1), AiPlayer::new(Difficulty::Random, 2)];
    let mut fight = play_battle(shipped("street", &SkirmishOverrides::default()), players, 300);
    assert!(fight.view(|view| view.round().number()) > 1);
}

/// A gun that does no damage, with bursts, against well-armed enemies.
#[test]
fn cs_pin_15_a_unit_that_cannot_harm_suppresses() {
    let harmless = Weapon { damage: DamageValue::Fixed(0), range: 60, ..rifle() };
    let deadly = Weapon { damage: DamageValue::Fixed(14), range: 60, ..rifle() };
    let mut fight = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[harmless])
        .unit(0, (5, 12), quick_sheet(2, 2), &[knife()])
        .unit(1, (20, 10), quick_sheet(3, 3), std::slice::from_ref(&deadly))
        .unit(1, (21, 11), quick_sheet(3, 3), &[deadly])
        .start_battle(&[6, 1, 1, 1]);
    let Order::Attack { option, .. } = decided_order(&mut fight, Difficulty::Brutal) else {
        panic!("it shoots");
    };
    assert_eq!(option.as_deref(), Some("suppress"));
}

/// Plays the phase of the acting unit up to its first attack; returns the target.
fn first_target(fight: &mut Fight, level: Difficulty) -> u32 {
    for _ in 0..12 {
        let order = decided_order(fight, level);
        if let Some(target) = target_of(&order) {
            return target;
        }
        assert!(!matches!(order, Order::EndPhase { .. }), "{level} attacks");
        fight.submit(order);
    }
    panic!("{level}: the phase ends");
}

/// The nearest enemy is known and sits in a room without a door; the other one stands in the open.
#[rstest]
fn an_enemy_in_the_open_is_shot_at_rather_than_one_behind_walls(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut setup = Setup::new()
        .unit(0, (5, 10), quick_sheet(4, 4), &[gun(7)])
        .unit(1, (10, 10), quick_sheet(3, 3), &[knife()])
        .unit(1, (15, 14), quick_sheet(3, 3), &[knife()]);
    for side in [EdgeSide::North, EdgeSide::East, EdgeSide::South, EdgeSide::West] {
        setup = setup.barrier(edge(10, 10, side), |kind| (kind.armor, kind.structure) = (40, 40));
    }
    let mut fight = setup.start_battle(&[6, 1, 1]);
    assert_eq!(first_target(&mut fight, level), 3, "{level}");
}
