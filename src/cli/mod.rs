//! The command line, one file per subcommand.
//!
//! Exit codes: 0 success, 1 refused or invalid input, 2 wrong usage or a scene that lacks what the command needs.

mod ai_side;
mod campaign;
mod check;
mod coverage;
mod enum_parser;
mod fuzz;
mod lab;
mod language_server;
mod logging;
mod odds;
mod output;
mod play;
mod replay;
mod resolve;
mod rules;
pub mod scenes;
mod schema;
mod sim;
mod stop_signal;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use content::{ContentFolder, Diagnostic, escape_invisible};

/// Tactical skirmishes on one battlefield under five tabletop rulebooks.
#[derive(Debug, Parser)]
#[command(name = "breachline", version, about)]
pub struct Cli {
    /// Content folder to use instead of the shipped one.
    #[arg(long, global = true, value_name = "FOLDER")]
    assets: Option<PathBuf>,
    #[command(flatten)]
    log: logging::LogArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people.
    #[default]
    Text,
    /// For programs, see `docs/json.md`.
    Json,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Opens the game, or a scene at once.
    Play(play::PlayArgs),
    /// Opens the Lab: build a scene and compare odds.
    Lab(lab::LabArgs),
    /// Resolves the actions of a scene step by step.
    Resolve(resolve::ResolveArgs),
    /// Computes the exact odds of a scene's action.
    Odds(odds::OddsArgs),
    /// Simulates AI battles in parallel and reports win rates, length and causes of death.
    Sim(Box<sim::SimArgs>),
    /// Lists campaigns, their stages and the progress in them.
    Campaign(campaign::CampaignArgs),
    /// Verifies a journal, or shows it in the window.
    Replay(replay::ReplayArgs),
    /// Validates content files.
    Check(check::CheckArgs),
    /// Plays random orders to find bugs.
    #[command(alias = "chaos")]
    Fuzz(fuzz::FuzzArgs),
    /// Looks up rule clauses, their rulings and where they are used.
    Rules(rules::RulesArgs),
    /// Prints JSON schemas of content files.
    Schema(schema::SchemaArgs),
    /// Helps editors with content files: completion, documentation and errors. Started by the editor.
    LanguageServer,
}

/// Runs the program with these arguments, the first of which is its name, and the content that is part of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>, embedded: ContentFolder) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let result = match Cli::try_parse_from(&arguments) {
        Ok(cli) => run_command(cli, embedded),
        Err(answer) if answer.use_stderr() => {
            let _ = escape_quotes(answer, &arguments).print(); // nowhere left to say that this failed
            return ExitCode::from(2);
        }
        // Help and version.
        Err(answer) => output::accept_closed_pipe(answer.print().and_then(|()| io::stdout().flush())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Sentence { sentence, exit_code }) => {
            output::report(format_args!("breachline: {sentence}"));
            ExitCode::from(exit_code)
        }
        Err(CliError::Content(problem)) => {
            output::report_diagnostic(&problem);
            ExitCode::from(1)
        }
    }
}

/// Returns the same answer about arguments whose invisible characters are escaped, because it quotes them.
fn escape_quotes(answer: clap::Error, arguments: &[OsString]) -> clap::Error {
    let escaped = arguments.iter().map(|text| escape_invisible(&text.to_string_lossy()).into_owned());
    Cli::try_parse_from(escaped).err().filter(clap::Error::use_stderr).unwrap_or(answer)
}

fn run_command(arguments: Cli, embedded: ContentFolder) -> Result<(), CliError> {
    let _log = arguments.log.start()?;
    tracing::info!("breachline {}, {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    let assets = &content::paths::shipped_content(arguments.assets.as_deref(), embedded);
    tracing::info!("shipped content: {assets:?}");
    match arguments.command.unwrap_or_else(|| CliCommand::Play(play::PlayArgs::default())) {
        CliCommand::Play(play) => play::run(&play, assets),
        CliCommand::Lab(lab) => lab::run(&lab, assets),
        CliCommand::Resolve(resolve) => resolve::run(&resolve, assets),
        CliCommand::Odds(odds) => odds::run(&odds, assets),
        CliCommand::Sim(sim) => sim::run(&sim, assets),
        CliCommand::Campaign(campaign) => campaign::run(&campaign, assets),
        CliCommand::Replay(replay) => replay::run(&replay, assets),
        CliCommand::Check(check) => check::run(&check, assets),
        CliCommand::Fuzz(fuzz) => fuzz::run(&fuzz, assets),
        CliCommand::Rules(rules) => rules::run(&rules, assets),
        CliCommand::Schema(schema) => schema::run(&schema),
        CliCommand::LanguageServer => language_server::run(assets),
    }
}

/// An error of a command.
#[derive(Debug)]
pub enum CliError {
    /// One sentence, and the exit code.
    #[expect(missing_docs, reason = "the fields' names say it")]
    Sentence { sentence: String, exit_code: u8 },
    /// A problem in a line of a content file.
    Content(Box<Diagnostic>),
}

impl<E: std::error::Error> From<E> for CliError {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

impl CliError {
    /// Creates an error from a problem of a content file.
    pub fn from_diagnostic(problem: Diagnostic) -> Self {
        if problem.line == 0 { Self::new(problem.to_string()) } else { Self::Content(Box::new(problem)) }
    }

    /// Creates an error from a sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self::Sentence { sentence: sentence.into(), exit_code: 1 }
    }

    /// Creates an error about something that a command needs and its input lacks.
    pub fn missing(sentence: impl Into<String>) -> Self {
        Self::Sentence { sentence: sentence.into(), exit_code: 2 }
    }
}
