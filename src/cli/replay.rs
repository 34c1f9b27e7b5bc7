//! `breachline replay`: verifies a journal, or shows it.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, OutputFormat, output};
use battle::RoundState;
use battle::journal;
use battle::journal::{Journal, JournalError};

/// Replays a journal and compares every hash.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The journal file.
    journal: PathBuf,
    /// Show it in the window.
    #[arg(long)]
    show: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: OutputFormat,
}

pub(super) fn run(replay: &ReplayArgs, assets: Option<&Path>) -> Result<(), CliError> {
    // A pipe would be waited for.
    content::open_regular_file(&replay.journal)
        .map_err(|error| CliError::new(format!("cannot read {}: {error}", replay.journal.display())))?;
    if replay.show {
        return show_replay(replay, assets);
    }
    let journal = Journal::read(&replay.journal)?;
    let orders = journal.entries().len();
    tracing::info!("{orders} orders in {}", replay.journal.display());
    let cut_short = journal.is_truncated();
    let mut world = battle::new_battle_world();
    let verdict = journal::restore_battle(&mut world, journal);
    let hash = battle::battle_hash(&mut world);
    let round = world.resource::<RoundState>();
    match replay.format {
        OutputFormat::Text => {
            if verdict.is_ok() {
                output::print_line(format_args!(
                    "{orders} orders, every hash agrees; final hash {hash:016x}, round {}",
                    round.number()
                ))?;
            }
            if cut_short {
                output::print_line("The last line of the file is incomplete and was ignored.")?;
            }
        }
        OutputFormat::Json => {
            let mismatch = match &verdict {
                Err(JournalError::Mismatch { number, .. } | JournalError::Refused { number, .. }) => {
                    Some(*number)
                }
                _ => None,
            };
            let answer = serde_json::json!({
                "orders": orders,
                "agrees": verdict.is_ok(),
                "first_difference": mismatch,
                "hash": format!("{hash:016x}"),
                "round": round.number(),
                "outcome": round.outcome(),
                "cut_short": cut_short,
            });
            output::print_json(&answer)?;
        }
    }
    Ok(verdict?)
}

#[cfg(feature = "desktop")]
fn show_replay(replay: &ReplayArgs, assets: Option<&Path>) -> Result<(), CliError> {
    let launch = desktop::LaunchOptions {
        journal: Some(replay.journal.clone()),
        clause_tests: super::coverage::clause_tests(),
        assets: assets.map(Path::to_owned),
        ..Default::default()
    };
    Ok(desktop::run(launch)?)
}

#[cfg(not(feature = "desktop"))]
fn show_replay(_replay: &ReplayArgs, _assets: Option<&Path>) -> Result<(), CliError> {
    Err(CliError::new("this build has no window; build with the feature `desktop` to watch a journal"))
}
