//! `breachline odds`: the exact distribution of what a scene's action can lead to.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::scene::{self, Outcome};
use super::{Failure, Format, show};
use crate::content::{Scene, SceneAction};
use crate::dice::{Distribution, Policy, enumerate};
use crate::rules::swan_song::{AttackResult, BarrierResult, Contact, Down};

/// Widest bar, in characters.
const BAR: u32 = 32;
/// Rows of a plot.
const ROWS: u32 = 12;

/// Gives the exact odds of a scene.
#[derive(Args, Debug)]
pub struct Odds {
    /// The scene file. See `docs/scene-format.md`.
    scene: PathBuf,
    /// How the defender defends: `standard`, `dodge`, `parry`, `block`, each also with `+full_defense` and `+karma`.
    #[arg(long, value_name = "KEY")]
    defence: Option<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draws the main number as columns instead of a table.
    #[arg(long, conflicts_with = "format")]
    plot: bool,
}

/// A question about the outcome with a yes or no for each.
struct Chance {
    key: &'static str,
    label: &'static str,
    fits: Box<dyn Fn(&Outcome) -> bool>,
}

/// A number read off the outcome.
struct Number {
    key: String,
    label: String,
    odds: Distribution<i64>,
}

pub(super) fn run(odds: &Odds, assets: Option<&Path>) -> Result<(), Failure> {
    let scene = scene::load(&odds.scene, assets)?;
    let defence = odds.defence.clone().or_else(|| scene.defence.clone());
    if let Some(key) = &defence {
        scene::check_defence(&scene, key)?;
    }
    let all = enumerate(Policy::keys(defence.clone()), |table| scene::act(table, &scene))?;
    let chances = chances(&scene.action);
    let numbers = numbers(&scene, &all);
    match odds.format {
        _ if odds.plot => print!("{}", plot(&scene, &numbers)),
        Format::Text => print!("{}", text(&scene, defence.as_deref(), &all, &chances, &numbers)),
        Format::Json => println!("{:#}", answer(&scene, defence.as_deref(), &all, &chances, &numbers)),
    }
    Ok(())
}

fn attack(outcome: &Outcome) -> Option<&AttackResult> {
    if let Outcome::Attack(result) = outcome { Some(result) } else { None }
}

fn chances(action: &SceneAction) -> Vec<Chance> {
    fn chance(key: &'static str, label: &'static str, fits: impl Fn(&Outcome) -> bool + 'static) -> Chance {
        Chance { key, label, fits: Box::new(fits) }
    }
    let of_attack = |key, label, fits: fn(&AttackResult) -> bool| {
        chance(key, label, move |outcome| attack(outcome).is_some_and(fits))
    };
    let of_strike = |key, label, fits: fn(&BarrierResult) -> bool| {
        chance(key, label, move |outcome| matches!(outcome, Outcome::Strike(result) if fits(result)))
    };
    match action {
        SceneAction::Attack(_) => vec![
            of_attack("hit", "hit", |result| result.contact == Contact::Hit),
            of_attack("graze", "graze", |result| result.contact == Contact::Graze),
            of_attack("blocked", "stopped on the way", |result| result.contact == Contact::Blocked),
            of_attack("miss", "miss", |result| result.contact == Contact::Miss),
            of_attack("knocked_down", "knocked down", |result| result.knocked_down),
            of_attack("unconscious", "unconscious", |result| result.down == Some(Down::Unconscious)),
            of_attack("dead", "dead", |result| result.down == Some(Down::Dead)),
            of_attack("weapon_dropped", "weapon falls", |result| result.weapon_dropped),
        ],
        SceneAction::Strike(strike) => {
            let left = strike.barrier.hit_points_left();
            vec![
                of_strike("hit", "hit", |result| result.hit),
                of_strike("miss", "miss", |result| !result.hit),
                chance(
                    "hole",
                    "a hole",
                    move |outcome| matches!(outcome, Outcome::Strike(result) if result.damage >= left),
                ),
                of_strike("weapon_dropped", "weapon falls", |result| result.weapon_dropped),
            ]
        }
        SceneAction::Harm { .. } | SceneAction::Bleed { .. } => vec![
            chance("knocked_down", "knocked down", |outcome| {
                matches!(outcome, Outcome::Harm { knocked_down: true, .. })
            }),
            chance("unconscious", "unconscious", |outcome| down(outcome) == Some(Down::Unconscious)),
            chance("dead", "dead", |outcome| down(outcome) == Some(Down::Dead)),
        ],
        SceneAction::Sprint(_)
        | SceneAction::Initiative { .. }
        | SceneAction::InitiativeChange { .. }
        | SceneAction::TurnOrder(_) => Vec::new(),
    }
}

/// Out of the fight after plain damage.
fn down(outcome: &Outcome) -> Option<Down> {
    match outcome {
        Outcome::Harm { after, .. } | Outcome::Bleed { after, .. } => after.down,
        _ => None,
    }
}

