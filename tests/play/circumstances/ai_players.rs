//! AI players and cover that stops damage by its material.

use breachline::ai::{self, AiPlayer, Difficulty, Personality};
use breachline::model::Cell;

use super::{Recruits, rifle, setup};
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
