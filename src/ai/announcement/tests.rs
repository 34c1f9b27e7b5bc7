use super::harm::RatedHarm;
use super::*;
use crate::planning::objective_threat::ABOUT_TO_WIN;

fn rated(values: &[(f64, bool)]) -> Vec<RatedAnnouncement> {
    let attack = |&(value, needs_run)| RatedAnnouncement {
        value,
        share: Some(1.0),
        needs_run,
        ..RatedAnnouncement::default()
    };
    let mut all: Vec<RatedAnnouncement> = values.iter().map(attack).collect();
    prefer_attacks_at_hand(&mut all);
    all
}

fn values(rated: &[RatedAnnouncement]) -> Vec<f64> {
    rated.iter().map(|one| one.value).collect()
}

#[test]
fn an_adviser_rates_a_charge_below_a_shot_that_does_something() {
    let all = rated(&[(0.8, true), (0.4, true), (0.1, false)]);
    let [far, farther, shot] = values(&all)[..] else { unreachable!("invariant: three attacks") };
    assert!(far < shot && farther < far, "{far} {farther} {shot}");
    let rated_values = |values_of: &[(f64, bool)]| values(&rated(values_of));
    assert_eq!(
        rated_values(&[(0.8, true), (0.001, false)]),
        [0.8, 0.001],
        "a shot that does next to nothing"
    );
    assert_eq!(rated_values(&[(0.05, true), (0.1, false)]), [0.05, 0.1], "it is worth less anyway");
    assert_eq!(rated_values(&[(0.8, true)]), [0.8], "there is nothing else");
}

#[test]
fn an_adviser_rates_what_is_not_possible_yet_below_what_is() {
    let later = |value| RatedAnnouncement {
        value,
        share: Some(0.25),
        reasons: vec![RatingReason::NotYet],
        ..RatedAnnouncement::default()
    };
    let possible = |value| RatedAnnouncement { value, share: Some(1.0), ..RatedAnnouncement::default() };
    let weapon = RatedAnnouncement::of_value(0.4);
    let mut all = vec![later(0.2), later(0.1), weapon, possible(0.06), possible(0.03), possible(0.01)];
    prefer_attacks_at_hand(&mut all);
    prefer_possible_attacks(&mut all);
    let [first, second, weapon, ..] = values(&all)[..] else { unreachable!("invariant: six attacks") };
    assert!((weapon - 0.95 * 0.03).abs() < 1e-9, "{weapon}");
    assert!((first - weapon / 2.0).abs() < 1e-9 && (second - first / 2.0).abs() < 1e-9);
    assert_eq!(values(&all).split_off(3), [0.06, 0.03, 0.01], "what is possible keeps its value");
    let mut all = vec![later(0.2), possible(0.01)];
    prefer_possible_attacks(&mut all);
    assert_eq!(values(&all), [0.2, 0.01], "it does next to nothing");
}

#[test]
fn a_charge_that_is_rated_lower_says_so_and_how_much_of_its_odds_counts() {
    let [charge, shot] = &rated(&[(0.8, true), (0.1, false)])[..] else {
        unreachable!("invariant: two attacks")
    };
    assert_eq!(charge.reasons, [RatingReason::NeedsRun]);
    let share = charge.share.expect("it has odds");
    assert!((share - 0.095 / 0.8).abs() < 1e-9, "{share}");
    assert!(shot.reasons.is_empty() && shot.share == Some(1.0), "{shot:?}");
}

#[test]
fn ab_cancel_01_a_target_that_decides_the_battle_is_worth_announcing_even_if_it_acts_first() {
    let harm = |urgency| RatedHarm { value: 0.5, of_odds: 0.2, urgency, is_last_resort: false };
    let gone = [1.0, 2.5, ABOUT_TO_WIN].map(|urgency| harm(urgency).may_be_gone(true));
    assert_eq!(gone, [false, true, false]);
    assert!(!harm(2.5).may_be_gone(false), "the attack comes first");
}

#[test]
fn ab_cancel_01_an_attack_that_hardly_ever_harms_binds_no_unit() {
    let announced = |chance, reasons: &[RatingReason]| {
        let rated =
            RatedAnnouncement { chance, reasons: reasons.to_vec(), ..RatedAnnouncement::of_value(0.05) };
        !rated.is_hopeless()
    };
    assert!(!announced(Some(0.07), &[]) && !announced(Some(0.07), &[RatingReason::AfterMove]));
    assert!(announced(Some(0.1), &[]));
    assert!(announced(Some(0.07), &[RatingReason::Urgent]), "it may stop an enemy at its goal");
    assert!(announced(None, &[]), "a target is yet to appear");
}

#[test]
fn what_changes_the_worth_of_odds_is_named() {
    let harm = RatedHarm { value: 0.5, of_odds: 0.2, urgency: 2.5, is_last_resort: false };
    let reasons = |harm: RatedHarm, escapes| harm.reasons(escapes).collect::<Vec<_>>();
    assert_eq!(reasons(harm, false), [RatingReason::Urgent]);
    assert_eq!(reasons(harm, true), [RatingReason::ReachesGoalFirst]);
    let bare = RatedHarm { urgency: 1.0, is_last_resort: true, ..harm };
    assert_eq!(reasons(bare, false), [RatingReason::LastResort]);
    let plain = RatedHarm { urgency: 1.0, ..harm };
    assert_eq!(reasons(plain, false), []);
}

#[test]
fn ab_cancel_01_a_shot_at_a_target_that_is_not_seen_is_a_blind_one_and_not_impossible() {
    let reason = |obstacle| RatingReason::of_obstacle(Some(obstacle));
    assert_eq!(reason(ImpossibleAttack::OutOfSight), RatingReason::Blind);
    assert_eq!(reason(ImpossibleAttack::PathBlocked), RatingReason::NotYet);
    assert_eq!(reason(ImpossibleAttack::OutOfReach), RatingReason::NotYet);
    for obstacle in [RatingReason::NotYet, RatingReason::Blind] {
        let later = RatedAnnouncement {
            share: Some(0.25),
            reasons: vec![obstacle],
            ..RatedAnnouncement::of_value(0.2)
        };
        assert!(!later.is_possible(), "{obstacle:?}: it stays below what needs no luck");
    }
}

#[test]
fn a_weapon_that_lasts_for_fewer_attacks_than_the_turn_has_is_worth_less() {
    let assert_share = |(uses, attacks, single), wanted: f64| {
        let share = share_of_attacks(uses, attacks, single);
        assert!((share - wanted).abs() < 1e-9, "{share}, not {wanted}");
    };
    assert_share((1, 1, 0.0), 1.0);
    assert_share((u32::MAX, 3, 0.0), 1.0);
    assert_share((1, 2, 0.0), 0.5);
    assert_share((2, 3, 0.0), 2.0 / 3.0);
    assert_share((1, 2, 1.0), 1.0);
    assert_share((1, 3, 0.5), 0.5);
}
