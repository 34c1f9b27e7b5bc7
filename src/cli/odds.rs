//! `breachline odds`: the exact outcome distribution of a scene's action.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{CliError, OutputFormat, output};
use crate::cli::scenes::action_runner::SceneActionContext;
use crate::cli::scenes::action_summary;
use crate::cli::scenes::action_summary::{OutcomeChance, OutcomeNumber};
use crate::cli::scenes::sequence;
use crate::cli::scenes::sequence::{ActionOdds, OddsQuery};
use crate::cli::scenes::{action_report, loader, report_text};
use content::{ContentFolder, ResolvedAction, RuleScene};
use dice::{Distribution, SymbolPool, Symbols};
use rules::combat_checks::checks::check;

/// Widest bar, in characters.
const MAX_BAR_WIDTH: u32 = 32;
/// Rows of a plot.
const PLOT_ROWS: u32 = 12;

/// Computes the exact odds of a scene.
#[derive(Args, Debug)]
pub struct OddsArgs {
    /// The scene file, with actions or an aim, see `docs/scene-format.md`.
    scene: PathBuf,
    /// Answers to use wherever they are offered: `standard`, `dodge`, `parry`, `block`; in Swan Song each also with
    /// `+full_defense` and `+karma`.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    defence: Vec<String>,
    /// Distinguish outcomes by all their effects, not only by contact, damage and casualties.
    #[arg(long)]
    effects: bool,
    /// Number of the action in a sequence, from 1; by default the last. Includes the actions before it.
    #[arg(long, value_name = "NUMBER")]
    action: Option<usize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
    /// Plot the main number as columns instead of a table.
    #[arg(long, conflicts_with = "format")]
    plot: bool,
}

/// Everything reported about an action.
struct OddsReport<'a> {
    scene: &'a RuleScene,
    /// Index of the action.
    action: usize,
    headline: String,
    defence: Option<String>,
    odds: ActionOdds,
    outcome_chances: Vec<OutcomeChance>,
    numbers: Vec<OutcomeNumber>,
    /// The deciding pool and its results, in a book with narrative dice.
    symbols: Option<(SymbolPool, Distribution<Symbols>)>,
}

pub(super) fn run(odds: &OddsArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let scene = &loader::load_actions(&odds.scene, assets)?;
    let action = match odds.action {
        None => scene.action_count() - 1,
        Some(number) if (1..=scene.action_count()).contains(&number) => number - 1,
        Some(number) => {
            let what = format!("no action {number}: the scene has 1 to {}", scene.action_count());
            return Err(CliError::new(what));
        }
    };
    let asked = OddsQuery { answers: &odds.defence, full: odds.effects };
    let chances = sequence::action_odds(scene, action, asked)?;
    let (mut shares, mut numbers, mut headline) = (Vec::new(), Vec::new(), "cannot be done".to_owned());
    let mut symbols = None;
    if let Some(what) = &chances.action {
        headline = action_summary::headline(scene, what);
        shares = action_summary::outcome_chances(scene, what, &chances.all);
        numbers = action_summary::outcome_numbers(scene, what, &chances.all);
        let context = SceneActionContext { scene, state: &chances.state };
        if let Some(pool) = action_summary::deciding_pool(&context, what).filter(|_| action == 0) {
            symbols = Some((pool, check::pool_odds(pool)?));
        }
    }
    let answers = if odds.defence.is_empty() { scene.answers(action) } else { &odds.defence };
    if let Some(ResolvedAction::Attack(request)) = chances.action.as_ref().filter(|_| !scene.is_sequence()) {
        shares.extend(action_summary::area_chances(request, answers));
    }
    let defence = (!answers.is_empty()).then(|| answers.join(","));
    let report = OddsReport {
        scene,
        action,
        headline,
        defence,
        odds: chances,
        outcome_chances: shares,
        numbers,
        symbols,
    };
    match odds.format {
        _ if odds.plot => output::print(report.plot()),
        OutputFormat::Text => output::print(report.to_text()),
        OutputFormat::Json => output::print_json(&report.to_json()),
    }
}

