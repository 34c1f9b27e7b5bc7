//! The actions of a scene in words, and what is asked of what they came to.

use serde_json::{Map, Value, json};

use super::act::Stage;
use super::report::{Came, Report};
use super::swan_song;
use content::{Check, Encounter, Play, Shown};
use dice::{DiceState, Distribution, Played, Read, Stop, SymbolPool, Trace};
use rules::combat_checks::check;
use rules::{Book, Combatant, Contact, Down, play};

/// Seed of the one run that shows which pool is rolled first; it decides nothing else.
const ANY_SEED: u64 = 0;

/// A yes or no about the outcome, with its share.
pub(super) struct Share {
    pub key: String,
    pub label: String,
    /// Numerator and denominator.
    pub fraction: (String, String),
    pub probability: f64,
}

/// A number read off the outcome.
pub(super) struct Number {
    pub key: String,
    pub label: String,
    pub odds: Distribution<i64>,
}

/// What happens, in a line: "Joe attacks Bob with a knife".
pub(super) fn headline(scene: &Encounter, what: &Play) -> String {
    let name = |number: u32| scene.unit_name(number).unwrap_or("somebody");
    match what {
        Play::Attack(attack) => {
            let (one, other) = (&attack.attacker.name, &attack.defender.name);
            format!("{one} attacks {other} with {}", attack.weapon.name())
        }
        Play::Strike(strike) => {
            let (one, other) = (&strike.attacker.name, &strike.barrier.name);
            format!("{one} attacks {other} with {}", strike.weapon.name())
        }
        Play::Deed { unit, key, target: Some((other, _)), .. } => {
            format!("{}: {key} with {}", name(*unit), name(*other))
        }
        Play::Deed { unit, key, .. } => format!("{}: {key}", name(*unit)),
        Play::Initiative(unit) => format!("{} rolls initiative", name(*unit)),
        Play::RoundBegins => "A round begins".to_owned(),
        Play::PhaseBegins(unit) => format!("The phase of {} begins", name(*unit)),
        Play::PhaseEnds(unit) => format!("The phase of {} ends", name(*unit)),
        Play::RoundEnds(unit) => format!("The round ends for {}", name(*unit)),
        Play::Sprint(unit) => format!("{} sprints", name(*unit)),
        Play::Footing { unit, path, .. } => format!("{} goes {} squares", name(*unit), path.len()),
        Play::Notice { unit, hidden, .. } => format!("{} looks for {}", name(*unit), name(*hidden)),
        Play::Show(Shown::Unit(unit)) => name(*unit).to_owned(),
        Play::Show(Shown::Barrier(barrier)) => scene.barrier_name(*barrier).unwrap_or("barrier").to_owned(),
        Play::Show(Shown::Attack(attack)) => {
            format!("{} against {}", attack.attacker.name, attack.defender.name)
        }
        Play::Show(Shown::Strike(strike)) => {
            format!("{} against {}", strike.attacker.name, strike.barrier.name)
        }
        Play::Check(check) => of_check(check, name),
    }
}

fn of_check<'a>(check: &Check, name: impl Fn(u32) -> &'a str) -> String {
    match check {
        Check::Pool { dice, against: Some(other), .. } => format!("{dice} dice against {other}"),
        Check::Pool { dice, difficulty, .. } => format!("{dice} dice, difficulty {difficulty}"),
        Check::Under(target) => format!("{target} or less"),
        Check::Symbols(pool) => pool.to_string(),
        Check::Injury { ongoing, paid } => {
            format!("A Critical Injury, {ongoing} there already, paid for {paid} times")
        }
        Check::Initiative { unit, .. } => format!("{} rolls initiative", name(*unit)),
        Check::InitiativeChange { unit, .. } => format!("The initiative of {} changes", name(*unit)),
        Check::TurnOrder(_) => "Who acts first".to_owned(),
        Check::Harm { unit, damage, .. } => format!("{} takes {damage} damage after soak", name(*unit)),
        Check::Bleed { unit, rounds } => format!("{} lies {rounds} Combat Rounds without help", name(*unit)),
        Check::Rest { unit, days } => format!("After the fight, {} rests {days} days", name(*unit)),
    }
}

/// What no die decides of each unit, by name.
pub(super) fn derived(scene: &Encounter) -> Value {
    let rules = scene.rules();
    let describe = |unit: &Combatant| {
        let figures: Map<String, Value> = play::figures(unit, rules)
            .into_iter()
            .map(|figure| {
                let value = json!({ "value": figure.value, "clause": figure.clause, "parts": figure.parts });
                (figure.name.into_owned(), value)
            })
            .collect();
        let mut all = swan_song::derived(unit, rules);
        all.insert("figures".to_owned(), figures.into());
        all.insert("gauges".to_owned(), json!(play::gauges(&unit.sheet, &unit.condition, rules)));
        all.insert("pledges".to_owned(), json!(play::pledges(unit, rules)));
        all.insert("down".to_owned(), json!(unit.down));
        Value::Object(all)
    };
    scene.units().iter().map(|unit| (unit.name.to_string(), describe(unit))).collect::<Map<_, _>>().into()
}