/// What is counted: the main number first, then the harm of each barrier.
fn numbers(scene: &Scene, all: &Distribution<Outcome>) -> Vec<Number> {
    let (key, label) = match &scene.action {
        SceneAction::Attack(_) | SceneAction::Strike(_) => ("damage", "damage"),
        SceneAction::Sprint(_) => ("metres", "metres"),
        SceneAction::Initiative { .. } | SceneAction::InitiativeChange { .. } => {
            ("score", "Initiative Score")
        }
        SceneAction::TurnOrder(_) => return Vec::new(),
        SceneAction::Harm { .. } | SceneAction::Bleed { .. } => ("wound_modifier", "wound modifier"),
    };
    let main = all.map(|outcome| match outcome {
        Outcome::Attack(result) => i64::from(result.damage),
        Outcome::Strike(result) => i64::from(result.damage),
        Outcome::Sprint { sprint, .. } => i64::from(sprint.metres),
        Outcome::Initiative { score, .. } => i64::from(*score),
        Outcome::TurnOrder(_) => 0,
        Outcome::Harm { after, .. } | Outcome::Bleed { after, .. } => i64::from(after.wound_modifier),
    });
    let mut numbers = vec![Number { key: key.to_owned(), label: label.to_owned(), odds: main }];
    let crossed: &[_] = match &scene.action {
        SceneAction::Attack(attack) => &attack.barriers,
        SceneAction::Strike(strike) => &strike.barriers,
        _ => &[],
    };
    for barrier in crossed {
        let odds = all.map(|outcome| {
            let harms: &[_] = match outcome {
                Outcome::Attack(result) => &result.barriers,
                Outcome::Strike(result) => &result.barriers,
                _ => &[],
            };
            harms.iter().filter(|harm| harm.id == barrier.id).map(|harm| i64::from(harm.damage)).sum()
        });
        let label = format!("damage to {}", barrier.name);
        numbers.push(Number { key: format!("barrier_{}", barrier.id), label, odds });
    }
    numbers
}

fn text(
    scene: &Scene,
    defence: Option<&str>,
    all: &Distribution<Outcome>,
    chances: &[Chance],
    numbers: &[Number],
) -> String {
    let mut lines = vec![format!("{}: {}", scene.name, scene::headline(scene))];
    lines.extend(defence.map(|key| format!("Defence: {key}")));
    if !chances.is_empty() {
        lines.push(String::new());
    }
    for chance in chances {
        let (part, whole) = all.fraction(&chance.fits);
        if part != "0" {
            lines.push(row(chance.label, &part, &whole, all.probability(&chance.fits)));
        }
    }
    for number in numbers {
        lines.push(String::new());
        lines.push(format!("{}, {:.4} on average", number.label, number.odds.mean(|value| *value)));
        for (&value, probability) in number.odds.iter() {
            let (part, whole) = number.odds.fraction(|other| *other == value);
            lines.push(row(&value.to_string(), &part, &whole, probability));
        }
    }
    if numbers.is_empty() {
        lines.push(String::new());
        for (outcome, probability) in all.iter() {
            let (part, whole) = all.fraction(|other| other == outcome);
            lines.push(row(&show::outcome(scene, outcome).join("; "), &part, &whole, probability));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn row(label: &str, part: &str, whole: &str, probability: f64) -> String {
    // Only what is drawn is rounded.
    let bar = "#".repeat((probability * f64::from(BAR)).round() as usize);
    let line =
        format!("{label:>20}  {probability:>9.6}  {bar:<width$}  {part}/{whole}", width = BAR as usize);
    line.trim_end().to_owned()
}

/// The main number as columns over its values.
fn plot(scene: &Scene, numbers: &[Number]) -> String {
    let mut lines = vec![format!("{}: {}", scene.name, scene::headline(scene))];
    let Some(number) = numbers.first() else {
        lines.push("There is no number to draw.\n".to_owned());
        return lines.join("\n");
    };
    let columns: Vec<(i64, f64)> = number.odds.iter().map(|(&value, odds)| (value, odds)).collect();
    let highest = columns.iter().map(|column| column.1).fold(0.0, f64::max);
    for row in (1..=ROWS).rev() {
        let level = highest * f64::from(row) / f64::from(ROWS);
        let half = highest / f64::from(2 * ROWS);
        let cells: String =
            columns.iter().map(|(_, odds)| if *odds + half >= level { "  ##" } else { "    " }).collect();
        lines.push(format!("{:>7.2} %{}", 100.0 * level, cells).trim_end().to_owned());
    }
    let values: String = columns.iter().map(|(value, _)| format!("{value:>4}")).collect();
    lines.push(format!("{:>9}{values}", number.label));
    lines.push(String::new());
    lines.join("\n")
}

fn answer(
    scene: &Scene,
    defence: Option<&str>,
    all: &Distribution<Outcome>,
    chances: &[Chance],
    numbers: &[Number],
) -> Value {
    let fraction = |(part, whole): (String, String), probability: f64| json!({ "numerator": part, "denominator": whole, "probability": probability });
    let chances: serde_json::Map<String, Value> = chances
        .iter()
        .map(|chance| {
            (chance.key.to_owned(), fraction(all.fraction(&chance.fits), all.probability(&chance.fits)))
        })
        .collect();
    let numbers: Vec<Value> = numbers
        .iter()
        .map(|number| {
            let values = number.odds.iter().map(|(&value, probability)| {
                let mut line = fraction(number.odds.fraction(|other| *other == value), probability);
                line["value"] = json!(value);
                line
            });
            json!({
                "key": number.key,
                "label": number.label,
                "mean": number.odds.mean(|value| *value),
                "values": values.collect::<Vec<_>>(),
            })
        })
        .collect();
    let outcomes: Vec<Value> = all
        .iter()
        .map(|(outcome, probability)| {
            let mut line = fraction(all.fraction(|other| other == outcome), probability);
            line["result"] = show::outcome_json(scene, outcome);
            line
        })
        .collect();
    json!({
        "scene": scene.name,
        "book": scene.book,
        "action": scene::kind(&scene.action),
        "defence": defence,
        "chances": chances,
        "numbers": numbers,
        "outcomes": outcomes,
    })
}
