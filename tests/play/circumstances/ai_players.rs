//! AI players: cover that stops damage by its material, and weapons that jam.

use breachline::ai::{self, AiPlayer, Difficulty, Personality};
use breachline::battle::Order;
use breachline::model::{Cell, UnitId};
use breachline::rules::FireMode;
use rstest::rstest;

use super::{Recruits, rifle, setup, sword};
use crate::common::square;

/// A rifleman between two low walls of different armour, at the same distance from the enemy.
#[test]
fn cs_cov_06_a_square_behind_stronger_material_is_less_dangerous() {
    let mut fight = setup()
        .barrier(square(6, 9), |kind| (kind.name, kind.height_cm, kind.armor) = ("hedge".to_owned(), 100, 0))
        .barrier(square(6, 11), |kind| (kind.name, kind.height_cm, kind.armor) = ("wall".to_owned(), 100, 20))
        .add(0, (5, 10), &[rifle()])
        .add(1, (16, 10), &[rifle()])
        .start_battle(&[6, 1]);
    let player = AiPlayer { difficulty: Difficulty::Brutal, personality: Some(Personality::Even), seed: 3 };
    let decision = ai::decide(&mut fight.world, &player).expect("a side is to act");
    let score = |y| {
        let mut positions = decision.positions.iter();
        let position = positions.find(|position| position.cell == Cell::new(5, y));
        position.unwrap_or_else(|| panic!("(5, {y}) is in reach: {decision:?}")).position_score
    };
    let (hedge, wall) = (score(9), score(11));
    assert!(wall > hedge + 0.001, "wall {wall}, hedge {hedge}");
}

/// The carried sword is no reason to put the rifle away, as long as no enemy is near.
#[rstest]
fn cs_jam_03_a_jammed_rifle_is_cleared_and_kept(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let mut fight =
        setup().add(0, (1, 1), &[rifle(), sword()]).add(1, (16, 1), &[rifle()]).start_battle(&[6, 1]);
    fight.queue_dice(&[96]);
    fight.attack(1, 2, 0, Some(FireMode::Single)).expect("the shot jams");
    fight.turn_of(1);
    let clear = Order::SpecialAction {
        unit: UnitId(1),
        action: "clear_jam".to_owned(),
        target: None,
        weapon: Some(0),
    };
    for seed in 0..12 {
        let player = AiPlayer { difficulty: level, personality: Some(Personality::Even), seed };
        let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
        assert_eq!(order, clear, "{level}, {seed}");
    }
}

/// A dodge is free, yet weaker players forget it: normal ones four times of five, hard ones nearly every other time, brutal
/// ones once in three, and the master never.
#[rstest]
#[case(Difficulty::Normal, 60..=90)]
#[case(Difficulty::Hard, 20..=50)]
#[case(Difficulty::Brutal, 10..=40)]
#[case(Difficulty::Master, 0..=0)]
fn cs_base_18_weaker_players_forget_to_dodge(
    #[case] level: Difficulty,
    #[case] forgotten: std::ops::RangeInclusive<usize>,
) {
    let mut fight = setup().add(0, (1, 5), &[rifle()]).add(1, (14, 5), &[sword()]).start_battle(&[6, 1]);
    fight.queue_dice(&[23]);
    fight.attack(1, 2, 0, Some(FireMode::Single)).expect("a shot");
    assert_eq!(fight.asked(), ["dodge", "none"]);
    let none = Order::Decide { answer: "none".to_owned() };
    let answers = (0..100).map(|seed| {
        let player = AiPlayer { difficulty: level, personality: Some(Personality::Even), seed };
        ai::decide(&mut fight.world, &player).expect("a side is asked").order
    });
    let count = answers.filter(|order| *order == none).count();
    assert!(forgotten.contains(&count), "{level}: {count} of 100");
}
