//! The weapon that AI players plan with: all weapons ask for bystanders here, and none of them is left out.

use std::sync::Arc;

use breachline::ai::{self, Difficulty};
use breachline::battle::{Order, Target};
use breachline::content::CampaignUnit;
use breachline::model::{CellSide, UnitId};
use breachline::rules::combat_checks::Weapon;
use breachline::rules::{Book, HealthState, Light, RuleSet, Sheet, play};
use rstest::rstest;

use super::{ORDER, checks, four, pistol, plain, rifle, sword, weapon};
use crate::ai_players::{even_player, mirrored_scores, phase_orders};
use crate::common::{Fight, edge, square};

/// Score of the attacks of a unit with these weapons from its own square, twelve squares from its enemy.
fn attack_score(weapons: &[Weapon]) -> f64 {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), weapons)
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    let player = even_player(Difficulty::Brutal, 3);
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
    let player = even_player(Difficulty::Normal, 3);
    let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
    assert_eq!(order, Order::Reload { unit: UnitId(1), weapon: 0 });
}

/// The orders of the acting unit until its turn ends.
fn turn_orders(fight: &mut Fight, level: Difficulty) -> Vec<Order> {
    phase_orders(fight, &even_player(level, 3))
}

fn count_moves(orders: &[Order]) -> usize {
    orders.iter().filter(|order| matches!(order, Order::Move { .. })).count()
}

/// Normal players overlook so many squares that one move may be all they see.
#[rstest]
fn cc_econ_06_a_unit_without_an_attack_moves_twice(
    #[values(Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[sword()])
        .trooper(1, (60, 5), plain(), &[sword()])
        .start_battle(&[4, 3]);
    let orders = turn_orders(&mut fight, level);
    assert_eq!(count_moves(&orders), 2, "{level}: {orders:?}");
}

#[rstest]
fn cc_econ_06_a_unit_that_stands_up_uses_its_action_to_come_on(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[sword()])
        .trooper(1, (60, 5), plain(), &[sword()])
        .start_battle(&[4, 3]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    fight.round_with(2, &[4, 3]);
    let orders = turn_orders(&mut fight, level);
    assert!(orders.contains(&Order::StandUp { unit: UnitId(1) }), "{level}: {orders:?}");
    assert_eq!(count_moves(&orders), 1, "{level}: {orders:?}");
}

/// Another weapon is carried, and the rifle lies on its own square: it is picked up before anything is done with the fists.
#[rstest]
fn a_disarmed_unit_picks_its_rifle_up_although_it_carries_a_sword(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let fists = Weapon {
        damage: ron::from_str("strength_plus(0)").expect("a damage"),
        ..weapon(r#"name: "fists", class: unarmed, hands: 0"#)
    };
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[rifle(), sword(), fists])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    let orders = turn_orders(&mut fight, level);
    assert!(matches!(orders.first(), Some(Order::PickUp { .. })), "{level}: {orders:?}");
    // The action or Strain pays for taking it in hand.
    assert!(orders.iter().any(|order| matches!(order, Order::Ready { .. })), "{level}: {orders:?}");
}

/// The same way to the enemy as in `cc_econ_06_a_unit_without_an_attack_moves_twice`, with a friend that has not moved yet.
#[rstest]
fn cc_econ_06_no_action_is_given_up_to_run_ahead_of_a_friend(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[sword()])
        .trooper(1, (60, 5), plain(), &[sword()])
        .trooper(0, (5, 7), plain(), &[sword()])
        .start_battle(&[4, 1, 3]);
    let orders = turn_orders(&mut fight, level);
    assert_eq!(count_moves(&orders), 1, "{level}: {orders:?}");
}

