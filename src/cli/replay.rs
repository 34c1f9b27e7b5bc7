//! `breachline replay`: verifies a journal, or shows it.

use std::path::PathBuf;

use clap::Args;

use super::{CliError, OutputFormat, output};
use ai::{TurningPoint, WinChanceCurve};
use battle::journal;
use battle::journal::{DroppedLines, Journal, PROGRAM_VERSION};
use battle::{BattleSetup, History, RoundState};
use battle_log::order_text::order_text;
use battle_log::turning_point::turning_point_text;
use bevy_ecs::prelude::World;
use content::ContentFolder;
use lab::replay_text;
use model::Side;

/// Replays a journal and compares every hash.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The journal file.
    journal: PathBuf,
    /// Show it in the window.
    #[arg(long)]
    show: bool,
    /// Print the log of the battle, with dice, modifiers and clauses.
    #[arg(long, conflicts_with = "show")]
    log: bool,
    /// Print the estimated win chance at the start of each round, and the orders that changed it most.
    #[arg(long, conflicts_with = "show")]
    win_chance: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(replay: &ReplayArgs, assets: &ContentFolder) -> Result<(), CliError> {
    // A pipe would be waited for.
    storage::open_regular_file(&replay.journal)
        .map_err(|error| CliError::new(format!("cannot read {}: {error}", replay.journal.display())))?;
    if replay.show {
        return show_replay(replay, assets);
    }
    let journal = Journal::read(&replay.journal)?;
    let program = journal.header().program.clone();
    tracing::info!("{} orders in {}", journal.entries().len(), replay.journal.display());
    let mut world = battle::new_battle_world();
    journal::restore_valid_part(&mut world, journal);
    let hash = battle::battle_hash(&mut world);
    if replay.log && matches!(replay.format, OutputFormat::Text) {
        let records = world.resource::<History>().records().to_vec();
        let lines = battle::with_view(&mut world, |view| replay_text::history_lines(view, &records));
        for line in lines {
            output::print_line(format_args!("{line}"))?;
        }
    }
    let curve = replay.win_chance.then(|| win_chance_curve(&world));
    let first_side = battle::with_view(&mut world, |view| view.side_name(Side(0)).to_owned());
    let journal = world.resource::<Journal>();
    let replayed = ReplayedJournal {
        orders: journal.entries().len(),
        dropped: journal.dropped(),
        hash,
        round: world.resource::<RoundState>(),
        program: &program,
        curve: curve.as_ref().map(|curve| (curve, first_side.as_str())),
    };
    match replay.format {
        OutputFormat::Text => replayed.print_text()?,
        OutputFormat::Json => output::print_json(&replayed.to_json())?,
    }
    match replayed.dropped {
        Some(dropped) if replayed.is_damaged() => {
            Err(CliError::new(format!("{}: {dropped}", replay.journal.display())))
        }
        _ => Ok(()),
    }
}

/// A journal that was replayed.
struct ReplayedJournal<'a> {
    /// Number of its orders.
    orders: usize,
    /// What could not be replayed.
    dropped: Option<&'a DroppedLines>,
    /// Hash of the last state.
    hash: u64,
    round: &'a RoundState,
    /// Version of the program that wrote it.
    program: &'a str,
    /// Win chances along the battle, with the name of the side whose chances they are.
    curve: Option<(&'a WinChanceCurve, &'a str)>,
}

impl ReplayedJournal<'_> {
    /// Whether something other than an unfinished last line was left out.
    fn is_damaged(&self) -> bool {
        self.dropped.is_some_and(|dropped| !dropped.is_unfinished)
    }

    fn print_text(&self) -> Result<(), CliError> {
        let Self { orders, hash, program, .. } = *self;
        let number = self.round.number();
        output::print_line(format_args!(
            "{orders} orders, every hash agrees; final hash {hash:016x}, round {number}"
        ))?;
        if let Some((curve, side)) = self.curve {
            output::print_lines(&win_chance_lines(curve, side))?;
        }
        if let Some(dropped) = self.dropped.filter(|dropped| dropped.is_unfinished) {
            output::print_line(format_args!("Note: {dropped}."))?;
        }
        if program != PROGRAM_VERSION {
            let sequel = match self.is_damaged() {
                true => "Its later orders may not fit the rules of this version.",
                false => "All orders replay with the same results.",
            };
            output::print_line(format_args!(
                "Note: version {program} wrote this journal; this is version {PROGRAM_VERSION}. {sequel}"
            ))?;
        }
        Ok(())
    }

    fn to_json(&self) -> serde_json::Value {
        let Self { orders, dropped, hash, round, program, .. } = *self;
        let is_damaged = self.is_damaged();
        let mut answer = serde_json::json!({
            "orders": orders,
            "agrees": !is_damaged,
            "first_difference": is_damaged.then_some(orders + 1),
            "dropped_from_line": dropped.map(|dropped| dropped.line),
            "reason": dropped.map(|dropped| &dropped.reason),
            "hash": format!("{hash:016x}"),
            "round": round.number(),
            "outcome": round.outcome(),
            "cut_short": dropped.is_some_and(|dropped| dropped.is_unfinished),
            "program": program,
        });
        if let Some((curve, side)) = self.curve {
            answer["win_chance"] = win_chance_json(curve, side);
        }
        answer
    }
}

/// Win chances along the battle that was restored, as estimated: a journal does not say which balance was measured.
fn win_chance_curve(world: &World) -> WinChanceCurve {
    let setup = world.resource::<BattleSetup>();
    let orders = world.resource::<History>().records().iter().map(|record| &record.order);
    WinChanceCurve::compute((setup, None), orders, order_text, turning_point_text)
}

/// The win chance of the first side at the start of each round and at the end, and the turning points.
fn win_chance_lines(curve: &WinChanceCurve, side: &str) -> Vec<String> {
    let Some(last) = curve.chances.last() else {
        return vec!["Win chances are estimated for battles of two sides only.".to_owned()];
    };
    let percent = |chance: f64| format!("{:3.0} %", 100.0 * chance);
    let mut lines = vec![format!("Win chance of {side}:")];
    for (round, before) in &curve.round_starts {
        let name = if *round == 0 { "deployment".to_owned() } else { format!("round {round}") };
        lines.push(format!("  {name:<10}  {}", percent(curve.chances[*before])));
    }
    lines.push(format!("  {:<10}  {}", "end", percent(*last)));
    for turn in &curve.turns {
        let (before, after) = (percent(curve.chances[turn.at - 1]), percent(curve.chances[turn.at]));
        lines.push(format!("  round {}, order {}: {} ({before} to {after})", turn.round, turn.at, turn.text));
    }
    lines
}

fn win_chance_json(curve: &WinChanceCurve, side: &str) -> serde_json::Value {
    let turn =
        |turn: &TurningPoint| serde_json::json!({ "order": turn.at, "round": turn.round, "text": turn.text });
    serde_json::json!({
        "side": side,
        "chances": curve.chances,
        "turning_points": curve.turns.iter().map(turn).collect::<Vec<_>>(),
    })
}

#[cfg(feature = "desktop")]
fn show_replay(replay: &ReplayArgs, assets: &ContentFolder) -> Result<(), CliError> {
    let launch = desktop::LaunchOptions {
        journal: Some(replay.journal.clone()),
        clause_tests: super::coverage::clause_tests(),
        ..desktop::LaunchOptions::new(assets.clone())
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
fn show_replay(_replay: &ReplayArgs, _assets: &ContentFolder) -> Result<(), CliError> {
    Err(CliError::new("this build has no window; build with the feature `desktop` to watch a journal"))
}
