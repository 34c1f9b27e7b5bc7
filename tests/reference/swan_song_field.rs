//! Swan Song attacks that affect more than their target, and surprise: `make_swan_song_field.py`.

use std::sync::Arc;

use breachline::dice::{Distribution, EnumeratedTable, enumerate, enumerate_unmerged};
use breachline::rules::status::{Ailment, inflict_all};
use breachline::rules::swan_song::movement::interception;
use breachline::rules::swan_song::turns::surprise;
use breachline::rules::swan_song::{LastStand, Switches, Vitals};
use breachline::rules::{
    ActionOutcome, AttackRequest, AttackTarget, Bystander, DownState, HealthState, HitResult, RuleSet,
    RuleStep, Sheet, Surroundings, TurnBudget, UnitSnapshot, UnitTarget, Weapon, play,
};
use serde::Deserialize;

use crate::ailment_tests::told;
use crate::answers::{Odds, agree, differences, odds, policy, read};
use crate::swan_song::{Scene, Unit, fighter};
use breachline::model::UnitId;

/// An event and its outcome.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// An attack.
    scene: Option<Scene>,
    /// The body that its target carries.
    body: Option<Unit>,
    /// A bystander that may be hit.
    near: Option<Near>,
    /// Or a Surprise Test.
    surprise: Option<Surprise>,
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Near {
    unit: Unit,
    offset: (i32, i32),
    aware: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Surprise {
    unit: Unit,
    waits: bool,
    switches: Switches,
}

/// The id of the carried body or of the bystander.
const THIRD: UnitId = UnitId(3);

fn combatant(id: u32, unit: Unit, rules: &RuleSet) -> UnitSnapshot {
    let sheet = Sheet::SwanSong(Arc::new(unit.sheet));
    let TurnBudget::SwanSong(mut budget) = play::starting_budget(&sheet, rules) else {
        unreachable!("the book's own")
    };
    budget.points = unit.ap;
    let condition = HealthState::SwanSong(unit.vitals);
    UnitSnapshot {
        side: u8::from(id > 1),
        round: 2,
        late: unit.late,
        gait: unit.gait,
        prone: unit.prone,
        full_defense: unit.full_defense,
        defences: unit.defences,
        in_melee: unit.in_melee,
        down: unit.down,
        ailments: unit.ailments,
        ..UnitSnapshot::fresh(UnitId(id), "unit", sheet, condition, TurnBudget::SwanSong(budget))
    }
}

fn engagement(scene: Scene, body: Option<Unit>, near: Option<Near>) -> AttackRequest {
    let rules = RuleSet::new(breachline::rules::Book::SwanSong);
    let mut defender = combatant(2, scene.defender, &rules);
    defender.in_cover = scene.sight.took_cover;
    defender.carries = body.map(|body| Box::new(combatant(THIRD.0, body, &rules)));
    let company = near.into_iter().map(|Near { unit, offset, aware }| Bystander {
        unit: combatant(THIRD.0, unit, &rules),
        offset,
        sight: breachline::rules::TargetSight { aware, ..scene.sight },
        surroundings: Surroundings::default(),
        sees_target: true,
    });
    let attacker = combatant(1, scene.attacker, &rules);
    let weapon = Weapon::SwanSong(Arc::new(scene.weapon));
    let bystanders = company.collect();
    let target = UnitTarget { charge: scene.charge, ..UnitTarget::new(defender) };
    AttackRequest {
        bystanders,
        mode: scene.mode,
        barriers: scene.barriers,
        rounds_fired: scene.rounds_fired,
        ..AttackRequest::new(attacker, (weapon, 0), AttackTarget::Unit(Box::new(target)), scene.sight, rules)
    }
}

/// Health after damage, with flags for new injuries and for being down.
fn health(after: &Vitals, before: &Vitals) -> (String, String) {
    let pools = format!("{}/{}/{}/{}", after.shield.now, after.armored.now, after.flesh.now, after.strain);
    (pools, "I".repeat(usize::from(after.injuries - before.injuries)))
}

const fn vitals(of: &HealthState) -> &Vitals {
    if let HealthState::SwanSong(vitals) = of { vitals } else { panic!("the book's own") }
}

/// The effects of an attack on a unit: damage, health, flags.
fn harm(effects: &[RuleStep], unit: &UnitSnapshot, rules: &RuleSet) -> (u32, String, String) {
    let hit = effects.iter().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: id, after, damage, .. } if *id == unit.id => Some((after, *damage)),
        _ => None,
    });
    let falls =
        effects.iter().any(|effect| matches!(effect, RuleStep::FallProne { unit: id } if *id == unit.id));
    let falls = if falls { "K" } else { "" };
    let Some((after, damage)) = hit else { return (0, "-".to_owned(), falls.to_owned()) };
    let (pools, injured) = health(vitals(after), vitals(&unit.condition));
    let down = match play::down_state(&unit.sheet, after, rules) {
        None => "",
        Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => "U",
        Some(DownState::Dead) => "D",
    };
    (damage, pools, format!("{injured}{down}{falls}"))
}