/// The attack is the action, and cover the free manoeuvre.
#[test]
fn cc_econ_05_cover_fits_after_an_attack_while_the_manoeuvre_is_left() {
    let unit = UnitId(1);
    let target = Target::Unit(UnitId(2));
    let shot = Order::Attack { unit, target, weapon: 0, mode: None, option: None };
    let mut fight = checks()
        .barrier(square(6, 5), |kind| (kind.name, kind.height_cm) = ("crate".to_owned(), 100))
        .trooper(0, (5, 5), plain(), &[rifle()])
        .trooper(1, (15, 5), plain(), &[rifle()])
        .start_battle(&[4, 3]);
    let covers = |fight: &mut Fight| fight.view(|view| ai::takes_cover_after(view, unit, &shot));
    assert!(covers(&mut fight));
    fight.submit(Order::TakeCover { unit });
    assert!(!covers(&mut fight), "it has taken cover");
    let mut open = four().start_battle(&[4, 3, 2, 1]);
    assert!(!covers(&mut open), "nothing to take cover behind");
}

/// A crate beside the gunner is on the far side from the enemies: it goes round it. Brutal players may aim instead.
#[rstest]
fn a_gunner_on_the_wrong_side_of_a_crate_goes_round_it(
    #[values(Difficulty::Normal, Difficulty::Hard)] level: Difficulty,
) {
    let mut fight = checks()
        .barrier(square(16, 5), |kind| (kind.name, kind.height_cm) = ("crate".to_owned(), 100))
        .trooper(0, (15, 5), plain(), &[rifle()])
        .trooper(1, (5, 5), plain(), &[rifle()])
        .trooper(1, (5, 6), plain(), &[rifle()])
        .start_battle(&[4, 3, 2]);
    turn_orders(&mut fight, level);
    let (x, y) = fight.cell(1);
    assert!(x == 17 && (4..=6).contains(&y), "{level}: {x}, {y}");
}

/// Beside an enemy a rifle cannot be used: a step back, then the shot, instead of blows with the fists.
#[rstest]
fn cc_rng_09_a_rifleman_steps_back_from_an_enemy_and_shoots(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = checks()
            .trooper(0, (30, 5), plain(), &[rifle()])
            .trooper(1, (31, 5), plain(), &[sword()])
            .start_battle(&[4, 3]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let first = orders.iter().find(|order| matches!(order, Order::Attack { .. }));
        assert!(
            matches!(first, Some(Order::Attack { weapon: 0, .. })) && count_moves(&orders) > 0,
            "{level}, {seed}: {orders:?}"
        );
    }
}

/// Its weapon lies on the ground, another one is carried: it is readied before any stance, and fired.
#[rstest]
fn cc_econ_08_a_unit_readies_a_weapon_before_it_takes_a_stance(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[rifle(), pistol()])
        .trooper(1, (9, 5), plain(), &[sword()])
        .start_battle(&[4, 3]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    let orders = turn_orders(&mut fight, level);
    let stance = orders
        .iter()
        .position(|order| matches!(order, Order::SpecialAction { action, .. } if action == "guarded_stance"));
    let ready = orders.iter().position(|order| matches!(order, Order::Ready { .. } | Order::PickUp { .. }));
    let attack = orders.iter().position(|order| matches!(order, Order::Attack { .. }));
    assert!(ready.is_some() && attack > ready, "{level}: {orders:?}");
    assert!(stance.is_none_or(|stance| ready < Some(stance)), "{level}: {orders:?}");
}

/// North of the unit the ground is lit, south of it dark, at the same distances from the enemy.
#[test]
fn cc_env_01_a_dark_square_is_safer_than_a_lit_one() {
    let south: Vec<(i32, i32)> = (0..130).flat_map(|x| (11..20).map(move |y| (x, y))).collect();
    let mut fight = checks()
        .ground(&south, |terrain| terrain.light = Light::Dark)
        .trooper(0, (10, 10), plain(), &[rifle()])
        .trooper(1, (24, 10), plain(), &[rifle()])
        .start_battle(&[4, 3]);
    let pairs = mirrored_scores(&mut fight, 10);
    assert!(!pairs.is_empty());
    for (cell, lit, dark) in pairs {
        assert!(dark > lit + 1e-6, "{cell:?}: {dark} is not above {lit}");
    }
}

