//! `breachline odds`: the exact distribution of what a scene's action can lead to.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::playable::{Chance, Number, Playable};
use super::{Failure, Format, scene};
use crate::content::AnyScene;
use crate::dice::{Distribution, SymbolPool, Symbols};
use crate::rules::combat_checks::check;

/// Widest bar, in characters.
const BAR: u32 = 32;
/// Rows of a plot.
const ROWS: u32 = 12;

/// Gives the exact odds of a scene.
#[derive(Args, Debug)]
pub struct Odds {
    /// The scene file. See `docs/scene-format.md`.
    scene: PathBuf,
    /// How questions are answered: `standard`, `dodge`, `parry`, `block`, in Swan Song each also with `+full_defense` and
    /// `+karma`; in other books several, each wherever it is offered.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    defence: Vec<String>,
    /// Tells outcomes apart by all that they do, not only by contact, damage and who falls.
    #[arg(long)]
    effects: bool,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draws the main number as columns instead of a table.
    #[arg(long, conflicts_with = "format")]
    plot: bool,
}

/// Everything that is said about a scene.
struct Told<'a, S: Playable> {
    scene: &'a S,
    defence: Option<String>,
    all: Distribution<S::Outcome>,
    chances: Vec<Chance<S::Outcome>>,
    numbers: Vec<Number>,
    /// What decides in a book of narrative dice, and what can come of it.
    symbols: Option<(SymbolPool, Distribution<Symbols>)>,
}

pub(super) fn run(odds: &Odds, assets: Option<&Path>) -> Result<(), Failure> {
    match scene::load(&odds.scene, assets)? {
        AnyScene::SwanSong(scene) => tell(odds, &*scene),
        AnyScene::Other(scene) => tell(odds, &*scene),
    }
}

fn tell<S: Playable>(odds: &Odds, scene: &S) -> Result<(), Failure> {
    let answers = if odds.defence.is_empty() { scene.wishes() } else { odds.defence.clone() };
    let all = scene.odds(&answers, odds.effects)?;
    let (chances, numbers) = (scene.chances(), scene.numbers(&all));
    let symbols = match scene.pool() {
        Some(pool) => Some((pool, check::odds(pool)?)),
        None => None,
    };
    let defence = (!answers.is_empty()).then(|| answers.join(","));
    let told = Told { scene, defence, all, chances, numbers, symbols };
    match odds.format {
        _ if odds.plot => print!("{}", told.plot()),
        Format::Text => print!("{}", told.text()),
        Format::Json => println!("{:#}", told.answer()),
    }
    Ok(())
}

impl<S: Playable> Told<'_, S> {
    fn text(&self) -> String {
        let Self { scene, all, numbers, .. } = self;
        let mut lines = vec![format!("{}: {}", scene.name(), scene.headline())];
        lines.extend(self.defence.as_ref().map(|key| format!("Defence: {key}")));
        if !self.chances.is_empty() {
            lines.push(String::new());
        }
        for chance in &self.chances {
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
        if let Some((pool, symbols)) = &self.symbols {
            lines.push(String::new());
            lines.push(format!("{pool}: net successes / net advantages"));
            let joint = symbols.map(|symbols| (symbols.successes, symbols.advantages));
            for (at, probability) in joint.iter() {
                let (part, whole) = joint.fraction(|other| other == at);
                lines.push(row(&format!("{:+} / {:+}", at.0, at.1), &part, &whole, probability));
            }
        }
        if numbers.is_empty() && scene.kind() != "roll" {
            lines.push(String::new());
            for (outcome, probability) in all.iter() {
                let (part, whole) = all.fraction(|other| other == outcome);
                lines.push(row(&scene.lines(outcome).join("; "), &part, &whole, probability));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// The main number as columns over its values.
    fn plot(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.scene.name(), self.scene.headline())];
        match self.numbers.first() {
            Some(number) => lines.extend(columns(number)),
            None => lines.push("There is no number to draw.".to_owned()),
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn answer(&self) -> Value {
        let Self { scene, all, chances, numbers, .. } = self;
        let chances: serde_json::Map<String, Value> = chances
            .iter()
            .map(|chance| {
                let value = fraction(all.fraction(&chance.fits), all.probability(&chance.fits));
                (chance.key.to_owned(), value)
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
                line["result"] = scene.json(outcome);
                line
            })
            .collect();
        let mut answer = json!({
            "scene": scene.name(),
            "book": scene.book(),
            "action": scene.kind(),
            "defence": self.defence,
            "chances": chances,
            "numbers": numbers,
            "outcomes": outcomes,
        });
        if let Some((pool, symbols)) = &self.symbols {
            answer["pool"] = json!(pool);
            answer["joint"] = joint(symbols);
            let marks =
                |fits: fn(&Symbols) -> bool| fraction(symbols.fraction(fits), symbols.probability(fits));
            answer["triumph"] = marks(|symbols| symbols.triumphs > 0);
            answer["despair"] = marks(|symbols| symbols.despairs > 0);
        }
        answer
    }
}

/// Net successes and net advantages together.
fn joint(symbols: &Distribution<Symbols>) -> Value {
    let joint = symbols.map(|symbols| (symbols.successes, symbols.advantages));
    let cells = joint.iter().map(|(at, probability)| {
        let mut line = fraction(joint.fraction(|other| other == at), probability);
        (line["successes"], line["advantages"]) = (json!(at.0), json!(at.1));
        line
    });
    json!(cells.collect::<Vec<_>>())
}

fn fraction((part, whole): (String, String), probability: f64) -> Value {
    json!({ "numerator": part, "denominator": whole, "probability": probability })
}

fn row(label: &str, part: &str, whole: &str, probability: f64) -> String {
    // Only what is drawn is rounded.
    let bar = "#".repeat((probability * f64::from(BAR)).round() as usize);
    let line =
        format!("{label:>20}  {probability:>9.6}  {bar:<width$}  {part}/{whole}", width = BAR as usize);
    line.trim_end().to_owned()
}

fn columns(number: &Number) -> Vec<String> {
    let mut lines = Vec::new();
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
    lines
}
