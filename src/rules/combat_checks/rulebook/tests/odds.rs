//! Forecasts agree with played attacks.

use std::collections::BTreeMap;

use super::*;
use crate::combat_checks::test_support::{add_injury, pistol, rifle, sword};
use crate::combat_checks::{QualityEffect, WeaponQuality};
use crate::test_barriers::intact_wall;
use crate::{BarrierOnLine, Forecast, Light};
use dice::{AnswerPolicy, enumerate};
use model::UnitId;

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

/// Attacks that cannot cause injuries: the rating is too high.
fn attacks() -> Vec<AttackRequest> {
    let mut all: Vec<_> =
        [pistol(), rifle(), sword(), OwnWeapon::unarmed(), OwnWeapon { targets: 2, ..pistol() }]
            .map(|weapon| attack_request(OwnWeapon { critical: 99, ..weapon }))
            .into();
    all[1].surroundings.target.light = Light::Dark;
    harm(&mut all[1].aimed_unit().defender, |own| own.wounds = 9);
    harm(&mut all[2].attacker, |own| own.waiting.attack.downgrade = 2);
    harm(&mut all[3].aimed_unit().defender, |own| own.strain = 12);
    all[3].aimed_unit().defender.prone = true;
    all[4].option = Some("two_targets".into());
    joins(&mut all[4], unit(4, 1), 1);
    let pane = BarrierOnLine { transparent: true, ..intact_wall(7, "window", (1, 2)) };
    let mut behind = all[0].clone();
    behind.barriers.push(pane);
    all.push(behind);
    for attack in &mut all {
        attack.rules.set("cc.triumph", "off").expect("a switch");
    }
    all
}

#[test]
fn forecasts_agree_with_the_whole_rule() {
    for attack in attacks() {
        let forecast = CombatChecksRulebook::forecast(&attack).expect("few branches");
        let played = enumerate(AnswerPolicy::first(), |table| CombatChecksRulebook::attack(table, &attack))
            .expect("few");
        let odds = &forecast.odds;
        let defender = attack.defender().expect("an attack on a unit");
        assert!(near(odds.hit, played.probability(|outcome| outcome.net > 0)));
        assert!(near(odds.harm, played.probability(|outcome| outcome.damage > 0)));
        assert!(near(odds.mean, played.mean(|outcome| i64::from(outcome.damage))));
        let of = |outcome: &ActionOutcome| {
            let mut now = None;
            for effect in &outcome.effects {
                if let RuleStep::ChangeHealth { unit: UnitId(2), after, .. } = effect {
                    now = CombatChecksRulebook::down_state(&defender.sheet, after, &attack.rules);
                }
            }
            now
        };
        assert!(near(odds.out, played.probability(|outcome| of(outcome).is_some())));
        let falls =
            |outcome: &ActionOutcome| outcome.effects.contains(&RuleStep::FallProne { unit: UnitId(2) });
        // A unit out of action falls anyway, which a forecast counts as knockdown.
        assert!(odds.knockdown + 1e-12 >= played.probability(falls));
        let mut bars = BTreeMap::new();
        for bar in &odds.bars {
            bars.insert(bar.damage, bar.share);
        }
        for (damage, share) in bars {
            assert!(near(share, played.probability(|outcome| outcome.damage == damage)), "{damage}");
        }
        for (id, mean, _) in &odds.barriers {
            let harm = |outcome: &ActionOutcome| {
                outcome.effects.iter().any(|it| matches!(it, RuleStep::DamageBarrier(harm) if harm.id == *id))
            };
            assert!(near(*mean, played.probability(harm)), "a shot takes one point");
        }
    }
}

#[test]
fn cc_adv_10_the_chance_to_knock_out_counts_a_quality_that_is_proposed() {
    let stun = WeaponQuality { name: "Stun".into(), cost: 2, effect: QualityEffect::Strain(3) };
    let weapon = OwnWeapon { critical: 99, qualities: vec![stun], ..pistol() };
    let mut shot = attack_request(weapon);
    harm(&mut shot.aimed_unit().defender, |own| own.strain = own.strain_threshold - 1);
    shot.rules.set("cc.triumph", "off").expect("a switch");
    let defender = shot.defender().expect("an attack on a unit").clone();
    let played = |policy: AnswerPolicy| {
        let all = enumerate(policy, |table| CombatChecksRulebook::attack(table, &shot)).expect("few");
        all.probability(|outcome: &ActionOutcome| {
            outcome.effects.iter().any(|effect| {
                matches!(effect, RuleStep::ChangeHealth { unit: UnitId(2), after, .. }
                    if CombatChecksRulebook::down_state(&defender.sheet, after, &shot.rules).is_some())
            })
        })
    };
    let forecast = CombatChecksRulebook::forecast(&shot).expect("few branches");
    assert_eq!(forecast.knock_out_purchase.as_deref(), Some("Stun, 3 Strain, for 2 advantages"));
    let out = forecast.odds.out;
    assert!(near(out, played(AnswerPolicy::choose(CombatChecksRulebook::suggested_answer))));
    assert!(out > 0.1 && played(AnswerPolicy::first()) < 1e-12, "the damage alone never does: {out}");
}

#[test]
fn the_joint_odds_are_those_of_the_pool() {
    let forecast = CombatChecksRulebook::forecast(&attack_request(pistol())).expect("few branches");
    assert_eq!(forecast.roll, "1 ability, 2 proficiency vs 2 difficulty");
    assert!(near(forecast.joint.iter().map(|(_, share)| share).sum(), 1.0));
    let success: f64 = forecast.joint.iter().filter(|((net, _), _)| *net > 0).map(|(_, share)| share).sum();
    assert!(near(success, forecast.odds.hit));
    assert!(forecast.joint.windows(2).all(|two| two[0].0 < two[1].0), "each once, in order");
}

#[test]
fn the_card_says_where_numbers_come_from() {
    let mut shot = attack_request(pistol());
    shot.surroundings.target.light = Light::Low;
    harm(&mut shot.aimed_unit().defender, |own| add_injury(own, 1));
    harm(&mut shot.attacker, |own| own.aim = true);
    let forecast: Forecast = CombatChecksRulebook::forecast(&shot).expect("few branches");
    let names: Vec<_> = forecast.totals.iter().map(|sum| (sum.name, sum.value.as_str())).collect();
    let wanted = [
        ("Dice", "1 boost, 1 ability, 2 proficiency"),
        ("Difficulty", "2 difficulty"),
        ("Setback", "1"),
        ("Damage", "6 + net successes"),
        ("Soak", "3"),
    ];
    assert_eq!(names, wanted);
    assert!(forecast.totals.iter().all(|sum| !sum.parts.0.is_empty()));
    assert_eq!(forecast.notes[0].clause, "CC-CRIT-01");
    assert!(forecast.notes[0].text.ends_with(", +10 on its roll"), "one ongoing injury");
}

#[test]
fn cc_rng_09_no_odds_of_a_shot_at_an_adjacent_target_with_a_large_weapon() {
    let odds = |weapon: OwnWeapon, squares| {
        let mut attack = attack_request(weapon);
        attack.sight = sight(squares);
        crate::play::preview(&attack).map(|odds| odds.hit > 0.0)
    };
    assert_eq!([odds(rifle(), 1), odds(rifle(), 2)], [None, Some(true)]);
    assert_eq!(odds(pistol(), 1), Some(true));
}
