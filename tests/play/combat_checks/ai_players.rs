//! The weapon that AI players plan with: all weapons ask for bystanders here, and none of them is left out.

use breachline::ai::{self, AiPlayer, Difficulty, Personality};
use breachline::battle::Order;
use breachline::model::UnitId;
use breachline::rules::combat_checks::Weapon;

use super::{ORDER, checks, four, pistol, plain, weapon};

/// Score of the attacks of a unit with these weapons from its own square, twelve squares from its enemy.
fn attack_score(weapons: &[Weapon]) -> f64 {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), weapons)
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    let player = AiPlayer { difficulty: Difficulty::Brutal, personality: Some(Personality::Even), seed: 3 };
    ai::decide(&mut fight.world, &player).expect("a side is to act").positions[0].attack_score
}

#[test]
fn positions_are_judged_by_the_weapon_that_harms_most() {
    let far = weapon(r#"name: "dart gun", class: pistol, range: long, ammunition: true"#);
    let far = Weapon { damage: ron::from_str("fixed(1)").expect("a damage"), ..far };
    let (strong, weak) = (attack_score(&[pistol()]), attack_score(std::slice::from_ref(&far)));
    assert!(strong > weak, "{strong} {weak}");
    assert!((attack_score(&[pistol(), far]) - strong).abs() < 1e-9);
}

#[test]
fn cc_tht_10_an_empty_weapon_is_reloaded() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["empty:weapon0"]);
    let player = AiPlayer { difficulty: Difficulty::Normal, personality: Some(Personality::Even), seed: 3 };
    let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
    assert_eq!(order, Order::Reload { unit: UnitId(1), weapon: 0 });
}
