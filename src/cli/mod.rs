//! The command line. A file per subcommand; `main.rs` only parses.
//!
//! Exit codes: 0 fine, 1 refused or invalid input, 2 wrong usage.

mod act;
mod chaos;
mod check;
mod course;
mod encounter;
mod heard;
mod lab;
mod machine;
mod odds;
mod play;
mod replay;
mod report;
mod resolve;
mod rules;
mod scene;
mod show;
mod shown;
mod sim;
mod swan_song;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// Tactical skirmishes on one battlefield under five tabletop rulebooks.
#[derive(Debug, Parser)]
#[command(name = "breachline", version, about)]
pub struct Arguments {
    /// Another folder with content, instead of the shipped `assets`.
    #[arg(long, global = true, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs; described in `docs/json.md`.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The game; the menu when no skirmish is named.
    Play(play::Play),
    /// The Lab: a scene to change and to measure, without a fight.
    Lab(lab::Lab),
    /// Resolves the actions of a scene, step by step.
    Resolve(resolve::Resolve),
    /// Gives the exact odds of a scene's action.
    Odds(odds::Odds),
    /// Fights between minds by the thousand: who wins, how long it takes, what kills.
    Sim(Box<sim::Sim>),
    /// Verifies a journal, or shows it on screen.
    Replay(replay::Replay),
    /// Checks content files.
    Check(check::Check),
    /// Plays with orders that make no sense, and looks for what breaks.
    Chaos(chaos::Chaos),
    /// The clauses of the rules, their rulings, and where they are used.
    Rules(rules::Rules),
}

/// Runs the program.
pub fn run(arguments: Arguments) -> ExitCode {
    let assets = arguments.assets.as_deref();
    let result = match arguments.command.unwrap_or_else(|| Command::Play(play::Play::default())) {
        Command::Play(play) => play::run(&play, assets),
        Command::Lab(lab) => lab::run(&lab, assets),
        Command::Resolve(resolve) => resolve::run(&resolve, assets),
        Command::Odds(odds) => odds::run(&odds, assets),
        Command::Sim(sim) => sim::run(&sim, assets),
        Command::Replay(replay) => replay::run(&replay, assets),
        Command::Check(check) => check::run(&check, assets),
        Command::Chaos(chaos) => chaos::run(&chaos, assets),
        Command::Rules(rules) => rules::run(&rules),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(sentence)) => {
            eprintln!("breachline: {sentence}");
            ExitCode::from(1)
        }
    }
}

/// What went wrong, in one sentence.
#[derive(Debug)]
pub struct Failure(String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl Failure {
    /// A failure in one's own words.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}
