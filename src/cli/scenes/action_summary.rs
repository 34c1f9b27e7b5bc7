//! Headlines of actions, and the chances and numbers that odds report.

use model::UnitId;
use serde_json::{Map, Value, json};

use super::action_report::{ActionReport, ActionResult};
use super::action_runner::SceneActionContext;
use content::{ResolvedAction, RuleScene, SceneLookup, SingleCheck};
use dice::{DiceState, Distribution, Interrupt, PlayedTable, RollMode, SymbolPool, Trace};
use rules::{AreaAnswers, AttackRequest, AttackTarget, DownState, HitResult, UnitSnapshot, play};

/// Seed of the run that finds the first pool; no result depends on it.
const ANY_SEED: u64 = 0;

/// A yes-or-no fact about the outcome, with its probability.
pub(crate) struct OutcomeChance {
    pub key: String,
    pub label: String,
    /// Numerator and denominator.
    pub fraction: (String, String),
    pub probability: f64,
}

/// A number of the outcome.
pub(crate) struct OutcomeNumber {
    pub key: String,
    pub label: String,
    pub odds: Distribution<i64>,
}

/// Describes an action in one line: "Joe attacks Bob with a knife".
pub(crate) fn headline(scene: &RuleScene, what: &ResolvedAction) -> String {
    let name = |number: UnitId| scene.unit_name(number).unwrap_or("unknown unit");
    match what {
        ResolvedAction::Attack(attack) => {
            let (one, other) = (&attack.attacker.name, target_name(attack).unwrap_or("a square"));
            format!("{one} attacks {other} with {}", attack.weapon.name())
        }
        ResolvedAction::SpecialAction { unit, key, target: Some((other, _)), .. } => {
            format!("{}: {key} with {}", name(*unit), name(*other))
        }
        ResolvedAction::SpecialAction { unit, key, .. } => format!("{}: {key}", name(*unit)),
        ResolvedAction::Initiative(unit) => format!("{} rolls initiative", name(*unit)),
        ResolvedAction::RoundBegins => "A round begins".to_owned(),
        ResolvedAction::PhaseBegins(unit) => format!("{}'s turn begins", name(*unit)),
        ResolvedAction::PhaseEnds(unit) => format!("{}'s turn ends", name(*unit)),
        ResolvedAction::RoundEnds(unit) => format!("The round ends for {}", name(*unit)),
        ResolvedAction::Sprint(unit) => format!("{} sprints", name(*unit)),
        ResolvedAction::DifficultGround { unit, path, .. } => {
            format!("{} moves {} squares", name(*unit), path.len())
        }
        ResolvedAction::Notice { unit, hidden, .. } => format!("{} looks for {}", name(*unit), name(*hidden)),
        ResolvedAction::Lookup(SceneLookup::Unit(unit)) => name(*unit).to_owned(),
        ResolvedAction::Lookup(SceneLookup::Barrier(barrier)) => {
            scene.barrier_name(*barrier).unwrap_or("barrier").to_owned()
        }
        ResolvedAction::Lookup(SceneLookup::Attack(attack)) => {
            format!("{} against {}", attack.attacker.name, target_name(attack).unwrap_or("a square"))
        }
        ResolvedAction::Check(check) => check_headline(check, name),
    }
}

fn check_headline<'a>(check: &SingleCheck, name: impl Fn(UnitId) -> &'a str) -> String {
    match check {
        SingleCheck::Pool { dice, against: Some(other), .. } => format!("{dice} dice against {other}"),
        SingleCheck::Pool { dice, difficulty, .. } => format!("{dice} dice, difficulty {difficulty}"),
        SingleCheck::PercentileTest(target) => format!("{target} or less"),
        SingleCheck::Symbols(pool) => pool.to_string(),
        SingleCheck::Injury { ongoing, paid } => {
            format!("Critical Injury: {ongoing} ongoing, activated {paid} times")
        }
        SingleCheck::Initiative { unit, .. } => format!("{} rolls initiative", name(*unit)),
        SingleCheck::InitiativeChange { unit, .. } => format!("{}'s initiative changes", name(*unit)),
        SingleCheck::TurnOrder(_) => "Turn order".to_owned(),
        SingleCheck::PlainDamage { unit, damage, .. } => {
            format!("{} takes {damage} damage after soak", name(*unit))
        }
        SingleCheck::Bleed { unit, rounds } => {
            format!("{} bleeds for {rounds} rounds", name(*unit))
        }
        SingleCheck::Rest { unit, days } => format!("After the battle, {} rests {days} days", name(*unit)),
    }
}

