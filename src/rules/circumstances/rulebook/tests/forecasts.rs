//! Tests that forecasts equal the odds of the rule.

use super::*;
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::rulebook::area_attacks::Explosion;
use crate::circumstances::rulebook::attacks::attack_context;
use crate::circumstances::rulebook::odds;
use crate::circumstances::rulebook::odds::DefenceOdds;
use crate::circumstances::rulebook::{area_attacks, forecast as cards};
use crate::circumstances::{
    Ailment, AttackKind, BurstMode, CoverShape, DamageDice, Deflector, HitLocation, HitLocations, WeaponClass,
};
use crate::ground::scatter::CellOffset;
use crate::rulebook::{AttackRules, ForecastRules, UnitRules};
use crate::{Bystander, FireMode, Forecast, HitResult, Odds, OutcomeSummary};
use dice::{AnswerPolicy, Distribution, Table, enumerate};
use model::{BarrierId, BarrierSource, Cell, CellSide, Edge, UnitId};

/// Pseudo-random numbers for requests, the same in every run.
struct RequestGenerator(u64);

impl RequestGenerator {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn attack_request(&mut self) -> AttackRequest {
        let class = [WeaponClass::Melee, WeaponClass::Ranged, WeaponClass::Thrown][self.below(3) as usize];
        let weapon = OwnWeapon {
            damage: DamageDice {
                count: 1 + self.below(2) as u8,
                sides: 5 + 5 * self.below(2) as u8,
                bonus: self.below(5) as i16 - 1,
            },
            penetration: self.below(6) as u8,
            cracking: self.below(3) as u8,
            range: 40,
            magazine: 6,
            burst: Some(BurstMode { rounds: 2 + self.below(2) as u8, jams_on: None }),
            ..OwnWeapon::plain("sample", class, DamageDice::d10(1, 0))
        };
        let mut made = attack_request(weapon);
        *made.attacker = unit(1, made.weapon.circumstances().as_ref().clone(), |sheet| {
            sheet.characteristics.weapon_skill = 20 + self.below(60) as u8;
            sheet.characteristics.ballistic_skill = 20 + self.below(70) as u8;
        });
        made.aimed_unit().defender = unit(2, test_fixtures::sword(), |sheet| {
            sheet.wounds = 1 + self.below(12) as u16;
            sheet.skills.insert(Skill::Dodge, self.below(60) as u8);
            sheet.armour.head = self.below(4) as u8;
            sheet.armour.body = self.below(7) as u8;
            sheet.armour.left_leg = self.below(4) as u8;
            let deflector = Deflector { value: 35, automatic: Default::default() };
            sheet.deflector = (self.below(4) == 0).then_some(deflector);
        });
        own_budget(&mut made.aimed_unit().defender).phase.reaction = self.below(2) == 0;
        if class == WeaponClass::Ranged && self.below(2) == 0 {
            made.mode = Some(FireMode::Burst);
        }
        made.aimed_unit().charge = class == WeaponClass::Melee && self.below(2) == 0;
        if self.below(2) == 0 {
            made.barriers = vec![BarrierOnLine { armor: self.below(17) as u32, ..wall(8) }, wall(9)];
            made.aimed_unit().beside_target = vec![BarrierSource::Segment(BarrierId(8))];
            made.aimed_unit().heights_cm = vec![if self.below(2) == 0 { 90 } else { 200 }, 200];
            made.aimed_unit().defender.in_cover = true;
            let budget = own_budget(&mut made.aimed_unit().defender);
            budget.cover = CoverShape::Tall;
            budget.shielded =
                [HitLocations::ALL, HitLocations::BODY_AND_LEGS, HitLocations::NONE][self.below(3) as usize];
        }
        if self.below(8) == 0 {
            made.sight.hidden = 100;
        }
        made
    }
}

