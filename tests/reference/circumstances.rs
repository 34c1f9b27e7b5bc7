//! Circumstances attacks: `make_circumstances.py`, `make_circumstances_ailments.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use breachline::dice::{AnswerPolicy, Distribution, enumerate};
use breachline::rules::circumstances::attacks::evasion;
use breachline::rules::circumstances::attacks::evasion::EvasiveAction;
use breachline::rules::circumstances::attacks::grapple::{GrappleResult, resolve_grapple};
use breachline::rules::circumstances::attacks::resolution::{AttackPlan, resolve_plan};
use breachline::rules::circumstances::damage::cover::CoverOnLine;
use breachline::rules::circumstances::{
    AttackContext, AttackMode, AttackResult, Fighter, HealthState, HitLocation, HitLocations, MeleeCount,
    MeleeOpponents, Sheet, Switches, Weapon, WeaponState,
};
use breachline::rules::status::{Ailment, inflict_all};
use breachline::rules::{DownState, HitResult, MovementMode, Surroundings, TargetSight};
use serde::Deserialize;

use crate::answers::{Odds, agree, differences, odds};
use breachline::model::UnitId;

/// An attack, the answers to its questions, and its outcome, calculated independently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    attacker: Unit,
    defender: Unit,
    weapon: Weapon,
    loaded: WeaponState,
    option: AttackMode,
    sight: TargetSight,
    surroundings: Surroundings,
    engaged: bool,
    opponents: MeleeOpponents,
    covers: Vec<CoverOnLine>,
    special_damage: bool,
    /// Switches that are not at their defaults.
    switches: BTreeMap<String, String>,
    /// The chosen Reaction; none if it is not offered.
    evades: String,
    /// The side that spends Fate Points: "attacker", "defender", "both" or "none".
    fate: String,
    numbers: Numbers,
    /// Rounds left unless the weapon jams.
    rounds_left: u16,
    odds: Odds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    sheet: Sheet,
    condition: Harmed,
    reaction: bool,
    #[serde(default)]
    gait: MovementMode,
    #[serde(default)]
    prone: bool,
    in_melee: bool,
    #[serde(default)]
    company: MeleeCount,
    #[serde(default)]
    shielded: HitLocations,
    #[serde(default)]
    concealed: bool,
    #[serde(default)]
    indoors: bool,
    #[serde(default)]
    late: bool,
}

/// Harm and ailments of a unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Harmed {
    wounds: i32,
    fate: u8,
    #[serde(default)]
    ailments: Vec<Ailment>,
}

/// Target numbers.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    attack: i32,
    dodge: i32,
    parry: i32,
}

fn fighter(id: u32, unit: Unit) -> Fighter {
    Fighter {
        condition: HealthState {
            wounds: unit.condition.wounds,
            fate: unit.condition.fate,
            fatigue: 0,
            breath: Default::default(),
        },
        ailments: inflict_all(&unit.condition.ailments),
        reaction: unit.reaction,
        gait: unit.gait,
        prone: unit.prone,
        in_melee: unit.in_melee,
        melee: unit.company,
        shielded: unit.shielded,
        concealed: unit.concealed,
        indoors: unit.indoors,
        late: unit.late,
        ..Fighter::new(UnitId(id), Arc::new(unit.sheet))
    }
}

fn policy(evades: String, fate: String) -> AnswerPolicy {
    AnswerPolicy::choose(move |prompt| {
        let at = |key: &str| prompt.answers.iter().position(|answer| answer.key == key);
        let side = if prompt.who == UnitId(1) { "attacker" } else { "defender" };
        let wanted = match prompt.clause {
            "CS-BASE-14" => at(&evades).or_else(|| at("none")),
            "CS-BASE-28" if fate == side || fate == "both" => at("fate"),
            "CS-BASE-28" => at("keep"),
            other => panic!("unknown question: {other}"),
        };
        wanted.expect("it is offered")
    })
}

fn of_location(location: HitLocation) -> &'static str {
    match location {
        HitLocation::Head => "h",
        HitLocation::RightArm => "ra",
        HitLocation::LeftArm => "la",
        HitLocation::Body => "b",
        HitLocation::RightLeg => "rl",
        HitLocation::LeftLeg => "ll",
    }
}

/// The Reaction of the defender, whether it spent a Fate Point on it, and whether the attacker spent one.
fn answered(evasion: Option<EvasiveAction>, rerolled: bool, fate_spent: bool) -> Vec<String> {
    let words =
        [(evasion.map_or("", EvasiveAction::key), true), ("rerolled", rerolled), ("fate", fate_spent)];
    words
        .iter()
        .filter(|(word, said)| *said && !word.is_empty())
        .map(|(word, _)| (*word).to_owned())
        .collect()
}