/// Converts the derived values of each unit to JSON, by name.
pub(crate) fn derived_stats_json(scene: &RuleScene) -> Value {
    let rules = scene.rules();
    let describe = |unit: &UnitSnapshot| {
        let figures: Map<String, Value> = play::derived_stats(unit, rules)
            .into_iter()
            .map(|figure| {
                let value = json!({ "value": figure.value, "clause": figure.clause, "parts": figure.parts });
                (figure.name.into_owned(), value)
            })
            .collect();
        let mut all = content::own_unit_fields(unit, rules);
        all.insert("figures".to_owned(), figures.into());
        all.insert("gauges".to_owned(), json!(play::gauges(&unit.sheet, &unit.condition, rules)));
        all.insert("pledges".to_owned(), json!(play::turn_reserves(unit, rules)));
        all.insert("down".to_owned(), json!(unit.down));
        Value::Object(all)
    };
    scene.units().iter().map(|unit| (unit.name.to_string(), describe(unit))).collect::<Map<_, _>>().into()
}

/// Returns the chances reported for every outcome of an action.
pub(crate) fn outcome_chances(
    scene: &RuleScene,
    what: &ResolvedAction,
    all: &Distribution<ActionReport>,
) -> Vec<OutcomeChance> {
    let mut shares = Vec::new();
    let mut ask = |key: &str, label: &str, fits: ReportTest<'_>| {
        let (fraction, probability) = (all.fraction(fits), all.probability(fits));
        shares.push(OutcomeChance { key: key.to_owned(), label: label.to_owned(), fraction, probability });
    };
    match what {
        ResolvedAction::Attack(request) => add_attack_chances(request, scene, &mut ask),
        ResolvedAction::PhaseBegins(_) => {
            let lost = |report: &ActionReport| matches!(report.result, ActionResult::Phase { lost: Some(_) });
            ask("lost", "turn lost", &lost);
        }
        ResolvedAction::Notice { .. } => ask("noticed", "noticed", &|report| report.notices),
        ResolvedAction::Check(
            SingleCheck::Pool { .. } | SingleCheck::PercentileTest(_) | SingleCheck::Symbols(_),
        ) => ask(
            "success",
            "success",
            &|report| matches!(&report.result, ActionResult::Check(check) if check.is_success()),
        ),
        ResolvedAction::Check(SingleCheck::PlainDamage { unit, .. } | SingleCheck::Bleed { unit, .. }) => {
            ask("knocked_down", "knocked prone", &|report| report.is_knocked_down(*unit));
            ask("unconscious", "unconscious", &|report| {
                report.down_state(*unit) == Some(DownState::Unconscious)
            });
            ask("dead", "dead", &|report| report.down_state(*unit) == Some(DownState::Dead));
        }
        _ => (),
    }
    if scene.is_sequence() {
        ask("refused", "refused", &|report| matches!(report.result, ActionResult::Rejected { .. }));
        for unit in scene.units() {
            let out = |report: &ActionReport| report.casualties.iter().any(|(number, _)| *number == unit.id);
            ask(&format!("out_{}", unit.id), &format!("{} is out of action in the end", unit.name), &out);
        }
    }
    shares
}

/// Returns the chances that an area attack harms at least one enemy, and at least one unit of its own side, for those that it
/// may reach.
pub(crate) fn area_chances(request: &AttackRequest, answers: &[String]) -> Vec<OutcomeChance> {
    let Some(harm) = play::area_harm(request, AreaAnswers::for_all(answers)) else { return Vec::new() };
    let camps =
        [("enemy_harmed", "any enemy harmed", harm.enemies), ("own_harmed", "any own unit harmed", harm.own)];
    let chance = |(key, label, odds): (&str, &str, Option<Distribution<bool>>)| {
        let odds = odds?;
        let (fraction, probability) = (odds.fraction(|harmed| *harmed), odds.probability(|harmed| *harmed));
        Some(OutcomeChance { key: key.to_owned(), label: label.to_owned(), fraction, probability })
    };
    camps.into_iter().filter_map(chance).collect()
}

/// Name of the target of an attack; `None` for a square.
fn target_name(attack: &AttackRequest) -> Option<&str> {
    match &attack.target {
        AttackTarget::Unit(target) => Some(&target.defender.name),
        AttackTarget::Barrier(barrier) => Some(&barrier.name),
        AttackTarget::Cell => None,
    }
}

/// A yes-or-no question about a report.
type ReportTest<'a> = &'a dyn Fn(&ActionReport) -> bool;

