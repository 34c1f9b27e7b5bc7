//! Attacks of Attacks and Damage: `make_attacks_and_damage.py`, `make_attacks_and_damage_ailments.py`.

use std::sync::Arc;

use breachline::dice::enumerate;
use breachline::rules::attacks_and_damage::attack::resolution::{AttackPlan, resolve_plan};
use breachline::rules::attacks_and_damage::defence::methods::{AvailableDefence, DefenceTest};
use breachline::rules::attacks_and_damage::{
    AttackContext, AttackResult, DamageTaken, DefenceFrequency, Fighter, HealthState, Sheet, Switches, Weapon,
};
use breachline::rules::status::{Ailment, inflict_all};
use breachline::rules::{BarrierOnLine, DownState, HitResult, TargetSight};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, odds, policy};
use breachline::model::UnitId;

/// An attack and its outcome, calculated independently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    scene: Scene,
    answer: Answer,
}

/// The calculated values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Pool of the weapon test.
    attack: u32,
    /// Tests on offer and their dice, the automatic choice first; `None` where the target cannot defend itself.
    offers: Option<Vec<(String, u32)>>,
    /// The answers to questions.
    questions: Vec<String>,
    /// A defence test is rolled.
    defended: bool,
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scene {
    attacker: Unit,
    defender: Unit,
    /// `None` for bare hands.
    weapon: Option<Weapon>,
    metres: u32,
    aware: bool,
    barriers: Vec<BarrierOnLine>,
    switches: Switches,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    sheet: Sheet,
    light: u32,
    critical: u32,
    overflow: u32,
    frequency: DefenceFrequency,
    prone: bool,
    shield: bool,
    #[serde(default)]
    down: Option<DownState>,
    held: Vec<Weapon>,
    #[serde(default)]
    ailments: Vec<Ailment>,
    #[serde(default)]
    late: bool,
}

fn fighter(id: u32, unit: Unit) -> Fighter {
    let Unit { light, critical, overflow, frequency, .. } = unit;
    Fighter {
        condition: HealthState { light, critical, overflow, frequency },
        prone: unit.prone,
        shield: unit.shield,
        down: unit.down,
        held: unit.held.into_iter().map(Arc::new).collect(),
        ailments: inflict_all(&unit.ailments),
        phase_delayed: unit.late,
        ..Fighter::fresh(UnitId(id), Arc::new(unit.sheet))
    }
}

fn attack_scene(scene: Scene) -> AttackContext {
    let metres = scene.metres;
    let attacker = fighter(1, scene.attacker);
    let bare_hands = || Arc::new(attacker.sheet.unarmed_weapon());
    let first_weapon = || attacker.held.first().cloned().unwrap_or_else(bare_hands);
    AttackContext {
        weapon: scene.weapon.map_or_else(first_weapon, Arc::new),
        attacker,
        defender: fighter(2, scene.defender),
        sight: TargetSight { aware: scene.aware, ..TargetSight::in_the_open(metres) },
        barriers: scene.barriers,
        switches: Arc::new(scene.switches),
    }
}

/// Contact, net hits, raw damage, Light/Critical taken, boxes and overflow afterwards, further effects.
fn in_words(result: &AttackResult) -> String {
    let contact = match result.contact {
        HitResult::Miss => "m",
        HitResult::Blocked => "b",
        HitResult::Graze | HitResult::Hit => "h",
    };
    let (mut damage, mut boxes, mut flags) = ("-".to_owned(), "-".to_owned(), String::new());
    if result.taken != DamageTaken::default() {
        let HealthState { light, critical, overflow, .. } = result.condition;
        damage = format!("{}/{}", result.taken.light, result.taken.critical);
        boxes = format!("{light}/{critical}/{overflow}");
        flags += match result.down {
            None => "",
            Some(DownState::Unconscious | DownState::Surrendered | DownState::Fled) => "U",
            Some(DownState::Dead) => "D",
        };
    }
    if result.knocked_down {
        flags += "K";
    }
    for effect in &result.effects {
        flags += effect.trim_start_matches("effect ");
    }
    let walls: Vec<_> = result.barriers.iter().map(|harm| format!("{}:{}", harm.id, harm.damage)).collect();
    let walls = walls.join(",");
    let AttackResult { net_hits, raw_damage, .. } = result;
    format!("{contact} {net_hits} {raw_damage} {damage} {boxes} {flags} {walls}").trim_end().to_owned()
}

/// Values that are known before any roll.
fn check_plan(plan: &AttackPlan<'_>, answer: &Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    if plan.attack.pool() != answer.attack {
        wrong.push(format!("attack {} here, {} there", plan.attack.pool(), answer.attack));
    }
    let offers = match &plan.defence {
        AvailableDefence::Options(options) => {
            let key = |pairing: Option<DefenceTest>| pairing.map_or("decline", DefenceTest::key).to_owned();
            Some(options.iter().map(|option| (key(option.test), option.pool)).collect())
        }
        AvailableDefence::Undefended => None,
    };
    if offers != answer.offers {
        wrong.push(format!("offers {offers:?} here, {:?} there", answer.offers));
    }
    wrong
}

fn check(scene: &AttackContext, answer: &Answer) -> Vec<String> {
    let plan = AttackPlan::new(scene, &Arc::default());
    let mut wrong = check_plan(&plan, answer);
    let policy = policy(answer.questions.clone());
    let ours = enumerate(policy, |table| resolve_plan(table, &plan)).expect("odds");
    let before = scene.defender.condition;
    let frequency = DefenceFrequency {
        penalty: before.frequency.penalty - i32::from(answer.defended),
        tests: before.frequency.tests + u32::from(answer.defended),
    };
    for (result, _) in ours.iter() {
        if (result.defended, result.condition.frequency) != (answer.defended, frequency) {
            wrong.push(format!("defended {} there: {result:?}", answer.defended));
        }
        let marked =
            (result.condition, result.down) != (HealthState { frequency, ..before }, scene.defender.down);
        if result.taken == DamageTaken::default() && marked {
            wrong.push(format!("effects without damage: {result:?}"));
        }
    }
    wrong.extend(differences(&odds(&ours.map(in_words)), &answer.odds));
    wrong
}

/// What is different in a case, and its scene.
fn compare(case: Case) -> Vec<String> {
    let scene = attack_scene(case.scene);
    let mut wrong = check(&scene, &case.answer);
    if !wrong.is_empty() {
        wrong.push(format!("{scene:?}"));
    }
    wrong
}

#[test]
fn the_answers_of_attacks_and_damage_agree_with_those_computed_elsewhere() {
    agree("attacks_and_damage.json", 300, compare);
}

#[test]
fn those_with_ailments_agree_too() {
    agree("attacks_and_damage_ailments.json", 200, compare);
}
