//! Forecasts have the odds of whole attacks, and list what the attack will roll.

use super::*;
use crate::attacks_and_damage::test_support::{
    armour_item, axe, faces_with_hits, rider, rifle, sword, touch,
};
use crate::attacks_and_damage::{ExtraEffectTrigger, Skill, Weapon};
use crate::{Forecast, HitResult, Odds};
use dice::{AnswerPolicy, enumerate};
use model::{BarrierId, BarrierSource};

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The same odds, computed from complete attacks.
fn full_odds(request: &AttackRequest, key: Option<&str>) -> Odds {
    let policy = key.map_or_else(AnswerPolicy::first, |key| AnswerPolicy::keys([key]));
    let all = enumerate(policy, |table| AttacksAndDamageRulebook::attack(table, request)).expect("odds");
    let defender = request.defender().expect("an attack on a unit");
    let before = AttacksAndDamageRulebook::down_state(&defender.sheet, &defender.condition, &request.rules);
    let summarise = |outcome: &ActionOutcome| {
        let mut after = defender.clone();
        apply_steps(&mut after, &outcome.effects);
        let down = AttacksAndDamageRulebook::down_state(&after.sheet, &after.condition, &request.rules);
        let harm = |barrier: &BarrierOnLine| {
            let of = |effect: &RuleStep| match effect {
                RuleStep::DamageBarrier(harm) if harm.id == barrier.id => harm.damage,
                _ => 0,
            };
            outcome.effects.iter().map(of).sum()
        };
        crate::OutcomeSummary {
            contact: outcome.contact,
            net: i32::from(outcome.net >= 0),
            damage: outcome.damage,
            knocked_down: after.prone && !defender.prone,
            down: down.filter(|_| down != before),
            barriers: request.barriers.iter().map(harm).collect(),
        }
    };
    Odds::from_distribution(&all.map(summarise), &request.barriers)
}

fn assert_same_odds(one: &Odds, other: &Odds) {
    let numbers = |odds: &Odds| {
        let mut all = vec![odds.hit, odds.harm, odds.stopped, odds.mean, odds.kill, odds.out, odds.knockdown];
        all.extend(odds.bars.iter().flat_map(|bar| [f64::from(bar.damage), bar.share, bar.out]));
        all.extend(odds.barriers.iter().flat_map(|(_, mean, hole)| [*mean, *hole]));
        all
    };
    let ids = |odds: &Odds| odds.barriers.iter().map(|barrier| barrier.0).collect::<Vec<_>>();
    assert_eq!(ids(one), ids(other));
    let (one, other) = (numbers(one), numbers(other));
    assert_eq!(one.len(), other.len());
    assert!(one.iter().zip(&other).all(|(one, other)| is_close(*one, *other)), "{one:?}\n{other:?}");
}

/// The forecast of an attack, after a comparison of its odds with those of complete attacks.
fn forecast_as_played(request: &AttackRequest) -> Forecast {
    let forecast = AttacksAndDamageRulebook::forecast(request).expect("odds");
    assert_same_odds(&forecast.odds, &full_odds(request, None));
    for answer in &forecast.defences {
        assert_same_odds(&answer.odds, &full_odds(request, Some(&answer.key)));
    }
    forecast
}

fn mark_boxes(request: &mut AttackRequest, light: u32, critical: u32) {
    let marked = Boxes { light, critical, ..boxes(&request.aimed_unit().defender) };
    request.aimed_unit().defender.condition = HealthState::AttacksAndDamage(marked);
}

#[test]
fn odds_are_those_of_whole_attacks() {
    let mut weapon = sword("6PC");
    weapon.ap = -2;
    let mut request = duel(&weapon, |sheet| sheet.armour = vec![armour_item("mail", "3/4/1")]);
    assert_eq!(forecast_as_played(&request).defences.len(), 3);
    mark_boxes(&mut request, 9, 8);
    let forecast = forecast_as_played(&request);
    assert!(forecast.odds.kill > 0.0 && forecast.odds.out > forecast.odds.kill, "{:?}", forecast.odds);
    request.rules = rules_with("ad.dice_extras", "glitch");
    request.aimed_unit().defender.prone = true;
    assert!(is_close(forecast_as_played(&request).odds.knockdown, 0.0));
}

#[test]
fn odds_of_a_shot_through_glass() {
    let mut request = duel(&rifle("4C"), |sheet| sheet.armour = vec![armour_item("mail", "2/2/1")]);
    request.barriers = vec![barrier(7, 1, 5, true), barrier(8, 4, 9, false)];
    let forecast = forecast_as_played(&request);
    assert!(forecast.odds.stopped > 0.0);
    assert_eq!(forecast.barriers.iter().map(|(_, crossed)| *crossed).collect::<Vec<_>>(), [true, false]);
    let mut blow = duel(&axe("9C"), |_| {});
    blow.sight = hidden(sight_at(1), 100);
    blow.barriers = vec![barrier(8, 1, 2, false)];
    assert!(forecast_as_played(&blow).odds.barriers[0].2 > 0.0, "it may break");
}

#[test]
fn ad_def_18_no_defence() {
    let mut request = duel(&rifle("6C"), |_| {});
    request.sight.aware = false;
    let forecast = forecast_as_played(&request);
    assert_eq!((forecast.roll.as_str(), forecast.defences.len()), ("6 dice vs no defence", 0));
    assert_eq!(forecast.notes[0].clause, "AD-DEF-18");
    assert!(is_close(forecast.odds.hit, 1.0), "a tie hits");
}