const fn letter(contact: HitResult) -> char {
    match contact {
        HitResult::Miss => 'm',
        HitResult::Blocked => 'b',
        HitResult::Graze => 'g',
        HitResult::Hit => 'h',
    }
}

/// Contact, net hits, damage, health, flags, barriers; then the body, and the ailments of all units.
fn in_words(outcome: &ActionOutcome, engagement: &AttackRequest) -> String {
    let (rules, defender) = (&engagement.rules, engagement.defender().expect("an attack on a unit"));
    let (_, mut pools, flags) = harm(&outcome.effects, defender, rules);
    let damage = outcome.damage;
    if damage > 0 && pools == "-" {
        pools = health(vitals(&defender.condition), vitals(&defender.condition)).0;
    }
    let walls = outcome.effects.iter().filter_map(|effect| match effect {
        RuleStep::DamageBarrier(harm) => Some(format!("{}:{}", harm.id, harm.damage)),
        _ => None,
    });
    let walls = walls.collect::<Vec<_>>().join(",");
    let (contact, net) = (letter(outcome.contact), outcome.net);
    let mut words = format!("{contact} {net} {damage} {pools} {flags} {walls}").trim_end().to_owned();
    if let Some(body) = &defender.carries {
        let hit = outcome.effects.iter().find_map(|effect| match effect {
            RuleStep::ChangeHealth { unit: THIRD, after, .. } => {
                Some(health(vitals(after), vitals(&body.condition)))
            }
            _ => None,
        });
        words += &hit.map(|(pools, injured)| format!(" | body {pools} {injured}")).unwrap_or_default();
    }
    let over = |unit: UnitId| {
        let all = outcome.effects.iter().filter(|effect| match effect {
            RuleStep::Afflict { unit: id, .. } | RuleStep::Relieve { unit: id, .. } => *id == unit,
            _ => false,
        });
        told(all)
    };
    let come = over(defender.id);
    if !come.is_empty() {
        words += &format!(" | {come}");
    }
    if !over(engagement.attacker.id).is_empty() {
        words += " & shocked";
    }
    if let Some(near) = engagement.bystanders.first() {
        let (damage, pools, flags) = harm(&outcome.effects, &near.unit, rules);
        words += &format!(" ; {}", format!("{damage} {pools} {flags}").trim_end());
    }
    words.trim_end().to_owned()
}

fn attacked(engagement: &AttackRequest) -> Distribution<String> {
    let answers = vec!["2:standard".to_owned(), "3:standard".to_owned()];
    let rule = |table: &mut EnumeratedTable| play::attack(table, engagement);
    // The effects on one unit must not be merged away before the next unit is hit.
    let alone = engagement.bystanders.is_empty();
    let ours =
        if alone { enumerate(policy(answers), rule) } else { enumerate_unmerged(policy(answers), rule) };
    ours.expect("odds").map(|outcome| in_words(outcome, engagement))
}