/// The outcomes of a resolved attack.
fn of_outcomes(attack_request: &AttackRequest, key: &str) -> Distribution<OutcomeSummary> {
    let all =
        enumerate(AnswerPolicy::keys([key]), |table| CircumstancesRulebook::attack(table, attack_request))
            .expect("odds");
    all.map(|outcome| {
        let lost = |barrier: &BarrierOnLine| {
            let harm = outcome.effects.iter().filter_map(|effect| match effect {
                RuleStep::DamageBarrier(harm) if harm.id == barrier.id => Some(harm.damage),
                _ => None,
            });
            harm.sum()
        };
        let target = attack_request.defender().expect("an attack on a unit");
        let defender = target.id;
        let after = outcome.effects.iter().find_map(|effect| match effect {
            RuleStep::ChangeHealth { unit, after, .. } if *unit == defender => Some(after),
            _ => None,
        });
        OutcomeSummary {
            contact: outcome.contact,
            net: i32::from(outcome.net > 0),
            damage: outcome.damage,
            knocked_down: outcome.effects.contains(&RuleStep::FallProne { unit: defender }),
            down: after.and_then(|after| {
                CircumstancesRulebook::down_state(&target.sheet, after, &attack_request.rules)
            }),
            barriers: attack_request.barriers.iter().map(lost).collect(),
        }
    })
}

#[test]
fn a_forecast_is_what_the_rule_gives() {
    let mut source = RequestGenerator(7);
    let mut answered = 0;
    for number in 0..60 {
        let made = source.attack_request();
        if CircumstancesRulebook::may_attack(&made).is_err() {
            continue;
        }
        let blow = made.on_unit().expect("an attack on a unit");
        let context = attack_context(blow);
        let plan = AttackPlan::new(&context);
        let struck = odds::attack_hit_odds(blow, &plan).expect("small numbers");
        let ways = (0..plan.defence.evasions.len()).map(Some).chain([None]);
        for way in ways {
            let key = cards::answer_key(&plan.defence, way);
            let folded = struck.after_defence(&DefenceOdds::new(&plan.defence, way), made.barriers.len());
            let full = cards::outcome_summaries(blow, &plan, key.clone()).expect("odds");
            assert!(folded == full, "context {number} by {key}: {made:?}");
            if number < 20 && made.mode.is_none() {
                assert!(folded == of_outcomes(&made, &key), "context {number} by {key}, as played");
            }
        }
        let card = CircumstancesRulebook::forecast(&made).expect("a card");
        let hurried = DefenceOdds::default_choice(&plan.defence);
        let folded = struck.after_defence(&DefenceOdds::new(&plan.defence, hurried), made.barriers.len());
        assert_eq!(card.odds, odds::odds_with_barriers(&folded, &made.barriers));
        assert_eq!(card.defences.len(), plan.defence.evasions.len());
        answered += card.defences.len();
    }
    assert!(answered > 20, "{answered} answers");
}

#[test]
fn numbers_too_large_to_fold_are_walked() {
    let mut shot = attack_request(OwnWeapon { damage: DamageDice::d10(40, 0), ..test_fixtures::autogun() });
    shot.aimed_unit().defender = unit(2, test_fixtures::sword(), |sheet| sheet.wounds = 400);
    use_up_reaction(&mut shot.aimed_unit().defender);
    let on_unit = shot.on_unit().expect("an attack on a unit");
    assert!(odds::attack_hit_odds(on_unit, &AttackPlan::new(&attack_context(on_unit))).is_none());
    let card = CircumstancesRulebook::forecast(&shot).expect("a card");
    assert!((card.odds.hit - 0.4).abs() < 1e-12);
}

