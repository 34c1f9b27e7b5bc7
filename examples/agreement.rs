//! A million attacks with seeded dice beside their exact odds: what is played is what was shown.
//!
//! `cargo run --release --example agreement` plays `assets/scenes/knife.ron`, prints how often every outcome came
//! and how often it should have, and exits with 1 if any count, or all together, is more than five standard deviations
//! off. `-- --attacks N --seed N` plays other numbers of them with other dice. Run it from the project's root.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the example reports to a developer")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use breachline::content::{self, ResolvedAction};
use breachline::dice::{AnswerPolicy, DiceState, PlayedTable, enumerate};
use breachline::rules::Book;
use breachline::rules::swan_song::attack::resolution;
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::rulebook;
use breachline::rules::swan_song::{AttackContext, AttackResult};
use clap::Parser;

const SCENE: &str = "assets/scenes/knife.ron";
/// How the target of the scene defends.
const DEFENCE: &str = "standard";
/// Standard deviations that chance does not reach: once in two million honest runs.
const FAR_OFF: f64 = 5.0;
/// Outcomes expected more rarely than this are counted together: their counts are no bell curve.
const RARE: f64 = 25.0;

#[derive(Parser)]
struct Arguments {
    /// How many attacks are played.
    #[arg(long, default_value_t = 1_000_000)]
    attacks: u32,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One line of the table: how often something came, and its probability.
struct Row {
    name: String,
    exact: String,
    count: u32,
    probability: f64,
}

impl Row {
    fn expected(&self, all: u32) -> f64 {
        f64::from(all) * self.probability
    }

    /// How far the count is off, in standard deviations.
    fn sigmas(&self, all: u32) -> f64 {
        let spread = (self.expected(all) * (1.0 - self.probability)).sqrt();
        let off = f64::from(self.count) - self.expected(all);
        if spread > 0.0 { off / spread } else { off }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let scene = match scene(Path::new(SCENE)) {
        Ok(scene) => scene,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let rows = compare(&scene, &arguments);
    let agrees = show(&rows, arguments.attacks);
    if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn scene(path: &Path) -> Result<AttackContext, String> {
    let base = content::load_content(&[PathBuf::from("assets")]);
    let (scene, problems) = content::load_scene(&base.content, path);
    let Some(scene) = scene.and_then(|scene| scene.tests) else {
        return Err(problems.first().map_or_else(String::new, ToString::to_string));
    };
    let (action, _) = scene.resolve_action(0, &scene.initial_state())?;
    let attack = match &action {
        ResolvedAction::Attack(attack) if scene.book() == Book::SwanSong => attack.on_unit(),
        _ => None,
    };
    attack
        .map(rulebook::attack_context)
        .ok_or_else(|| format!("{}: no attack of Swan Song on a unit", path.display()))
}

/// Plays the attacks and sets each outcome's count beside its odds.
fn compare(scene: &AttackContext, arguments: &Arguments) -> Vec<Row> {
    let plan = AttackPlan::new(scene);
    let mut counts: BTreeMap<AttackResult, u32> = BTreeMap::new();
    let mut dice = DiceState::new(arguments.seed);
    for _ in 0..arguments.attacks {
        let mut table = PlayedTable::new(dice, vec![DEFENCE.to_owned()], false);
        let result = resolution::resolve_plan(&mut table, &plan).expect("the one question has its answer");
        *counts.entry(result).or_default() += 1;
        dice = table.finish().0;
    }
    let odds = enumerate(AnswerPolicy::keys([DEFENCE]), |table| resolution::resolve_plan(table, &plan))
        .expect("an attack of few dice has odds");
    let mut rows = Vec::new();
    let (mut rare, mut kinds) = (0.0, 0);
    let mut rare_count = 0;
    for (outcome, probability) in odds.iter() {
        let count = counts.remove(outcome).unwrap_or(0);
        if f64::from(arguments.attacks) * probability < RARE {
            (rare, kinds, rare_count) = (rare + probability, kinds + 1, rare_count + count);
            continue;
        }
        let (part, of) = odds.fraction(|other| other == outcome);
        rows.push(Row { name: name(outcome), exact: format!("{part}/{of}"), count, probability });
    }
    if kinds > 0 {
        let name = format!("{kinds} rarer outcomes");
        rows.push(Row { name, exact: String::new(), count: rare_count, probability: rare });
    }
    let impossible = counts.into_iter().map(|(outcome, count)| Row {
        name: format!("{}: cannot be", name(&outcome)),
        exact: "0".to_owned(),
        count,
        probability: 0.0,
    });
    rows.extend(impossible);
    rows
}

fn name(result: &AttackResult) -> String {
    let mut name = format!("{:?}, net hits {}, damage {}", result.contact, result.net_hits, result.damage);
    for (is, word) in [(result.knocked_down, "knocked down"), (result.weapon_dropped, "weapon falls")] {
        if is {
            name.push_str(", ");
            name.push_str(word);
        }
    }
    name
}

/// Prints the table; whether all of it agrees.
fn show(rows: &[Row], all: u32) -> bool {
    println!("{:52} {:>18} {:>12} {:>9} {:>7}", "outcome", "exact", "expected", "played", "sigma");
    let (mut square, mut worst) = (0.0, 0.0_f64);
    for row in rows {
        let (expected, sigmas) = (row.expected(all), row.sigmas(all));
        println!(
            "{:52} {:>18} {expected:>12.1} {:>9} {sigmas:>+7.2}{}",
            row.name,
            row.exact,
            row.count,
            if sigmas.abs() > FAR_OFF { " <" } else { "" }
        );
        if expected > 0.0 {
            square += (f64::from(row.count) - expected).powi(2) / expected;
        }
        worst = worst.max(sigmas.abs());
    }
    let freedom = rows.len().saturating_sub(1).max(1) as f64;
    let together = (square - freedom) / (2.0 * freedom).sqrt();
    println!(
        "{all} attacks, {} rows: chi-squared {square:.2}, {together:+.2} sigma; worst row {worst:.2}",
        rows.len()
    );
    worst <= FAR_OFF && together <= FAR_OFF
}