/// A plain trooper with these Wounds and this Strain.
fn worn(wounds: u32, strain: u32) -> CampaignUnit {
    let rules = RuleSet::new(Book::CombatChecks);
    let health = play::starting_health(&Sheet::CombatChecks(Arc::new(plain())), &rules);
    let HealthState::CombatChecks(mut health) = health else { panic!("another book") };
    (health.wounds, health.strain) = (wounds, strain);
    CampaignUnit::new(HealthState::CombatChecks(health), 0)
}

fn is_action(order: &Order, key: &str) -> bool {
    matches!(order, Order::SpecialAction { action, .. } if action == key)
}

fn attacks_unit(order: &Order, unit: u32) -> bool {
    matches!(order, Order::Attack { target: Target::Unit(UnitId(id)), .. } if *id == unit)
}

/// Standing up takes the free manoeuvre. The enemy four squares away is nearly out of action, another one is unhurt; 7 Strain are
/// left.
#[rstest]
fn cc_econ_05_a_unit_that_can_strike_gives_no_action_up(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut strikes = 0;
    for seed in 0..12 {
        let mut fight = checks()
            .trooper(0, (5, 5), plain(), &[sword()])
            .trooper(1, (9, 5), plain(), &[pistol()])
            .trooper(1, (20, 5), plain(), &[pistol()])
            .skirmish(|skirmish| {
                skirmish.units[0].campaign_unit = Some(worn(0, 6));
                skirmish.units[1].campaign_unit = Some(worn(12, 0));
            })
            .start_battle(&[4, 3, 2]);
        fight.submit(Order::DropProne { unit: UnitId(1) });
        fight.round_with(2, &[4, 3, 2]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        assert!(
            !orders.iter().any(|order| is_action(order, "give_up_action")),
            "{level}, {seed}: {orders:?}"
        );
        strikes += usize::from(orders.iter().any(|order| attacks_unit(order, 2)));
    }
    assert!(strikes > 7, "{level}: {strikes} of 12");
}

/// Standing up takes the free manoeuvre, and a wall hides the enemy; two steps away nothing is in the way. 7 Strain are left.
#[rstest]
fn cc_econ_05_a_gunner_that_has_stood_up_buys_the_way_to_a_shot(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let strong = Weapon { damage: ron::from_str("fixed(10)").expect("a damage"), ..pistol() };
    let mut shots = 0;
    for seed in 0..12 {
        let setup = (4..=6).fold(checks(), |setup, y| {
            setup.barrier(edge(5, y, CellSide::East), |kind| (kind.armor, kind.structure) = (40, 40))
        });
        let mut fight = setup
            .trooper(0, (5, 5), plain(), std::slice::from_ref(&strong))
            .trooper(1, (15, 5), plain(), &[sword()])
            .skirmish(|skirmish| skirmish.units[0].campaign_unit = Some(worn(0, 6)))
            .start_battle(&[4, 3]);
        fight.submit(Order::DropProne { unit: UnitId(1) });
        fight.round_with(2, &[4, 3]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        assert!(orders.contains(&Order::StandUp { unit: UnitId(1) }), "{level}, {seed}: {orders:?}");
        shots += usize::from(orders.iter().any(|order| attacks_unit(order, 2)));
    }
    assert!(shots > 7, "{level}: {shots} of 12");
}

/// An unhurt enemy stands further away.
#[rstest]
fn a_hurt_enemy_beside_the_unit_is_attacked_and_not_passed(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..12 {
        let mut fight = checks()
            .trooper(0, (5, 5), plain(), &[sword()])
            .trooper(1, (6, 5), plain(), &[sword()])
            .trooper(1, (10, 5), plain(), &[sword()])
            .skirmish(|skirmish| skirmish.units[1].campaign_unit = Some(worn(12, 0)))
            .start_battle(&[4, 3, 2]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let attack = orders.iter().find(|order| matches!(order, Order::Attack { .. }));
        assert!(attack.is_some_and(|order| attacks_unit(order, 2)), "{level}, {seed}: {orders:?}");
    }
}

/// Its pistol lies three squares away; with the sword in hand it would have to cross twenty squares under fire.
#[rstest]
fn a_unit_that_has_lost_its_gun_goes_for_it_and_picks_it_up(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut picked_up = 0;
    for seed in 0..12 {
        let mut fight = checks()
            .trooper(0, (5, 5), plain(), &[pistol(), sword()])
            .trooper(1, (25, 8), plain(), &[pistol()])
            .start_battle(&[4, 3]);
        fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
        fight.walk(1, &[(5, 6), (5, 7), (5, 8)]).expect("the way is free");
        let mut orders = Vec::new();
        for round in 2..5 {
            fight.round_with(round, &[4, 3]);
            orders.extend(phase_orders(&mut fight, &even_player(level, seed)));
            if orders.iter().any(|order| matches!(order, Order::PickUp { .. })) {
                picked_up += 1;
                break;
            }
        }
    }
    assert!(picked_up > 7, "{level}: {picked_up} of 12");
}

/// It did nothing in the round before; the sword does not reach.
#[rstest]
fn a_unit_that_has_done_nothing_in_view_of_an_enemy_stands_up(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..6 {
        let mut fight = checks()
            .trooper(0, (5, 5), plain(), &[sword()])
            .trooper(1, (25, 5), plain(), &[rifle()])
            .start_battle(&[4, 3]);
        fight.submit(Order::DropProne { unit: UnitId(1) });
        fight.round_with(2, &[4, 3]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        assert!(orders.contains(&Order::StandUp { unit: UnitId(1) }), "{level}, {seed}: {orders:?}");
    }
}

/// In cover, with the free manoeuvre left and an enemy in view: it aims, before its attack where it plans. In some phases a unit
/// acts without a plan, and aims after its attack.
#[rstest]
fn cc_econ_08_a_manoeuvre_that_is_left_is_used_to_aim(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let mut aimed_shots = 0;
    for seed in 0..12 {
        let mut fight = checks()
            .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 100)
            .trooper(0, (5, 5), plain(), &[rifle()])
            .trooper(1, (25, 5), plain(), &[rifle()])
            .start_battle(&[4, 3]);
        fight.submit(Order::TakeCover { unit: UnitId(1) });
        fight.round_with(2, &[4, 3]);
        let orders = phase_orders(&mut fight, &even_player(level, seed));
        let aim = orders.iter().position(|order| is_action(order, "aim"));
        let shot = orders.iter().position(|order| matches!(order, Order::Attack { .. }));
        assert!(aim.is_some() || count_moves(&orders) > 0, "{level}, {seed}: {orders:?}");
        aimed_shots += usize::from(aim.is_some() && aim < shot);
    }
    assert!(aimed_shots > 4, "{level}: {aimed_shots} of 12");
}

/// The answers of the side of unit 2 to two threats of unit 1, for 12 seeds.
fn answers_to_threats(level: Difficulty) -> Vec<Order> {
    let mut fight = four().start_battle(&ORDER);
    fight.begin_check((1, 2, 0), (0, -2));
    let decide = |seed| ai::decide(&mut fight.world, &even_player(level, seed)).expect("it is asked").order;
    (0..12).map(decide).collect()
}

/// Symbols cost nothing, and are lost if nothing is bought. Only normal players forget them.
#[rstest]
fn cc_tht_01_threats_are_spent(
    #[values(Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let nothing = Order::Decide { answer: "stop".to_owned() };
    let answers = answers_to_threats(level);
    assert!(!answers.contains(&nothing), "{level}: {answers:?}");
    assert!(answers_to_threats(Difficulty::Normal).contains(&nothing), "normal players forget some");
}

/// A triumph is never forgotten, not even by normal players.
#[test]
fn cc_tri_01_a_triumph_is_spent_by_normal_players() {
    let mut fight = four().start_battle(&ORDER);
    fight.begin_check_with((1, 2, 0), (1, 0, 1, 0));
    assert!(fight.asked().contains(&"injury:2".to_owned()), "{:?}", fight.asked());
    for seed in 0..12 {
        let order =
            ai::decide(&mut fight.world, &even_player(Difficulty::Normal, seed)).expect("it is asked").order;
        assert_ne!(order, Order::Decide { answer: "stop".to_owned() }, "{seed}");
    }
}