#[test]
fn ad_res_02_ties_count_as_hits() {
    let mut request = duel(&sword("1PL"), |sheet| sheet.armour = vec![armour_item("plate", "9/9/9")]);
    request.rules = rules_with("ad.decline_defence", "off");
    let forecast = forecast_as_played(&request);
    assert!(forecast.odds.hit > 0.5 && is_close(forecast.odds.harm, 0.0), "{:?}", forecast.odds);
}

fn list_totals(forecast: &Forecast) -> Vec<(&'static str, &str, i32, &'static str)> {
    forecast.totals.iter().map(|sum| (sum.name, sum.value.as_str(), sum.parts.sum(), sum.clause)).collect()
}

#[test]
fn ad_res_01_the_card_follows_the_steps() {
    let mut weapon = rifle("6C");
    weapon.ap = -2;
    let request = duel(&weapon, |sheet| sheet.armour = vec![armour_item("mail", "3/4/1")]);
    let forecast = forecast_as_played(&request);
    assert_eq!(
        list_totals(&forecast),
        [
            ("Attack", "6 dice", 6, "AD-TEST-01"),
            ("Defence", "6 dice, Gymnastics + Agility", 6, "AD-DEF-13"),
            ("Damage", "6 Critical (Impact) + net hits", 6, "AD-RES-05"),
            ("Armour", "1", 1, "AD-RES-06"),
            ("Resistance", "3 dice", 3, "AD-RES-09"),
        ]
    );
    assert_eq!((forecast.roll.as_str(), forecast.unit), ("6 dice vs 6 dice", "boxes"));
    let keys: Vec<_> = forecast.defences.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!(keys, ["edge", "dodge_intuition", "decline"]);
    assert!(forecast.best_defence().is_none(), "the largest pool is the best defence");
}

#[test]
fn remarks_say_what_no_sum_does() {
    let mut weapon = touch();
    weapon.riders.push(rider("marked", ExtraEffectTrigger::Damage));
    let texts = |request: &AttackRequest| -> Vec<String> {
        let forecast = forecast_as_played(request);
        forecast.notes.into_iter().map(|note| format!("{}: {}", note.text, note.value)).collect()
    };
    assert_eq!(
        texts(&duel(&weapon, |_| {})),
        ["Contact attack: no damage", "numbness: on a hit", "marked: on a hit"]
    );
    let mut request = duel(&sword("6PC"), |sheet| sheet.shield = Some(shield()));
    assert_eq!(texts(&request), ["Falls Prone: above 3 boxes"]);
    let mut both_hands = axe("6C");
    both_hands.hands = 2;
    request.aimed_unit().defender.held = vec![held(0, &both_hands)].into();
    request.barriers = vec![barrier(7, 2, 3, true)];
    assert_eq!(
        texts(&request),
        ["Falls Prone: above 3 boxes", "shield: no hand free", "window: armour 3: 2 left"]
    );
}

#[test]
fn ss_barr_29_odds_against_a_wall() {
    let mut request = attack_on_wall(&axe("6C"), 1, barrier(8, 4, 2, false));
    request.barriers = vec![barrier(7, 1, 1, true)];
    let forecast = AttacksAndDamageRulebook::forecast(&request).expect("odds");
    let all = enumerate(AnswerPolicy::first(), |table| AttacksAndDamageRulebook::attack(table, &request))
        .expect("odds");
    let damage = |outcome: &ActionOutcome| outcome.damage;
    assert!(is_close(forecast.odds.mean, all.mean(|outcome| i64::from(damage(outcome)))));
    assert!(is_close(forecast.odds.out, all.probability(|outcome| damage(outcome) >= 4)));
    assert!(is_close(forecast.odds.hit, all.probability(|outcome| outcome.contact == HitResult::Hit)));
    let window = |outcome: &ActionOutcome| {
        outcome.effects.iter().any(|effect| matches!(effect, RuleStep::DamageBarrier(harm) if harm.id == BarrierSource::Segment(BarrierId(7))))
    };
    assert!(is_close(forecast.odds.barriers[0].2, all.probability(window)), "one point makes a hole");
    let values: Vec<_> = forecast.totals.iter().map(|sum| sum.value.as_str()).collect();
    assert_eq!(values, ["6 dice", "6 + hits", "2"]);
}

/// A rifle shot at an armoured target, with every test trained.
fn typical_shot() -> AttackRequest {
    let weapon = Weapon { ap: -1, ..rifle("6C") };
    let mut request = duel(&weapon, |sheet| {
        sheet.armour = vec![armour_item("vest", "4/3/1"), armour_item("helmet", "1/1/0")];
        sheet.attributes.body = 5;
        sheet.attributes.agility = 4;
        for skill in [Skill::Dodge, Skill::Parry] {
            sheet.skills.insert(skill, 4);
        }
    });
    let mut attacker = unit(
        1,
        |sheet| {
            sheet.attributes.agility = 5;
            sheet.skills.insert(Skill::Firearms, 5);
        },
        &[weapon],
    );
    std::mem::swap(&mut *request.attacker, &mut attacker);
    request
}

#[test]
fn a_usual_shot_has_its_odds() {
    let request = typical_shot();
    let forecast = forecast_as_played(&request);
    assert_eq!(forecast.roll, "10 dice vs 7 dice");
    let (outcome, _) = resolve_attack(
        &request,
        &[faces_with_hits(4, 10), faces_with_hits(2, 7), faces_with_hits(1, 5)],
        &["gymnastics"],
    );
    assert_eq!((outcome.damage, outcome.words.to_string().as_str()), (3, "1 Light and 2 Critical"));
}