fn surprised(Surprise { unit, waits, switches }: Surprise) -> Distribution<String> {
    let unit = fighter(1, unit);
    let meet =
        enumerate(policy(Vec::new()), |table| surprise::resolve_surprise(table, &unit, waits, &switches));
    meet.expect("odds").map(|startled| {
        let mut words = vec![if startled.failed { "failed" } else { "passed" }];
        words.extend(startled.stunned.then_some("stunned"));
        words.extend(startled.drops.then_some("drops"));
        words.join(" ")
    })
}

#[test]
fn attacks_on_a_field_agree_with_those_computed_elsewhere() {
    agree("swan_song_field.json", 250, |case: Case| {
        let ours = match (case.scene, case.surprise) {
            (Some(scene), _) => attacked(&engagement(scene, case.body, case.near)),
            (None, Some(surprise)) => surprised(surprise),
            (None, None) => panic!("a case without an event"),
        };
        differences(&odds(&ours), &case.odds)
    });
}

/// The first case of a kind.
fn first(fits: impl Fn(&Case) -> bool) -> Case {
    read::<Case>("swan_song_field.json").into_iter().find(|case| fits(case)).expect("a case of this kind")
}

#[test]
fn ss_barr_47_a_body_takes_no_more_than_its_body() {
    let case =
        first(|case| case.body.is_some() && case.scene.as_ref().is_some_and(|one| one.sight.took_cover));
    let (Some(mut scene), Some(mut body)) = (case.scene, case.body) else {
        unreachable!("it is such a case")
    };
    // An axe of 30 behind a wall of bodies: the target cannot be seen, so every hit goes through.
    scene.sight.hidden = 100;
    let text =
        r#"{"name": "axe", "class": "melee", "skill": "blades", "damage": {"fixed": 30}, "accuracy": 9}"#;
    scene.weapon = serde_json::from_str(text).expect("a weapon");
    scene.mode = None;
    scene.attacker.sheet.attributes.agility = 12;
    body.vitals = Vitals { flesh: breachline::rules::swan_song::PointPool::full(40), ..Vitals::default() };
    body.sheet.attributes.body = 3;
    let engagement = engagement(scene, Some(body), None);
    let ours = enumerate(policy(Vec::new()), |table| play::attack(table, &engagement)).expect("odds");
    let left = |outcome: &ActionOutcome| {
        outcome.effects.iter().find_map(|effect| match effect {
            RuleStep::ChangeHealth { unit: THIRD, after, .. } => Some(vitals(after).flesh.now),
            _ => None,
        })
    };
    let met: Vec<i32> = ours.iter().filter_map(|(outcome, _)| left(outcome)).collect();
    assert!(!met.is_empty() && met.iter().all(|flesh| *flesh >= 37), "{met:?}");
}

#[test]
fn cs_daze_02_the_dazed_are_surprised_more_easily() {
    let mut unit =
        fighter(1, first(|case| case.surprise.is_some()).surprise.expect("it is such a case").unit);
    let pool = |unit: &_| surprise::surprise_test_parts(unit, surprise::Readiness::None).sum();
    unit.ailments = inflict_all(&[Ailment::Blinded]);
    let whole = pool(&unit);
    unit.ailments = inflict_all(&[Ailment::Dazed]);
    assert_eq!(pool(&unit), whole - 1, "sight makes no difference");
}

#[test]
fn ss_ffyl_09_slipping_past_is_halved_and_dazed() {
    let mut unit =
        fighter(1, first(|case| case.surprise.is_some()).surprise.expect("it is such a case").unit);
    (unit.ailments, unit.vitals.stand) = (Vec::new(), LastStand::None);
    let pool = |unit: &_| interception::evade_parts(unit, &Switches::default());
    let (whole, own) = (pool(&unit).sum(), pool(&unit).0.iter().map(|part| part.value.max(0)).sum::<i32>());
    unit.ailments = inflict_all(&[Ailment::Dazed]);
    assert_eq!(pool(&unit).sum(), whole - 1);
    unit.vitals.stand = LastStand::Fighting;
    assert_eq!(pool(&unit).sum(), whole - 1 - (own + 1) / 2);
}