impl OddsReport<'_> {
    fn to_text(&self) -> String {
        let Self { scene, odds: chances, outcome_chances: shares, .. } = self;
        let mut lines = vec![self.title()];
        lines.extend(self.defence.as_ref().map(|key| format!("Defence: {key}")));
        lines.extend(chances.together.map(|together| {
            let how = if together { "together" } else { "separately: they have too many joint outcomes" };
            format!("Targets are counted {how}")
        }));
        if !shares.is_empty() {
            lines.push(String::new());
        }
        for share in shares.iter().filter(|share| share.fraction.0 != "0") {
            let (part, whole) = &share.fraction;
            lines.push(table_row(&share.label, part, whole, share.probability));
        }
        for number in self.numbers.iter().chain(&chances.others) {
            lines.push(String::new());
            lines.push(format!("{}, average {:.4}", number.label, number.odds.mean(|value| *value)));
            let exact = number.odds.fractions().zip(number.odds.iter());
            for ((value, (part, whole)), (_, probability)) in exact {
                lines.push(table_row(&value.to_string(), &part, &whole, probability));
            }
        }
        if let Some((pool, symbols)) = &self.symbols {
            lines.push(String::new());
            lines.push(format!("{pool}: net successes / net advantages"));
            let joint = symbols.map(|symbols| (symbols.successes, symbols.advantages));
            for ((at, (part, whole)), (_, probability)) in joint.fractions().zip(joint.iter()) {
                lines.push(table_row(&format!("{:+} / {:+}", at.0, at.1), &part, &whole, probability));
            }
        }
        if self.numbers.is_empty() && scene.action_kind(self.action) != "roll" {
            lines.push(String::new());
            for ((outcome, (part, whole)), (_, probability)) in
                chances.all.fractions().zip(chances.all.iter())
            {
                lines.push(table_row(
                    &report_text::report_lines(scene, outcome).join("; "),
                    &part,
                    &whole,
                    probability,
                ));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn title(&self) -> String {
        let of =
            if self.scene.is_sequence() { format!(" (action {})", self.action + 1) } else { String::new() };
        format!("{}{of}: {}", self.scene.name, self.headline)
    }

    /// Plots the main number as columns over its values.
    fn plot(&self) -> String {
        let mut lines = vec![self.title()];
        match self.numbers.first() {
            Some(number) => lines.extend(column_plot(number)),
            None => lines.push("No number to plot.".to_owned()),
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn to_json(&self) -> Value {
        let Self { scene, odds: chances, .. } = self;
        let shares: serde_json::Map<String, Value> = self
            .outcome_chances
            .iter()
            .map(|share| (share.key.clone(), fraction_json(share.fraction.clone(), share.probability)))
            .collect();
        let numbers: Vec<Value> = self
            .numbers
            .iter()
            .chain(&chances.others)
            .map(|number| {
                let exact = number.odds.fractions().zip(number.odds.iter());
                let values = exact.map(|((value, share), (_, probability))| {
                    let mut line = fraction_json(share, probability);
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
        let context = SceneActionContext { scene, state: &chances.state };
        // After other actions the state differs between branches.
        let what = chances.action.as_ref().filter(|_| !scene.is_sequence());
        let exact = chances.all.fractions().zip(chances.all.iter());
        let outcomes: Vec<Value> = exact
            .map(|((outcome, share), (_, probability))| {
                let mut line = fraction_json(share, probability);
                line["result"] = action_report::report_json(&context, what, outcome);
                line
            })
            .collect();
        let mut answer = json!({
            "scene": scene.name,
            "book": scene.book(),
            "action": scene.action_kind(self.action),
            "defence": self.defence,
            "chances": shares,
            "numbers": numbers,
            "outcomes": outcomes,
        });
        if let Some(together) = chances.together {
            answer["together"] = json!(together);
        }
        if let Some((pool, symbols)) = &self.symbols {
            answer["pool"] = json!(pool);
            answer["joint"] = joint_symbols_json(symbols);
            let marks =
                |fits: fn(&Symbols) -> bool| fraction_json(symbols.fraction(fits), symbols.probability(fits));
            answer["triumph"] = marks(|symbols| symbols.triumphs > 0);
            answer["despair"] = marks(|symbols| symbols.despairs > 0);
        }
        answer
    }
}

/// Converts the joint distribution of net successes and net advantages to JSON.
fn joint_symbols_json(symbols: &Distribution<Symbols>) -> Value {
    let joint = symbols.map(|symbols| (symbols.successes, symbols.advantages));
    let cells = joint.fractions().zip(joint.iter()).map(|((at, share), (_, probability))| {
        let mut line = fraction_json(share, probability);
        (line["successes"], line["advantages"]) = (json!(at.0), json!(at.1));
        line
    });
    json!(cells.collect::<Vec<_>>())
}

fn fraction_json((part, whole): (String, String), probability: f64) -> Value {
    json!({ "numerator": part, "denominator": whole, "probability": probability })
}

fn table_row(label: &str, part: &str, whole: &str, probability: f64) -> String {
    // Only what is drawn is rounded.
    let bar = "#".repeat((probability * f64::from(MAX_BAR_WIDTH)).round() as usize);
    let line = format!(
        "{label:>20}  {probability:>9.6}  {bar:<width$}  {part}/{whole}",
        width = MAX_BAR_WIDTH as usize
    );
    line.trim_end().to_owned()
}

fn column_plot(number: &OutcomeNumber) -> Vec<String> {
    let mut lines = Vec::new();
    let columns: Vec<(i64, f64)> = number.odds.iter().map(|(&value, odds)| (value, odds)).collect();
    let highest = columns.iter().map(|column| column.1).fold(0.0, f64::max);
    for row in (1..=PLOT_ROWS).rev() {
        let level = highest * f64::from(row) / f64::from(PLOT_ROWS);
        let half = highest / f64::from(2 * PLOT_ROWS);
        let cells: String =
            columns.iter().map(|(_, odds)| if *odds + half >= level { "  ##" } else { "    " }).collect();
        lines.push(format!("{:>7.2} %{}", 100.0 * level, cells).trim_end().to_owned());
    }
    let values: String = columns.iter().map(|(value, _)| format!("{value:>4}")).collect();
    lines.push(format!("{:>9}{values}", number.label));
    lines
}