/// Contact, then hits, the place of a single one, raw damage, Wounds, wear of cover and the state of the target.
fn in_words(result: &AttackResult, scene: &AttackContext) -> String {
    let harm = &result.harm;
    let mut words = Vec::new();
    match harm.contact {
        HitResult::Miss if result.loaded.jammed => words.push("jam".to_owned()),
        HitResult::Miss => words.push("miss".to_owned()),
        HitResult::Blocked => words.push("blocked".to_owned()),
        HitResult::Graze => words.push("graze".to_owned()),
        HitResult::Hit => words.push("hit".to_owned()),
    }
    if harm.contact != HitResult::Miss {
        words.push(harm.hits.to_string());
        words.extend(harm.location.map(|location| of_location(location).to_owned()));
        words.push(harm.raw.to_string());
        words.push(harm.damage.to_string());
    }
    words.extend(harm.barriers.iter().map(|worn| format!("cover {}", worn.damage)));
    words
        .extend(harm.down.map(|down| if down == DownState::Dead { "dead".into() } else { "out".to_owned() }));
    words.extend(harm.deflected.then(|| "deflected".to_owned()));
    let rerolled = harm.condition.fate < scene.defender.condition.fate;
    words.extend(answered(harm.evasion, rerolled, result.fate_spent));
    words.extend(result.scatter.map(|scatter| format!("turn {} by {}", scatter.turn, scatter.squares)));
    words.join(" ")
}

fn grip_in_words(result: &GrappleResult) -> String {
    let mut words = vec![if result.held { "held".to_owned() } else { "free".to_owned() }];
    words.extend(answered(result.evasion, result.target_fate_spent, result.fate_spent));
    words.join(" ")
}

/// What holds for every outcome of an attack.
fn sound(result: &AttackResult, scene: &AttackContext, rounds_left: u16) -> bool {
    let (before, after) = (&scene.defender.condition, &result.harm.condition);
    let loaded = if result.loaded.jammed {
        result.loaded.rounds == scene.loaded.rounds
    } else {
        result.loaded.rounds == rounds_left
    };
    let beside: BTreeSet<_> =
        scene.covers.iter().filter(|cover| cover.beside_target).map(|cover| cover.barrier.id).collect();
    loaded
        && before.wounds - after.wounds == i32::try_from(result.harm.damage).expect("few Wounds")
        && result.harm.barriers.iter().all(|worn| beside.contains(&worn.id))
        && result.engages == (scene.sight.chebyshev_distance == 1 && !is_pinned(&scene.attacker))
}

/// Whether a unit is Pinned and starts no melee. `CS-PIN-14`.
fn is_pinned(unit: &Fighter) -> bool {
    unit.ailments.iter().any(|one| one.ailment == Ailment::Pinned)
}

/// The program's answers: target numbers, and outcomes in words.
fn ours(scene: &AttackContext, policy: AnswerPolicy, rounds_left: u16) -> (Numbers, Distribution<String>) {
    let plan = AttackPlan::new(scene);
    let numbers = Numbers {
        attack: plan.target.number,
        dodge: evasion::dodge_target(&scene.defender, scene.surroundings.target, &scene.switches).number,
        parry: evasion::parry_target(&scene.defender, &scene.surroundings, &scene.switches).number,
    };
    if scene.mode == AttackMode::Grapple {
        let odds = enumerate(policy, |table| resolve_grapple(table, scene)).expect("odds");
        return (numbers, odds.map(grip_in_words));
    }
    let odds = enumerate(policy, |table| resolve_plan(table, &plan)).expect("odds");
    for (result, _) in odds.iter() {
        assert!(sound(result, scene, rounds_left), "{result:?} of {scene:?}");
    }
    (numbers, odds.map(|result| in_words(result, scene)))
}

fn compare(case: Case) -> Vec<String> {
    let mut switches = Switches::default();
    for (name, value) in &case.switches {
        switches.set(name, value).expect("a known switch");
    }
    let scene = AttackContext {
        attacker: fighter(1, case.attacker),
        defender: fighter(2, case.defender),
        weapon: Arc::new(Weapon { special_damage: case.special_damage, ..case.weapon }),
        loaded: case.loaded,
        mode: case.option,
        sight: case.sight,
        surroundings: case.surroundings,
        engaged: case.engaged,
        opponents: case.opponents,
        covers: case.covers,
        switches: Arc::new(switches),
    };
    let (numbers, outcomes) = ours(&scene, policy(case.evades, case.fate), case.rounds_left);
    let mut found = differences(&odds(&outcomes), &case.odds);
    if numbers != case.numbers {
        found.insert(0, format!("{numbers:?}, not {:?}", case.numbers));
    }
    found
}

#[test]
fn the_answers_of_circumstances_agree_with_those_computed_elsewhere() {
    agree("circumstances.json", 300, compare);
}

#[test]
fn those_with_ailments_agree_too() {
    agree("circumstances_ailments.json", 150, compare);
}