/// What is asked of every outcome of an action.
pub(super) fn shares(scene: &Encounter, what: &Play, all: &Distribution<Report>) -> Vec<Share> {
    let mut shares = Vec::new();
    let mut ask = |key: &str, label: &str, fits: &dyn Fn(&Report) -> bool| {
        let (fraction, probability) = (all.fraction(fits), all.probability(fits));
        shares.push(Share { key: key.to_owned(), label: label.to_owned(), fraction, probability });
    };
    match what {
        Play::Attack(engagement) => {
            let target = engagement.defender.id;
            let contact = |wanted: Contact| move |report: &Report| report.contact() == Some(wanted);
            let down = |wanted: Down| move |report: &Report| report.down(target) == Some(wanted);
            ask("hit", "hit", &contact(Contact::Hit));
            ask("graze", "graze", &contact(Contact::Graze));
            ask("blocked", "stopped on the way", &contact(Contact::Blocked));
            ask("miss", "miss", &contact(Contact::Miss));
            ask("knocked_down", "knocked down", &|report| report.falls(target));
            ask("unconscious", "unconscious", &down(Down::Unconscious));
            ask("dead", "dead", &down(Down::Dead));
            ask("weapon_dropped", "weapon falls", &|report| report.drops);
        }
        Play::Strike(engagement) => {
            let whole = play::wall_points(&engagement.barrier, scene.rules());
            let left = i64::from(whole.saturating_sub(engagement.barrier.damage));
            let hit = |report: &Report| matches!(report.contact(), Some(Contact::Hit | Contact::Graze));
            ask("hit", "hit", &hit);
            ask("miss", "miss", &|report| report.contact().is_some() && !hit(report));
            ask("hole", "a hole", &|report| report.contact().is_some() && report.number() >= left);
            ask("weapon_dropped", "weapon falls", &|report| report.drops);
        }
        Play::PhaseBegins(_) => {
            let lost = |report: &Report| matches!(report.came, Came::Phase { lost: Some(_) });
            ask("lost", "the phase is lost", &lost);
        }
        Play::Notice { .. } => ask("noticed", "noticed", &|report| report.notices),
        Play::Check(Check::Pool { against, .. }) => {
            // A tie is enough against whoever resists, in the book that says so. `AD-RES-02`.
            let ties = against.is_some() && scene.book() == Book::AttacksAndDamage;
            ask("success", "success", &|report| report.number() >= i64::from(!ties));
        }
        Play::Check(Check::Under(_)) => {
            ask("success", "success", &|report| matches!(report.came, Came::Under { passed: true, .. }));
        }
        Play::Check(Check::Symbols(_)) => ask(
            "success",
            "success",
            &|report| matches!(report.came, Came::Symbols(symbols) if check::succeeds(symbols)),
        ),
        Play::Check(Check::Harm { unit, .. } | Check::Bleed { unit, .. }) => {
            ask("knocked_down", "knocked down", &|report| report.falls(*unit));
            ask("unconscious", "unconscious", &|report| report.down(*unit) == Some(Down::Unconscious));
            ask("dead", "dead", &|report| report.down(*unit) == Some(Down::Dead));
        }
        _ => (),
    }
    if scene.is_course() {
        ask("refused", "not done", &|report| matches!(report.came, Came::Refused { .. }));
        for unit in scene.units() {
            let out = |report: &Report| report.out.iter().any(|(number, _)| *number == unit.id);
            ask(&format!("out_{}", unit.id), &format!("in the end {} is out", unit.name), &out);
        }
    }
    shares
}

/// What is counted of an action: the main number first.
pub(super) fn numbers(scene: &Encounter, what: &Play, all: &Distribution<Report>) -> Vec<Number> {
    let (key, label) = match what {
        Play::Attack(_) | Play::Strike(_) => ("damage", "damage"),
        Play::Initiative(_) | Play::Check(Check::Initiative { .. } | Check::InitiativeChange { .. }) => {
            ("score", "Initiative Score")
        }
        Play::Sprint(_) => ("metres", "metres"),
        Play::Footing { .. } => ("squares", "squares"),
        Play::Check(Check::Pool { .. }) => ("net", "net successes"),
        Play::Check(Check::Under(_)) => ("degrees", "degrees"),
        Play::Check(Check::Harm { .. } | Check::Bleed { .. }) => ("wound_modifier", "wound modifier"),
        _ => return Vec::new(),
    };
    let mut numbers = Vec::new();
    let mut add = |key: String, label: String, odds| numbers.push(Number { key, label, odds });
    add(key.to_owned(), label.to_owned(), all.map(Report::number));
    let crossed: &[_] = match what {
        Play::Attack(engagement) => &engagement.barriers,
        Play::Strike(engagement) => &engagement.barriers,
        _ => &[],
    };
    if let Play::Attack(_) = what
        && scene.book() != Book::SwanSong
    {
        add("net".to_owned(), "net".to_owned(), all.map(Report::net));
    }
    for barrier in crossed {
        let odds = all.map(|report| report.harm_of(barrier.id));
        add(format!("barrier_{}", barrier.id), format!("damage to {}", barrier.name), odds);
    }
    numbers
}

/// The pool of narrative dice that decides. The first roll does not depend on dice, so one run with any of them shows it.
pub(super) fn pool(stage: &Stage<'_>, what: &Play) -> Option<SymbolPool> {
    let mut answers = Vec::new();
    loop {
        let mut table = Played::new(DiceState::new(ANY_SEED), answers.clone(), true);
        match stage.act(&mut table, what) {
            Err(Stop::Asked(prompt)) => answers.push(prompt.answers.first()?.key.clone()),
            Err(_) => return None,
            Ok(_) => {
                let first = table.finish().1.into_iter().find_map(|trace| match trace {
                    Trace::Rolled(roll) => Some(roll.dice.read),
                    _ => None,
                });
                return match first? {
                    Read::Symbols(pool) => Some(pool),
                    _ => None,
                };
            }
        }
    }
}