#[test]
fn a_card_names_everything() {
    let mut blow = attack_request(test_fixtures::sword());
    own_budget(&mut blow.aimed_unit().defender).phase.reaction = true;
    let card = CircumstancesRulebook::forecast(&blow).expect("a card");
    assert_eq!(card.roll, "40 or less, Parry 40");
    let sums: Vec<_> = card.totals.iter().map(|sum| format!("{} {}", sum.name, sum.value)).collect();
    assert_eq!(sums, ["Target number 40", "Parry 40", "Damage 1d10+5", "Protection 3"]);
    let keys: Vec<_> = card.defences.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!((keys, card.unit), (vec!["dodge", "none"], "Wounds"));
    assert!((card.odds.hit - 0.4 * 0.6).abs() < 1e-12);
    assert!((card.defences[1].odds.hit - 0.4).abs() < 1e-12);
    let mut grab = blow.clone();
    grab.option = Some("grapple".into());
    let card = CircumstancesRulebook::forecast(&grab).expect("a card");
    assert!((card.odds.hit - 0.24).abs() < 1e-12 && card.odds.mean == 0.0);
}

#[test]
fn an_explosion_is_foreseen() {
    for (class, metres) in [(WeaponClass::Thrown, 10), (WeaponClass::Ranged, 2)] {
        let mut thrown = attack_request(OwnWeapon { class, ..test_fixtures::grenade(3) });
        thrown.sight = test_fixtures::sight(metres);
        thrown.aimed_unit().defender = unit(2, test_fixtures::sword(), |sheet| {
            sheet.skills.insert(Skill::Dodge, 30);
            sheet.armour.head = 3;
        });
        let on_unit = thrown.on_unit().expect("an attack on a unit");
        let plan_scene = attack_context(on_unit);
        let plan = AttackPlan::new(&plan_scene);
        let defence = DefenceOptions::new(
            &plan_scene.defender,
            AttackKind::Blast,
            false,
            &thrown.surroundings,
            &plan_scene.switches,
        );
        let explosion = Explosion::from_attack(on_unit, &plan_scene);
        let bob =
            |centre| explosion.units_in_blast(centre).into_iter().find(|near| near.unit.id == UnitId(2));
        let near = bob(CellOffset::default()).expect("its own square");
        let centres = odds::FlightOdds::for_attack(&plan).centres(&explosion);
        let struck = odds::area_odds(on_unit, &plan, (&explosion, &centres), &near).expect("small numbers");
        let launch = area_attacks::launch_context(&plan_scene);
        let hit = explosion.hit_context(CellOffset::default(), &near);
        let full = enumerate(AnswerPolicy::keys(["dodge"]), |table| {
            let launched = blast::resolve_launch(table, &launch)?;
            let reached = explosion.centre(launched.landing).is_some_and(|centre| bob(centre).is_some());
            if !table.merge_branches(reached)? {
                return Ok(odds::missed_summary(0));
            }
            Ok(odds::outcome_summary(on_unit, &blast::resolve_blast_hit(table, &hit)?))
        });
        let full = full.expect("odds");
        let folded = struck.after_defence(&DefenceOdds::new(&defence, Some(0)), 0);
        assert!(folded == full, "{class:?}: {folded:?} {full:?}");
        if class == WeaponClass::Thrown {
            assert!(folded == of_outcomes(&thrown, "dodge"), "as played");
        }
        let card = CircumstancesRulebook::forecast(&thrown).expect("a card");
        assert_eq!(card.defences.len(), 1);
    }
}

/// Walls block explosions and stop scatter; a low wall covers from its other side.
#[test]
fn an_explosion_among_walls_is_foreseen() {
    let mut thrown = attack_request(test_fixtures::grenade(3));
    thrown.sight = test_fixtures::sight(6);
    let low = (Edge::new(Cell::new(5, 5), CellSide::South), 90);
    let tall = [CellSide::East, CellSide::West].map(|side| (Edge::new(Cell::new(5, 3), side), 300));
    thrown.site = Some(super::explosions::spot((5, 11), (5, 5), &[low, tall[0], tall[1]]));
    super::own_budget(&mut thrown.aimed_unit().defender).shielded = HitLocations::BODY_AND_LEGS;
    thrown.aimed_unit().defender.in_cover = true;
    let card = CircumstancesRulebook::forecast(&thrown).expect("a card");
    let played = Odds::from_distribution(&of_outcomes(&thrown, "none"), &[]);
    assert_eq!(card.odds, played);
    thrown.sight = test_fixtures::sight(2);
    thrown.rules = super::rules_with("cs.blast_cover", "centre");
    thrown.site = Some(super::explosions::spot((5, 7), (5, 5), &[low]));
    let card = CircumstancesRulebook::forecast(&thrown).expect("a card");
    thrown.aimed_unit().defender.in_cover = false;
    let open = CircumstancesRulebook::forecast(&thrown).expect("a card");
    assert!(open.odds.mean > card.odds.mean, "what goes off in the hand meets the low wall first");
}