/// Adds the chances of an attack, by its kind of target.
fn add_attack_chances(
    request: &AttackRequest,
    scene: &RuleScene,
    ask: &mut dyn FnMut(&str, &str, ReportTest<'_>),
) {
    let contact = |wanted: HitResult| move |report: &ActionReport| report.contact() == Some(wanted);
    match &request.target {
        AttackTarget::Unit(target) => {
            let target = target.defender.id;
            let down =
                |wanted: DownState| move |report: &ActionReport| report.down_state(target) == Some(wanted);
            ask("hit", "hit", &contact(HitResult::Hit));
            ask("graze", "graze", &contact(HitResult::Graze));
            ask("blocked", "blocked", &contact(HitResult::Blocked));
            ask("miss", "miss", &contact(HitResult::Miss));
            ask("knocked_down", "knocked prone", &|report| report.is_knocked_down(target));
            ask("unconscious", "unconscious", &down(DownState::Unconscious));
            ask("dead", "dead", &down(DownState::Dead));
            ask("weapon_dropped", "weapon dropped", &|report| report.drops);
        }
        AttackTarget::Barrier(barrier) => {
            let whole = play::barrier_hit_points(barrier, scene.rules());
            let left = i64::from(whole.saturating_sub(barrier.damage));
            let hit =
                |report: &ActionReport| matches!(report.contact(), Some(HitResult::Hit | HitResult::Graze));
            ask("hit", "hit", &hit);
            ask("miss", "miss", &|report| report.contact().is_some() && !hit(report));
            ask("hole", "breached", &|report| report.contact().is_some() && report.main_number() >= left);
            ask("weapon_dropped", "weapon dropped", &|report| report.drops);
        }
        AttackTarget::Cell => {}
    }
}

/// Returns the numbers reported for an action, the main number first.
pub(crate) fn outcome_numbers(
    scene: &RuleScene,
    what: &ResolvedAction,
    all: &Distribution<ActionReport>,
) -> Vec<OutcomeNumber> {
    let (key, label) = match what {
        ResolvedAction::Attack(_) => ("damage", "damage"),
        ResolvedAction::Initiative(_)
        | ResolvedAction::Check(SingleCheck::Initiative { .. } | SingleCheck::InitiativeChange { .. }) => {
            ("score", "Initiative Score")
        }
        ResolvedAction::Sprint(_) => ("metres", "metres"),
        ResolvedAction::DifficultGround { .. } => ("squares", "squares"),
        ResolvedAction::Check(SingleCheck::Pool { .. }) => ("net", "net successes"),
        ResolvedAction::Check(SingleCheck::PercentileTest(_)) => ("degrees", "degrees"),
        ResolvedAction::Check(SingleCheck::PlainDamage { .. } | SingleCheck::Bleed { .. }) => {
            ("wound_modifier", "wound modifier")
        }
        _ => return Vec::new(),
    };
    let mut numbers = Vec::new();
    let mut add = |key: String, label: String, odds| numbers.push(OutcomeNumber { key, label, odds });
    add(key.to_owned(), label.to_owned(), all.map(ActionReport::main_number));
    let crossed: &[_] = match what {
        ResolvedAction::Attack(request) => &request.barriers,
        _ => &[],
    };
    if let ResolvedAction::Attack(request) = what
        && request.defender().is_some()
        && !content::has_own_result_fields(scene.book())
    {
        add("net".to_owned(), "net".to_owned(), all.map(ActionReport::net_hits));
    }
    for barrier in crossed {
        let odds = all.map(|report| report.barrier_damage(barrier.id));
        add(format!("barrier_{}", barrier.id), format!("damage to {}", barrier.name), odds);
    }
    numbers
}

/// Returns the narrative dice pool that decides. The first roll does not depend on dice, so one run finds it.
pub(crate) fn deciding_pool(context: &SceneActionContext<'_>, what: &ResolvedAction) -> Option<SymbolPool> {
    let mut answers = Vec::new();
    loop {
        let mut table = PlayedTable::new(DiceState::new(ANY_SEED), answers.clone(), true);
        match context.run_action(&mut table, what) {
            Err(Interrupt::NeedsAnswer(prompt)) => answers.push(prompt.answers.first()?.key.clone()),
            Err(_) => return None,
            Ok(_) => {
                let first = table.finish().1.into_iter().find_map(|trace| match trace {
                    Trace::Rolled(roll) => Some(roll.dice.read),
                    _ => None,
                });
                return match first? {
                    RollMode::Symbols(pool) => Some(pool),
                    _ => None,
                };
            }
        }
    }
}
