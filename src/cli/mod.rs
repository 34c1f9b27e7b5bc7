//! The command line. A file per subcommand; `main.rs` only parses.
//!
//! Exit codes: 0 fine, 1 refused or invalid input, 2 wrong usage.

mod ai_side;
mod check;
mod fuzz;
mod lab;
mod odds;
mod play;
mod replay;
mod resolve;
mod rules;
pub mod scenes;
mod sim;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// Tactical skirmishes on one battlefield under five tabletop rulebooks.
#[derive(Debug, Parser)]
#[command(name = "breachline", version, about)]
pub struct Cli {
    /// Another folder with content, instead of the shipped `assets`.
    #[arg(long, global = true, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people.
    #[default]
    Text,
    /// For programs; described in `docs/json.md`.
    Json,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// The game; the menu when no skirmish is named.
    Play(play::PlayArgs),
    /// The Lab: a scene to change and to measure, without a fight.
    Lab(lab::LabArgs),
    /// Resolves the actions of a scene, step by step.
    Resolve(resolve::ResolveArgs),
    /// Gives the exact odds of a scene's action.
    Odds(odds::OddsArgs),
    /// Fights between minds by the thousand: who wins, how long it takes, what kills.
    Sim(Box<sim::SimArgs>),
    /// Verifies a journal, or shows it on screen.
    Replay(replay::ReplayArgs),
    /// Checks content files.
    Check(check::CheckArgs),
    /// Plays with orders that make no sense, and looks for what breaks.
    Chaos(self::fuzz::FuzzArgs),
    /// The clauses of the rules, their rulings, and where they are used.
    Rules(rules::RulesArgs),
}

/// Runs the program.
pub fn run(arguments: Cli) -> ExitCode {
    let assets = arguments.assets.as_deref();
    let result = match arguments.command.unwrap_or_else(|| CliCommand::Play(play::PlayArgs::default())) {
        CliCommand::Play(play) => play::run(&play, assets),
        CliCommand::Lab(lab) => lab::run(&lab, assets),
        CliCommand::Resolve(resolve) => resolve::run(&resolve, assets),
        CliCommand::Odds(odds) => odds::run(&odds, assets),
        CliCommand::Sim(sim) => sim::run(&sim, assets),
        CliCommand::Replay(replay) => replay::run(&replay, assets),
        CliCommand::Check(check) => check::run(&check, assets),
        CliCommand::Chaos(chaos) => self::fuzz::run(&chaos, assets),
        CliCommand::Rules(rules) => rules::run(&rules),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError(sentence)) => {
            eprintln!("breachline: {sentence}");
            ExitCode::from(1)
        }
    }
}

/// What went wrong, in one sentence.
#[derive(Debug)]
pub struct CliError(String);

impl<E: std::error::Error> From<E> for CliError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl CliError {
    /// A failure in one's own words.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}