#[test]
fn others_in_an_explosion_are_named() {
    let mut thrown = attack_request(test_fixtures::grenade(2));
    thrown.sight = test_fixtures::sight(10);
    let mut cat = unit(3, test_fixtures::sword(), |_| {});
    cat.name = "Cat".into();
    let sight = crate::TargetSight { distance_squared: 82, ..test_fixtures::sight(9) };
    thrown.bystanders = vec![Bystander {
        unit: cat,
        offset: (1, -1),
        sight,
        surroundings: crate::Surroundings::default(),
        sees_target: true,
    }];
    // 10 m south of Bob: 9 south and 1 west of Cat.
    let on_unit = thrown.on_unit().expect("an attack on a unit");
    let at = Explosion::from_attack(on_unit, &attack_context(on_unit)).map.attacker;
    assert_eq!((at.east, at.north), (0, -10));
    let card = CircumstancesRulebook::forecast(&thrown).expect("a card");
    assert!(card.notes.iter().any(|remark| remark.text == "Also in the area: Cat"));
}

/// The card of an attack on a wall, whose odds are those of the attack.
fn card_against_wall(attack: &AttackRequest) -> Forecast {
    let card = CircumstancesRulebook::forecast(attack).expect("a card");
    let all =
        enumerate(AnswerPolicy::first(), |table| CircumstancesRulebook::attack(table, attack)).expect("odds");
    assert!((card.odds.mean - all.mean(|outcome| i64::from(outcome.damage))).abs() < 1e-12);
    assert!((card.odds.hit - all.probability(|outcome| outcome.contact == HitResult::Hit)).abs() < 1e-12);
    card
}

#[test]
fn cs_blnd_05_a_blinded_shooter_misses_the_wall() {
    let mut shot = super::attacks::at_wall(test_fixtures::autogun());
    assert!(card_against_wall(&shot).odds.hit > 0.0);
    shot.attacker.add_ailment(Ailment::Blinded);
    assert_eq!(card_against_wall(&shot).odds.hit, 0.0);
}

#[test]
fn cs_curs_01_a_cursed_unit_hits_the_wall_twice() {
    let mut blow = super::attacks::at_wall(test_fixtures::sword());
    // 40 of 100, and both rolls have to pass.
    assert!((card_against_wall(&blow).odds.hit - 0.4).abs() < 1e-12);
    blow.attacker.add_ailment(Ailment::Cursed);
    assert!((card_against_wall(&blow).odds.hit - 0.16).abs() < 1e-12);
}

#[test]
fn odds_against_a_wall() {
    let card = card_against_wall(&super::attacks::at_wall(test_fixtures::sword()));
    assert_eq!(card.totals.len(), 3);
    assert_eq!(HitLocation::ALL.len(), 6);
}

#[test]
fn cs_blnd_05_the_card_of_a_blinded_shooter() {
    let mut request = attack_request(test_fixtures::autogun());
    request.attacker.add_ailment(Ailment::Blinded);
    let card = CircumstancesRulebook::forecast(&request).expect("a card");
    assert_eq!(card.roll, "Blinded: always misses");
    let clauses: Vec<_> = card.notes.iter().map(|note| note.clause).collect();
    assert!(clauses.contains(&"CS-BLND-05") && !clauses.contains(&"CS-BASE-28"), "{clauses:?}");
}
